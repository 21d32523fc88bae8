"""Declares the extension's classes: constructor from the field table, members by looping."""

from __future__ import annotations

import types
from collections.abc import Iterable

from make_stubs.native_function import BASES, NativeFunctions, row_parameters
from make_stubs.native_types import signatures
from make_stubs.python_source import declare_function
from make_stubs.stub_file import StubFile, function
from pelton.keras.user_attribute import UserAttribute

PLAIN = {"bool", "int", "float", "str"}
SHOWN = {"__call__", "__enter__", "__exit__", "__len__"}


def _rows(cls: type) -> list[tuple[str, str, object, bool]] | None:
    for table in ("_fields", "_arguments"):  # built-in classes and what users derive from
        if table in vars(cls):
            return list(vars(cls)[table])
    return None


def _layer_parameters(stub: StubFile, cls: type, rows: list) -> list[str]:
    """A layer's own arguments, then the options of all layers by keyword."""
    given = {row[0] for row in rows}
    options = [
        *cls._options,
        ("name", "str | None", None, False),
        ("input_shape", "Sequence[int | None] | None", None, False),
        ("input_dim", "int | None", None, False),
    ]
    rest = [row for row in options if row[0] not in given]
    return [*row_parameters(stub, rows), "*", *row_parameters(stub, rest)]


def constructor(functions: NativeFunctions, cls: type) -> list[str]:
    """The lines of __init__."""
    stub, rows = functions.stub, _rows(cls)
    if hasattr(cls, "_options"):
        parameters = _layer_parameters(stub, cls, rows or [])
        return function("__init__", ["self", *parameters], "None", "    ")
    if rows is not None:
        return function("__init__", ["self", *row_parameters(stub, rows)], "None", "    ")
    if "__init__" not in vars(cls):
        return []
    found = signatures(cls.__init__.__doc__)
    generic = any(text.startswith("*args") for texts, _ in found for text in texts)
    if not found or generic and len(found[0][0]) == 3:
        anything = stub.type("Any")
        parameters = ["self", f"*args: {anything}", f"**kwargs: {anything}"]
        return function("__init__", parameters, "None", "    ")
    return functions.declare("__init__", cls.__init__, "    ")


def _python_property(stub: StubFile, name: str, value: property) -> list[str]:
    """A property whose functions are written in Python."""
    lines = declare_function(stub, value.fget, "    ", name, is_property=True)
    if value.fset is not None:
        anything = stub.type("Any")
        lines.append(f"    @{name}.setter")
        lines.append(f"    def {name}(self, value: {anything}) -> None: ...")
    return lines


def property_lines(functions: NativeFunctions, cls: type, name: str, value: property) -> list[str]:
    """A property with its setter, typed by its getter or by the field of that name."""
    kinds = {row[0]: row[1] for row in _rows(cls) or []}
    if kinds.get(name) in PLAIN:
        kind = kinds[name]
    elif isinstance(value.fget, types.FunctionType):
        return _python_property(functions.stub, name, value)
    else:
        found = signatures("f" + value.fget.__doc__) if value.fget.__doc__ else []
        kind = functions.type(found[0][1], False) if found else functions.stub.type("Any")
    lines = ["    @property", f"    def {name}(self) -> {kind}: ..."]
    if value.fset is not None:
        lines += [f"    @{name}.setter", f"    def {name}(self, value: {kind}) -> None: ..."]
    return lines


def member(functions: NativeFunctions, cls: type, name: str, value: object) -> Iterable[str]:
    """The lines of one member."""
    if isinstance(value, UserAttribute):
        value = property(value.fget)
    if isinstance(value, property):
        return property_lines(functions, cls, name, value)
    if name == "from_config":
        config = functions.stub.type("dict[str, Any]")
        line = f"    def from_config(cls, config: {config}) -> {functions.stub.type('Self')}: ..."
        return ["    @classmethod", line]
    if f"{cls.__name__}.{name}" in BASES:
        parameters, returns = BASES[f"{cls.__name__}.{name}"]
        parameters = ["self", *(functions.stub.type(text) for text in parameters)]
        return function(name, parameters, functions.stub.type(returns), "    ")
    if isinstance(value, types.FunctionType):
        return declare_function(functions.stub, value, "    ", name, is_method=True)
    return functions.declare(name, value, "    ")


def enumeration(stub: StubFile, cls: type) -> list[str]:
    """A bound enum: its members and what pybind11 gives each."""
    held = stub.type("ClassVar")
    members = [f"    {name}: {held}[{cls.__name__}]" for name in cls.__members__]
    return [
        "",
        f"class {cls.__name__}:",
        *members,
        f"    __members__: {held}[dict[str, {cls.__name__}]]",
        "    def __init__(self, value: int) -> None: ...",
        "    @property",
        "    def name(self) -> str: ...",
        "    @property",
        "    def value(self) -> int: ...",
    ]


def declare_class(functions: NativeFunctions, cls: type) -> list[str]:
    """The lines of one bound class."""
    if hasattr(cls, "__members__"):
        return enumeration(functions.stub, cls)
    base = cls.__bases__[0]
    parent = "" if base.__name__ == "pybind11_object" else f"({functions.stub.type(base.__name__)})"
    lines = constructor(functions, cls)
    for name, value in sorted(vars(cls).items()):
        if name in SHOWN or not name.startswith("_"):
            lines += member(functions, cls, name, value)
    return ["", f"class {cls.__name__}{parent}:", *(lines or ["    ..."])]
