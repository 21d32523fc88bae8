"""Makes of a Python function one whose branches and loops may be over tensors."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import textwrap
import types
from typing import Any

from pelton.autograph.conversion.lowering import OPERATORS
from pelton.autograph.conversion.rewriting import RewritingError, rewritten


class _Private(ast.NodeTransformer):
    """Names such as ``__x`` as they are within a class."""

    def __init__(self, owner: str) -> None:
        self._owner = owner.lstrip("_")

    def _mangled(self, name: str) -> str:
        is_private = name.startswith("__") and not name.endswith("__")
        return f"_{self._owner}{name}" if is_private else name

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        node.attr = self._mangled(node.attr)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._mangled(node.id)
        return node


def _tree_of(function: types.FunctionType) -> ast.FunctionDef | None:
    """What the function was written as; None where there is no source."""
    if function.__code__.co_name == "<lambda>":
        return _lambda_tree_of(function)
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, SyntaxError, TypeError, IndexError):
        return None
    if not isinstance(tree, ast.FunctionDef) or tree.name != function.__code__.co_name:
        return None
    ast.increment_lineno(tree, first - 1)
    owner = function.__qualname__.split(".")[-2:-1]
    if owner and owner[0] != "<locals>":
        tree = _Private(owner[0]).visit(tree)
    return tree


@functools.lru_cache(16)
def _lambdas_of(source: str) -> tuple[ast.Lambda, ...]:
    """The lambdas in the text of a file."""
    return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Lambda))


def _lambda_tree_of(function: types.FunctionType) -> ast.FunctionDef | None:
    """The lambda that stands where the function's code says, as a function that returns; None
    where there is none, or several."""
    lines = {start for start, *_ in function.__code__.co_positions() if start is not None}
    columns = _columns_of(function.__code__)
    try:
        lambdas = _lambdas_of("".join(inspect.findsource(function)[0]))
    except (OSError, SyntaxError, TypeError, ValueError):
        return None
    found = [
        node
        for node in lambdas
        if node.lineno == function.__code__.co_firstlineno
        and columns == (node.body.lineno, node.body.col_offset)
        and all(node.lineno <= line <= (node.end_lineno or line) for line in lines)
    ]
    if len(found) != 1:
        return None
    node = copy.deepcopy(found[0])
    made = ast.FunctionDef("lambda_", node.args, [ast.Return(node.body)], [], None)
    ast.copy_location(made, node)
    return ast.fix_missing_locations(made)


def _columns_of(code: types.CodeType) -> tuple[int, int] | None:
    """The line and the column where the expression that a lambda returns begins."""
    places = [
        (start, column)
        for start, _, column, _ in code.co_positions()
        if start is not None and column is not None and (start, column) != (code.co_firstlineno, 0)
    ]
    return min(places, default=None)


def has_branches(function: Any) -> bool:
    """Whether the function's own code branches or loops."""
    function = getattr(function, "__func__", function)
    tree = _tree_of(function) if inspect.isfunction(function) else None
    kinds = (ast.If, ast.While, ast.For)
    return tree is not None and any(isinstance(node, kinds) for node in ast.walk(tree))


def _code_within(code: types.CodeType, name: str) -> types.CodeType:
    return next(c for c in code.co_consts if isinstance(c, types.CodeType) and c.co_name == name)


def _compiled(tree: ast.FunctionDef, function: types.FunctionType) -> types.CodeType:
    """The code of the function within one that has its free variables."""
    names = [*function.__code__.co_freevars, OPERATORS]
    parameters = [ast.arg(name, None) for name in names]
    arguments = ast.arguments([], parameters, None, [], [], None, [])
    body: list[ast.stmt] = [tree, ast.Return(ast.Name(tree.name, ast.Load()))]
    around = ast.FunctionDef("ag__around", arguments, body, [], None)
    module = ast.Module([around], [])
    ast.copy_location(around, tree)
    ast.fix_missing_locations(module)
    code = compile(module, function.__code__.co_filename, "exec")
    return _code_within(_code_within(code, "ag__around"), tree.name)


def rebuilt(function: Any, operators: Any) -> types.FunctionType | None:
    """The function with its branches, loops and calls as calls of `operators`, with the variables,
    defaults and globals of the one that was given; None for one that has no such form."""
    tree = _tree_of(function)
    if tree is None:
        return None
    try:
        code = _compiled(rewritten(tree), function)
    except (RewritingError, SyntaxError):
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells[OPERATORS] = types.CellType(operators)
    closure = tuple(cells[name] for name in code.co_freevars)
    made = types.FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, closure
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    made.__dict__.update(function.__dict__)
    return made
