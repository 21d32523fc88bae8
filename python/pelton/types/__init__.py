"""``tf.types``: classes to annotate with and to ask ``isinstance`` of."""

from pelton.types import experimental

__all__ = ["experimental"]
