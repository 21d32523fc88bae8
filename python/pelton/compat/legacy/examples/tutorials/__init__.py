"""Owns ``tf.examples.tutorials``."""

from pelton.compat.legacy.examples.tutorials import mnist

__all__ = ["mnist"]
