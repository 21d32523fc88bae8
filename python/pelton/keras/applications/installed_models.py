"""The modules of the installed Keras that define its models, run with Pelton's Keras in the place
of the packages that they import. Keras itself is not imported."""

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

_SOURCES = "keras.src.applications"


@functools.cache
def _keras() -> pathlib.Path:
    """The folder of the installed package; ImportError without one."""
    found = importlib.machinery.PathFinder.find_spec("keras")
    if found is None or found.origin is None:
        raise ImportError(
            "pelton.keras.applications runs the models that the package keras defines. Install it "
            "by: pip install 'pelton[keras]'"
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
            for one in node.names:
                name = source.removeprefix(f"{_SOURCES}.")
                found[one.asname or one.name] = (name, one.name)
    return found


def member(module: str, name: str) -> Any:
    """The public `name` of the module; AttributeError where Keras has none."""
    place = members(module).get(name)
    if place is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return getattr(_loaded(place[0]), place[1])


class _PublicModule(types.ModuleType):
    """A module of applications, whose names are looked up when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
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
def _loaded(name: str) -> types.ModuleType:
    """A module of Keras's sources, run over Pelton."""
    file = _keras() / "src" / "applications" / f"{name}.py"
    made = types.ModuleType(f"{_SOURCES}.{name}")
    made.__file__ = str(file)
    own = {**vars(builtins), "__import__": _import}
    made.__dict__["__builtins__"] = own
    code = compile(file.read_text(encoding="utf-8"), str(file), "exec")
    exec(code, made.__dict__)
    return made


def _import(
    name: str, given: Any = None, local: Any = None, fromlist: Any = (), level: int = 0
) -> Any:
    """`import` within those modules: what is Keras's is Pelton's."""
    if name == _SOURCES or name.startswith(f"{_SOURCES}."):
        if name == _SOURCES:
            return types.SimpleNamespace(**{one: _loaded(one) for one in fromlist})
        return _loaded(name.removeprefix(f"{_SOURCES}."))
    if name == "keras.src" or name.startswith("keras.src."):
        return types.SimpleNamespace(**{one: _stand_in(one) for one in fromlist})
    return builtins.__import__(name, given, local, fromlist, level)


def _stand_in(name: str) -> Any:
    """What a name that the modules import is in Pelton."""
    if name == "keras_export":
        return lambda path, **options: lambda thing: thing
    if name in ("backend", "file_utils", "operation_utils"):
        return _PARTS[name]()
    if name in ("Functional", "Sequential", "Layer"):
        return _class(name)
    return importlib.import_module(f"pelton.keras.{name}")


def _class(name: str) -> Any:
    from pelton.keras.layers import Layer
    from pelton.keras.models import Sequential
    from pelton.keras.models.functional import Functional

    return {"Functional": Functional, "Sequential": Sequential, "Layer": Layer}[name]


def _backend() -> Any:
    import contextlib

    from pelton.keras import backend

    names = "image_data_format floatx is_keras_tensor get_uid".split()
    return types.SimpleNamespace(
        **{name: getattr(backend, name) for name in names},
        backend=lambda: "tensorflow",
        name_scope=lambda name: contextlib.nullcontext(),
    )


def _files() -> Any:
    import os

    from pelton.keras.utils import get_file

    return types.SimpleNamespace(get_file=get_file, exists=os.path.exists)


def _graphs() -> Any:
    from pelton.keras.utils import get_source_inputs

    return types.SimpleNamespace(get_source_inputs=get_source_inputs)


_PARTS = {"backend": _backend, "file_utils": _files, "operation_utils": _graphs}
