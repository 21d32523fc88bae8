"""What the engine's layers take as activations besides its own: layers, which are inside of them
with their weights (`Dense(3, activation=LeakyReLU(0.2))`), and functions made in Python."""

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


class _NamedCall:
    """A function of pelton.keras.activations that the engine has not, written by its name."""

    def __init__(self, name: str) -> None:
        from pelton.keras import activations

        self.name = name
        self.layer = getattr(activations, name)

    def __call__(self, x: Any) -> Any:
        return self.layer(x)

    def __repr__(self) -> str:
        return repr(self.layer)

    def _described(self) -> str:
        return self.name


# Names by which Keras does not write an activation.
_SECOND_NAMES = {"swish": "silu", "hard_swish": "hard_silu"}
_IN_PYTHON = ("sparsemax", "threshold")


def _is_other(value: Any) -> bool:
    """Whether `_as_activation` changes an argument of a constructor."""
    if isinstance(value, str):
        return value in _SECOND_NAMES or value in _IN_PYTHON
    if isinstance(value, _core.Layer):
        return True
    is_ours = getattr(value, "__name__", None) in _IN_PYTHON
    return is_ours and value.__module__.startswith("pelton.keras.activations")


def _as_activation(value: Any) -> Any:
    """What the engine takes for a layer, for one that a config describes, or for a function that is
    made in Python; all else as it is."""
    if _is_other(value) and not isinstance(value, _core.Layer):
        name = value if isinstance(value, str) else value.__name__
        return _SECOND_NAMES[name] if name in _SECOND_NAMES else _NamedCall(name)
    if isinstance(value, dict) and value.get("module") == "keras.layers":
        from pelton.keras.layers.serialization import deserialize

        value = deserialize(value)
    return _LayerCall(value) if isinstance(value, _core.Layer) else value


def _as_layer(value: Any) -> Any:
    return value.layer if isinstance(value, (_LayerCall, _NamedCall)) else value


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
        if any(map(_is_other, args)):
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
