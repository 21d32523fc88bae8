"""Owns Keras's branches and loops: ``cond``, ``switch``, ``while_loop``, ``fori_loop``.

They are TensorFlow's of this package under Keras's arguments, so they are traced as those are."""

from __future__ import annotations

from pelton._core import Tensor, Variable
from pelton._core import ops as _ops
from pelton.functions import control_flow as _control_flow
from pelton.keras.ops.conversion import convert
from pelton.nest import map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def _tensors(structure: Any) -> Any:
    """A nest whose leaves are tensors; None stays."""
    return map_structure(lambda leaf: None if leaf is None else convert(leaf), structure)


def cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """``true_fn()`` where `pred`, a scalar, is true, else ``false_fn()``."""
    if isinstance(pred, Variable):
        pred = convert(pred)
    return _control_flow.cond(pred, true_fn, false_fn)


def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any) -> Any:
    """What the branch of number `index` gives of the operands; the nearest branch beyond them."""
    place = index if isinstance(index, Tensor) else convert(index)
    place = _ops.clip_by_value(_ops.cast(place, "int32"), 0, len(branches) - 1)

    def bound(branch: Callable[..., Any]) -> Callable[[], Any]:
        return lambda: branch(*operands)

    return _control_flow.switch_case(place, [bound(branch) for branch in branches])


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    maximum_iterations: int | None = None,
) -> Any:
    """`loop_vars`, one value or several, replaced by what `body` gives while `cond` is true.

    At most `maximum_iterations` times."""
    is_several = isinstance(loop_vars, (tuple, list))
    start = tuple(loop_vars) if is_several else (loop_vars,)

    def once(*values: Any) -> tuple[Any, ...]:
        made = body(*values)
        return tuple(made) if isinstance(made, (list, tuple)) else (made,)

    found = _control_flow.while_loop(
        cond, once, _tensors(start), maximum_iterations=maximum_iterations
    )
    return type(loop_vars)(found) if type(loop_vars) in (list, tuple) else found[0]


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """`init_val`, replaced by ``body_fun(i, value)`` for each i from `lower` to before `upper`."""

    def goes_on(counter: Any, value: Any) -> Any:
        return counter < upper

    def once(counter: Any, value: Any) -> tuple[Any, Any]:
        return counter + 1, body_fun(counter, value)

    return _control_flow.while_loop(goes_on, once, (lower, _tensors(init_val)))[1]
