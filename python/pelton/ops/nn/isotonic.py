"""Owns isotonic regression and other functions of tf.nn that look over the whole of a row."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import on_arrays
from pelton.ops.array.sizes import place, product, sizes_of
from pelton.ops.math.segments import unsorted_segment_mean

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _segments(row: Any) -> list[int]:
    """For each number of a row the block that it shares in the best decreasing fit.

    Source: the pool adjacent violators algorithm, Ayer et al., 1955."""
    blocks: list[list[float]] = []  # sum and count
    for value in row.tolist():
        blocks.append([value, 1])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] < blocks[-1][0] * blocks[-2][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    return [at for at, (_, count) in enumerate(blocks) for _ in range(int(count))]


def isotonic_regression(
    inputs: TensorLike, decreasing: bool = True, axis: int = -1
) -> tuple[Tensor, Tensor]:
    """The monotonic numbers along `axis` nearest to `inputs` by squares, and the number of the
    segment of equal ones that each belongs to, int32. Differentiable."""
    x = _functions.convert(inputs)
    if not x.dtype.is_floating:
        x = _ops.cast(x, _dtypes.float64 if x.dtype.size >= 4 else _dtypes.float32)
    at = place("isotonic_regression", axis, x.ndim)
    order = [*(n for n in range(x.ndim) if n != at), at]
    turned = _ops.transpose(x, order)
    sizes = sizes_of(turned)
    width = sizes[-1]
    flat = _ops.reshape(turned, [product(sizes[:-1]), width])
    signed = flat if decreasing else _ops.negative(flat)

    def run(rows: Any) -> Any:
        import numpy as np

        return [np.array([_segments(row) for row in rows], np.int32).reshape(rows.shape)]

    outputs = [(_dtypes.int32, list(signed.shape))]
    segments = on_arrays("IsotonicRegression", [signed], run, outputs)[0]
    starts = _ops.expand_dims(_ops.iota(sizes_of(flat)[0], _dtypes.int32), 1)
    numbers = _ops.reshape(segments + starts * _ops.cast(width, _dtypes.int32), [-1])
    values = _ops.reshape(flat, [-1])
    means = unsorted_segment_mean(values, numbers, product(sizes_of(flat)))
    back = [order.index(n) for n in range(x.ndim)]
    found = _ops.reshape(_ops.gather(means, numbers), sizes)
    return _ops.transpose(found, back), _ops.transpose(_ops.reshape(segments, sizes), back)


def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Where a sampled class (its last place) is one of a row's true ones: the rows, int32, the
    places among the samples, int64, and the lowest float32 for each, to be added to logits."""
    true = _functions.convert(true_classes, _dtypes.int64)
    sampled = _functions.convert(sampled_candidates, _dtypes.int64)
    if true.ndim != 2 or true.shape[1] not in (num_true, None):
        raise InvalidArgumentError(
            f"compute_accidental_hits: true_classes must be (batch, {num_true}), got "
            f"{tuple(true.shape)}"
        )
    twins = _ops.equal(_ops.expand_dims(sampled, 0), _ops.expand_dims(sampled, 1))
    at = _ops.iota(sizes_of(sampled)[0], _dtypes.int32)
    later = _ops.greater(_ops.expand_dims(at, 0), _ops.expand_dims(at, 1))
    is_last = _ops.logical_not(_ops.reduce_any(_ops.logical_and(twins, later), [1]))
    same = _ops.equal(_ops.expand_dims(true, 2), _ops.reshape(sampled, [1, 1, -1]))
    hits = _ops.nonzero(_ops.logical_and(_ops.reduce_any(same, [1]), is_last))
    weights = _ops.cast(_ops.zeros_like(hits[:, 0]), _dtypes.float32) + _dtypes.float32.min
    return _ops.cast(hits[:, 0], _dtypes.int32), hits[:, 1], weights


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
