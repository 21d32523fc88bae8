"""Owns what the calling thread's summaries go to: writer, step and whether they are recorded."""

from __future__ import annotations

import contextlib
import threading

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pelton._core import Tensor
    from pelton.summary.writer import SummaryWriter


class _State(threading.local):
    writer: SummaryWriter | None = None
    step: Any = None
    condition: Any = True


state = _State()


def condition_now() -> Any:
    """What record_if's condition is: a truth value or a tensor."""
    return state.condition() if callable(state.condition) else state.condition


def is_recording() -> bool:
    """Whether there is a default writer and record_if's condition holds."""
    return state.writer is not None and state.writer.is_open and bool(condition_now())


def should_record_summaries() -> Tensor:
    """Whether summaries are written now: a boolean scalar."""
    return _functions.convert(is_recording())


@contextlib.contextmanager
def record_if(condition: bool | Tensor | Callable[[], Any]) -> Iterator[None]:
    """Within it summaries are written only if `condition`, or what it returns, holds."""
    outer, state.condition = state.condition, condition
    try:
        yield
    finally:
        state.condition = outer


def step_of(step: Any) -> Any:
    """The step given, or the default one. Raises ValueError where there is none."""
    found = state.step if step is None else step
    if found is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "tf.summary.experimental.set_step()"
        )
    return found
