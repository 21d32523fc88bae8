"""Owns ``tensorflow.python.client``: what lists devices."""
