"""Calls of ops as operations take them: an index that takes an axis away is one call."""

from __future__ import annotations

from typing import Any, NamedTuple

from pelton._core import functions as _functions
from pelton._core import layers as _core


class OpCall(NamedTuple):
    """What gave a symbolic tensor; `named`: the tensors that sizes among the attributes are of."""

    key: Any
    op: str
    attributes: dict[str, Any]
    inputs: list[Any]
    named: list[Any]


def taken_slice(tensor: Any, inputs: list[Any]) -> Any:
    """The call of the slice `inputs` of which a squeeze took the axes away, with one place on each;
    None where it squeezes something else."""
    before = _core._call_of(inputs[0]) if _functions.is_symbolic(inputs[0]) else None
    if before is None or before[2] != "strided_slice":
        return None
    axes, sizes = _core._call_attributes(tensor)["axis"], _core._call_attributes(inputs[0])["size"]
    return before if axes and all(sizes[axis] == 1 for axis in axes) else None


def call_of(tensor: Any) -> OpCall | None:
    """The call of an op that gave a symbolic tensor: "item" for a slice and the squeeze of axes of
    which it left one place."""
    found = _core._call_of(tensor)
    if found is None:
        return None
    key, _, op, inputs, named = found
    attributes = _core._call_attributes(tensor)
    before = taken_slice(tensor, inputs) if op == "squeeze" else None
    if before is not None:
        taken = {**_core._call_attributes(inputs[0]), "axis": attributes["axis"]}
        return OpCall(key, "item", taken, before[3], before[4])
    return OpCall(key, op, attributes, inputs, named)
