"""Owns keras.backend's choices and loops: switch, map_fn, foldl, foldr, rnn; and gradients."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops.conversion import convert

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._types import TensorLike


def switch(condition: TensorLike, then_expression: Any, else_expression: Any) -> Any:
    """One of two tensors, or of what two functions return, by a scalar; by a tensor of truth values
    the one or the other for each row or element."""
    condition = _ops.cast(convert(condition), "bool")
    if condition.ndim == 0:
        from pelton.functions.control_flow import cond

        def branch(expression: Any) -> Any:
            return expression if callable(expression) else lambda: convert(expression)

        return cond(condition, branch(then_expression), branch(else_expression))
    then_value, else_value = (
        convert(value() if callable(value) else value)
        for value in (then_expression, else_expression)
    )
    if condition.ndim > then_value.ndim:
        raise ValueError(
            "Rank of `condition` should be less than or equal to rank of `then_expression` and "
            f"`else_expression`. ndim(condition)={condition.ndim}, ndim(then_expression)="
            f"{then_value.ndim} [switch]"
        )
    for _ in range(then_value.ndim - condition.ndim):
        condition = _ops.expand_dims(condition, -1)
    return _ops.where(condition, then_value, else_value)


def map_fn(fn: Callable[[Any], Any], elems: Any, name: str | None = None, dtype: Any = None) -> Any:
    """What `fn` makes of each row, stacked."""
    from pelton.functions.row_loops import map_fn as run

    return run(fn, elems, dtype=dtype)


def foldl(
    fn: Callable[[Any, Any], Any], elems: Any, initializer: Any = None, name: str | None = None
) -> Any:
    """fn(so far, row) from the first row to the last."""
    from pelton.functions.row_loops import foldl as run

    return run(fn, elems, initializer=initializer)


def foldr(
    fn: Callable[[Any, Any], Any], elems: Any, initializer: Any = None, name: str | None = None
) -> Any:
    """fn(so far, row) from the last row to the first."""
    from pelton.functions.row_loops import foldr as run

    return run(fn, elems, initializer=initializer)


def rnn(
    step_function: Callable[[Any, Any], Any],
    inputs: TensorLike,
    initial_states: Any,
    go_backwards: bool = False,
    mask: TensorLike | None = None,
    constants: Any = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> tuple[Tensor, Tensor, Any]:
    """The last output, the outputs (batch, time, ...) and the last states of
    step_function(row, states), which gives an output and new states. `constants` come behind the
    states; where `mask` (batch, time) is false the states stay."""
    from pelton.keras.layers.recurrent import steps

    x = convert(inputs)
    x = _swapped(x) if time_major else x
    seen = None if mask is None else _ops.cast(convert(mask), "bool")
    seen = _swapped(seen) if seen is not None and time_major else seen
    if seen is not None and seen.ndim == 3:
        seen = _ops.squeeze(seen, -1)
    more = list(constants or ())

    def step(row: Tensor, states: Any) -> tuple[Tensor, Any]:
        return step_function(row, list(states) + more)

    outputs, last, states = steps.run(
        step, x, list(initial_states), seen, go_backwards, zero_output_for_mask
    )
    if not return_all_outputs:
        outputs = _ops.expand_dims(last, 1)
    return last, _swapped(outputs) if time_major else outputs, states


def _swapped(x: Tensor) -> Tensor:
    return _ops.transpose(x, [1, 0, *range(2, x.ndim)])


def gradients(loss: Any, variables: Any) -> Any:
    """Raises RuntimeError: what has been computed keeps no graph; a GradientTape records one."""
    raise RuntimeError(
        "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape "
        "instead. [keras.backend.gradients]"
    )


def name_scope(name: str) -> Any:
    """A scope whose name comes before those of what is made in it; ``keras.name_scope``."""
    from pelton.keras.scopes import name_scope as scope

    return scope(name)


_name_refusals(globals())
