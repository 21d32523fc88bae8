"""Owns which names of modules a script uses, as its text tells before it runs."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Use(NamedTuple):
    """A place where a script uses a name: ``tf.ones`` as "tensorflow.ones", with its line."""

    name: str
    line: int
    call: ast.Call | None = None  # the call of it, where it is called


def own_files(script: str) -> Iterator[ast.Module]:
    """The script and those of its imports that lie beside it, parsed; what does not parse is left
    to Python to say."""
    folder = os.path.dirname(os.path.abspath(script))
    waiting, seen = [os.path.abspath(script)], set()
    while waiting:
        path = waiting.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        try:
            with open(path, "rb") as file:
                tree = ast.parse(file.read())
        except (OSError, SyntaxError, ValueError):
            continue
        yield tree
        for name in _imported(tree):
            place = os.path.join(folder, *name.split("."))
            waiting += [place + ".py", os.path.join(place, "__init__.py")]


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _imports(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """(name in the file, what it is, line) of each absolute import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                yield alias.asname or root, alias.name if alias.asname else root, node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                if alias.name != "*":
                    yield alias.asname or alias.name, f"{node.module}.{alias.name}", node.lineno


def _assigned(tree: ast.Module) -> set[str]:
    """The names that the file gives values of its own: variables, arguments, functions, classes."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
    return found


def bound_names(tree: ast.Module) -> dict[str, str]:
    """The names by which a file calls modules and what it took from them, and what they are:
    imports, and ``layers = tf.keras.layers``. A name with other meanings is left out."""
    bound = {name: target for name, target, _ in _imports(tree)}
    assigned = _assigned(tree)
    for name in assigned.intersection(bound):
        del bound[name]
    stores = [node.id for node in ast.walk(tree)
              if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]  # fmt: skip
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], dotted(node.value, bound)
            if isinstance(target, ast.Name) and value and stores.count(target.id) == 1:
                bound[target.id] = value
    return bound


def dotted(node: ast.expr, bound: dict[str, str]) -> str | None:
    """``tf.keras.layers.Dense`` as "tensorflow.keras.layers.Dense"; None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in bound:
        return None
    return ".".join([bound[node.id], *reversed(parts)])


def uses(tree: ast.Module) -> Iterator[Use]:
    """The names of modules that a file uses, imports included, longest forms only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Use(alias.name, node.lineno) for alias in node.names)
    yield from (Use(target, line) for _, target, line in _imports(tree))
    bound = bound_names(tree)
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Attribute, ast.Name)) and id(node) not in inner:
            name = dotted(node, bound)
            if name:
                yield Use(name, node.lineno, calls.get(id(node)))


def below(roots: Iterable[str], name: str) -> str | None:
    """`name` without the first of the roots that it lies in, "" for a root, None for others."""
    for root in roots:
        if name == root:
            return ""
        if name.startswith(root + "."):
            return name[len(root) + 1 :]
    return None


def used_names(script: str, roots: Iterable[str]) -> set[str]:
    """What the script and its own modules use below the roots: "layers.Dense" of "keras"."""
    found = (below(roots, use.name) for tree in own_files(script) for use in uses(tree))
    return {name for name in found if name is not None}
