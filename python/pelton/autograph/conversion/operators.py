"""What rewritten code calls: Python's branches, loops, truth values and calls, over tensors too."""

from __future__ import annotations

import builtins

from pelton._core import Tensor as _Tensor
from pelton._core import Variable as _Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.autograph.conversion.callables import callable_
from pelton.autograph.conversion.staged import staged_if, staged_loop
from pelton.autograph.conversion.unbound import NothingReturned, Unbound
from pelton.functions.control_flow import cond

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "and_",
    "assert_",
    "callable_",
    "for_",
    "if_",
    "if_expression",
    "not_",
    "nothing_returned",
    "or_",
    "returned",
    "unbound",
    "while_",
]

unbound = Unbound


def nothing_returned() -> NothingReturned:
    """What the function has returned at its beginning."""
    return NothingReturned("return value")


def returned(value: Any) -> Any:
    """What the function returns: None where it did not say."""
    return None if isinstance(value, NothingReturned) else value


def _is_open(value: Any) -> bool:
    """Whether a truth value is known when the program runs only."""
    return isinstance(value, _Tensor) and _functions.is_symbolic(value)


def _truth(value: Any) -> Any:
    """A tensor of the truth of a value; a variable's is that of what it holds."""
    return _functions.convert(value) if isinstance(value, _Variable) else value


def if_(
    test: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get: Callable[[], tuple[Any, ...]],
    put: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """``if test: body() else: orelse()``, after which the variables are asked for."""
    test = _truth(test)
    if _is_open(test):
        staged_if(test, body, orelse, get, put, names)
    elif test:
        body()
    else:
        orelse()


def while_(
    test: Callable[[], Any],
    body: Callable[[], None],
    get: Callable[[], tuple[Any, ...]],
    put: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """``while test(): body()``."""
    while True:
        found = _truth(test())
        if _is_open(found):
            staged_loop(test, body, get, put, names)
            return
        if not found:
            return
        body()


def for_(
    items: Any,
    extra: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get: Callable[[], tuple[Any, ...]],
    put: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """``for item in items: body(item)`` while ``extra()``."""
    items = _truth(items)
    if isinstance(items, _Tensor) and _functions.is_tracing():
        _for_rows(items, extra, body, get, put, names)
        return
    for item in items:
        goes_on = True if extra is None else extra()
        if _is_open(goes_on):

            def turn(item: Any = item) -> None:
                body(item)

            staged_if(goes_on, turn, lambda: None, get, put, names)
        elif goes_on:
            body(item)
        else:
            return


def _for_rows(
    rows: Any,
    extra: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get: Callable[[], tuple[Any, ...]],
    put: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """The loop over the rows of a tensor, whose number is one more variable."""
    place: list[Any] = [_functions.convert(0)]
    count = _ops.shape(rows)[0]

    def test() -> Any:
        goes_on = _ops.less(place[0], count)
        return goes_on if extra is None else and_(lambda: goes_on, extra)

    def turn() -> None:
        at = place[0]
        body(rows[at])
        place[0] = _ops.add(at, 1)

    def put_all(values: tuple[Any, ...]) -> None:
        place[0] = values[0]
        put(tuple(values[1:]))

    staged_loop(test, turn, lambda: (place[0], *get()), put_all, ("iterate", *names))


def if_expression(test: Any, body: Callable[[], Any], orelse: Callable[[], Any]) -> Any:
    """``body() if test else orelse()``."""
    test = _truth(test)
    if _is_open(test):
        return cond(test, body, orelse)
    return body() if test else orelse()


def and_(one: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """``one() and other()``."""
    first = _truth(one())
    if not _is_open(first):
        return first and other()
    return cond(first, lambda: _boolean(other()), lambda: _boolean(first))


def or_(one: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """``one() or other()``."""
    first = _truth(one())
    if not _is_open(first):
        return first or other()
    return cond(first, lambda: _boolean(first), lambda: _boolean(other()))


def _boolean(value: Any) -> Any:
    tensor = _functions.convert(_truth(value))
    return tensor if tensor.dtype.is_bool else _ops.not_equal(tensor, 0)


def not_(value: Any) -> Any:
    """``not value``."""
    value = _truth(value)
    return _ops.logical_not(value) if _is_open(value) else not value


def assert_(test: Any, message: Callable[[], Any]) -> None:
    """``assert test, message()``; InvalidArgumentError at a run where it is over a tensor."""
    test = _truth(test)
    if _is_open(test):
        from pelton.debugging import Assert

        Assert(test, [message() or "Assertion error"])
        return
    if not test:
        given = message()
        raise builtins.AssertionError(*([] if given is None else [given]))
