"""What packages take from TensorFlow's own modules, below ``tensorflow.python``, and no public
module has."""

from __future__ import annotations

from pelton._core import runtime as _runtime
from pelton.random import process_seed

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def global_seed() -> int | None:
    """What ``tf.random.set_seed`` was given; None before."""
    return process_seed.get()


def disable_op_determinism() -> None:
    """Ends what ``tf.config.experimental.enable_op_determinism`` began."""
    _runtime.set_deterministic(False)


def smart_cond(
    pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], name: str | None = None
) -> Any:
    """``true_fn()`` or ``false_fn()`` by `pred`, a boolean of Python or a tensor."""
    from pelton import cond

    return cond(pred, true_fn, false_fn)
