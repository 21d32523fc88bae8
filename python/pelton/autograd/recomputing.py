"""Owns ``tf.recompute_grad`` and ``tf.grad_pass_through``."""

from __future__ import annotations

import functools

from pelton.autograd.user_gradient import custom_gradient
from pelton.gradient_tape import GradientTape
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, whose inner results are not kept for the gradient but computed again for it.

    Keyword arguments get no gradient; variables that `f` reads do."""

    @functools.wraps(f)
    def inner(*args: Any, **kwargs: Any) -> Any:
        @custom_gradient
        def step(*tensors: Any) -> Any:
            def grad(*arrived: Any, variables: Any = ()) -> Any:
                watched = list(variables)
                with GradientTape(watch_accessed_variables=False) as tape:
                    for one in (*tensors, *watched):
                        tape.watch(one)
                    outputs = flatten(f(*tensors, **kwargs))
                found = tape.gradient(
                    outputs,
                    [*tensors, *watched],
                    output_gradients=list(arrived),
                    unconnected_gradients="zero",
                )
                own, rest = found[: len(tensors)], found[len(tensors) :]
                return (own, rest) if watched else own

            return f(*tensors, **kwargs), grad

        return step(*args)

    return inner


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f` of one argument, with the gradient of the identity."""

    @functools.wraps(f)
    def inner(*args: Any, **kwargs: Any) -> Any:
        @custom_gradient
        def step(*tensors: Any) -> Any:
            def grad(*arrived: Any, variables: Any = None) -> Any:
                none = [None] * len(variables or ())
                return (list(arrived), none) if variables is not None else list(arrived)

            return f(*tensors, **kwargs), grad

        return step(*args)

    return inner


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
