"""Owns ``tensorflow.compiler.tf2xla.python.xla``: slices at places that are tensors."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _fitting(x: Any, starts: Any, sizes: Any) -> Tensor:
    """The starts, moved so that the slice lies within `x`."""
    import pelton

    starts = pelton.cast(starts, pelton.int32)
    return pelton.clip_by_value(starts, 0, pelton.shape(x) - pelton.cast(sizes, pelton.int32))


def dynamic_slice(x: Any, starts: Any, sizes: Any, name: str | None = None) -> Tensor:
    """The part of `x` of `sizes` from `starts` on, moved into `x` where it would leave it."""
    import pelton

    return pelton.slice(x, _fitting(x, starts, sizes), sizes)


def dynamic_update_slice(
    input: Any, update: Any, start_indices: Any, name: str | None = None
) -> Tensor:
    """`input` with `update` from `start_indices` on, moved into it where it would leave it."""
    import pelton

    input, update = pelton.convert_to_tensor(input), pelton.convert_to_tensor(update)
    sizes = pelton.shape(update)
    starts = _fitting(input, start_indices, sizes)
    places = [pelton.range(sizes[axis]) + starts[axis] for axis in range(update.shape.rank)]
    grid = pelton.stack(pelton.meshgrid(*places, indexing="ij"), axis=-1)
    return pelton.tensor_scatter_nd_update(input, grid, update)
