"""Ops of ragged tensors by the names of the ops that are called with them."""
