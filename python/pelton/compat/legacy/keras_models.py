"""Owns what models and keras.utils of Keras 2 have and libraries use: `_set_save_spec`."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _set_save_spec(model: Any, inputs: Any, args: Any = None, kwargs: Any = None) -> None:
    """Notes nothing: what a model takes is known when it is saved."""


def register_symbolic_tensor_type(cls: type) -> type:
    """The class itself: values of it are no inputs of functional models."""
    return cls


def install_models() -> None:
    """Gives models and ``keras.utils`` these."""
    from pelton import keras

    keras.utils.register_symbolic_tensor_type = register_symbolic_tensor_type

    for method in (_set_save_spec,):
        setattr(keras.Model, method.__name__, method)
