"""Owns the private modules of TensorFlow's that libraries import; this is ``tf.__internal__``."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_HOMES = {
    "CompositeTensor": "composites",
    "EagerTensor": "composites",
    "SymbolicTensor": "composites",
    "TypeSpec": "composites",
}
_MODULES = {"decorator": "decorators", "nest": "nests", "tracking": "tracking"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{_MODULES[name]}")
    raise AttributeError(f"module 'tensorflow.__internal__' has no attribute {name!r}")
