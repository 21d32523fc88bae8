"""Layers as the activations of others: `Dense(3, activation=LeakyReLU(0.2))`."""

from __future__ import annotations

import functools
from typing import Any

from pelton._core import layers as _core


class _LayerCall:
    """A layer as the engine takes an activation: a callable with a config. NotImplementedError for
    one with weights, which would not be the outer layer's."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer

    def __call__(self, x: Any) -> Any:
        found = self.layer(x)
        if self.layer.weights:
            raise NotImplementedError(
                f"{type(self.layer).__name__} '{self.layer.name}' has weights: as the activation "
                "of a layer it would not train. Put it behind as a layer of its own"
            )
        return found

    def __repr__(self) -> str:
        return repr(self.layer)

    def get_config(self) -> Any:
        return self.layer.get_config()


def _as_activation(value: Any) -> Any:
    """A callable for a layer, or for one that a config describes; all else as it is."""
    if isinstance(value, dict) and value.get("module") == "keras.layers":
        from pelton.keras.layers.serialization import deserialize

        value = deserialize(value)
    if not isinstance(value, _core.Layer):
        return value
    cls = type(value)
    module = "keras.layers" if cls.__module__.startswith("pelton.") else cls.__module__
    # The engine writes the class of what it calls.
    return type(cls.__name__, (_LayerCall,), {"__module__": module})(value)


def _as_layer(value: Any) -> Any:
    return value.layer if isinstance(value, _LayerCall) else value


class _Constructor:
    """The constructor of a layer of the engine, which takes layers as activations too. No function:
    a class that defines none of its own has the engine's."""

    def __init__(self, native: Any) -> None:
        functools.update_wrapper(self, native)
        self._native = native

    def __get__(self, layer: Any, cls: Any = None) -> Any:
        return self if layer is None else functools.partial(self, layer)

    def __call__(self, layer: Any, *args: Any, **kwargs: Any) -> None:
        if any(isinstance(one, _core.Layer) for one in args):
            args = tuple(map(_as_activation, args))
        if "activation" in kwargs:
            kwargs["activation"] = _as_activation(kwargs["activation"])
        self._native(layer, *args, **kwargs)


def _activation_of(native: property) -> property:
    def get(self: Any) -> Any:
        return _as_layer(native.__get__(self))

    def put(self: Any, value: Any) -> None:
        native.__set__(self, _as_activation(value))

    return property(get, None if native.fset is None else put, doc=native.__doc__)


def add_to_classes() -> None:
    """Lets the engine's layers with an `activation` take layers; a second time changes nothing."""
    for cls in list(vars(_core).values()):
        has_activation = isinstance(cls, type) and "activation" in vars(cls)
        if has_activation and not isinstance(vars(cls)["__init__"], _Constructor):
            cls.__init__ = _Constructor(cls.__init__)
            cls.activation = _activation_of(vars(cls)["activation"])
