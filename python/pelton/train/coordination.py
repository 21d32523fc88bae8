"""Owns where ``tf.train.Coordinator`` is found; it is that of compat.v1."""

from pelton.compat.v1.coordinator import Coordinator as Coordinator
