"""Objects of Keras made again from the dictionaries of files. Names resolve among the library's
classes and the user's registered or given ones only; code in a file is refused in safe mode."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from pelton._core import functions as _functions
from pelton._core.layers import Layer, Model
from pelton.keras.dtype_policies import DTypePolicy
from pelton.keras.hooks import is_library
from pelton.keras.saving import registration
from pelton.keras.saving.library_names import library_class, library_function

_PLAIN = (str, int, float, bool, type(None))
# Entries of a layer's config that may be the bare name of a function or class of the user's.
_PARTS = ("activation", "initializer", "regularizer", "constraint")
_unsafe = False


def enable_unsafe_deserialization() -> None:
    """From now on loading takes functions that are code in files, as `safe_mode=False` does."""
    global _unsafe
    _unsafe = True


def deserialize_keras_object(
    config: Any,
    custom_objects: Mapping[str, Any] | None = None,
    safe_mode: bool = True,
    **kwargs: Any,
) -> Any:
    """What serialize_keras_object made `config` of, or an object of the class that `module_objects`
    has by that name; further keywords, as Keras 2 had, do nothing.

    Raises TypeError for a class or function that is neither the library's nor registered nor in
    `custom_objects`, and ValueError for code in safe mode."""
    known = kwargs.get("module_objects") or {}
    if isinstance(config, str) and config in known:
        return known[config]() if isinstance(known[config], type) else known[config]
    scope = registration.in_safe_mode()
    named = config.get("class_name") if isinstance(config, dict) else None
    of_module = {named: known[named]} if isinstance(named, str) and named in known else {}
    objects = registration.all_custom_objects({**of_module, **(custom_objects or {})})
    with (
        registration.CustomObjectScope(objects),
        registration.SafeModeScope(safe_mode if scope is None else scope),
    ):
        return _restored(config)


def _restored(config: Any) -> Any:
    if isinstance(config, str):
        found = registration.get_registered_object(config)
        return config if found is None else found
    if isinstance(config, _PLAIN) or isinstance(config, Layer) or callable(config):
        return config
    if isinstance(config, (list, tuple)):
        return [_restored(part) for part in config]
    if not isinstance(config, dict):
        raise TypeError(f"Could not parse config: {config!r}")
    if "class_name" not in config or "config" not in config:
        return {key: _restored(value) for key, value in config.items()}
    special = _SPECIAL.get(_text(config, "class_name"))
    if special is not None:
        return special({} if config["config"] is None else config["config"])
    if config["class_name"] == "function":
        return _function(config)
    return _object(config)


def _text(config: Mapping[str, Any], key: str) -> str:
    value = config[key]
    if not isinstance(value, str):
        raise TypeError(f"`{key}` of a config must be a string, got {value!r}")
    return value


# --- values that JSON cannot hold


def _array(config: Mapping[str, Any]) -> Any:
    import numpy as np

    dtype = config.get("dtype")
    if not isinstance(dtype, str) or not isinstance(config.get("value"), (list, int, float)):
        raise TypeError(f"Could not parse the config of an array: {config!r}")
    return np.array(config["value"], dtype=_number_dtype(dtype))


def _number_dtype(name: str) -> Any:
    import numpy as np

    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    dtype = np.dtype(name)
    if dtype.kind not in "biufcU":
        raise TypeError(f"Could not parse the config of an array: dtype {name}")
    return dtype


def _tensor(config: Mapping[str, Any]) -> Any:
    return _functions.convert(_array(config))


def _slice(config: Mapping[str, Any]) -> slice:
    return slice(*(_restored(config.get(part)) for part in ("start", "stop", "step")))


def _lambda(config: Any) -> Any:
    if registration.in_safe_mode() and not _unsafe:
        raise ValueError(
            "Requested the deserialization of a Python lambda: the file holds code, with the risk "
            "of arbitrary code execution. If you trust where it comes from, pass `safe_mode=False` "
            "to the loading function, or call `keras.config.enable_unsafe_deserialization()`."
        )
    from pelton.keras.saving.function_code import load

    return load(config.get("value", config))


def _symbolic(config: Mapping[str, Any]) -> Any:
    from pelton.keras.keras_tensor import KerasTensor

    return KerasTensor(tuple(config["shape"]), dtype=config["dtype"])


_SPECIAL: Mapping[str, Callable[[Any], Any]] = {
    "__bytes__": lambda config: str(config["value"]).encode("utf-8"),
    "__ellipsis__": lambda config: Ellipsis,
    "__keras_tensor__": _symbolic,
    "__lambda__": _lambda,
    "__numpy__": _array,
    "__slice__": _slice,
    "__tensor__": _tensor,
}


# --- functions and classes


def _not_found(kind: str, name: str, config: Any) -> TypeError:
    return TypeError(
        f"Could not locate {kind} '{name}'. Make sure custom classes and functions are decorated "
        "with `@keras.saving.register_keras_serializable()` and imported before the file is "
        f"loaded, or give them in `custom_objects`. Full object config: {config!r}"
    )


def _check_not_registered(config: dict[str, Any], name: str) -> None:
    """Raises ValueError where something of the library is said to be registered as another name."""
    registered = config.get("registered_name")
    if registered and registered not in (name, config["class_name"]):
        raise ValueError(
            f"The config has `registered_name={registered!r}`, but '{name}' resolved to a Keras "
            "built-in, which is not registered: leave `registered_name` out. Full object config: "
            f"{config!r}"
        )


def _function(config: dict[str, Any]) -> Any:
    name = config["config"]
    if not isinstance(name, str):
        raise TypeError(
            "Expected 'config' to be a non-null str for a function, got one of type "
            f"{type(name).__name__}. Full object config: {config!r}"
        )
    found = registration.get_registered_object(name)
    if found is None:
        found = library_function(config.get("module"), name)
        if found is not None:
            _check_not_registered(config, name)
    if found is None:
        suffix = f">{name}"  # Keras up to 3.6 wrote functions without their package
        objects = registration.all_custom_objects(None)
        found = next((objects[key] for key in objects if key.endswith(suffix)), None)
    if found is None:
        raise _not_found("function", name, config)
    return found


def _class_of(config: dict[str, Any]) -> Any:
    name = _text(config, "class_name")
    for key in (config.get("registered_name"), name):
        found = registration.get_registered_object(key)
        if found is not None:
            return found
    found = library_class(config.get("module"), name)
    if found is None:
        raise _not_found("class", name, config)
    _check_not_registered(config, name)
    return found


def _object(config: dict[str, Any]) -> Any:
    cls = _class_of(config)
    if not isinstance(cls, type):
        return cls  # a registered function
    inner = {} if config["config"] is None else config["config"]
    if not isinstance(inner, dict):
        raise TypeError(f"Expected 'config' to be a dict for {cls.__name__}, got: {inner!r}")
    if not hasattr(cls, "from_config"):
        raise TypeError(
            f"Unable to reconstruct an instance of '{cls.__name__}': the class is missing a "
            "`from_config()` method"
        )
    try:
        made = cls.from_config(_own_form(cls, inner))
    except TypeError as error:
        raise TypeError(
            f"{cls.__name__} could not be deserialized properly: {error}. Please ensure that "
            "layers, models and other objects that `get_config()` returns are explicitly "
            f"deserialized in `from_config()`. config={inner!r}"
        ) from error
    _finish(made, config)
    return made


def _policy(dtype: Any) -> dict[str, Any]:
    """The config's entry for a policy: its name, as Keras hands it to constructors of users."""
    if not isinstance(dtype, dict):
        return {}
    policy = _restored(dtype)
    return {"dtype": policy.name if type(policy) is DTypePolicy else policy}


def _own_form(cls: type, config: dict[str, Any]) -> dict[str, Any]:
    """The config as the class's from_config takes it."""
    if not is_library(cls):
        return {**config, **_policy(config.get("dtype"))}
    if issubclass(cls, Model):
        return config  # whose layers are restored one by one
    return {key: _with_users_objects(key, value) for key, value in config.items()}


def _with_users_objects(key: str, value: Any) -> Any:
    """A config's entry with objects in place of the configs and names of the user's."""
    if isinstance(value, str) and key.endswith(_PARTS):
        return _restored(value)
    if isinstance(value, list):
        return [_with_users_objects(key, part) for part in value]
    if not isinstance(value, dict):
        return value
    if "class_name" not in value:
        return {name: _with_users_objects(name, part) for name, part in value.items()}
    if value["class_name"] in ("function", "__lambda__") or _is_users(value):
        return _restored(value)
    return value


def _is_users(config: dict[str, Any]) -> bool:
    names = (config.get("registered_name"), config["class_name"])
    return any(registration.get_registered_object(name) is not None for name in names)


def _finish(made: Any, config: dict[str, Any]) -> None:
    """Builds and compiles the object as its config says."""
    build_config = config.get("build_config")
    if isinstance(build_config, dict) and build_config and not getattr(made, "built", True):
        made.build_from_config(build_config)
        _make_in_call(made, build_config)
    compile_config = config.get("compile_config")
    if compile_config and isinstance(made, Model):
        made.compile_from_config(compile_config)


def _takes_one_input(layer: Any) -> bool:
    given = inspect.signature(layer.call).parameters.values()
    needed = [one for one in given if one.default is one.empty and one.kind < one.VAR_KEYWORD]
    return len(needed) == 1


def _make_in_call(made: Any, build_config: dict[str, Any]) -> None:
    """A user's layer of one input whose parts are built in calls only is called symbolically."""
    shape = build_config.get("input_shape")
    if is_library(type(made)) or not isinstance(shape, (list, tuple)) or made.weights:
        return
    if _takes_one_input(made) and all(size is None or isinstance(size, int) for size in shape):
        from pelton.keras.keras_tensor import Input

        # Named, so that it takes none of the automatic names.
        value = Input(batch_shape=tuple(shape), dtype=made.compute_dtype, name="input")
        with contextlib.suppress(Exception):  # values of another dtype, which the file tells not
            made(value)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
