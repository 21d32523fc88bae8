"""Owns the module paths of Keras 1 and 2, each of which is another name of a module of today's."""

from __future__ import annotations

import importlib
import types

from pelton.scripts import import_paths

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import MutableMapping

# Modules of this package, by their path below keras.
_OWN = {"wrappers": "wrappers", "wrappers.scikit_learn": "scikit_learn"}
_ROOTS = ("keras", "tensorflow.keras", "tensorflow.python.keras", "tensorflow.contrib.keras")


def _add(modules: MutableMapping[str, types.ModuleType], path: str, made: types.ModuleType) -> None:
    for root in _ROOTS:
        modules.setdefault(f"{root}.{path}", made)
    parent, _, child = path.rpartition(".")
    owner = modules.get(f"keras.{parent}") if parent else None
    if owner is None:
        owner = importlib.import_module(f"pelton.keras.{parent}" if parent else "pelton.keras")
    if child not in vars(owner):
        setattr(owner, child, made)


def install_modules(modules: MutableMapping[str, types.ModuleType]) -> None:
    """Loads the old paths, so that they are attributes beside today's names too, and puts those of
    this package into `modules`, sys.modules."""
    for path in import_paths.table():
        if path.startswith("keras."):
            importlib.import_module(path)
    for path, name in _OWN.items():
        _add(modules, path, importlib.import_module(f"pelton.compat.legacy.{name}"))
