"""Owns ``tf.examples``: the tutorials' reader of MNIST."""

from pelton.compat.legacy.examples import tutorials

__all__ = ["tutorials"]
