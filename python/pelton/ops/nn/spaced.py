"""Owns ``tf.nn.with_space_to_batch``: an op over every n-th place, as if it were dilated."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.ops.array.rearranging import batch_to_space, space_to_batch
from pelton.ops.array.sizes import integers

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def with_space_to_batch(
    input: TensorLike,
    dilation_rate: Any,
    padding: str,
    op: Callable[..., Tensor],
    filter_shape: Any = None,
    spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Tensor:
    """``op(input, num_spatial_dims, padding)`` on each of the interleaved grids that the rates make
    of the spatial axes. "SAME" needs `filter_shape`, the filter's sizes along these axes.

    Raises ValueError for rates below 1 and unknown paddings."""
    name = "with_space_to_batch"
    x = _functions.convert(input)
    rates = integers(name, "dilation_rate", dilation_rate)
    first = data_format is not None and data_format.startswith("NC")
    axes = sorted(spatial_dims or range(1 + first, 1 + first + len(rates)))
    if any(rate < 1 for rate in rates):
        raise ValueError(f"{name}: dilation_rate must be positive, got {rates}")
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"{name}: padding must be 'SAME' or 'VALID', got {padding!r}")
    if all(rate == 1 for rate in rates):
        return op(x, len(rates), padding)
    extents = [0] * len(rates)
    if padding == "SAME":
        if filter_shape is None:
            raise ValueError(f"{name}: filter_shape must be specified for padding 'SAME'")
        sizes = integers(name, "filter_shape", filter_shape)[: len(rates)]
        extents = [(size - 1) * rate for size, rate in zip(sizes, rates, strict=True)]
    blocks, pads, crops = [], [], []
    for axis in range(1, axes[-1] + 1):
        where = axes.index(axis) if axis in axes else None
        rate, extent = (1, 0) if where is None else (rates[where], extents[where])
        before = extent // 2
        more = -(x.shape[axis] + extent) % rate
        blocks.append(rate)
        pads.append([before, extent - before + more])
        crops.append([0, more])
    made = op(space_to_batch(x, blocks, pads), len(rates), "VALID")
    return batch_to_space(made, blocks, crops)
