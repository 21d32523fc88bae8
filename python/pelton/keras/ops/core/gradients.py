"""Owns functions with a gradient of their own, and those that are computed twice."""

from __future__ import annotations

import functools

from pelton.autograd.user_gradient import custom_gradient as _custom_gradient
from pelton.gradient_tape import GradientTape
from pelton.keras.ops.conversion import convert
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def custom_gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, which gives a result and the function of its gradient: tapes take that one."""
    return _custom_gradient(f)


def remat(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, computed once more for its gradient, so that no intermediate is kept till then."""

    @functools.wraps(f)
    def again(*args: Any, **kwargs: Any) -> Any:
        @_custom_gradient
        def once(*inputs: Any) -> tuple[Any, Callable[..., Any]]:
            def gradient(*upstream: Any, variables: Any = ()) -> Any:
                leaves = [convert(leaf) for leaf in flatten(inputs)]
                with GradientTape() as tape:
                    tape.watch(leaves)
                    repeated = pack_sequence_as(inputs, leaves)
                    result = map_structure(convert, f(*repeated, **kwargs))
                found = tape.gradient(
                    flatten(result), [*leaves, *variables], output_gradients=list(upstream)
                )
                split = len(leaves)
                return (found[:split], found[split:]) if variables else found

            return f(*inputs, **kwargs), gradient

        return once(*args)

    return again
