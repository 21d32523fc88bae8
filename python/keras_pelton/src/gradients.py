"""Owns gradients that functions bring along, and computing a function again for its gradient."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from keras.src import tree
from keras.src.backend.common import KerasVariable

import pelton


def _values(structure: Any) -> Any:
    """Keras's variables as their values."""
    return tree.map_structure(
        lambda leaf: leaf.value if isinstance(leaf, KerasVariable) else leaf, structure
    )


def stop_gradient(variable: Any) -> Any:
    """The same values, through which no gradient passes."""
    return pelton.stop_gradient(_values(variable))


def custom_gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates ``f(*args) -> (result, gradient function)``."""
    with_gradient = pelton.custom_gradient(f)

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return with_gradient(*_values(args), **_values(kwargs))

    return decorated


def remat(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, whose inner values are not kept for the gradient but computed again."""

    @functools.wraps(f)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = _values(args), _values(kwargs)

        @pelton.custom_gradient
        def again(*inputs: Any) -> Any:
            result = f(*inputs, **kwargs)
            return result, functools.partial(_recomputed, f, inputs, kwargs)

        return again(*args)

    return wrapped


def _recomputed(
    f: Callable[..., Any], inputs: Any, kwargs: Any, *upstream: Any, variables: Any = ()
) -> Any:
    """The gradients of `f` for its inputs, and for `variables` where there are some."""
    with pelton.GradientTape() as tape:
        watched = [leaf for leaf in tree.flatten(inputs) if isinstance(leaf, pelton.Tensor)]
        tape.watch(watched)
        result = tree.flatten(f(*inputs, **kwargs))
    found = tape.gradient(result, [watched, list(variables)], output_gradients=list(upstream))
    by_input = iter(found[0])
    grads = [
        next(by_input) if isinstance(leaf, pelton.Tensor) else None for leaf in tree.flatten(inputs)
    ]
    return (grads, found[1]) if variables else grads
