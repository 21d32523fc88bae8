"""Owns what there is of ``tf.contrib``: layers, rnn, and Keras under its old path."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    if name == "layers":
        return importlib.import_module("pelton.compat.legacy.contrib.layers")
    if name == "rnn":
        return importlib.import_module("pelton.compat.legacy.contrib.rnn")
    if name == "keras":
        return importlib.import_module("pelton.keras")
    raise AttributeError(
        f"module 'tensorflow.contrib' has no attribute {name!r}: of tf.contrib only layers, rnn "
        "and keras are here"
    )
