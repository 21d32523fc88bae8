"""Owns TensorShape: the tuple that ``tensor.shape`` gives. Knows no tensors."""


def _size(value):
    if value is None:
        return None
    size = value.__index__()
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def _is_size(value):
    return value is None or hasattr(value, "__index__")


class TensorShape(tuple):
    """The sizes of a tensor, None for an unknown one: a tuple with TensorFlow's methods.

    ``dims``: sizes, one size, or None where not even their number is known. Raises TypeError for
    what is no size, ValueError for a negative one.
    """

    __slots__ = ()

    def __new__(cls, dims):
        if dims is None:
            return super().__new__(_UnknownShape)
        if isinstance(dims, TensorShape):
            return dims
        if hasattr(dims, "__index__") and not hasattr(dims, "__len__"):
            dims = (dims,)
        sizes = tuple(dims)
        if isinstance(dims, str) or not all(map(_is_size, sizes)):
            bad = next((size for size in sizes if not _is_size(size)), dims)
            raise TypeError(
                f"Failed to convert {dims!r} to a shape: {bad!r} could not be converted to a "
                "dimension. A shape should either be single dimension (e.g. 10), or an iterable "
                "of dimensions (e.g. [1, 10, None])."
            )
        return super().__new__(cls, map(_size, sizes))

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
        """True when both may be one tensor's shape: no known ranks or sizes differ."""
        other = TensorShape(other)
        if other.rank is None:
            return True
        return len(self) == len(other) and all(
            a is None or b is None or a == b for a, b in zip(self, other, strict=True)
        )

    def assert_is_compatible_with(self, other):
        """Raises ValueError unless ``is_compatible_with(other)``."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def merge_with(self, other):
        """What is known of a tensor that has both shapes; raises ValueError when none can."""
        other = TensorShape(other)
        if other.rank is None:
            return self
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return TensorShape([b if a is None else a for a, b in zip(self, other, strict=True)])

    def most_specific_compatible_shape(self, other):
        """The shape that both are cases of: None where they differ."""
        other = TensorShape(other)
        if self.rank is None or other.rank != self.rank:
            return TensorShape(None)
        return TensorShape([a if a == b else None for a, b in zip(self, other, strict=True)])

    def is_subtype_of(self, other):
        """True when every tensor of this shape also has the shape ``other``."""
        return other.rank is None or (
            self.rank == other.rank
            and all(b is None or a == b for a, b in zip(self, other, strict=True))
        )

    def with_rank(self, rank):
        """This shape; raises ValueError unless it may have ``rank`` axes."""
        if self.rank != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def with_rank_at_least(self, rank):
        """This shape; raises ValueError when it has fewer than ``rank`` axes."""
        if self.rank < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank):
        """This shape; raises ValueError when it has more than ``rank`` axes."""
        if self.rank > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def concatenate(self, other):
        """This shape followed by ``other``."""
        other = TensorShape(other)
        return other if other.rank is None else TensorShape(tuple(self) + tuple(other))

    def __getitem__(self, key):
        item = super().__getitem__(key)
        return TensorShape(item) if isinstance(key, slice) else item

    def __add__(self, other):
        return self.concatenate(other)

    def __radd__(self, other):
        return TensorShape(other).concatenate(self)

    def __bool__(self):
        return True

    def __eq__(self, other):
        if isinstance(other, list):
            other = tuple(other)
        return tuple.__eq__(self, other) and not isinstance(other, _UnknownShape)

    def __ne__(self, other):
        return not self == other

    __hash__ = tuple.__hash__

    def __repr__(self):
        return f"TensorShape({list(self)!r})"

    def __str__(self):
        return tuple.__repr__(self)

    def __reduce__(self):
        return TensorShape, (tuple(self),)


class _UnknownShape(TensorShape):
    """A shape of which not even the rank is known; ``TensorShape(None)`` makes it."""

    __slots__ = ()

    rank = ndims = dims = None

    def as_list(self):
        raise ValueError("as_list() is not defined on an unknown TensorShape.")

    def num_elements(self):
        return None

    def is_fully_defined(self):
        return False

    def is_compatible_with(self, other):
        TensorShape(other)
        return True

    def merge_with(self, other):
        return TensorShape(other)

    def is_subtype_of(self, other):
        return other.rank is None

    def with_rank(self, rank):
        return TensorShape([None] * rank)

    def with_rank_at_least(self, rank):
        return self

    with_rank_at_most = with_rank_at_least

    def concatenate(self, other):
        return self

    def __len__(self):
        raise ValueError("Cannot take the length of shape with unknown rank.")

    def __iter__(self):
        raise ValueError("Cannot iterate over a shape with unknown rank.")

    def __getitem__(self, key):
        return self if isinstance(key, slice) else None

    def __bool__(self):
        return False

    def __eq__(self, other):
        return isinstance(other, _UnknownShape)

    def __hash__(self):
        return hash(_UnknownShape)

    def __repr__(self):
        return "TensorShape(None)"

    def __str__(self):
        return "<unknown>"

    def __reduce__(self):
        return TensorShape, (None,)
