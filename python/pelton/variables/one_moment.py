"""Reading and writing many variables between two steps of whoever trains beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelton._core import bind_keras as _bind_keras

_bind_keras()

from pelton._core.layers import Layer  # noqa: E402 - bound just now


def _holder(variables: Sequence[Any]) -> Any:
    holder = Layer(name="one_moment")
    for variable in variables:
        holder._track(variable)
    return holder


def values_of(variables: Sequence[Any]) -> dict[Any, Any]:
    """The variables' values as arrays, by `ref()`."""
    holder = _holder(variables)
    values = holder.get_weights()
    return {held.ref(): value for held, value in zip(holder.weights, values, strict=True)}


def assign(variables: Sequence[Any], values: Sequence[Any]) -> None:
    """Gives all variables their values, of the same shapes."""
    of = {variable.ref(): value for variable, value in zip(variables, values, strict=True)}
    holder = _holder(variables)
    holder.set_weights([of[held.ref()] for held in holder.weights])
