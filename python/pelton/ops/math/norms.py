"""Owns lengths and moments: norms, normalisation by them, clipping, means and variances."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _magnitudes(x: Tensor) -> Tensor:
    return _ops.abs(x)


def sum_of_squares(x: Tensor, axes: Any = None, keepdims: bool = False) -> Tensor:
    """Of all elements, or along axes. Of symbolic tensors by ops that Keras has too, as models hold
    them in their configs."""
    if x.dtype.is_floating and not _functions.is_symbolic(x):
        return _ops.reduce_sum_of_squares(x, axes, keepdims)
    sizes = _magnitudes(x) if x.dtype.is_complex else x
    return _ops.reduce_sum(_ops.square(sizes), axes, keepdims)


def _length(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
    """The square root of all squares, in the dtype of `x` also where that is complex."""
    found = _ops.sqrt(sum_of_squares(x, axes, keepdims))
    return _ops.cast(found, x.dtype) if x.dtype.is_complex else found


def _matrix_norm(x: Tensor, order: Any, axes: list[int], keepdims: bool) -> Tensor:
    """The largest sum along one of the two axes, the largest singular value, or the square root
    of all squares."""
    if order not in ("fro", "euclidean", 1, 2, float("inf")):
        raise ValueError(f"norm: 'ord' of matrices is 'fro', 1, 2 or inf, got {order!r}")
    rows, columns = (axis % x.ndim for axis in axes)
    if order == 2:
        others = [axis for axis in range(x.ndim) if axis not in (rows, columns)]
        values = _ops.svd(_ops.transpose(x, [*others, rows, columns]), full_matrices=False)[0]
        largest = _ops.reduce_max(values, [-1])
        for axis in sorted((rows, columns)) if keepdims else ():
            largest = _ops.expand_dims(largest, axis)
        return largest
    if order in ("fro", "euclidean"):
        return _length(x, [rows, columns], keepdims)
    summed, chosen = (rows, columns) if order == 1 else (columns, rows)
    sums = _ops.reduce_sum(_magnitudes(x), summed, True)
    result = _ops.reduce_max(sums, chosen, True)
    return result if keepdims else _ops.squeeze(result, [rows, columns])


def _vector_norm(x: Tensor, order: Any, axes: Any, keepdims: bool) -> Tensor:
    if order == "euclidean" or order == 2:
        return _length(x, axes, keepdims)
    if order == 1:
        return _ops.reduce_sum(_magnitudes(x), axes, keepdims)
    if order == float("inf"):
        return _ops.reduce_max(_magnitudes(x), axes, keepdims)
    sizes = _magnitudes(x)
    power = _functions.convert(order, sizes.dtype)
    return _ops.pow(_ops.reduce_sum(_ops.pow(sizes, power), axes, keepdims), 1.0 / power)


def norm(
    tensor: TensorLike,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """The length of ``tensor``, of its vectors along one ``axis``, or of its matrices along two.

    ``ord``: "euclidean", "fro", inf or a positive number. Raises ValueError for others, and for
    "fro" without two axes.
    """
    x = _functions.convert(tensor)
    is_matrix = isinstance(axis, (list, tuple)) and len(axis) == 2
    if isinstance(axis, (list, tuple)) and len(axis) not in (1, 2):
        raise ValueError(f"'axis' must be None, an integer, or two integers, got {axis}")
    if is_matrix and axis[0] == axis[1]:
        raise ValueError(f"'axis' must be two different integers, got {axis}")
    is_number = isinstance(ord, (int, float)) and ord > 0
    if not (is_number or ord in ("fro", "euclidean")) or (ord == "fro" and not is_matrix):
        raise ValueError(f"'ord' must be a supported norm, got {ord!r} with axis={axis}")
    if is_matrix:
        return _matrix_norm(x, ord, list(axis), bool(keepdims))
    axes = list(axis) if isinstance(axis, (list, tuple)) else axis
    return _vector_norm(x, ord, axes, bool(keepdims))


def normalize(
    tensor: TensorLike, ord: Any = "euclidean", axis: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """``tensor`` divided by its norm, and that norm, in which the axes stay."""
    x = _functions.convert(tensor)
    length = _ops.cast(norm(x, ord, axis, True), x.dtype)
    return x / length, length


def l2_normalize(
    x: TensorLike,
    axis: Any = None,
    epsilon: float = 1e-12,
    name: str | None = None,
    dim: Any = None,
) -> Tensor:
    """``x`` divided by its length along ``axis``; its square counts as ``epsilon`` at least."""
    x = _functions.convert(x)
    squares = sum_of_squares(x, dim if axis is None else axis, True)
    inverse = _ops.rsqrt(_ops.maximum(squares, _functions.convert(epsilon, squares.dtype)))
    return x * _ops.cast(inverse, x.dtype)


def clip_by_norm(
    t: TensorLike, clip_norm: TensorLike, axes: Any = None, name: str | None = None
) -> Tensor:
    """``t``, shortened along ``axes`` to the length ``clip_norm`` where it is longer.

    Of IndexedSlices the rows count, and are shortened."""
    if _functions.is_indexed_slices(t):
        return t.with_values(clip_by_norm(t.values, clip_norm, axes))
    t = _functions.convert(t)
    most = _functions.convert(clip_norm, t.dtype)
    squares = sum_of_squares(t, axes, True)
    is_long = squares > 0
    safe = _ops.where(is_long, squares, _ops.ones_like(squares))
    length = _ops.where(is_long, _ops.sqrt(safe), squares)
    return t * most / _ops.maximum(length, most)


def global_norm(t_list: Sequence[TensorLike | None], name: str | None = None) -> Tensor:
    """The square root of the sum of all squares of some tensors; None counts as none.

    Of IndexedSlices the rows count."""
    tensors = [_rows(t) for t in _as_list("global_norm", t_list)]
    halves = [sum_of_squares(t) for t in tensors if t is not None]
    if not halves:
        return _functions.convert(0.0)
    total = halves[0]
    for one in halves[1:]:
        total = total + one
    return _ops.sqrt(total)


def _rows(t: Any) -> Any:
    return t.values if _functions.is_indexed_slices(t) else t


def _as_list(op: str, t_list: Any) -> list[Any]:
    if not isinstance(t_list, (list, tuple)):
        raise TypeError(
            f"{op}: Argument `t_list` should be a Sequence of Tensors, got {type(t_list).__name__}"
        )
    return [
        t if t is None or _functions.is_indexed_slices(t) else _functions.convert(t) for t in t_list
    ]


def clip_by_global_norm(
    t_list: Sequence[TensorLike | None],
    clip_norm: TensorLike,
    use_norm: TensorLike | None = None,
    name: str | None = None,
) -> tuple[list[Tensor | None], Tensor]:
    """All tensors shortened alike, so that their global norm is ``clip_norm`` at most; and it.

    ``use_norm``: their norm where it is known. Where it is not finite, all become NaN. The rows of
    IndexedSlices are shortened.
    """
    tensors = _as_list("clip_by_global_norm", t_list)
    length = global_norm(tensors) if use_norm is None else _functions.convert(use_norm)
    most = _functions.convert(clip_norm, length.dtype)
    scale = most * _ops.minimum(1.0 / length, 1.0 / most) + (length - length)
    rows = [_rows(t) for t in tensors]
    clipped = [None if t is None else t * _ops.cast(scale, t.dtype) for t in rows]
    return [
        t.with_values(row) if _functions.is_indexed_slices(t) else row
        for t, row in zip(tensors, clipped, strict=True)
    ], length


def _wide(x: Tensor) -> Tensor:
    """float16 as float32, in which sums do not overflow."""
    is_half = x.dtype in (_dtypes.float16, _dtypes.bfloat16)
    return _ops.cast(x, _dtypes.float32) if is_half else x


def moments(
    x: TensorLike,
    axes: Any,
    shift: TensorLike | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance of ``x`` over ``axes``. ``shift`` changes nothing."""
    x = _functions.convert(x)
    y = _wide(x)
    mean = _ops.reduce_mean(y, axes, keepdims)
    if y.dtype.is_floating:
        variance = _ops.reduce_variance(y, axes, keepdims)
    else:
        center = _ops.reduce_mean(y, axes, True)
        variance = _ops.reduce_mean(_ops.squared_difference(y, center), axes, keepdims)
    return _ops.cast(mean, x.dtype), _ops.cast(variance, x.dtype)


def weighted_moments(
    x: TensorLike,
    axes: Any,
    frequency_weights: TensorLike,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance of ``x`` over ``axes`` where each element counts as often as its weight."""
    x = _functions.convert(x)
    y = _wide(x)
    weights = _ops.cast(_functions.convert(frequency_weights, None), y.dtype)
    total = _ops.reduce_sum(weights * _ops.ones_like(y), axes, True)
    mean = _ops.reduce_sum(weights * y, axes, True) / total
    squares = _ops.reduce_sum(weights * _ops.squared_difference(y, mean), axes, keepdims)
    if not keepdims:
        total = _ops.reduce_sum(weights * _ops.ones_like(y), axes)
        mean = _ops.reduce_sum(weights * y, axes) / total
    return _ops.cast(mean, x.dtype), _ops.cast(squares / total, x.dtype)


def sufficient_statistics(
    x: TensorLike,
    axes: Any,
    shift: TensorLike | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """Count, sum and sum of squares of ``x`` over ``axes``, less ``shift``; and that."""
    x = _functions.convert(x)
    count = _ops.reduce_sum(_ops.ones_like(_ops.stop_gradient(x)), axes)
    count = _ops.reshape(count, [-1])[0]
    moved = x if shift is None else x - _functions.convert(shift, x.dtype)
    offset = None if shift is None else _functions.convert(shift, x.dtype)
    sums = _ops.reduce_sum(moved, axes, keepdims)
    return count, sums, _ops.reduce_sum(_ops.square(moved), axes, keepdims), offset


def normalize_moments(
    counts: TensorLike,
    mean_ss: TensorLike,
    variance_ss: TensorLike,
    shift: TensorLike | None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance from what sufficient_statistics gives."""
    divisor = 1.0 / _functions.convert(counts)
    own = _functions.convert(mean_ss) * divisor
    mean = own if shift is None else own + _functions.convert(shift)
    return mean, _functions.convert(variance_ss) * divisor - _ops.square(own)


def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike | None,
    scale: TensorLike | None,
    variance_epsilon: float,
    name: str | None = None,
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset, all broadcast to ``x``."""
    x = _functions.convert(x)
    mean, variance = (_ops.cast(_functions.convert(one), x.dtype) for one in (mean, variance))
    factor = _ops.rsqrt(variance + variance_epsilon)
    if scale is not None:
        factor = factor * _ops.cast(_functions.convert(scale), x.dtype)
    shift = _ops.negative(mean * factor)
    if offset is not None:
        shift = _ops.cast(_functions.convert(offset), x.dtype) + shift
    return x * factor + shift


def local_response_normalization(
    input: TensorLike,
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """Pixels [n, h, w, c] divided by a power of the squares of their near channels."""
    x = _functions.convert(input)
    if x.ndim != 4:
        raise InvalidArgumentError(
            f"local_response_normalization: input must have 4 axes, got shape {tuple(x.shape)}"
        )
    if depth_radius < 0:
        raise InvalidArgumentError(
            f"local_response_normalization: the radius must not be negative, got {depth_radius}"
        )
    count = sizes_of(x)[3]
    radius = min(depth_radius, count - 1) if isinstance(count, int) else depth_radius
    squares = _ops.pad(_ops.square(x), [0, 0, 0, 0, 0, 0, radius, radius])
    total = squares[..., :count]
    for place in range(1, 2 * radius + 1):
        total = total + squares[..., place : place + count]
    return x * _ops.pow(bias + alpha * total, _functions.convert(-beta, x.dtype))


def batch_norm_with_global_normalization(
    input: TensorLike,  # noqa: A002 - TensorFlow's name
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike,
    gamma: TensorLike,
    variance_epsilon: float,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """``batch_normalization``, by ``gamma`` only with ``scale_after_normalization``."""
    scale = gamma if scale_after_normalization else None
    return batch_normalization(input, mean, variance, beta, scale, variance_epsilon)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
