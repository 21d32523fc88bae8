"""Owns TensorShape: the tuple that ``tensor.shape`` gives."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class TensorShape(tuple):
    """The sizes of a tensor, None for an unknown one: a tuple with TensorFlow's methods."""

    __slots__ = ()

    def __new__(cls, dims: Iterable[int | None] = ()) -> TensorShape:
        return super().__new__(cls, dims)

    @property
    def rank(self) -> int:
        """Number of axes."""
        return len(self)

    ndims = rank

    @property
    def dims(self) -> list[int | None]:
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

    def is_compatible_with(self, other: Iterable[int | None]) -> bool:
        """True when both have the same rank and no known sizes that differ."""
        other = tuple(other)
        return len(self) == len(other) and all(
            a is None or b is None or a == b for a, b in zip(self, other, strict=True)
        )

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        return TensorShape(item) if isinstance(key, slice) else item

    def __add__(self, other: Iterable[int | None]) -> TensorShape:
        return TensorShape(tuple(self) + tuple(other))

    def concatenate(self, other: Iterable[int | None]) -> TensorShape:
        """This shape followed by ``other``."""
        return self + other

    def __repr__(self) -> str:
        return f"TensorShape({list(self)!r})"

    def __str__(self) -> str:
        return tuple.__repr__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (tuple(self),)
