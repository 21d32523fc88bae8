"""Copies declarations from Python sources: signatures and classes with their annotations.

A public function without complete annotations is an error, named with its file."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import re
import sys
import types
from collections.abc import Iterator

from make_stubs.stub_file import StubFile, wrapped

Function = ast.FunctionDef | ast.AsyncFunctionDef


@functools.cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of an imported module's file."""
    with open(sys.modules[module].__file__, encoding="utf-8") as file:
        return ast.parse(file.read())


@functools.cache
def homes_of(module: str) -> dict[str, tuple[str, str]]:
    """{name: (module, its name there)} of what the file imports and defines."""
    found = {}
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = (node.module, alias.name)
    for node in tree_of(module).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found[node.name] = (module, node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, (module, target.id))
    return found


def annotation(stub: StubFile, module: str, node: ast.expr) -> str:
    """The annotation's text, with what it names imported into the stub."""
    text = node.value if isinstance(node, ast.Constant) and node.value else ast.unparse(node)
    names = [n.id for n in ast.walk(ast.parse(text, mode="eval")) if isinstance(n, ast.Name)]
    homes = {}
    for name in names:
        if name == "np" or (hasattr(builtins, name) and name not in homes_of(module)):
            continue
        if name not in homes_of(module):
            raise ValueError(f"{module}: annotation names {name}, which is not imported")
        home, original = homes_of(module)[name]
        homes[original] = home
        if original != name:
            text = re.sub(rf"\b{name}\b", original, str(text))
    return stub.type(str(text), homes)


def _default(node: ast.expr) -> str:
    try:
        ast.literal_eval(node)
    except ValueError:
        return "..."
    return ast.unparse(node)


class _Parameters:
    """The parameters of one definition, as text."""

    def __init__(self, stub: StubFile, module: str, node: Function, bound: bool) -> None:
        self.stub, self.module, self.node, self.bound = stub, module, node, bound

    def _one(self, argument: ast.arg, default: ast.expr | None, stars: str = "") -> str:
        if argument.annotation is None:
            where = f"{self.module}.{self.node.name}"
            raise ValueError(f"{where}: argument {argument.arg} has no annotation")
        text = f"{stars}{argument.arg}: {annotation(self.stub, self.module, argument.annotation)}"
        return text if default is None else f"{text} = {_default(default)}"

    def texts(self) -> Iterator[str]:
        """Each parameter, with `/` and `*` where they stand."""
        arguments = self.node.args
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
        for at, (argument, default) in enumerate(zip(plain, defaults, strict=True)):
            bare = self.bound and at == 0
            yield argument.arg if bare else self._one(argument, default)
            if at + 1 == len(arguments.posonlyargs):
                yield "/"
        if arguments.vararg:
            yield self._one(arguments.vararg, None, "*")
        elif arguments.kwonlyargs:
            yield "*"
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            yield self._one(argument, default)
        if arguments.kwarg:
            yield self._one(arguments.kwarg, None, "**")


def declare_node(
    stub: StubFile,
    module: str,
    node: Function,
    indent: str = "",
    name: str = "",
    bound: bool = False,
) -> list[str]:
    """The lines of one definition in `module`'s file, with its decorators, but for private ones."""
    decorators = [ast.unparse(item) for item in node.decorator_list]
    decorators = [text for text in decorators if not text.startswith("_")]
    if node.returns is None and node.name != "__init__":
        raise ValueError(f"{module}.{node.name}: no return annotation")
    returns = "None" if node.returns is None else annotation(stub, module, node.returns)
    bound = bound and "staticmethod" not in decorators
    parameters = list(_Parameters(stub, module, node, bound).texts())
    lines = [f"{indent}@{text}" for text in decorators]
    return [*lines, *wrapped(indent, f"def {name or node.name}", parameters, f" -> {returns}: ...")]


def node_of(value: types.FunctionType) -> Function:
    """The definition that made a function, or the one whose refusals it names."""
    made = inspect.unwrap(value) if hasattr(value, "refusals_are_named") else value
    line = made.__code__.co_firstlineno
    for node in ast.walk(tree_of(made.__module__)):
        if isinstance(node, ast.FunctionDef):
            if line in (node.lineno, *(item.lineno for item in node.decorator_list)):
                return node
    raise ValueError(f"{value.__module__}.{value.__qualname__}: no definition at line {line}")


def declare_function(
    stub: StubFile,
    value: types.FunctionType,
    indent: str = "",
    name: str = "",
    is_method: bool = False,
    is_property: bool = False,
) -> list[str]:
    """The lines of a Python function, possibly one that was put into a bound class."""
    node = node_of(value)
    bound = is_method or is_property
    lines = declare_node(stub, value.__module__, node, indent, name, bound)
    return [f"{indent}@property", *lines] if is_property else lines


def _attributes(stub: StubFile, module: str, node: ast.ClassDef) -> Iterator[str]:
    """Public attributes that the class body declares or sets."""
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and not item.target.id.startswith("_"):
            yield f"    {item.target.id}: {annotation(stub, module, item.annotation)}"
        elif isinstance(item, ast.Assign) and not item.targets[0].id.startswith("_"):
            yield f"    {ast.unparse(item)}"


def declare_class(stub: StubFile, module: str, node: ast.ClassDef) -> list[str]:
    """The lines of a class defined in `module`'s file."""
    bases = ", ".join(annotation(stub, module, base) for base in node.bases)
    lines = list(_attributes(stub, module, node))
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            if not item.name.startswith("_") or item.name.startswith("__"):
                lines += declare_node(stub, module, item, "    ", bound=True)
    return ["", f"class {node.name}{f'({bases})' if bases else ''}:", *(lines or ["    ..."])]
