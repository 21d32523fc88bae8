"""Owns the names that a package has from its modules and loads when they are asked for.

A package that imported them all would wait for its modules while another thread, which imports one
of them, waits for the package: Python ends such pairs of imports by an error in one of the threads.
"""

from __future__ import annotations

import importlib
import sys

from pelton.names.missing_names import missing
from pelton.names.named_refusals import refusing_by_name

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable


def lazy_names(
    package: str,
    names: dict[str, str],
    otherwise: Callable[[str], object] | None = None,
    modules: str = "",
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of the package for {module: names of what it
    has}, and its public modules. What functions refuse names them. Other names are what `otherwise`
    gives; without it they raise AttributeError with the nearest."""
    homes = {name: module for module, listed in names.items() for name in listed.split()}

    def load(name: str) -> object:
        if name in modules.split():
            return importlib.import_module(f"{package}.{name}")
        if name not in homes:
            if otherwise is not None:
                return otherwise(name)
            raise missing(package, name, listed())
        found = getattr(importlib.import_module(homes[name]), name)
        value = refusing_by_name(found, package, name)
        vars(sys.modules[package])[name] = value
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes, *modules.split()})

    return sorted({*homes, *modules.split()}), load, listed
