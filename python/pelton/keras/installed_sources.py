"""Modules of the installed Keras that are made of its layers alone, run with Pelton's Keras in the
place of the packages that they import: those that define models, wrap them for scikit-learn or
prepare tables. Keras itself is not imported."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import importlib.machinery
import pathlib
import sys
import types
from typing import Any

from pelton.keras.missing_names import answer
from pelton.names import installed_keras

_SOURCES = "keras.src"
# What is run, below these; all else is Pelton's.
_RUN = ("applications", "wrappers", "layers.preprocessing.feature_space")


@functools.cache
def _keras() -> pathlib.Path:
    """The folder of the installed package; ImportError without one."""
    found = installed_keras.spec()
    if found is None or found.origin is None:
        raise ImportError(
            "pelton.keras takes this from the package keras, whose files it runs. Install it by: "
            "pip install 'pelton[keras]'"
        )
    return pathlib.Path(found.origin).parent


@functools.cache
def members(module: str) -> dict[str, tuple[str, str]]:
    """{public name: (module below Keras's sources, name there)} of a public module."""
    parts = module.split(".")[2:]  # behind pelton.keras
    file = _keras().joinpath(*parts, "__init__.py")
    found = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        source = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if source.startswith(f"{_SOURCES}."):
            name = source.removeprefix(f"{_SOURCES}.")
            found.update({one.asname or one.name: (name, one.name) for one in node.names})
    return found


def member(module: str, name: str) -> Any:
    """The public `name` of the module; AttributeError where Keras has none."""
    place = members(module).get(name)
    if place is None:
        return answer(module, name)
    return getattr(loaded(place[0]), place[1])


def _files_of(module: str) -> list[str]:
    """The files of the public module's functions, whose names are of it alone."""
    places = {place for place, _ in members(module).values()}
    last = module.rpartition(".")[2].rstrip("0123456789")
    return sorted(place for place in places if place.rpartition(".")[2].startswith(last))


class _PublicModule(types.ModuleType):
    """A module of applications, whose names are looked up when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        for place in _files_of(self.__name__) if name not in members(self.__name__) else ():
            if name in vars(loaded(place)):  # what programs take from Keras's own file
                return vars(loaded(place))[name]
        return member(self.__name__, name)

    def __dir__(self) -> list[str]:
        return sorted(members(self.__name__))


def public_module(name: str) -> types.ModuleType:
    """The importable module of that name."""
    made = sys.modules[name] = _PublicModule(name)
    made.__file__ = __file__
    made.__spec__ = importlib.machinery.ModuleSpec(name, None)
    return made


@functools.cache
def loaded(name: str) -> types.ModuleType:
    """A module below Keras's sources, run over Pelton."""
    file = _keras().joinpath("src", *name.split(".")).with_suffix(".py")
    made = types.ModuleType(f"{_SOURCES}.{name}")
    made.__file__ = str(file)
    own = {**vars(builtins), "__import__": _import}
    made.__dict__["__builtins__"] = own
    code = compile(file.read_text(encoding="utf-8"), str(file), "exec")
    exec(code, made.__dict__)
    return made


def _is_run(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in _RUN)


def _import(
    name: str, given: Any = None, local: Any = None, fromlist: Any = (), level: int = 0
) -> Any:
    """`import` within those modules: what is Keras's is Pelton's."""
    if name != _SOURCES and not name.startswith(f"{_SOURCES}."):
        return builtins.__import__(name, given, local, fromlist, level)
    below = name.removeprefix(_SOURCES).removeprefix(".")
    if _is_run(below) and below not in _RUN[:2]:
        return loaded(below)
    of = loaded_in(below) if below in _RUN[:2] else _stand_in
    return types.SimpleNamespace(**{one: of(one) for one in fromlist})


def loaded_in(package: str) -> Any:
    return lambda name: loaded(f"{package}.{name}")


def _stand_in(name: str) -> Any:
    """What a name that the modules import is in Pelton."""
    from pelton.keras import installed_parts

    found = getattr(installed_parts, name, None)
    return importlib.import_module(f"pelton.keras.{name}") if found is None else found
