"""Owns BadCall, a call that must be refused, and the check that it is: the exception's class, what
its message names, and that the object it was made on is as before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import pelton as tf

INVALID = tf.errors.InvalidArgumentError
# What casts of strings to numbers raise.
UNIMPLEMENTED = tf.errors.UnimplementedError


@dataclass(frozen=True)
class BadCall:
    """`call(subject)` must raise `error` with each of `says` in its message, and the shape and
    dtype of each of `arrays`."""

    call: Callable[[Any], Any]
    error: type[Exception] | tuple[type[Exception], ...]
    says: tuple[str, ...] = ()
    arrays: tuple[np.ndarray, ...] = ()


@dataclass(frozen=True)
class BadRow:
    """The bad calls of one class: on what `make()` gives, whose `state` they must not change.

    Messages name one of `names`: the class and, where they have one, the object's own name."""

    name: str
    make: Callable[[], Any]
    state: Callable[[Any], Any]
    calls: list[BadCall]
    names: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        return self.name


def flat(state: Any) -> list[Any]:
    """Arrays as bytes with their dtype and shape, so that states compare bit by bit."""
    if isinstance(state, dict):
        return [item for key in state for item in (key, *flat(state[key]))]
    if isinstance(state, (list, tuple)):
        return [item for part in state for item in flat(part)]
    value = state.numpy() if hasattr(state, "numpy") else state
    if isinstance(value, (np.ndarray, np.generic)):
        return [value.dtype.name, value.shape, value.tobytes()]
    return [value]


def check_refused(row: BadRow, bad: BadCall) -> None:
    """Makes the call and checks class, message and state."""
    subject = row.make()
    before = flat(row.state(subject))
    with pytest.raises(bad.error) as caught:
        bad.call(subject)
    message = str(caught.value)
    assert any(name in message for name in (row.name, *row.names)), f"names nobody: {message}"
    for part in bad.says:
        assert part in message, f"lacks {part!r}: {message}"
    for array in bad.arrays:
        text = f"shape={array.shape}, dtype={array.dtype}"
        assert text in message, f"lacks {text!r}: {message}"
    assert flat(row.state(subject)) == before


def arrays_among(arguments: tuple[Any, ...]) -> tuple[np.ndarray, ...]:
    """Those that become tensors, in order."""
    return tuple(value for value in arguments if isinstance(value, np.ndarray))
