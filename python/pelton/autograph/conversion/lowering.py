"""Rewrites ``return``, ``break`` and ``continue`` as truth values that later statements ask."""

from __future__ import annotations

import ast

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable

Block = list[ast.stmt]
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LOOPS = (ast.For, ast.While)
RETURNED, IS_RETURNED = "ag__returned", "ag__is_returned"
OPERATORS = "ag__"  # what the rewritten code calls, see `operators`


def call(name: str, *arguments: ast.expr) -> ast.expr:
    """A call of one of the operators."""
    function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), name, ast.Load())
    return ast.Call(function, list(arguments), [])


def thunk(value: ast.expr) -> ast.expr:
    """``lambda: value``."""
    nothing = ast.arguments([], [], None, [], [], None, [])
    return ast.Lambda(nothing, value)


def assigned(name: str, value: ast.expr) -> ast.stmt:
    """``name = value``."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _flag(name: str, value: bool) -> ast.stmt:
    return assigned(name, ast.Constant(value))


def _is_not(name: str) -> ast.expr:
    return call("not_", ast.Name(name, ast.Load()))


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    return () if isinstance(node, _SCOPES) else ast.iter_child_nodes(node)


def _returns(node: ast.AST) -> bool:
    """Whether a statement holds a ``return``, in loops too."""
    return isinstance(node, ast.Return) or any(_returns(part) for part in _parts(node))


def _leaves(node: ast.AST, kinds: tuple[type[ast.stmt], ...]) -> bool:
    """Whether a statement of a loop's body holds one of these that are this loop's."""
    if isinstance(node, kinds):
        return True
    if isinstance(node, _LOOPS):  # the `else` of a loop inside belongs to the loop around
        return any(_leaves(part, kinds) for part in node.orelse)
    return any(_leaves(part, kinds) for part in _parts(node))


_OWN = (ast.Break, ast.Continue)


def _jumps(node: ast.AST) -> bool:
    return _returns(node) or _leaves(node, _OWN)


def _ends(block: Block) -> bool:
    """Whether a block never reaches its end."""
    for statement in block:
        if isinstance(statement, (ast.Return, *_OWN)):
            return True
        if isinstance(statement, ast.If) and statement.orelse:
            if _ends(statement.body) and _ends(statement.orelse):
                return True
    return False


class Lowering:
    """Of one function's body, without those of the functions inside."""

    def __init__(self) -> None:
        self._loops: list[tuple[str, str]] = []  # flags of loops around: is left, is passed over
        self._count = 0

    def body(self, statements: Block) -> Block:
        """The body with at most one ``return``, its last statement."""
        inner = statements[:-1] if isinstance(statements[-1], ast.Return) else statements
        if not any(_returns(statement) for statement in inner):
            return [*self._block(inner), *statements[len(inner) :]]
        start = [_flag(IS_RETURNED, False), assigned(RETURNED, call("nothing_returned"))]
        end = ast.Return(call("returned", ast.Name(RETURNED, ast.Load())))
        return [*start, *self._block(statements), end]

    def _block(self, statements: Block) -> Block:
        out: Block = []
        for place, statement in enumerate(statements):
            rest = statements[place + 1 :]
            if isinstance(statement, (ast.Return, *_OWN)):
                return [*out, *self._jump(statement)]
            if isinstance(statement, _LOOPS):
                return [*out, *self._loop(statement, rest)]
            if isinstance(statement, ast.If) and _jumps(statement):
                return [*out, *self._branches(statement, rest)]
            if not isinstance(statement, _SCOPES) and _jumps(statement):
                self._lower_parts(statement)
                return [*out, statement, *self._guarded(rest, _jumps_of(statement))]
            if not isinstance(statement, _SCOPES):
                self._lower_parts(statement)
            out.append(statement)
        return out

    def _lower_parts(self, statement: ast.stmt) -> None:
        """The blocks of a ``with``, ``try`` or ``if``."""
        for name in ("body", "orelse", "finalbody"):
            block = getattr(statement, name, None)
            if isinstance(block, list) and block:
                setattr(statement, name, self._block(block) or [ast.Pass()])
        for part in getattr(statement, "handlers", []):
            self._lower_parts(part)

    def _jump(self, statement: ast.stmt) -> Block:
        out: Block = []
        if isinstance(statement, ast.Return):
            out = [
                _flag(IS_RETURNED, True),
                assigned(RETURNED, statement.value or ast.Constant(None)),
            ]
        if self._loops:
            left, passed = self._loops[-1]
            out.append(_flag(passed if isinstance(statement, ast.Continue) else left, True))
        return out

    def _branches(self, statement: ast.If, rest: Block) -> Block:
        """What follows a branch that jumps goes into the other one."""
        body, orelse = list(statement.body), list(statement.orelse)
        kinds = _jumps_of(statement)
        if _ends(body) and _ends(orelse):
            rest = []
        elif _ends(body):
            orelse, rest = orelse + rest, []
        elif _ends(orelse):
            body, rest = body + rest, []
        made = ast.If(statement.test, self._block(body) or [ast.Pass()], self._block(orelse))
        return [ast.copy_location(made, statement), *self._guarded(rest, kinds)]

    def _guarded(self, rest: Block, kinds: set[type]) -> Block:
        """``rest`` where no jump of these kinds was made."""
        if not rest:
            return []
        if self._loops:
            left, passed = self._loops[-1]
            names = [left] if kinds & {ast.Break, ast.Return} else []
            names += [passed] if ast.Continue in kinds else []
        else:
            names = [IS_RETURNED]
        test = _is_not(names[0])
        for name in names[1:]:
            test = call("and_", thunk(test), thunk(_is_not(name)))
        return [ast.copy_location(ast.If(test, self._block(rest), []), rest[0])]

    def _loop(self, loop: ast.For | ast.While, rest: Block) -> Block:
        """A loop and what follows it; `ag__extra` of a ``for`` is what it asks beyond its turns."""
        has_return = any(_returns(statement) for statement in loop.body)
        is_left = has_return or any(_leaves(s, (ast.Break,)) for s in loop.body)
        is_passed = any(_leaves(s, (ast.Continue,)) for s in loop.body)
        self._count += 1
        left, passed = f"ag__left_{self._count}", f"ag__passed_{self._count}"
        self._loops.append((left, passed))
        loop.body = self._block(loop.body) or [ast.Pass()]
        self._loops.pop()
        if is_passed:
            loop.body.insert(0, _flag(passed, False))
        if is_left and isinstance(loop, ast.While):
            loop.test = call("and_", thunk(_is_not(left)), thunk(loop.test))
        elif is_left:
            loop.ag__extra = _is_not(left)  # type: ignore[union-attr]
        orelse, loop.orelse = loop.orelse, []
        before = [_flag(left, False)] if is_left else []
        after: Block = [ast.If(_is_not(left), orelse, [])] if orelse and is_left else orelse
        if not has_return:
            return [*before, loop, *self._block([*after, *rest])]
        if self._loops:  # the loop around is left too
            leave = ast.If(ast.Name(IS_RETURNED, ast.Load()), [ast.Break()], [])
            return [*before, loop, *self._block([*after, leave, *rest])]
        return [*before, loop, *self._guarded([*after, *rest], {ast.Return})]


def _jumps_of(statement: ast.stmt) -> set[type]:
    """The kinds of jumps that a statement may make, of its own loop or function."""
    kinds: set[type] = {kind for kind in _OWN if _leaves(statement, (kind,))}
    return kinds | ({ast.Return} if _returns(statement) else set())
