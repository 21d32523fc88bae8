"""Owns ``tensorflow.python.framework``: what lists kernels."""
