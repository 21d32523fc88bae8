"""Operators of Keras's variables and of a graph's symbolic tensors, where Keras's promote and
TensorFlow's do not."""

from __future__ import annotations

from typing import Any

from pelton import executing_eagerly
from pelton.keras import ops
from pelton.keras.models.graph import is_outside_of_layers


def promoted(name: str, a: Any, b: Any, of_variable: bool) -> Any:
    """What ``keras.ops.<name>(a, b)`` gives, of symbolic tensors as an operation of the graph;
    NotImplemented in graphs of TensorFlow 1, whose operators cast nothing, and without a variable
    of Keras's within layers and traces."""
    if not of_variable and not (executing_eagerly() and is_outside_of_layers()):
        return NotImplemented
    return getattr(ops, name)(a, b)
