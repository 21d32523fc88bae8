"""Owns TensorShape, what ``tensor.shape`` gives. Knows no tensors."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    ShapeLike = Iterable[int | None] | int | None


def _size(value: Any) -> int | None:
    if value is None or getattr(value, "value", value) is None:  # of a Dimension of TensorFlow 1
        return None
    size = value.__index__()
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def _is_size(value: object) -> bool:
    return value is None or hasattr(value, "__index__")


def _is_scalar(dims: object) -> bool:
    if not hasattr(dims, "__index__"):
        return False
    return not hasattr(dims, "__len__") or getattr(dims, "ndim", None) == 0


def _is_of_several_axes(dims: object) -> bool:
    rank = getattr(dims, "ndim", 1)
    return isinstance(rank, int) and rank > 1


def _shown(value: object) -> str:
    from pelton.names.named_refusals import shown

    return shown(value)


def _rank(method: str, rank: Any) -> int:
    """A number of axes as it was given to the method; raises TypeError for what is none."""
    if not hasattr(rank, "__index__") or not _is_scalar(rank):
        raise TypeError(f"TensorShape.{method}: rank must be an int, got {_shown(rank)}")
    try:
        found: int = rank.__index__()
    except (TypeError, ValueError):
        raise TypeError(f"TensorShape.{method}: rank must be an int, got {_shown(rank)}") from None
    return found


def _unknown(method: str, rank: int) -> TensorShape:
    try:
        return TensorShape([None] * rank)
    except MemoryError:
        raise MemoryError(f"TensorShape.{method}: no memory for a rank of {rank}") from None


def _no_shape(dims: object, bad: object) -> TypeError:
    try:
        whole, part = repr(dims), repr(bad)
    except RecursionError:  # deeper than Python shows
        whole, part = _shown(dims), _shown(bad)
    return TypeError(
        f"Failed to convert {whole} to a shape: {part} could not be converted to a dimension. A "
        "shape should either be single dimension (e.g. 10), or an iterable of dimensions (e.g. "
        "[1, 10, None])."
    )


def _sizes_of(dims: Any) -> tuple[int | None, ...] | None:
    """The sizes that `dims` says; raises as TensorShape does."""
    if dims is None:
        return None
    if isinstance(dims, TensorShape):
        return dims._dims
    if _is_scalar(dims):
        dims = (dims,)
    elif not isinstance(dims, (list, tuple)) and _is_of_several_axes(dims):
        raise _no_shape(dims, dims)
    try:
        sizes = tuple(dims)
    except TypeError:
        raise TypeError(
            f"Dimension value must be integer or None or have an __index__ method, got value "
            f"'{dims!r}' with type '{type(dims)!r}'"
        ) from None
    if isinstance(dims, str) or not all(map(_is_size, sizes)):
        raise _no_shape(dims, next((size for size in sizes if not _is_size(size)), dims))
    try:
        return tuple(map(_size, sizes))
    except TypeError:  # of a tensor of several numbers
        raise _no_shape(dims, sizes) from None


class TensorShape:
    """The sizes of a tensor, None for an unknown one; TensorFlow's class of the name.

    ``dims``: sizes, one size, or None where not even their number is known. Raises TypeError for
    what is no size, ValueError for a negative one. It is equal to tuples and lists of the same
    sizes, has their length, items and order, and is no tuple itself: ``"%s" % x.shape`` shows it.
    """

    __slots__ = ("_dims",)

    _dims: tuple[int | None, ...] | None

    def __init__(self, dims: ShapeLike) -> None:
        object.__setattr__(self, "_dims", _sizes_of(dims))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a TensorShape does not change: it has no attribute {name!r} to set")

    @property
    def rank(self) -> int | None:
        """Number of axes; None when it is unknown."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self) -> list[Any] | None:
        """The sizes as Dimensions of TensorFlow 1; None when their number is unknown."""
        if self._dims is None:
            return None
        from pelton.compat.v1.dimension import Dimension

        return [Dimension(size) for size in self._dims]

    def as_list(self) -> list[int | None]:
        """The sizes as a list; raises ValueError when their number is unknown."""
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self) -> int | None:
        """Product of the sizes; ``None`` when one is unknown."""
        if self._dims is None or None in self._dims:
            return None
        count = 1
        for size in self._dims:
            count *= size or 0
        return count

    def is_fully_defined(self) -> bool:
        """True when every size is known."""
        return self._dims is not None and None not in self._dims

    def is_compatible_with(self, other: ShapeLike) -> bool:
        """True when both may be one tensor's shape: no known ranks or sizes differ."""
        sizes = _sizes_of(other)
        if self._dims is None or sizes is None:
            return True
        return len(self._dims) == len(sizes) and all(
            a is None or b is None or a == b for a, b in zip(self._dims, sizes, strict=True)
        )

    def assert_is_compatible_with(self, other: ShapeLike) -> None:
        """Raises ValueError unless ``is_compatible_with(other)``."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def merge_with(self, other: ShapeLike) -> TensorShape:
        """What is known of a tensor that has both shapes; raises ValueError when none can."""
        sizes = _sizes_of(other)
        if self._dims is None or sizes is None:
            return TensorShape(sizes) if self._dims is None else self
        if not self.is_compatible_with(sizes):
            raise ValueError(f"Shapes {self} and {TensorShape(sizes)} are not compatible")
        return TensorShape([b if a is None else a for a, b in zip(self._dims, sizes, strict=True)])

    def most_specific_compatible_shape(self, other: ShapeLike) -> TensorShape:
        """The shape that both are cases of: None where they differ."""
        sizes = _sizes_of(other)
        if self._dims is None or sizes is None or len(sizes) != len(self._dims):
            return TensorShape(None)
        return TensorShape([a if a == b else None for a, b in zip(self._dims, sizes, strict=True)])

    def most_specific_common_supertype(self, others: Iterable[object]) -> TensorShape | None:
        """The shape that it and all `others` are cases of; None where one is no shape."""
        try:
            shapes = list(others)  # type: ignore[arg-type]
        except TypeError:
            name = "TensorShape.most_specific_common_supertype"
            text = f"{name}: others must be a list of shapes, got {_shown(others)}"
            raise TypeError(text) from None
        found = self
        for other in shapes:
            if not isinstance(other, TensorShape):
                return None
            found = found.most_specific_compatible_shape(other)
        return found

    def is_subtype_of(self, other: object) -> bool:
        """True when every tensor of this shape also has the shape ``other``."""
        if not isinstance(other, TensorShape):
            return False
        if other._dims is None:
            return True
        return self.rank == other.rank and all(
            b is None or a == b for a, b in zip(self._dims or (), other._dims, strict=True)
        )

    def with_rank(self, rank: int | None) -> TensorShape:
        """This shape; raises ValueError unless it may have ``rank`` axes."""
        rank = self.rank if rank is None else _rank("with_rank", rank)
        if self._dims is None:
            return self if rank is None else _unknown("with_rank", rank)
        if self.rank != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError unless it may have ``rank`` axes."""
        self.with_rank(rank)

    def assert_same_rank(self, other: ShapeLike) -> None:
        """Raises ValueError unless both may have the same number of axes."""
        shape = TensorShape(other)
        if None not in (self.rank, shape.rank) and self.rank != shape.rank:
            raise ValueError(f"Shapes {self} and {shape} must have the same rank")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError when a size is unknown."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape; raises ValueError when it has fewer than ``rank`` axes."""
        rank = _rank("with_rank_at_least", rank)
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """This shape; raises ValueError when it has more than ``rank`` axes."""
        rank = _rank("with_rank_at_most", rank)
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def concatenate(self, other: ShapeLike) -> TensorShape:
        """This shape followed by ``other``."""
        sizes = _sizes_of(other)
        return TensorShape(None if None in (self._dims, sizes) else (*self._dims, *sizes))

    def _of_unknown(self, key: Any) -> TensorShape | None:
        """What the item or the slice `key` of a shape of unknown rank is."""
        if not isinstance(key, slice):
            return None
        if key.step is not None:
            raise ValueError("Steps are not yet handled")
        first = 0 if key.start is None else key.start
        if key.stop is None or first < 0 or key.stop < 0:
            return TensorShape(None)
        return TensorShape([None] * max(key.stop - first, 0))

    def __getitem__(self, key: Any) -> Any:
        if self._dims is None:
            return self._of_unknown(key)
        item = self._dims[key]
        return TensorShape(item) if isinstance(key, slice) else item

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __iter__(self) -> Iterator[Any]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims)

    def __add__(self, other: ShapeLike) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: ShapeLike) -> TensorShape:
        return TensorShape(other).concatenate(self)

    def __bool__(self) -> bool:
        return self._dims is not None

    def __eq__(self, other: object) -> bool:
        if type(other) is tuple:
            return self._dims == other
        try:
            return self._dims == _sizes_of(other)
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __repr__(self) -> str:
        return f"TensorShape({None if self._dims is None else list(self._dims)})"

    def __str__(self) -> str:
        return "<unknown>" if self._dims is None else str(self._dims)

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (self._dims,)
