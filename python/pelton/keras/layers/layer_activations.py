"""Layers as the activations of others: `Dense(3, activation=LeakyReLU(0.2))`. They are layers
inside these, with their weights."""

from __future__ import annotations

import functools
from typing import Any

from pelton._core import layers as _core
from pelton.keras.tracking import tracked


class _LayerCall:
    """A layer as the engine takes an activation: a callable that tells how it is written."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer

    def __call__(self, x: Any) -> Any:
        return self.layer(x)

    def __repr__(self) -> str:
        return repr(self.layer)

    def _described(self) -> Any:
        from pelton.keras.layers.serialization import serialize

        return serialize(self.layer)


def _as_activation(value: Any) -> Any:
    """A callable for a layer, or for one that a config describes; all else as it is."""
    if isinstance(value, dict) and value.get("module") == "keras.layers":
        from pelton.keras.layers.serialization import deserialize

        value = deserialize(value)
    return _LayerCall(value) if isinstance(value, _core.Layer) else value


def _as_layer(value: Any) -> Any:
    return value.layer if isinstance(value, _LayerCall) else value


def _track(layer: Any, activation: Any) -> None:
    if isinstance(activation, _core.Layer):
        tracked(layer, activation)


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
        _track(layer, layer.activation)


def _activation_of(native: property) -> property:
    def get(self: Any) -> Any:
        return _as_layer(native.__get__(self))

    def put(self: Any, value: Any) -> None:
        taken = _as_activation(value)
        native.__set__(self, taken)
        _track(self, _as_layer(taken))

    return property(get, None if native.fset is None else put, doc=native.__doc__)


def add_to_classes() -> None:
    """Lets the engine's layers with an `activation` take layers; a second time changes nothing."""
    for cls in list(vars(_core).values()):
        has_activation = isinstance(cls, type) and "activation" in vars(cls)
        if has_activation and not isinstance(vars(cls)["__init__"], _Constructor):
            cls.__init__ = _Constructor(cls.__init__)
            cls.activation = _activation_of(vars(cls)["activation"])
