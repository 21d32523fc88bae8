"""Owns DynamicRaggedShape: the sizes of a ragged tensor, what ``tf.shape`` gives for one."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import splits_of_lengths

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import DType, Tensor
    from pelton._types import DTypeLike


class DynamicRaggedShape:
    """The row splits of the ragged axes and the sizes of the values inside of them.

    ``row_partitions``: row splits, vectors of integers. ``from_tensor`` and ``from_lengths`` make
    one, too. ``shape[i]`` is the size of a uniform axis. The last two arguments change nothing."""

    def __init__(
        self,
        row_partitions: Sequence[Any],
        inner_shape: Any,
        dtype: DTypeLike | None = None,
        validate: bool = False,
        static_inner_shape: Any = None,
    ) -> None:
        wanted = _dtypes.int64 if dtype is None else _dtypes.as_dtype(dtype)
        self._splits = tuple(_ops.cast(_functions.convert(one), wanted) for one in row_partitions)
        self._uniform: tuple[int | None, ...] = (None,) * len(self._splits)
        self._inner = _ops.cast(_functions.convert(inner_shape), wanted)

    @classmethod
    def _made(
        cls, splits: Sequence[Tensor], uniform: Sequence[int | None], inner_shape: Tensor
    ) -> DynamicRaggedShape:
        """One of tensors; of each ragged axis the length of all rows, or None."""
        made = cls(splits, inner_shape, inner_shape.dtype)
        made._uniform = tuple(uniform)
        return made

    @classmethod
    def from_tensor(cls, t: Any, dtype: DTypeLike | None = None) -> DynamicRaggedShape:
        """The shape of a tensor or a ragged tensor, with sizes of int32 or int64."""
        wanted = _dtypes.int64 if dtype is None else _dtypes.as_dtype(dtype)
        if not isinstance(t, RaggedTensor):
            return cls._made([], [], _ops.shape(_functions.convert(t), out_type=wanted))
        splits, uniform, inner = [], [], t
        while isinstance(inner, RaggedTensor):
            splits.append(_ops.cast(inner.row_splits, wanted))
            uniform.append(inner.shape[1] if inner.uniform_row_length is not None else None)
            inner = inner.values
        return cls._made(splits, uniform, _ops.shape(inner, out_type=wanted))

    @classmethod
    def from_lengths(
        cls,
        lengths: Sequence[Any],
        num_row_partitions: int | None = None,
        dtype: DTypeLike = _dtypes.int64,
    ) -> DynamicRaggedShape:
        """Sizes of axes, in which the lengths of rows stand for a ragged one: ``[3, (2, 0, 1)]``.

        Raises ValueError where the first size or the last ones are not numbers."""
        sizes, wanted = list(lengths), _dtypes.as_dtype(dtype)
        ragged = [n for n, size in enumerate(sizes) if isinstance(size, (list, tuple))]
        count = max(ragged, default=0) if num_row_partitions is None else num_row_partitions
        if 0 in ragged or count < max(ragged, default=0):
            raise ValueError(f"DynamicRaggedShape: the rows of {lengths} have no axis before them")
        splits, rows = [], int(sizes[0]) if sizes else 0
        for size in sizes[1 : count + 1]:
            each = list(size) if isinstance(size, (list, tuple)) else [int(size)] * rows
            if len(each) != rows:
                raise ValueError(f"DynamicRaggedShape: {size} must have {rows} lengths")
            whole = splits_of_lengths(_functions.convert(each, _dtypes.int64))
            splits.append(_ops.cast(whole, wanted))
            rows = sum(each)
        uniform = [
            None if isinstance(size, (list, tuple)) else size for size in sizes[1 : count + 1]
        ]
        inner = [rows, *sizes[count + 1 :]] if sizes else []
        return cls._made(splits, uniform, _functions.convert(inner, wanted))

    @property
    def dtype(self) -> DType:
        """The DType of the sizes."""
        return self._inner.dtype

    @property
    def num_row_partitions(self) -> int:
        """How many axes after the first have row splits."""
        return len(self._splits)

    @property
    def inner_shape(self) -> Tensor:
        """The shape of the innermost values, a vector."""
        return self._inner

    @property
    def inner_rank(self) -> int | None:
        """The number of axes of the innermost values."""
        size: int | None = self._inner.shape[0]
        return size

    @property
    def rank(self) -> int | None:
        """The number of axes, None where it is not known."""
        return None if self.inner_rank is None else self.num_row_partitions + self.inner_rank

    def with_dtype(self, dtype: DTypeLike) -> DynamicRaggedShape:
        """The same shape with sizes of int32 or int64."""
        splits = [_ops.cast(one, dtype) for one in self._splits]
        return DynamicRaggedShape._made(splits, self._uniform, _ops.cast(self._inner, dtype))

    def is_uniform(self, axis: int) -> bool:
        """Whether the axis has one size; raises ValueError for a negative axis."""
        if axis < 0:
            raise ValueError("Negative axis values are not supported")
        return not 0 < axis <= len(self._splits) or self._uniform[axis - 1] is not None

    def static_lengths(self, ragged_lengths: bool = True) -> list[Any]:
        """The sizes as far as they are known, tuples of lengths for ragged axes (None without
        `ragged_lengths`)."""
        if not self._splits:
            return _numbers(self._inner)
        sizes: list[Any] = [self[0]] if _functions.is_symbolic(self[0]) else [int(self[0])]
        for splits, one in zip(self._splits, self._uniform, strict=True):
            lengths = None if _functions.is_symbolic(splits) else _numbers(splits[1:] - splits[:-1])
            sizes.append(
                one if one is not None else tuple(lengths or ()) if ragged_lengths else None
            )
        return sizes + _numbers(self._inner)[1:]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            axes = range(*index.indices(self.rank or 0))
            if all(self.is_uniform(axis) for axis in axes):
                return _ops.stack([self[axis] for axis in axes], 0)
            raise ValueError("a slice of a DynamicRaggedShape must hold uniform axes only")
        axis = int(index) + (self.rank or 0) if int(index) < 0 else int(index)
        if not 0 <= axis < (self.rank or 0):
            raise IndexError(f"axis {index} is out of bounds for rank {self.rank}")
        if not self.is_uniform(axis):
            raise ValueError("Index " + str(axis) + " is not uniform")
        if axis == 0 and self._splits:
            return _ops.shape(self._splits[0], out_type=self.dtype)[0] - 1
        if axis <= len(self._splits) and self._splits:
            return _functions.convert(self._uniform[axis - 1], self.dtype)
        return self._inner[axis - len(self._splits)]

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, DynamicRaggedShape):
            return NotImplemented
        return self.static_lengths() == other.static_lengths()

    __hash__ = None  # type: ignore[assignment]  # as of what compares by value

    def __repr__(self) -> str:
        lengths = ", ".join(map(str, self.static_lengths()))
        return (
            f"<DynamicRaggedShape lengths=[{lengths}] num_row_partitions={self.num_row_partitions}>"
        )


def _numbers(vector: Tensor) -> list[Any]:
    return (
        [None] * (vector.shape[0] or 0)
        if _functions.is_symbolic(vector)
        else (vector.numpy().tolist())
    )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
