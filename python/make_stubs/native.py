"""The stubs of pelton._core: one for the extension and one for each of its submodules."""

from __future__ import annotations

import types
from collections.abc import Iterator

from make_stubs import tensor_members
from make_stubs.native_class import declare_class
from make_stubs.native_function import NativeFunctions, row_parameters
from make_stubs.stub_file import StubFile, function
from pelton import _core, keras  # noqa: F401  keras completes _core

CORE = "pelton._core"
# Attribute kinds of ops that name no Python type.
ATTRIBUTES = {
    "ints": "int | Sequence[int] | Tensor",
    "ints | None": "int | Sequence[int] | Tensor | None",
    "constant": "ConstantLike",
    "DType": "DTypeLike",
    "DType | None": "DTypeLike | None",
}


def submodules() -> dict[str, types.ModuleType]:
    """The extension and its submodules by their dotted names."""
    found = {CORE: _core}
    for name, value in vars(_core).items():
        if isinstance(value, types.ModuleType):
            found[f"{CORE}.{name}"] = value
    return found


def bound_classes() -> dict[str, tuple[str, str]]:
    """{dotted name: (module, name)} of the bound classes, under the names they have and had."""
    found = {}
    for module, members in submodules().items():
        for name, value in vars(members).items():
            if isinstance(value, type) and value.__name__ == name:
                for home in (module, value.__module__):
                    found[f"{home}.{name}"] = (module, name)
    return found


def declare_op(stub: StubFile, name: str) -> list[str]:
    """The function of one op, from its row in the op table."""
    info = _core.op_info(name)
    inputs = [argument for argument, _ in info["inputs"]]
    kind = stub.type("Sequence[TensorLike] | TensorLike" if info["variadic"] else "TensorLike")
    rows = [(row[0], ATTRIBUTES.get(row[1], row[1]), *row[2:]) for row in info["attrs"]]
    parameters = [f"{argument}: {kind}" for argument in inputs]
    attributes = row_parameters(stub, rows)
    # A required attribute after an optional one is given by keyword; so are those after it.
    optional = False
    for row, text in zip(rows, attributes, strict=True):
        if optional and row[3] and "*" not in parameters:
            parameters.append("*")
        optional = optional or not row[3]
        parameters.append(text)
    count = info["outputs"]
    result = "Tensor" if count == 1 else f"tuple[{', '.join(['Tensor'] * count) or '()'}]"
    if count == 0 and name in _core.composite_names():
        result = "list[Tensor]"
    return function(name, [*parameters, "name: str | None = None"], stub.type(result))


def declare_form(functions: NativeFunctions, name: str, rows: list) -> list[str]:
    """The function form of a loss or a metric."""
    kind = functions.stub.type("TensorLike")
    given = [f"y_true: {kind}", f"y_pred: {kind}"]
    parameters = [*given, *row_parameters(functions.stub, rows)]
    return function(name, parameters, functions.stub.type("Tensor"))


def _ops(stub: StubFile) -> None:
    for name in sorted(_core.op_names() + _core.composite_names()):
        stub.add(*declare_op(stub, name))


def _constant(stub: StubFile, name: str, value: object) -> str:
    if name == "dtypes":
        return f"dtypes: {stub.type('dict[str, DType]')}"
    return f"{name}: {'tuple[str, ...]' if isinstance(value, tuple) else type(value).__name__}"


def _in_order(members: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Public members: classes in the order of their making, so bases first; then the others."""
    shown = [(name, value) for name, value in members.items() if not name.startswith("_")]
    yield from ((name, value) for name, value in shown if isinstance(value, type))
    yield from sorted((name, value) for name, value in shown if not isinstance(value, type))


def declare_module(name: str, module: types.ModuleType) -> StubFile:
    """The stub of one submodule."""
    stub = StubFile(name, [member for member in vars(module) if not member.startswith("_")])
    functions = NativeFunctions(stub, bound_classes())
    forms = getattr(module, "_functions", {})
    if name == f"{CORE}.ops":
        _ops(stub)
        return stub
    for member, value in _in_order(vars(module)):
        if isinstance(value, types.ModuleType):
            stub.take(CORE, member, member)
        elif isinstance(value, type) and value.__name__ != member:
            stub.add(f"{member} = {value.__name__}")
        elif isinstance(value, type) and issubclass(value, BaseException):
            bases = ", ".join(base.__name__ for base in value.__bases__)
            stub.add(f"class {member}({bases}): ...")
        elif member in tensor_members.WRITTEN:
            stub.add(*tensor_members.declare(stub, member))
        elif isinstance(value, type):
            stub.add(*declare_class(functions, value))
        elif member in forms:
            stub.add(*declare_form(functions, member, forms[member]))
        elif callable(value):
            stub.add(*functions.declare(member, value))
        else:
            stub.add(_constant(stub, member, value))
    return stub


def stubs() -> dict[str, str]:
    """{path below python/: text} of the extension's stubs."""
    found = {}
    for name, module in submodules().items():
        path = "__init__" if name == CORE else name.rpartition(".")[2]
        found[f"pelton/_core/{path}.pyi"] = declare_module(name, module).text()
    return found
