"""Which shapes a layer's `build` and `compute_output_shape` get: by one argument that of the call's
first one, by several those of the call's arguments of the same names."""

from __future__ import annotations

from functools import partial

from pelton._core import _speaks_keras_2
from pelton.keras.hooks import is_library
from pelton.keras.layers.call_signature import parameters_of, signature_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_SUFFIX = "_shape"


def _arguments(call: Any, inputs: Any, keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The call's arguments by name, as far as they are known."""
    names = [name for name, one in parameters_of(call).items() if one.kind != one.VAR_KEYWORD]
    return {**dict(zip(names, inputs, strict=False)), **keywords}


def _refuse(layer: Any, method: str, why: str) -> None:
    raise ValueError(
        f"For a `{method}()` method with more than one argument, all arguments should have a "
        "`_shape` suffix and match an argument from `call()`. E.g. "
        f"`{method}(self, foo_shape, bar_shape)`  For layer '{type(layer).__name__}', {why}"
    )


def named_shapes(
    layer: Any,
    method: Any,
    inputs: Any,
    keywords: Mapping[str, Any],
    shapes_of: Callable[[Any], Any],
) -> dict[str, Any] | None:
    """{argument: shape} for a `method` of a user's class that has several arguments; None for one
    of one argument. Raises ValueError for names that are no arguments of `call`."""
    if is_library(type(layer)):
        return None
    function = getattr(method, "__func__", method)
    parameters = list(signature_of(function).parameters.values())[1:]
    expected = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if len(expected) < 2:
        return None
    named = method.__name__
    arguments = _arguments(layer.call, inputs, keywords)
    known = {*parameters_of(layer.call), *arguments}
    found = {}
    for name in expected:
        if not name.endswith(_SUFFIX):
            why = f"Received `{named}()` argument `{name}`, which does not end in `_shape`."
            _refuse(layer, named, why)
        argument = name.removesuffix(_SUFFIX)
        if argument not in known:
            why = f"received `{named}()` argument `{name}`, but `call()` does not have argument "
            _refuse(layer, named, f"{why}`{argument}`.")
        if arguments.get(argument) is not None:
            found[name] = shapes_of(arguments[argument])
    return found


def _shapes(value: Any) -> Any:
    """The shapes of the tensors in `value`, in its structure."""
    from pelton.nest import map_structure

    return map_structure(lambda leaf: tuple(leaf.shape) if hasattr(leaf, "shape") else None, value)


def _is_shape(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(size, (int, type(None))) for size in value)


def _specs(shape: Any, dtype: str) -> Any:
    """Symbolic tensors of the shapes, in their structure."""
    from pelton.keras.keras_tensor import KerasTensor

    if isinstance(shape, list) and shape and isinstance(shape[0], (int, type(None))):
        shape = tuple(shape)
    if _is_shape(shape):
        return KerasTensor(shape, dtype)
    if isinstance(shape, dict):
        return {key: _specs(one, dtype) for key, one in shape.items()}
    return type(shape)(_specs(one, dtype) for one in shape)


def _spec_of_shape(layer: Any, *args: Any, **kwargs: Any) -> Any:
    """The outputs that `compute_output_shape` tells of, in the layer's compute dtype."""
    method = layer.compute_output_shape
    named = named_shapes(layer, method, args, kwargs, _shapes)
    if named is None:
        first = args[0] if args else next(iter(kwargs.values()), None)
        shape = method(_shapes(first))
    else:
        shape = method(**named)
    if not isinstance(shape, (list, tuple, dict)):
        if not hasattr(shape, "as_list"):
            raise ValueError(
                f"Method `compute_output_shape()` of layer {type(layer).__name__} is returning a "
                "type that cannot be interpreted as a shape. It should return a shape tuple. "
                f"Received: {shape}"
            )
        shape = tuple(shape)
    return _specs(shape, layer.compute_dtype)


def shape_by_spec(layer: Any, input_shape: Any) -> Any:
    """The shapes of what the layer's `compute_output_spec` gives of inputs of `input_shape`."""
    from pelton.nest import map_structure

    spec = layer.compute_output_spec(_specs(input_shape, layer.compute_dtype))
    return map_structure(lambda leaf: tuple(leaf.shape), spec)


def own_output_spec(layer: Any) -> Callable[..., Any] | None:
    """What a class of the user's has written to tell of its outputs without a call; None where
    `call` tells, as it always does beside Keras 2's names: weights may be made in it."""
    if _speaks_keras_2():
        return None
    for name in ("compute_output_spec", "compute_output_shape"):
        owner = next(cls for cls in type(layer).__mro__ if name in vars(cls))
        if not is_library(owner):
            spec = layer.compute_output_spec
            return spec if name == "compute_output_spec" else partial(_spec_of_shape, layer)
    return None
