"""Cells and loops over the steps of sequences."""
