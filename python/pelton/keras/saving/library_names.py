"""Which class or function of the library a file means: by Keras's module paths and names, looked up
in tables. No name in a file leads to anything else: no module is imported by a file's word."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from pelton.keras.hooks import is_library

# The packages whose classes files may name, in the order in which a bare name is looked for.
_PACKAGES = (
    "layers models optimizers optimizers.schedules losses metrics initializers regularizers "
    "constraints dtype_policies random"
).split()
_FUNCTION_PACKAGES = "activations losses metrics initializers regularizers constraints".split()
_ROOTS = ("keras.src.", "keras.api.", "keras.", "tensorflow.keras.", "pelton.keras.")
# Where Keras keeps the classes of a package elsewhere, and its names for "anywhere".
_MOVED = {"saving": "", "mixed_precision": "dtype_policies", "utils": "", "engine": "models"}
# Where the installed Keras, whose file is run, has FeatureSpace and what it is made of.
_TABLES = "layers.preprocessing.feature_space"
_OF_TABLES = frozenset({"FeatureSpace", "Feature", "Cross", "TFDIdentity"})
_NEVER = frozenset({"Layer", "Loss", "Metric", "Optimizer", "Variable"})


def _packages_of(module: Any, packages: list[str]) -> Iterator[str]:
    """The packages that `module` may stand for, all where it says nothing."""
    path = module if isinstance(module, str) else ""
    if path in ("", "builtins", "keras", "keras.src", "tensorflow.keras"):
        yield from packages
        return
    root = next((root for root in _ROOTS if path.startswith(root)), None)
    if root is None:
        return
    parts = path[len(root) :].split(".")
    head = _MOVED.get(parts[0], parts[0])
    if not head:
        yield from packages
    elif parts[:2] == ["optimizers", "schedules"]:
        yield "optimizers.schedules"
    elif head in packages:
        yield head


def _package(name: str) -> Any:
    return importlib.import_module(f"pelton.keras.{name}")


def _named(package: str, name: str) -> Any:
    if name in ("Functional", "Model") and package == "models":  # Model: files of Keras 2
        from pelton.keras.models.functional import Functional

        return Functional
    return getattr(_package(package), name, None)


def library_class(module: Any, name: Any) -> Any:
    """The library's class with a from_config that Keras calls `name` in `module`, or None."""
    if not isinstance(name, str) or name.startswith("_") or name in _NEVER:
        return None
    if name in _OF_TABLES and module in ("keras.utils", f"keras.src.{_TABLES}"):
        from pelton.keras.installed_sources import loaded

        return getattr(loaded(_TABLES), name)
    for package in _packages_of(module, _PACKAGES):
        found = _named(package, name)
        if isinstance(found, type) and is_library(found) and hasattr(found, "from_config"):
            return found
    return None


def library_function(module: Any, name: Any) -> Any:
    """The library's activation, loss or the like that Keras calls `name`, or None."""
    if not isinstance(name, str) or name.startswith("_"):
        return None
    for package in _packages_of(module, _FUNCTION_PACKAGES):
        found = getattr(_package(package), name, None)
        is_tool = name in ("get", "serialize", "deserialize")
        if found is not None and callable(found) and not is_tool and not isinstance(found, type):
            return found
    return None
