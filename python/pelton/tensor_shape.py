"""Owns TensorShape: the tuple that ``tensor.shape`` gives."""


class TensorShape(tuple):
    """The sizes of a tensor, None for an unknown one: a tuple with TensorFlow's methods."""

    __slots__ = ()

    def __new__(cls, dims=()):
        return super().__new__(cls, dims)

    @property
    def rank(self):
        """Number of axes."""
        return len(self)

    ndims = rank

    @property
    def dims(self):
        """The sizes as a list."""
        return list(self)

    def as_list(self):
        """The sizes as a list."""
        return list(self)

    def num_elements(self):
        """Product of the sizes; ``None`` when one is unknown."""
        count = 1
        for size in self:
            if size is None:
                return None
            count *= size
        return count

    def is_fully_defined(self):
        """True when every size is known."""
        return None not in self

    def is_compatible_with(self, other):
        """True when both have the same rank and no known sizes that differ."""
        other = tuple(other)
        return len(self) == len(other) and all(
            a is None or b is None or a == b for a, b in zip(self, other, strict=True)
        )

    def __getitem__(self, key):
        item = super().__getitem__(key)
        return TensorShape(item) if isinstance(key, slice) else item

    def __add__(self, other):
        return TensorShape(tuple(self) + tuple(other))

    def concatenate(self, other):
        """This shape followed by ``other``."""
        return self + other

    def __repr__(self):
        return f"TensorShape({list(self)!r})"

    def __str__(self):
        return tuple.__repr__(self)

    def __reduce__(self):
        return TensorShape, (tuple(self),)
