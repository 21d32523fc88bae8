"""Rewrites a function's branches, loops, calls and truth values as calls of `operators`."""

from __future__ import annotations

import ast
import copy

from pelton.autograph.conversion.liveness import Liveness, read_in_functions, written
from pelton.autograph.conversion.lowering import OPERATORS, Lowering, assigned, call, thunk

_UNTOUCHED = frozenset(["super", "locals", "globals", "vars", "eval", "exec", "dir"])


class RewritingError(Exception):
    """What a function holds that has no other form: ``yield``, ``await``."""


def rewritten(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function with another body; decorators, defaults and annotations are left out."""
    for node in ast.walk(function):
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            raise RewritingError(type(node).__name__)
    made = copy.deepcopy(function)
    made.decorator_list, made.returns = [], None
    nothing = [ast.Constant(None) for _ in made.args.defaults]
    made.args.defaults = list(nothing)
    made.args.kw_defaults = [d and ast.Constant(None) for d in made.args.kw_defaults]
    for argument in ast.walk(made.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    _FunctionRewriter(made).rewrite()
    return made


def _parameters(function: ast.FunctionDef) -> set[str]:
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


class _FunctionRewriter(ast.NodeTransformer):
    """Of one function; functions inside have one each."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self._function = function
        self._count = 0

    def rewrite(self) -> None:
        """Changes the function's body."""
        function = self._function
        body = Lowering().body(function.body)
        declared = [n for s in body for n in _own_declarations(s)]
        self._globals = {name for n in declared if isinstance(n, ast.Global) for name in n.names}
        shared = {name for n in declared for name in n.names}
        self._liveness = Liveness(body, read_in_functions(body) | shared)
        own = sorted(written(body) - _parameters(function) - shared)
        body = self._statements(body)
        start: list[ast.stmt] = [n for n in declared]
        start += [assigned(name, call("unbound", ast.Constant(name))) for name in own]
        is_text = body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        function.body = body[:1] + start + body[1:] if is_text else start + body

    def _statements(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in statements:
            if isinstance(statement, (ast.Global, ast.Nonlocal)):
                continue  # they are declared at the beginning
            made = self.visit(statement)
            out += made if isinstance(made, list) else [made]
        return out or [ast.Pass()]

    # Statements

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.args.defaults = [self.visit(one) for one in node.args.defaults]
        node.args.kw_defaults = [one and self.visit(one) for one in node.args.kw_defaults]
        if any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in ast.walk(node)):
            return node
        _FunctionRewriter(node).rewrite()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        changed = written([*node.body, *node.orelse])
        kept = changed & self._liveness.after[node]
        test = self.visit(node.test)
        body = self._inner("then", self._statements(node.body), changed)
        orelse = self._inner("otherwise", self._statements(node.orelse), changed)
        made = call("if_", test, *self._ends(body, orelse, kept))
        return self._placed([body, orelse], kept, made, node)

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        changed = written([*node.body, node.test])
        kept = changed & self._liveness.of_loop[node]
        test = self._inner("test", [ast.Return(self.visit(node.test))], written([node.test]))
        body = self._inner("turn", self._statements(node.body), changed)
        made = call("while_", *self._ends(test, body, kept))
        return self._placed([test, body], kept, made, node)

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        item = self._name("item")
        target = ast.Assign([node.target], ast.Name(item, ast.Load()))
        changed = written([*node.body, node.target])
        kept = changed & self._liveness.of_loop[node]
        body = self._inner("turn", [target, *self._statements(node.body)], changed, [item])
        extra = getattr(node, "ag__extra", None)
        goes_on = thunk(extra) if extra is not None else ast.Constant(None)
        function, state = ast.Name(body.name, ast.Load()), self._state(kept)
        made = call("for_", self.visit(node.iter), goes_on, function, *state)
        return self._placed([body], kept, made, node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        message = self.visit(node.msg) if node.msg is not None else ast.Constant(None)
        made = ast.Expr(call("assert_", self.visit(node.test), thunk(message)))
        return ast.copy_location(made, node)

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"ag__{kind}_{self._count}"

    def _declaration(self, names: set[str]) -> list[ast.stmt]:
        shared, own = sorted(names & self._globals), sorted(names - self._globals)
        out: list[ast.stmt] = [ast.Global(shared)] if shared else []
        return [*out, ast.Nonlocal(own)] if own else out

    def _inner(
        self, kind: str, body: list[ast.stmt], names: set[str], parameters: list[str] | None = None
    ) -> ast.FunctionDef:
        """A function of a part of the statement, which shares the function's variables."""
        taken = [ast.arg(name, None) for name in parameters or []]
        arguments = ast.arguments([], taken, None, [], [], None, [])
        whole = [*self._declaration(names), *body]
        return ast.FunctionDef(self._name(kind), arguments, whole, [], None)

    def _ends(self, one: ast.FunctionDef, other: ast.FunctionDef, kept: set[str]) -> list[ast.expr]:
        functions: list[ast.expr] = [ast.Name(f.name, ast.Load()) for f in (one, other)]
        return [*functions, *self._state(kept)]

    def _state(self, kept: set[str]) -> list[ast.expr]:
        """What reads the variables, the name of what sets them, and their names."""
        names = sorted(kept)
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        self._setter = self._name("set")
        texts = ast.Tuple([ast.Constant(name) for name in names], ast.Load())
        return [thunk(values), ast.Name(self._setter, ast.Load()), texts]

    def _placed(
        self, functions: list[ast.FunctionDef], kept: set[str], made: ast.expr, node: ast.stmt
    ) -> list[ast.stmt]:
        """The functions, one that sets the variables, and the call, at the statement's lines."""
        values = self._name("values")
        setter = self._setter_of(kept, values)
        statements: list[ast.stmt] = [*functions, setter, ast.Expr(made)]
        for one in statements:
            ast.copy_location(one, node)
        return statements

    def _setter_of(self, kept: set[str], values: str) -> ast.FunctionDef:
        names = sorted(kept)
        arguments = ast.arguments([], [ast.arg(values, None)], None, [], [], None, [])
        target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        sets: ast.stmt = ast.Assign([target], ast.Name(values, ast.Load()))
        body = [*self._declaration(kept), sets if names else ast.Pass()]
        return ast.FunctionDef(self._setter, arguments, body, [], None)

    # Expressions

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in _UNTOUCHED:
            return node
        is_operator = (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == OPERATORS
        )
        self.generic_visit(node)
        if not is_operator:
            node.func = ast.copy_location(call("callable_", node.func), node.func)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        made = node.values[-1]
        for value in reversed(node.values[:-1]):
            made = call(name, thunk(value), thunk(made))
        return ast.copy_location(made, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        return ast.copy_location(call("not_", node.operand), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        made = call("if_expression", node.test, thunk(node.body), thunk(node.orelse))
        return ast.copy_location(made, node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        operands = [node.left, *node.comparators]
        pairs: list[ast.expr] = [
            ast.Compare(copy.deepcopy(left), [op], [right])
            for left, op, right in zip(operands, node.ops, operands[1:], strict=False)
        ]
        made = pairs[-1]
        for pair in reversed(pairs[:-1]):
            made = call("and_", thunk(pair), thunk(made))
        return ast.copy_location(made, node)


def _own_declarations(node: ast.AST) -> list[ast.Global | ast.Nonlocal]:
    """The ``global`` and ``nonlocal`` of a statement, not those of functions inside."""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return [node]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
        return []
    return [found for part in ast.iter_child_nodes(node) for found in _own_declarations(part)]
