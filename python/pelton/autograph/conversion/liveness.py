"""Finds the names that statements write and those whose values are asked for later."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)


def written(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that these assign, not counting what functions and comprehensions inside do."""
    return {name for node in nodes for name in _written(node)}


def _written(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    if isinstance(node, (*_SCOPES, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return
    for part in ast.iter_child_nodes(node):
        yield from _written(part)


def read(node: ast.AST | None) -> set[str]:
    """The names that are read anywhere in it."""
    if node is None:
        return set()
    found = {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
    }
    changed = {
        n.target.id
        for n in ast.walk(node)
        if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
    }
    return found | changed


def read_in_functions(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that functions inside read or share, which may ask for them at any time."""
    found: set[str] = set()
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, _SCOPES):
                found |= read(part)
                found |= {
                    name
                    for one in ast.walk(part)
                    if isinstance(one, (ast.Nonlocal, ast.Global))
                    for name in one.names
                }
    return found


class Liveness:
    """What is asked for after each branch (`after`) and at the beginning of each turn of a loop
    (`of_loop`), by statement. `always`: names that are asked for everywhere."""

    def __init__(self, body: list[ast.stmt], always: set[str]) -> None:
        self._always = always
        self.after: dict[ast.stmt, set[str]] = {}
        self.of_loop: dict[ast.stmt, set[str]] = {}
        self._block(body, set(always))

    def _block(self, statements: list[ast.stmt], live: set[str]) -> set[str]:
        for statement in reversed(statements):
            live = self._statement(statement, live) | self._always
        return live

    def _statement(self, node: ast.stmt, live: set[str]) -> set[str]:
        if isinstance(node, ast.If):
            self.after[node] = live
            own = self._block(node.body, live) | self._block(node.orelse, live)
            return own | read(node.test)
        if isinstance(node, (ast.While, ast.For)):
            return self._loop(node, live)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            live = self._block(node.body, live)
            for item in reversed(node.items):
                live = live - written([item]) | read(item)
            return live
        if isinstance(node, ast.Try):
            everywhere = live | read(node)
            for block in (node.body, node.orelse, node.finalbody):
                self._block(block, everywhere)
            for handler in node.handlers:
                self._block(handler.body, everywhere)
            return everywhere
        if isinstance(node, ast.Return):
            return read(node)
        return live - written([node]) | read(node)

    def _loop(self, node: ast.While | ast.For, live: set[str]) -> set[str]:
        if isinstance(node, ast.While):
            first, targets = read(node.test), set()
        else:
            first, targets = read(getattr(node, "ag__extra", None)), written([node.target])
        turn = live | first
        for _ in range(2):  # the second pass knows what the next turn asks for
            turn = turn | (self._block(node.body, turn) - targets)
        self.of_loop[node] = turn
        return turn | (read(node.iter) if isinstance(node, ast.For) else set())
