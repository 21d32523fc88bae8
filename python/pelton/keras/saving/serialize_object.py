"""Objects of Keras as the dictionaries that files hold: module, class_name, config and
registered_name, with what they were built and compiled for."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

from pelton._core import Tensor, Variable
from pelton._core.layers import Layer, Model, Sequential
from pelton.keras.hooks import is_library
from pelton.keras.object_config import describe_function
from pelton.keras.saving.registration import get_registered_name, registered_named

_Described = dict[str, Any]
_MOST_ELEMENTS = 1 << 28  # whose list and text memory may hold
_PLAIN = (str, int, float, bool, type(None))


def serialize_keras_object(obj: Any) -> Any:
    """What JSON can hold of a layer, model, optimizer, loss, metric or another part, a function,
    a tensor, or a nest of such. Raises TypeError for what has no get_config()."""
    if type(obj) in _PLAIN:
        return obj
    if isinstance(obj, (list, tuple)):
        return type(obj)(map(serialize_keras_object, obj)) if _is_bare(obj) else [*map(_of, obj)]
    if isinstance(obj, Mapping) and not hasattr(obj, "get_config"):
        return _by_registered_name({key: serialize_keras_object(obj[key]) for key in obj})
    special = _special(obj)
    if special is not None:
        return special
    if isinstance(obj, Layer):
        return _layer(obj)
    if isinstance(obj, (types.FunctionType, types.BuiltinFunctionType)):
        return _function(obj)
    if not hasattr(obj, "get_config") and hasattr(obj, "as_list"):  # a TensorShape
        return obj.as_list()
    if hasattr(obj, "as_numpy_dtype"):  # a dtype
        return obj.name
    return _object(obj)


def _of(obj: Any) -> Any:
    return serialize_keras_object(obj)


def _is_bare(obj: Any) -> bool:
    return type(obj) in (list, tuple)


def _special(obj: Any) -> Any:
    import numpy as np

    if isinstance(obj, bytes):
        return _named("__bytes__", {"value": obj.decode("utf-8")})
    if isinstance(obj, slice):
        parts = ("start", "stop", "step")
        return _named("__slice__", {part: _of(getattr(obj, part)) for part in parts})
    if obj is Ellipsis:
        return _named("__ellipsis__", {})
    if isinstance(obj, (Tensor, Variable)):
        return _named("__tensor__", {"value": obj.numpy().tolist(), "dtype": obj.dtype.name})
    if isinstance(obj, np.generic) or (isinstance(obj, np.ndarray) and obj.ndim == 0):
        return obj.item()
    if isinstance(obj, np.ndarray):
        if obj.size > _MOST_ELEMENTS:
            raise ValueError(
                f"serialize_keras_object: an array of shape {obj.shape} is too large to be "
                f"described, which one of at most {_MOST_ELEMENTS} elements can be"
            )
        return _named("__numpy__", {"value": obj.tolist(), "dtype": obj.dtype.name})
    return None


def _named(class_name: str, config: Any) -> _Described:
    return {"class_name": class_name, "config": config}


def _function(function: Any) -> _Described:
    if function.__name__ == "<lambda>":
        from pelton.keras.saving.function_code import dump

        return _named("__lambda__", {"value": dump(function)})
    return describe_function(function)


def _serialized(layer: Any) -> _Described:
    """What the engine says of a layer, of a Sequential with what its layers were built with."""
    described = dict(layer._serialized())
    if isinstance(layer, Sequential) and type(layer).get_config is Sequential.get_config:
        described["config"] = layer.get_config()
    return described


def described_layer(layer: Any) -> _Described:
    """A layer as configs of models hold it."""
    described = _serialized(layer)
    if described["registered_name"] is None:
        return described
    return {**_by_registered_name(described), **built_with(layer)}


def built_with(layer: Any) -> _Described:
    """The entry of what a layer of the user's was built with; none of what is no layer."""
    is_users = isinstance(layer, Layer) and not is_library(type(layer))
    build_config = layer.get_build_config() if is_users else None
    return {"build_config": serialize_keras_object(build_config)} if build_config else {}


def _layer(layer: Any) -> _Described:
    described = {**serialize_keras_object(_serialized(layer)), **built_with(layer)}
    if isinstance(layer, Model):
        compile_config = layer.get_compile_config()
        if compile_config is not None:
            described["compile_config"] = serialize_keras_object(compile_config)
    return described


def _by_registered_name(described: _Described) -> _Described:
    """The same with a user's class or function under the name that it was registered by, and models
    as Keras describes them."""
    registered, name = described.get("registered_name"), described.get("class_name")
    if "config" not in described:
        return described
    if described.get("module") == "pelton.keras.models.functional":
        return {
            **described,
            "module": "keras.src.models.functional",  # where Keras looks it up
            "build_config": {"input_shape": None},
            "compile_config": {},
        }
    if (described.get("module"), name) == ("keras", "Sequential"):
        return {**described, "compile_config": described.get("compile_config", {})}
    if registered is None:
        return described
    if name == "function":
        found = registered_named(described["config"], None)
        if found is not None:
            described["config"] = get_registered_name(found)
        return {**described, "registered_name": "function"}
    module = described.get("module")
    found = registered_named(name, module)
    if found is not None:
        described["registered_name"] = get_registered_name(found)
    return {**described, "module": None if module == "__main__" else module}


def _object(obj: Any) -> _Described:
    if isinstance(obj, type) or not hasattr(obj, "get_config"):
        raise TypeError(
            f"Cannot serialize object {obj!r} of type {type(obj).__name__}. To be serializable, a "
            "class must implement the `get_config()` method."
        )
    config = obj.get_config()
    if not isinstance(config, dict):
        raise TypeError(f"The `get_config()` method of {obj!r} should return a dict, got: {config}")
    cls = type(obj)
    ours = is_library(cls)
    module = cls.__module__.removeprefix("pelton.") if ours else cls.__module__
    return {
        "module": None if module == "__main__" else module,
        "class_name": cls.__name__,
        "config": {key: serialize_keras_object(value) for key, value in config.items()},
        "registered_name": None if ours else get_registered_name(cls),
    }


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
