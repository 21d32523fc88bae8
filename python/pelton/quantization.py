"""Owns ``tf.quantization``: floats rounded to the values that so many bits have, as floats."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.autograd.user_gradient import custom_gradient as _custom_gradient
from pelton.errors import InvalidArgumentError as _InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _levels(op: str, num_bits: int, narrow_range: bool) -> tuple[float, float]:
    """The least and the greatest integer. Raises InvalidArgumentError unless 2 to 16 bits."""
    if not 2 <= num_bits <= 16:
        raise _InvalidArgumentError(f"{op}: num_bits must be from 2 to 16, got {num_bits}")
    return float(narrow_range), float(2**num_bits - 1)


def _nudged(low: Tensor, high: Tensor, levels: tuple[float, float]) -> tuple[Tensor, ...]:
    """The range moved so that zero is one of its values (Jacob et al. 2018, section 3), and the
    distance of neighbours."""
    least, greatest = levels
    scale = (high - low) / (greatest - least)
    zero = least - low / scale
    rounded = _ops.floor(zero + 0.5)
    zero = _ops.clip_by_value(rounded, least, greatest)
    return (least - zero) * scale, (greatest - zero) * scale, scale


def _rounded(x: Tensor, low: Tensor, high: Tensor, levels: tuple[float, float]) -> Tensor:
    """The nearest values of the range; zeros where the range is [0, 0]."""
    least, greatest, scale = _nudged(low, high, levels)
    count = _functions.convert(levels[1] - levels[0], scale.dtype)
    inverse = _ops.divide_no_nan(count, high - low)
    zero = _ops.floor(_ops.negative(least) * inverse + 0.5)
    shifted = _ops.clip_by_value(x, least, greatest) - least
    steps = _ops.floor(shifted * inverse - zero + 0.5)
    is_empty = _ops.logical_and(_ops.equal(low, 0.0), _ops.equal(high, 0.0))
    return _ops.where(is_empty, _ops.zeros_like(x), steps * scale)


def _passed(
    gradients: Tensor, x: Tensor, low: Tensor, high: Tensor, levels: tuple[float, float]
) -> tuple[Tensor, Tensor, Tensor]:
    """What passes: within the range to the input, below to its least, above to its greatest."""
    least, greatest, _ = _nudged(low, high, levels)
    is_empty = _ops.logical_and(_ops.equal(low, 0.0), _ops.equal(high, 0.0))
    is_below = _ops.logical_and(x < least, _ops.logical_not(is_empty))
    is_above = _ops.logical_and(x > greatest, _ops.logical_not(is_empty))
    nothing = _ops.zeros_like(gradients)
    inside = _ops.where(_ops.logical_or(is_below, is_above), nothing, gradients)
    return (
        inside,
        _ops.where(is_below, gradients, nothing),
        _ops.where(is_above, gradients, nothing),
    )


def _single(value: TensorLike) -> Tensor:
    return _functions.convert(value, _dtypes.float32)


def _bounds(op: str, low: float, high: float) -> tuple[Tensor, Tensor]:
    if not low < high:
        raise _InvalidArgumentError(f"{op}: min must be below max, got min={low} and max={high}")
    return _single(low), _single(high)


def _check_channels(op: str, x: Tensor, low: Tensor, high: Tensor) -> None:
    """Raises InvalidArgumentError unless `min` and `max` have an entry per channel."""
    wanted = x.shape[-1:]
    if x.ndim < 1 or tuple(low.shape) != tuple(wanted) or tuple(high.shape) != tuple(wanted):
        raise _InvalidArgumentError(
            f"{op}: min and max must have the size of the inputs' last axis, got inputs "
            f"{tuple(x.shape)}, min {tuple(low.shape)} and max {tuple(high.shape)}"
        )


def _check_scalars(op: str, low: Tensor, high: Tensor) -> None:
    if low.ndim or high.ndim:
        raise _InvalidArgumentError(
            f"{op}: min and max must be scalars, got {tuple(low.shape)} and {tuple(high.shape)}"
        )


def fake_quant_with_min_max_args(
    inputs: TensorLike,
    min: float = -6,  # noqa: A002 - TensorFlow's name
    max: float = 6,  # noqa: A002 - TensorFlow's name
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """``inputs`` rounded to the 2^num_bits values of a range; gradients pass within the range."""
    op = "fake_quant_with_min_max_args"
    levels = _levels(op, num_bits, narrow_range)
    low, high = _bounds(op, min, max)

    @_custom_gradient
    def rounded(x: Tensor) -> Any:
        return _rounded(x, low, high, levels), lambda g: _passed(g, x, low, high, levels)[0]

    return rounded(_single(inputs))


def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: float = -6,  # noqa: A002 - TensorFlow's name
    max: float = 6,  # noqa: A002 - TensorFlow's name
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """``gradients`` where ``inputs`` are in the range, 0 elsewhere."""
    op = "fake_quant_with_min_max_args_gradient"
    levels = _levels(op, num_bits, narrow_range)
    low, high = _bounds(op, min, max)
    return _passed(_single(gradients), _single(inputs), low, high, levels)[0]


def _learned(inputs: TensorLike, low: Tensor, high: Tensor, levels: Any, axes: Any) -> Tensor:
    @_custom_gradient
    def rounded(x: Tensor, low: Tensor, high: Tensor) -> Any:
        def backward(g: Tensor) -> Any:
            inside, below, above = _passed(g, x, low, high, levels)
            return inside, _ops.reduce_sum(below, axes), _ops.reduce_sum(above, axes)

        return _rounded(x, low, high, levels), backward

    return rounded(inputs, low, high)


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,  # noqa: A002 - TensorFlow's name
    max: TensorLike,  # noqa: A002 - TensorFlow's name
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """As ``fake_quant_with_min_max_args`` with scalars that get gradients: those of the inputs
    outside the range."""
    op = "fake_quant_with_min_max_vars"
    levels = _levels(op, num_bits, narrow_range)
    low, high = _single(min), _single(max)
    _check_scalars(op, low, high)
    return _learned(_single(inputs), low, high, levels, None)


def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,  # noqa: A002 - TensorFlow's name
    max: TensorLike,  # noqa: A002 - TensorFlow's name
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of ``inputs``, ``min`` and ``max``."""
    op = "fake_quant_with_min_max_vars_gradient"
    levels = _levels(op, num_bits, narrow_range)
    low, high = _single(min), _single(max)
    _check_scalars(op, low, high)
    inside, below, above = _passed(_single(gradients), _single(inputs), low, high, levels)
    return inside, _ops.reduce_sum(below), _ops.reduce_sum(above)


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,  # noqa: A002 - TensorFlow's name
    max: TensorLike,  # noqa: A002 - TensorFlow's name
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """As ``fake_quant_with_min_max_vars`` with a range for each place of the last axis."""
    op = "fake_quant_with_min_max_vars_per_channel"
    levels = _levels(op, num_bits, narrow_range)
    x, low, high = _single(inputs), _single(min), _single(max)
    _check_channels(op, x, low, high)
    return _learned(x, low, high, levels, list(range(x.ndim - 1)))


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,  # noqa: A002 - TensorFlow's name
    max: TensorLike,  # noqa: A002 - TensorFlow's name
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of ``inputs``, ``min`` and ``max``, these two of each channel."""
    op = "fake_quant_with_min_max_vars_per_channel_gradient"
    levels = _levels(op, num_bits, narrow_range)
    x, low, high = _single(inputs), _single(min), _single(max)
    _check_channels(op, x, low, high)
    inside, below, above = _passed(_single(gradients), x, low, high, levels)
    axes = list(range(x.ndim - 1))
    return inside, _ops.reduce_sum(below, axes), _ops.reduce_sum(above, axes)


def _reach(x: Tensor, axis: int | None) -> tuple[Tensor, Tensor]:
    """The least and the greatest number, of each place of `axis` with one."""
    axes = None if axis is None else [n for n in range(x.ndim) if n != axis % x.ndim]
    keep = axis is not None
    return _ops.reduce_min(x, axes, keep), _ops.reduce_max(x, axes, keep)


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """The values rounded to whole multiples of a scale by which the range fits into so many bits.

    The range is that of the values, along all axes but `axis`, or with `range_given` that of
    `input_min` and `input_max`, to which values are cut. `round_mode`: "HALF_TO_EVEN" or "HALF_UP".
    Gradients pass within the range."""
    way = (signed_input, num_bits, range_given, round_mode, narrow_range, axis)
    return _whole_steps(input, input_min, input_max, *way, is_cut=True)


def _whole_steps(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool,
    num_bits: int,
    range_given: bool,
    round_mode: str,
    narrow_range: bool,
    axis: int | None,
    is_cut: bool,
) -> Tensor:
    """The rounded values; gradients pass within the range, or everywhere unless `is_cut`."""
    op = "quantize_and_dequantize"
    if round_mode not in ("HALF_TO_EVEN", "HALF_UP"):
        raise _InvalidArgumentError(f"{op}: round_mode must be 'HALF_TO_EVEN' or 'HALF_UP'")
    if not signed_input < num_bits < 64:
        raise _InvalidArgumentError(f"{op}: num_bits is out of range: {num_bits}")
    axis = None if axis == -1 else axis
    most = float(2 ** (num_bits - signed_input) - 1)
    least = -most - (not narrow_range) if signed_input else 0.0

    @_custom_gradient
    def rounded(x: Tensor) -> Any:
        low, high = _reach(x, axis)
        if range_given:
            given = (_functions.convert_like(one, x.dtype) for one in (input_min, input_max))
            shape = [-1 if n == axis else 1 for n in range(x.ndim)] if axis is not None else []
            low, high = (_ops.reshape(one, shape) for one in given)
        from_low = _ops.where(low * least > 0.0, least / low, x.dtype.max)
        from_high = _ops.where(high * most > 0.0, most / high, x.dtype.max)
        by_low = from_low < from_high
        step = _ops.where(by_low, low / (least or 1.0), high / most)
        low, high = _ops.where(by_low, low, step * least), _ops.where(by_low, step * most, high)
        cut = _ops.clip_by_value(x, low, high) if range_given else x
        scaled = cut * _ops.minimum(from_low, from_high)
        near = _ops.round(scaled) if round_mode == "HALF_TO_EVEN" else _ops.floor(scaled + 0.5)
        inside = _ops.cast(_ops.logical_and(x >= low, x <= high), x.dtype)
        return near * step, lambda g: g * inside if is_cut else g

    return rounded(_functions.convert(input))


def quantize_and_dequantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """As ``quantize_and_dequantize_v2``, but for gradients: they pass beyond the range too."""
    way = (signed_input, num_bits, range_given, round_mode, narrow_range, axis)
    return _whole_steps(input, input_min, input_max, *way, is_cut=False)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
