"""Owns the functions that divide a tensor along an axis."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, one_axis

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._types import TensorLike


def _at(x: Tensor, places: Sequence[int], axis: int) -> list[Tensor]:
    """The parts of `x` between these places, which count from the end where negative."""
    total = x.shape[axis]
    if total is None:
        raise ValueError(f"split: axis {axis} has an unknown size; x.shape={tuple(x.shape)}")
    starts = [0, *[slice(place).indices(total)[1] for place in places]]
    ends = [*starts[1:], total]
    parts = []
    for start, end in zip(starts, ends, strict=True):
        index = [slice(None)] * axis + [slice(start, max(start, end))]
        parts.append(x[tuple(index)])
    return parts


def split(x: TensorLike, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[Tensor]:
    """Equal parts of `x` along the axis, or the parts between these indices."""
    x = convert(x)
    axis = one_axis(axis, x.ndim)
    if isinstance(indices_or_sections, int):
        total = x.shape[axis]
        if total is not None and indices_or_sections > 0 and total % indices_or_sections:
            raise ValueError(
                f"x cannot be divided equally: axis {axis} of size {total} into "
                f"{indices_or_sections} sections; x.shape={tuple(x.shape)}"
            )
        return list(_ops.split(x, indices_or_sections, axis))
    places = convert(indices_or_sections).numpy().tolist()
    return _at(x, places, axis)


def array_split(
    x: TensorLike, indices_or_sections: int | Sequence[int], axis: int = 0
) -> list[Tensor]:
    """Parts of `x` along the axis whose sizes differ by one at most, the larger ones first."""
    x = convert(x)
    axis = one_axis(axis, x.ndim)
    if not isinstance(indices_or_sections, int):
        return split(x, indices_or_sections, axis)
    total = x.shape[axis]
    if total is None:
        raise ValueError(f"array_split: axis {axis} of unknown size; x.shape={tuple(x.shape)}")
    small, more = divmod(total, indices_or_sections)
    counts = [small + 1] * more + [small] * (indices_or_sections - more)
    return list(_ops.split(x, counts, axis))


def hsplit(x: TensorLike, indices_or_sections: int | Sequence[int]) -> list[Tensor]:
    """Parts side by side: along the second axis, of vectors along the only one."""
    x = convert(x)
    return split(x, indices_or_sections, 0 if x.ndim == 1 else 1)


def vsplit(x: TensorLike, indices_or_sections: int | Sequence[int]) -> list[Tensor]:
    """Parts below each other: along the first axis."""
    return split(x, indices_or_sections, 0)


def dsplit(x: TensorLike, indices_or_sections: int | Sequence[int]) -> list[Tensor]:
    """Parts behind each other: along the third axis."""
    return split(x, indices_or_sections, 2)
