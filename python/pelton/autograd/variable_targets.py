"""Gradients of targets some of which are variables: of a variable by itself it is one."""

from __future__ import annotations

from pelton._core import Variable
from pelton._core import functions as _functions
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tape


def gradients(
    tape: Tape, target: Any, sources: Any, output_gradients: Any, unconnected_gradients: Any
) -> Any:
    """What the tape gives for all targets, and for each variable among them its part of the
    variable's own gradient."""
    targets = flatten(target)
    given = [None] * len(targets) if output_gradients is None else flatten(output_gradients)
    parts: dict[int, Any] = {}
    for variable, one in _parts(targets, given):
        parts[variable] = parts[variable] + one if variable in parts else one
    if not any(id(source) in parts for source in flatten(sources)):
        return tape.gradient_of_tensors(target, sources, output_gradients, unconnected_gradients)
    others = [pair for pair in zip(targets, given, strict=False) if not _is_variable(pair[0])]
    weights = None if output_gradients is None else [one for _, one in others]
    found = tape.gradient_of_tensors([leaf for leaf, _ in others], sources, weights)
    sums = [
        _sum(parts.get(id(source)), one, source, unconnected_gradients)
        for source, one in zip(flatten(sources), flatten(found), strict=True)
    ]
    return pack_sequence_as(sources, sums)


def _is_variable(leaf: Any) -> bool:
    return isinstance(leaf, Variable)


def _parts(targets: list[Any], given: list[Any]) -> Any:
    """(identity of a variable, the gradient that arrives at it)."""
    for leaf, one in zip(targets, given, strict=False):
        if _is_variable(leaf):
            made = _functions.ones_like(leaf) if one is None else one
            yield id(leaf), _functions.convert_like(made, leaf.dtype)


def _sum(part: Any, found: Any, source: Any, unconnected: Any) -> Any:
    if part is None and found is None:
        is_zero = getattr(unconnected, "value", unconnected) == "zero"
        return _functions.zeros_like(source) if is_zero else None
    if part is None or found is None:
        return found if part is None else part
    return part + found
