"""Owns ``tf.types.experimental.distributed``: values of several replicas."""

from __future__ import annotations

__all__ = ["Mirrored", "PerReplica"]


class PerReplica:
    """A value of each replica. With one replica a value is itself: nothing is of this class."""


class Mirrored:
    """A value that all replicas hold. With one replica it is itself: nothing is of this class."""
