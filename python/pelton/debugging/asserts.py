"""Owns the asserts on values: eager ones raise at once, those of a trace at each of its runs."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.debugging.messages import prefix
from pelton.errors import InvalidArgumentError
from pelton.host.graph_effects import effect_in_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

_SHOWN = 3  # elements of each tensor in a text, unless `summarize` says another number


def _short(tensor: Tensor, summarize: int | None) -> str:
    """The first elements of a tensor, separated by commas."""
    count = _SHOWN if summarize is None else summarize
    values = tensor.numpy().reshape(-1)
    shown = values if count < 0 else values[:count]
    rest = ", ..." if len(shown) < len(values) else ""
    return ", ".join(str(value) for value in shown) + rest


def Assert(  # noqa: N802 - TensorFlow's name
    condition: TensorLike,
    data: Sequence[Any],
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, with what is in `data`, unless `condition` holds."""
    is_tensor = hasattr(condition, "dtype")
    tensors = [leaf for leaf in data if hasattr(leaf, "dtype")]

    def check(values: list[Any]) -> None:
        if bool(values[0].numpy().all()):
            return
        shown = iter(values[1:])
        parts = [
            _short(next(shown), summarize) if hasattr(leaf, "dtype") else _constant(leaf)
            for leaf in data
        ]
        what = str(values[0] if is_tensor else condition)
        text = "\n".join(parts)
        raise InvalidArgumentError(f"Expected '{what}' to be true. Summarized data: {text}")

    given = [_functions.convert(value) for value in (condition, *tensors)]
    perform_check("Assert", given, check)


def _constant(value: Any) -> str:
    return str(value.encode() if isinstance(value, str) else value)


def perform_check(op: str, values: list[Any], check: Any) -> None:
    """Checks the values now, or in each run of the trace or graph; those between the layers of a
    model are checked by its calls alone."""
    from pelton import executing_eagerly

    are_known = not any(_functions.is_symbolic(value) for value in values)
    if op == "Assert" and effect_in_graph(op, values, check) is not None:
        return  # other checks are part of what a node gives
    if _functions.is_in_symbolic_call() and not _functions.is_tracing():
        if are_known:
            check(values)
    elif are_known or not executing_eagerly():
        _functions.perform(op, values, check)


def _compare(
    symbol: str, compare: Callable[[Any, Any], Any], x: Any, y: Any, message: Any, summarize: Any
) -> None:
    """Checks compare(x, y) element by element; the text lists where it does not hold."""
    import numpy as np

    left, right = _pair(x, y)

    def check(values: list[Any]) -> None:
        held, first, second = (value.numpy() for value in values)
        if held.all():
            return
        a, b = np.broadcast_arrays(first, second)
        held = np.broadcast_to(held, a.shape)
        wrong = np.argwhere(~held)
        count = _SHOWN if summarize is None else summarize
        count = len(wrong) if count < 0 else min(len(wrong), count)
        size = _SHOWN if summarize is None or summarize < 0 else summarize
        lines = [] if message is None else [str(message)]
        lines += [f"Condition x {symbol} y did not hold."]
        if held.ndim:
            lines += [f"Indices of first {count} different values:", f"{wrong[:count]}"]
            lines += ["Corresponding x values:", f"{a[~held][:count]}"]
            lines += ["Corresponding y values:", f"{b[~held][:count]}"]
        for name, array in (("x", first), ("y", second)):
            shown = array.reshape(-1)[:size]
            lines += [f"First {len(shown)} elements of {name}:", f"{shown}"]
        raise InvalidArgumentError("\n".join(lines))

    perform_check("Assert", [compare(left, right), left, right], check)


def _pair(x: Any, y: Any) -> tuple[Any, Any]:
    """Both as tensors; a value that is none takes the other's dtype."""
    if not hasattr(x, "dtype") and hasattr(y, "dtype"):
        right = _functions.convert(y)
        return _functions.convert_like(x, right.dtype), right
    left = _functions.convert(x)
    return left, _functions.convert_like(y, left.dtype if hasattr(x, "dtype") else None)


def assert_equal(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, which lists the differing elements, unless x == y."""
    _compare("==", _math.equal, x, y, message, summarize)


def assert_none_equal(
    x: TensorLike,
    y: TensorLike,
    summarize: int | None = None,
    message: Any = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, which lists the equal elements, unless x != y."""
    _compare("!=", _math.not_equal, x, y, message, summarize)


def assert_greater(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, which lists the other elements, unless x > y."""
    _compare(">", _math.greater, x, y, message, summarize)


def assert_greater_equal(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, which lists the other elements, unless x >= y."""
    _compare(">=", _math.greater_equal, x, y, message, summarize)


def assert_less(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, which lists the other elements, unless x < y."""
    _compare("<", _math.less, x, y, message, summarize)


def assert_less_equal(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError, which lists the other elements, unless x <= y."""
    _compare("<=", _math.less_equal, x, y, message, summarize)


def _texts(name: str, tensor: Any) -> str:
    return f"{name} (shape={tuple(tensor.shape)} dtype={tensor.dtype.name}) = "


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: Any = None,
    atol: Any = None,
    message: Any = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises InvalidArgumentError unless abs(x - y) <= atol + rtol * abs(y).

    Both tolerances are 10 times the dtype's resolution unless given."""
    left = _functions.convert(x)
    right = _functions.convert(y, left.dtype)
    resolution = 10.0 * _epsilon(left.dtype)
    real = left.dtype.real_dtype
    relative = _functions.convert_like(resolution if rtol is None else rtol, real)
    absolute = _functions.convert_like(resolution if atol is None else atol, real)
    distance = _math.abs(left - right)
    bound = absolute + relative * _math.abs(right)
    Assert(
        _math.reduce_all(distance <= _ops.cast(bound, distance.dtype)),
        [
            prefix(message),
            f"x and y not equal to tolerance rtol = {relative}, atol = {absolute}",
            _texts("x", left),
            left,
            _texts("y", right),
            right,
        ],
        summarize=summarize,
    )


def _epsilon(dtype: Any) -> float:
    import numpy as np

    if dtype == _dtypes["bfloat16"]:
        return 2.0**-7
    return float(np.finfo(dtype.as_numpy_dtype).eps)


def _assert_sign(
    symbol: str, compare: Callable[[Any, Any], Any], x: Any, message: Any, summarize: int | None
) -> None:
    tensor = _functions.convert(x)

    def check(values: list[Any]) -> None:
        if bool(values[0].numpy().all()):
            return
        raise InvalidArgumentError(
            f"{prefix(message)}\nCondition x {symbol} 0 did not hold element-wise:\n"
            f"{_texts('x', values[1])}\n{_short(values[1], summarize)}"
        )

    perform_check("Assert", [compare(tensor, _ops.zeros_like(tensor)), tensor], check)


def assert_negative(
    x: TensorLike, message: Any = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises InvalidArgumentError unless all elements are below 0."""
    _assert_sign("<", _math.less, x, message, summarize)


def assert_positive(
    x: TensorLike, message: Any = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises InvalidArgumentError unless all elements are above 0."""
    _assert_sign(">", _math.greater, x, message, summarize)


def assert_non_negative(
    x: TensorLike, message: Any = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises InvalidArgumentError if an element is below 0."""
    _assert_sign(">=", _math.greater_equal, x, message, summarize)


def assert_non_positive(
    x: TensorLike, message: Any = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises InvalidArgumentError if an element is above 0."""
    _assert_sign("<=", _math.less_equal, x, message, summarize)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
