"""Operators of a graph's symbolic tensors where Keras's promote other than TensorFlow's."""

from __future__ import annotations

from typing import Any

from pelton import executing_eagerly
from pelton.keras import ops
from pelton.keras.models.graph import is_outside_of_layers


def promoted(name: str, a: Any, b: Any) -> Any:
    """What ``keras.ops.<name>(a, b)`` gives, as an operation of the graph; NotImplemented within
    layers and traces and in graphs of TensorFlow 1, whose operators cast nothing."""
    if not executing_eagerly() or not is_outside_of_layers():
        return NotImplemented
    return getattr(ops, name)(a, b)
