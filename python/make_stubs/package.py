"""The stubs of pelton's public modules: what they define, and whose names they pass on."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import types

from make_stubs.native import submodules
from make_stubs.python_source import declare_class, declare_node, tree_of
from make_stubs.stub_file import StubFile

ROOTS = (
    "pelton",
    "pelton.experimental",
    "pelton.keras",
    "pelton.keras.datasets",
    "pelton.keras.preprocessing",
)
PARTS = (
    "pelton.config.experimental",
    "pelton.config.optimizer",
    "pelton.dtypes",
    "pelton.experimental.numpy.random",
    "pelton.keras.optimizers.legacy",
    "pelton.keras.optimizers.schedules",
    "pelton.profiler.experimental",
    "pelton.random.experimental",
)


def _listed(root: types.ModuleType) -> set[str]:
    """The submodules that a root loads on first use."""
    return set(getattr(root, "_MODULES", ())) | set(getattr(root, "_PACKAGES", ()))


def public_modules() -> list[str]:
    """Names of the modules that users import: the roots, what these list, and PARTS."""
    found = {*ROOTS, *PARTS}
    for root in ROOTS:
        found.update(f"{root}.{name}" for name in _listed(importlib.import_module(root)))
    return sorted(found)


def public_names(module: types.ModuleType) -> list[str]:
    """What the module offers: its __all__, or dir() without names of other packages and without
    modules that are neither public nor aliases of public ones."""
    if hasattr(module, "__all__"):
        return sorted(name for name in module.__all__ if hasattr(module, name))  # which loads it
    public = public_modules()
    names = []
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("_") or name == "TYPE_CHECKING":
            continue
        if isinstance(value, types.ModuleType):
            shown = value.__name__ in public
        else:
            home = _home(value)
            shown = home is None or home.startswith("pelton")
        if shown:
            names.append(name)
    return names


def _home(value: object) -> str | None:
    """The module that a class or function says it is of; None for other objects."""
    if isinstance(value, (type, types.FunctionType)):
        return value.__module__
    return getattr(type(value), "__module__", "") if _is_foreign(value) else None


def _is_foreign(value: object) -> bool:
    return type(value).__module__ in ("__future__", "typing")


def _bindings() -> dict[int, tuple[str, str]]:
    """{id: (module, name)} of everything that an extension's submodule or a source file defines.

    Names from definitions come before those from assignments."""
    found: dict[int, tuple[str, str]] = {}
    for name, module in submodules().items():
        for member, value in vars(module).items():
            if not member.startswith("_") and not isinstance(value, types.ModuleType):
                if getattr(value, "__name__", member) == member:
                    found.setdefault(id(value), (name, member))
    sources = [name for name in sys.modules if name.startswith("pelton.") and "_core" not in name]
    for name in sorted(sources):
        members = vars(sys.modules[name])
        for node in tree_of(name).body:
            targets = [node] if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else []
            texts = [target.name for target in targets]
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                texts = [target.id for target in node.targets if isinstance(target, ast.Name)]
            for text in texts:
                if callable(members.get(text)):
                    found.setdefault(_identity(members[text]), (name, text))
    return found


def _identity(value: object) -> int:
    """The same for a function and for what stands for it with its refusals named or its calls
    recorded."""
    stands_for = hasattr(value, "refusals_are_named") or hasattr(value, "operation")
    return id(inspect.unwrap(value) if stands_for else value)


def _definition(module: str, name: str) -> ast.stmt | None:
    for node in tree_of(module).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            return node
    return None


def _constant(stub: StubFile, name: str, value: object) -> str:
    kind = "tuple[Any, ...]" if isinstance(value, tuple) else type(value).__name__
    return f"{name}: {stub.type('None' if value is None else kind)}"


def _function_of_table(stub: StubFile, name: str, value: types.FunctionType) -> str:
    """A function that a table makes, which stands in no source: its arguments without types."""
    given = inspect.signature(value).parameters.values()
    unknown = stub.type("Any")
    rest = [f"{one.name}: {unknown}{'' if one.default is one.empty else ' = ...'}" for one in given]
    return f"def {name}({', '.join(['*', *rest])}) -> {unknown}: ..."


def declare_name(stub: StubFile, name: str, value: object, homes: dict) -> None:
    """Put one public name into the stub: a declaration, or an import of it."""
    home = homes.get(_identity(value))
    if isinstance(value, types.ModuleType):
        stub.take(*value.__name__.rsplit(".", 1), name)
    elif home is not None and home[0] != stub.module:
        stub.take(*home, name)
    elif home is not None and home[1] != name:
        stub.add(f"{name} = {home[1]}")
    else:
        node = _definition(stub.module, name)
        if isinstance(node, ast.FunctionDef):
            stub.add(*declare_node(stub, stub.module, node))
        elif isinstance(node, ast.ClassDef):
            stub.add(*declare_class(stub, stub.module, node))
        elif isinstance(value, types.FunctionType) and value.__module__ == stub.module:
            stub.add(_function_of_table(stub, name, value))
        elif callable(value):
            raise ValueError(f"{stub.module}.{name}: {value!r} is defined in no source file")
        else:
            stub.add(_constant(stub, name, value))


def stubs() -> dict[str, str]:
    """{path below python/: text} of the public modules' stubs."""
    modules = {name: importlib.import_module(name) for name in public_modules()}
    offered = {name: public_names(module) for name, module in modules.items()}
    homes = _bindings()  # after the line above, which loads what loads on first use
    found = {}
    for name, module in modules.items():
        names = offered[name]
        stub = StubFile(name, names)
        for member in names:
            declare_name(stub, member, getattr(module, member), homes)
        if "__version__" in vars(module):
            stub.add("__version__: str")
        is_package = hasattr(module, "__path__")
        path = name.replace(".", "/") + ("/__init__.pyi" if is_package else ".pyi")
        found[path] = stub.text()
    return found
