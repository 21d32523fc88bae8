"""Owns vectorize: a function of scalars or small tensors, called for each of many."""

from __future__ import annotations

import functools

from pelton._core import ops as _ops
from pelton.functions.row_loops import vectorized_map as _map_rows
from pelton.keras.ops.conversion import convert

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _ranks(signature: str) -> list[int]:
    """How many axes each argument of a signature such as "(n,m),(m)->(n)" has."""
    inputs = signature.replace(" ", "").split("->")[0]
    parts = inputs.strip("()").split("),(")
    return [len([name for name in part.split(",") if name]) for part in parts]


def vectorize(
    pyfunc: Callable[..., Any],
    *,
    excluded: set[int | str] | None = None,
    signature: str | None = None,
) -> Callable[..., Any]:
    """`pyfunc`, called for each element of its arguments, which broadcast, and its results joined.

    `excluded`: places and names of arguments that are passed as they are. `signature`: the axes
    that one call takes and gives, such as "(n),(n)->()"."""
    if not callable(pyfunc):
        raise ValueError(f"Expected argument `pyfunc` to be a callable. Received: pyfunc={pyfunc}")
    kept = set() if excluded is None else set(excluded)

    @functools.wraps(pyfunc)
    def over_all(*args: Any, **kwargs: Any) -> Any:
        places = [place for place in range(len(args)) if place not in kept]
        core = _ranks(signature) if signature is not None else [0] * len(places)
        tensors = [convert(args[place]) for place in places]
        return _over(pyfunc, list(args), kwargs, places, tensors, core)

    return over_all


def _over(
    function: Callable[..., Any],
    args: list[Any],
    kwargs: dict[str, Any],
    places: list[int],
    tensors: list[Any],
    core: list[int],
) -> Any:
    """`function` of the last `core` axes of each tensor, for each element of the axes before."""
    fronts = [list(x.shape[: x.ndim - rank]) for x, rank in zip(tensors, core, strict=True)]
    loop = max((len(front) for front in fronts), default=0)
    shape = [1] * loop
    for front in fronts:
        for at, size in enumerate(reversed(front), 1):
            shape[-at] = size if shape[-at] == 1 else shape[-at]
    rows = []
    for x, rank in zip(tensors, core, strict=True):
        inner = list(x.shape[x.ndim - rank :])
        rows.append(_ops.reshape(_ops.broadcast_to(x, [*shape, *inner]), [-1, *inner]))

    def once(row: Any) -> Any:
        for place, value in zip(places, row, strict=True):
            args[place] = value
        return function(*args, **kwargs)

    if not loop:
        return once(tensors)
    found = _map_rows(once, rows)
    if isinstance(found, (list, tuple)):
        return tuple(_ops.reshape(one, [*shape, *one.shape[1:]]) for one in found)
    return _ops.reshape(found, [*shape, *found.shape[1:]])
