"""Owns the shapes of elements that a ``TensorArray`` holds on other paths than the one that values
take: a function's trace without values tells them, as TensorFlow's graph does."""

from __future__ import annotations

import contextlib
import os
import sys
import threading

import pelton

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Place = tuple[str, int]  # the file and the line where an array is made

_PACKAGE = os.path.dirname(os.path.abspath(pelton.__file__)) + os.sep


class _State(threading.local):
    def __init__(self) -> None:
        self.calls: list[_Call] = []
        self.made: list[tuple[Place, Any]] | None = None  # what arrays a trace has made so far


_state = _State()


def place_of_caller() -> Place:
    """The file and line of the program's code that is running."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def note(place: Place, kind: Any) -> None:
    """Tells of an array that was made there; `kind.shape` is what is known of its elements."""
    if _state.made is not None:
        _state.made.append((place, kind))


class _Call:
    """A function's call with values, whose trace without them is taken when it is first asked."""

    def __init__(self, trace: Callable[[], Any]) -> None:
        self._trace = trace
        self._made: list[tuple[Place, Any]] | None = None

    def shape(self, place: Place, dtype: Any) -> Any:
        """The shape of the elements of arrays of one dtype made there; None where the trace tells
        none, or several."""
        if self._made is None:
            self._made, _state.made = [], []
            try:
                with contextlib.suppress(Exception):
                    self._trace()
                self._made = _state.made
            finally:
                _state.made = None
        shapes = [kind.shape for at, kind in self._made if at == place and kind.dtype == dtype]
        known = [shape for shape in shapes if shape.is_fully_defined()]
        is_one = known and all(shape.as_list() == known[0].as_list() for shape in known)
        return known[0] if is_one else None


@contextlib.contextmanager
def told_by(trace: Callable[[], Any]) -> Iterator[None]:
    """Within it ``trace``, which runs no op, is what tells of arrays that were never written."""
    _state.calls.append(_Call(trace))
    try:
        yield
    finally:
        _state.calls.pop()


def is_within_call() -> bool:
    """Whether the Python code of a function that is recorded, or that a pipeline calls, runs."""
    return bool(_state.calls)


def shape_elsewhere(place: Place, dtype: Any) -> Any:
    """The shape of the elements of an array made there, by the functions that are running, the
    innermost first; None where none tells."""
    if _state.made is not None:
        return None
    found = (call.shape(place, dtype) for call in reversed(_state.calls))
    return next((shape for shape in found if shape is not None), None)
