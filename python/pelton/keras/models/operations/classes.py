"""Keras's Operation classes, by module and name as configs have them: what a call of one does."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import FunctionType
from typing import Any

from pelton.keras.models.operations.operation_node import name_operation

# Modules of Operation classes, and where their functions are.
_MODULES = {
    "keras.src.ops.core": "ops",
    "keras.src.ops.einops": "ops",
    "keras.src.ops.image": "ops.image",
    "keras.src.ops.linalg": "ops.linalg",
    "keras.src.ops.math": "ops",
    "keras.src.ops.nn": "ops.nn",
    "keras.src.ops.numpy": "ops",
    "keras.src.activations.activations": "activations",
}
# Classes that are not called as their functions are, in snake case.
_NAMES = {
    "AllClose": "allclose",
    "BatchNorm": "batch_normalization",
    "CDist": "cdist",
    "IsIn": "isin",
    "LayerNorm": "layer_normalization",
    "ReLU": "relu",
    "RMSNorm": "rms_normalization",
    "SearchSorted": "searchsorted",
}
# What the positions of a call are, where they are not the function's first parameters.
_POSITIONS = {
    "Average": ("x", "weights"),
    "Full": ("fill_value",),
    "Pad": ("x", "constant_values"),
    "VectorizedMap": ("elements",),
}
# Classes that hold functions, which Keras has no configs of.
OF_CODE = frozenset("CustomGradient ForiLoop Vectorize WhileLoop".split())
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake_case(class_name: str) -> str:
    """ "one_hot" of "OneHot": what Keras calls an operation of the class."""
    return _WORDS.sub("_", class_name).lower()


def is_operation(entry: Any) -> bool:
    """Whether an entry of a model's config is an operation instead of a layer."""
    return isinstance(entry, dict) and entry.get("module") in _MODULES


def function_of(module: str, class_name: Any) -> Any:
    """The function that a class calls.

    Raises TypeError for a class that there is none for, or that holds functions."""
    import importlib

    if not isinstance(class_name, str) or not re.fullmatch(r"[A-Z]\w*", class_name):
        raise TypeError(f"Could not locate class {class_name!r} in {module}")
    if class_name in OF_CODE:
        raise TypeError(f"Operation '{class_name}' of {module} holds functions: it is not read")
    home = importlib.import_module(f"pelton.keras.{_MODULES[module]}")
    name = _NAMES.get(class_name, snake_case(class_name))
    found = vars(home).get(name) or getattr(home, name, None)
    if not isinstance(found, FunctionType):
        raise TypeError(f"Could not locate class '{class_name}' in {module}")
    return found


def named_call(module: str, class_name: str, config: dict[str, Any]) -> Callable[..., Any]:
    """A function that calls an operation of the class made with `config`, by the config's name."""
    function = function_of(module, class_name)

    def operation(*args: Any, **kwargs: Any) -> Any:
        outputs = call(function, class_name, config, args, kwargs)
        name_operation(outputs, config.get("name"))
        return outputs

    return operation


def call(
    function: Callable[..., Any], class_name: str, config: dict[str, Any], args: Any, kwargs: Any
) -> Any:
    """What `function`, an operation of the class made with `config`, gives for the arguments."""
    made = {key: value for key, value in config.items() if key != "name"}
    if class_name == "Einsum":
        return function(made.pop("subscripts"), *args, **made, **kwargs)
    if class_name == "Reshape":
        made["newshape"] = _one_open_size(made["newshape"])
    if class_name == "GetItem" and isinstance(args[1], list):
        args = (args[0], tuple(args[1]))
    if class_name == "VectorizedMap" and isinstance(made["function"], dict):
        made["function"] = _code(made["function"])
    names = _POSITIONS.get(class_name)
    if names is not None:
        kwargs = {**dict(zip(names, args, strict=False)), **kwargs}
        args = ()
    kwargs = {key: value for key, value in kwargs.items() if value is not None}
    return function(*args, **made, **kwargs)


def _code(config: dict[str, Any]) -> Any:
    """The function of a config. Raises ValueError for code where files are not trusted."""
    from pelton.keras.saving.deserialize_object import deserialize_keras_object

    return deserialize_keras_object(config)


def _one_open_size(shape: Any) -> Any:
    """The new shape with -1 for the size that Keras leaves open as None."""
    return shape if isinstance(shape, int) else [-1 if size is None else size for size in shape]
