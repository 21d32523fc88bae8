"""``tf.tpu``: there are no TPUs, as programs that look for them are told."""

from pelton.tpu import experimental

__all__ = ["experimental"]
