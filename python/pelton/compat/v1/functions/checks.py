"""Owns assertions in graphs: operations that fail when a session runs them."""

from __future__ import annotations

import functools

from pelton.compat.v1.graph import at_once, get_default_graph, is_active
from pelton.compat.v1.graph_ops import no_op
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.unranked import has_unranked

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_STATIC = frozenset(
    "assert_integer assert_proper_iterable assert_rank assert_rank_at_least assert_rank_in "
    "assert_same_float_dtype assert_scalar assert_type".split()
)


def is_check(name: str) -> bool:
    """Whether the function of this name only checks."""
    return name == "Assert" or name.startswith("assert_")


def noted(op: str, values: Any, run: Callable[..., Any]) -> Any:
    """An operation of the graph that is being built, which calls ``run(values)`` in each run that
    needs it."""

    def call(values: Any) -> None:
        with at_once():
            run(values)

    return Operation(get_default_graph(), op, op, call, (list(values),))


def as_check(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """`function`, which in graphs gives an operation that calls it in each run; at once where it
    looks at shapes and dtypes only."""

    @functools.wraps(function)
    def check(*args: Any, **kwargs: Any) -> Any:
        if not is_active():
            return function(*args, **kwargs)
        given = kwargs.pop("name", None)
        if name in _STATIC and not has_unranked(args, kwargs):
            function(*args, **kwargs)
            return no_op(given or name)

        def run(args: Any, kwargs: Any) -> None:
            with at_once():
                function(*args, **kwargs)

        return Operation(get_default_graph(), "Assert", given or name, run, (list(args), kwargs))

    return check
