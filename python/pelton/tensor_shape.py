"""Owns TensorShape: the tuple that ``tensor.shape`` gives. Knows no tensors."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


def _size(value: Any) -> int | None:
    if value is None or getattr(value, "value", value) is None:  # of a Dimension of TensorFlow 1
        return None
    size = value.__index__()
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def _is_size(value: object) -> bool:
    return value is None or hasattr(value, "__index__")


class TensorShape(tuple):
    """The sizes of a tensor, None for an unknown one: a tuple with TensorFlow's methods.

    ``dims``: sizes, one size, or None where not even their number is known. Raises TypeError for
    what is no size, ValueError for a negative one.
    """

    __slots__ = ()

    def __new__(cls, dims: Iterable[int | None] | int | None) -> TensorShape:
        if dims is None:
            return super().__new__(_UnknownShape)
        if isinstance(dims, TensorShape):
            return dims
        if hasattr(dims, "__index__") and not hasattr(dims, "__len__"):
            dims = (dims,)
        try:
            sizes = tuple(dims)
        except TypeError:
            raise TypeError(
                f"Failed to convert {dims!r} of class {type(dims).__name__} to a TensorShape: "
                "it has no sizes"
            ) from None
        if isinstance(dims, str) or not all(map(_is_size, sizes)):
            bad = next((size for size in sizes if not _is_size(size)), dims)
            raise TypeError(
                f"Failed to convert {dims!r} to a shape: {bad!r} could not be converted to a "
                "dimension. A shape should either be single dimension (e.g. 10), or an iterable "
                "of dimensions (e.g. [1, 10, None])."
            )
        return super().__new__(cls, map(_size, sizes))

    @property
    def rank(self) -> int | None:
        """Number of axes."""
        return len(self)

    ndims = rank

    @property
    def dims(self) -> list[int | None] | None:
        """The sizes as a list."""
        return list(self)

    def as_list(self) -> list[int | None]:
        """The sizes as a list."""
        return list(self)

    def num_elements(self) -> int | None:
        """Product of the sizes; ``None`` when one is unknown."""
        count = 1
        for size in self:
            if size is None:
                return None
            count *= size
        return count

    def is_fully_defined(self) -> bool:
        """True when every size is known."""
        return None not in self

    def is_compatible_with(self, other: Iterable[int | None] | int | None) -> bool:
        """True when both may be one tensor's shape: no known ranks or sizes differ."""
        other = TensorShape(other)
        if other.rank is None:
            return True
        return len(self) == len(other) and all(
            a is None or b is None or a == b for a, b in zip(self, other, strict=True)
        )

    def assert_is_compatible_with(self, other: Iterable[int | None] | int | None) -> None:
        """Raises ValueError unless ``is_compatible_with(other)``."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def merge_with(self, other: Iterable[int | None] | int | None) -> TensorShape:
        """What is known of a tensor that has both shapes; raises ValueError when none can."""
        other = TensorShape(other)
        if other.rank is None:
            return self
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return TensorShape([b if a is None else a for a, b in zip(self, other, strict=True)])

    def most_specific_compatible_shape(
        self, other: Iterable[int | None] | int | None
    ) -> TensorShape:
        """The shape that both are cases of: None where they differ."""
        other = TensorShape(other)
        if self.rank is None or other.rank != self.rank:
            return TensorShape(None)
        return TensorShape([a if a == b else None for a, b in zip(self, other, strict=True)])

    def is_subtype_of(self, other: TensorShape) -> bool:
        """True when every tensor of this shape also has the shape ``other``."""
        return other.rank is None or (
            self.rank == other.rank
            and all(b is None or a == b for a, b in zip(self, other, strict=True))
        )

    def with_rank(self, rank: int) -> TensorShape:
        """This shape; raises ValueError unless it may have ``rank`` axes."""
        if self.rank != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError unless it may have ``rank`` axes."""
        self.with_rank(rank)

    def assert_same_rank(self, other: Iterable[int | None] | int | None) -> None:
        """Raises ValueError unless both may have the same number of axes."""
        other = TensorShape(other)
        if None not in (self.rank, other.rank) and self.rank != other.rank:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError when a size is unknown."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape; raises ValueError when it has fewer than ``rank`` axes."""
        if self.rank < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """This shape; raises ValueError when it has more than ``rank`` axes."""
        if self.rank > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def concatenate(self, other: Iterable[int | None] | int | None) -> TensorShape:
        """This shape followed by ``other``."""
        other = TensorShape(other)
        return other if other.rank is None else TensorShape(tuple(self) + tuple(other))

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        return TensorShape(item) if isinstance(key, slice) else item

    def __add__(self, other: Iterable[int | None] | int | None) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Iterable[int | None] | int | None) -> TensorShape:
        return TensorShape(other).concatenate(self)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            other = tuple(other)
        return tuple.__eq__(self, other) and not isinstance(other, _UnknownShape)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __repr__(self) -> str:
        return f"TensorShape({list(self)!r})"

    def __str__(self) -> str:
        return tuple.__repr__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (tuple(self),)


class _UnknownShape(TensorShape):
    """A shape of which not even the rank is known; ``TensorShape(None)`` makes it."""

    __slots__ = ()

    rank = ndims = dims = None

    def as_list(self) -> list[int | None]:
        raise ValueError("as_list() is not defined on an unknown TensorShape.")

    def num_elements(self) -> int | None:
        return None

    def is_fully_defined(self) -> bool:
        return False

    def is_compatible_with(self, other: Iterable[int | None] | int | None) -> bool:
        TensorShape(other)
        return True

    def merge_with(self, other: Iterable[int | None] | int | None) -> TensorShape:
        return TensorShape(other)

    def is_subtype_of(self, other: TensorShape) -> bool:
        return other.rank is None

    def with_rank(self, rank: int) -> TensorShape:
        return TensorShape([None] * rank)

    def with_rank_at_least(self, rank: int) -> TensorShape:
        return self

    with_rank_at_most = with_rank_at_least

    def concatenate(self, other: Iterable[int | None] | int | None) -> TensorShape:
        return self

    def __len__(self) -> int:
        raise ValueError("Cannot take the length of shape with unknown rank.")

    def __iter__(self) -> Iterator[Any]:
        raise ValueError("Cannot iterate over a shape with unknown rank.")

    def __getitem__(self, key: Any) -> Any:
        return self if isinstance(key, slice) else None

    def __bool__(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _UnknownShape)

    def __hash__(self) -> int:
        return hash(_UnknownShape)

    def __repr__(self) -> str:
        return "TensorShape(None)"

    def __str__(self) -> str:
        return "<unknown>"

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (None,)
