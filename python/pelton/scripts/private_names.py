"""What packages take from TensorFlow's own modules, below ``tensorflow.python``, and no public
module has."""

from __future__ import annotations

from pelton._core import runtime as _runtime
from pelton.random import process_seed


def global_seed() -> int | None:
    """What ``tf.random.set_seed`` was given; None before."""
    return process_seed.get()


def disable_op_determinism() -> None:
    """Ends what ``tf.config.experimental.enable_op_determinism`` began."""
    _runtime.set_deterministic(False)
