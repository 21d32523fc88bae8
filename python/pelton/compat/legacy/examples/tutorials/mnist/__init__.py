"""Owns ``tf.examples.tutorials.mnist``."""

from pelton.compat.legacy.examples.tutorials.mnist import input_data

__all__ = ["input_data"]
