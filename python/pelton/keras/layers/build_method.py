"""How a `build` written in a layer class runs: once, in the layer's name scope, then `built`."""

from __future__ import annotations

import functools

from pelton._core import _speaks_keras_2
from pelton.keras.layers.call_signature import signature_of
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _is_shape(value: Any) -> bool:
    return isinstance(value, tuple) and all(size is None or type(size) is int for size in value)


def _tensor_shapes(shapes: Any) -> Any:
    """A shape, or those of a list or dictionary, as TensorShapes."""
    if _is_shape(shapes):
        return TensorShape(shapes)
    if isinstance(shapes, dict):
        return {key: _tensor_shapes(value) for key, value in shapes.items()}
    if type(shapes) in (list, tuple):
        return type(shapes)(_tensor_shapes(value) for value in shapes)
    return shapes


def wrap(build: Any) -> Any:
    """`build` so that calling it by hand marks the layer as built; once per class and method."""
    if getattr(build, "_runs_in_layer", False):
        return build

    takes_shapes = len(signature_of(build).parameters) > 1

    @functools.wraps(build)
    def run(self: Any, *args: Any, **kwargs: Any) -> None:
        args = args if takes_shapes else ()
        if _speaks_keras_2() and not build.__module__.startswith("pelton."):
            args = tuple(_tensor_shapes(arg) for arg in args)
            kwargs = {name: _tensor_shapes(value) for name, value in kwargs.items()}
        if kwargs:
            self._run_build(lambda me, *_: build(me, *args, **kwargs), *args, *kwargs.values())
        else:
            self._run_build(build, *args)
        names = list(signature_of(build).parameters)[1:]
        vars(self)["_build_arguments"] = {**dict(zip(names, args, strict=False)), **kwargs}

    run._runs_in_layer = True
    return run
