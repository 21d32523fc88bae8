"""Owns the traces of a function for specs without a rank: one for each rank that it takes."""

from __future__ import annotations

import contextlib
import io
import itertools

from pelton.errors import OpError
from pelton.nest import flatten, map_structure
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pelton.functions.concrete_function import ConcreteFunction

_MOST_RANK = 4


def _is_unranked(leaf: object) -> bool:
    return isinstance(leaf, TensorSpec) and leaf.shape.rank is None


def _choices(count: int) -> Iterable[tuple[int, ...]]:
    """The ranks that so many tensors are traced for: all of two, the same for more."""
    if count == 2:
        return itertools.product(range(_MOST_RANK), repeat=2)
    return ((rank,) * count for rank in range(_MOST_RANK + 1))


def _with_ranks(structure: Any, ranks: tuple[int, ...]) -> Any:
    rest = iter(ranks)

    def ranked(leaf: Any) -> Any:
        if not _is_unranked(leaf):
            return leaf
        return TensorSpec([None] * next(rest), leaf.dtype, leaf.name)

    return map_structure(ranked, structure)


def ranked_functions(concrete: ConcreteFunction) -> list[ConcreteFunction]:
    """The function traced for each of the ranks that may be in place of none, without those that
    its code refuses or reads values of. What it prints is printed once."""
    from pelton.functions.concrete_function import ConcreteFunction

    given = concrete._filled(concrete._given)
    found: list[ConcreteFunction] = []
    for ranks in _choices(sum(map(_is_unranked, flatten(given)))):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                one = ConcreteFunction(concrete._function, *_with_ranks(given, ranks))
        except (OpError, TypeError, ValueError, IndexError):
            continue
        if one._trace is not None:
            if not found:
                print(printed.getvalue(), end="")
            found.append(one)
    return found


def common_specs(first: Any, second: Any) -> Any:
    """Nests of specs as one: sizes and ranks in which they differ are left open."""
    return map_structure(_common_spec, first, second)


def _common_spec(first: Any, second: Any) -> Any:
    if not isinstance(first, TensorSpec) or not isinstance(second, TensorSpec):
        return first
    shape = first.shape.most_specific_compatible_shape(second.shape)
    return TensorSpec(shape, first.dtype, first.name)
