"""The text of a call that no function of a loaded model takes: its arguments and what there is."""

from __future__ import annotations

import inspect
from typing import Any

from pelton import _core
from pelton._core import functions as _functions
from pelton.nest import map_structure
from pelton.tensors.composite_value import composite_type_spec
from pelton.tensors.tensor_spec import TensorSpec


def no_match(given: inspect.BoundArguments, options: list[inspect.BoundArguments]) -> str:
    """What was given, and the arguments of each function that there is."""
    shown = "\n\n".join(
        f"Option {number}:\n{_arguments(option)}" for number, option in enumerate(options, 1)
    )
    return (
        "Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
        f"{_arguments(given)}\n\n Expected these arguments to match one of the following "
        f"{len(options)} option(s):\n\n{shown}"
    )


def _arguments(bound: inspect.BoundArguments) -> str:
    by_name = {
        name: map_structure(lambda leaf, name=name: _Shown(leaf, name), value)
        for name, value in bound.arguments.items()
    }
    filled = inspect.BoundArguments(bound.signature, by_name)
    lines = [f"    * {value!r}" for value in filled.args]
    head = f"  Positional arguments ({len(lines)} total):"
    return "\n".join([head, *lines, f"  Keyword arguments: {filled.kwargs!r}"])


class _Shown:
    """An argument as the text shows it: symbolic tensors for tensors, specs by name."""

    def __init__(self, leaf: Any, name: str) -> None:
        self._leaf = leaf
        self._name = name

    def __repr__(self) -> str:
        leaf = self._leaf
        if isinstance(leaf, TensorSpec):
            return repr(TensorSpec(leaf.shape, leaf.dtype, leaf.name or self._name))
        if isinstance(leaf, (_core.Tensor, _core.Variable)):
            return repr(_functions.symbolic(leaf.shape, leaf.dtype, self._name))
        if composite_type_spec(leaf) is not None:
            return repr(composite_type_spec(leaf))
        if hasattr(leaf, "shape") and hasattr(leaf, "dtype"):
            return f"<{type(leaf).__name__} of shape {leaf.shape}, dtype {leaf.dtype}>"
        return repr(leaf)
