"""Owns how a dotted name is looked up in Pelton's modules, lazy ones included."""

from __future__ import annotations

import importlib
import types

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _part(owner: Any, path: str, part: str) -> Any:
    """`owner.part`, or the module that lies below it. Raises AttributeError where neither is."""
    try:
        return getattr(owner, part)
    except AttributeError:
        if not isinstance(owner, types.ModuleType):
            raise
        try:
            return importlib.import_module(path)
        except ImportError:
            raise AttributeError(part) from None


def find(root: str, name: str) -> Any:
    """What `name` is below the module `root`. Raises AttributeError where it is not there."""
    found: Any = importlib.import_module(root)
    path = root
    for part in name.split(".") if name else ():
        path = f"{path}.{part}"
        found = _part(found, path, part)
    return found


def missing_part(root: str, name: str, in_classes: bool = False) -> str | None:
    """The shortest beginning of `name` that is not below the module `root`; None where all is.

    Attributes of objects are not asked for; those of classes with `in_classes`."""
    found: Any = importlib.import_module(root)
    path, parts = root, name.split(".") if name else []
    for number, part in enumerate(parts, 1):
        is_class = isinstance(found, type)
        if not isinstance(found, types.ModuleType) and not (is_class and in_classes):
            return None
        path = f"{path}.{part}"
        try:
            found = _part(found, path, part)
        except AttributeError:
            return ".".join(parts[:number])
    return None
