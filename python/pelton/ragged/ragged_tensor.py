"""Owns RaggedTensor: rows of different lengths as one tensor of values and where rows end."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.names.named_refusals import shown
from pelton.ragged.operators import RaggedOperators
from pelton.ragged.row_partition import partition, row_ids, splits_of_lengths
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_value import CompositeValue

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import DType
    from pelton._types import DTypeLike


def as_values(values: Any) -> Any:
    """A RaggedTensor as it is, anything else as a tensor."""
    return values if isinstance(values, RaggedTensor) else _functions.convert(values)


class RaggedTensor(RaggedOperators, CompositeValue):
    """Values, a tensor or a RaggedTensor, and ``row_splits`` (rows + 1): row limits of int64, of
    int32 where a partition was given so.

    Made by the ``from_`` methods. Row i is ``values[row_splits[i]:row_splits[i + 1]]``.
    """

    _is_tensor_like = True

    def __init__(
        self, values: Any, row_splits: Tensor, uniform: int | None = None, internal: bool = False
    ) -> None:
        if not internal:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods "
                "instead (e.g., RaggedTensor.from_row_lengths())"
            )
        if not hasattr(values, "numpy"):
            raise TypeError(f"RaggedTensor: values must be a tensor, got {shown(values)}")
        if not isinstance(row_splits, Tensor):
            raise TypeError(f"RaggedTensor: row_splits must be a tensor, got {shown(row_splits)}")
        self._values = values
        self._row_splits = row_splits
        self._uniform = uniform

    @classmethod
    def from_row_splits(
        cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows that end where ``row_splits`` (rows + 1) says, which begins with 0."""
        values, splits = as_values(values), partition(row_splits)
        if splits.ndim != 1 or splits.shape[0] == 0:
            raise ValueError(f"row_splits must be a vector that is not empty, got {splits!r}")
        if validate and not _functions.is_symbolic(splits):
            _check_splits(splits, values)
        return _as_given(cls(values, splits, internal=True), row_splits)

    @classmethod
    def from_row_lengths(
        cls, values: Any, row_lengths: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows of these lengths."""
        splits = splits_of_lengths(partition(row_lengths))
        return _as_given(cls.from_row_splits(values, splits, name, validate), row_lengths)

    @classmethod
    def from_row_starts(
        cls, values: Any, row_starts: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows that begin at these places."""
        values = as_values(values)
        end = _ops.reshape(partition(_rows_of(values)), [1])
        splits = _ops.concat([partition(row_starts), end], 0)
        return _as_given(cls.from_row_splits(values, splits, name, validate), row_starts)

    @classmethod
    def from_row_limits(
        cls, values: Any, row_limits: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows that end at these places."""
        limits = partition(row_limits)
        splits = _ops.concat([_ops.zeros([1], _dtypes.int64), limits], 0)
        return _as_given(cls.from_row_splits(values, splits, name, validate), row_limits)

    @classmethod
    def from_value_rowids(
        cls,
        values: Any,
        value_rowids: Any,
        nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """``value_rowids``: the row of each value, in ascending order."""
        from pelton.ops.array.sizes import scalar_size

        ids = partition(value_rowids)
        if nrows is None:
            last = _ops.reduce_max(_ops.concat([ids, _ops.zeros([1], ids.dtype) - 1], 0))
            nrows = last + 1
        rows = scalar_size(partition(nrows))
        if validate and not _functions.is_symbolic(ids):
            _check_row_ids(ids, rows)
        limits = _ops.searchsorted(ids, _ops.iota(rows, ids.dtype), "right")
        made = cls.from_row_limits(values, _ops.cast(limits, _dtypes.int64), name, validate)
        return _as_given(made, value_rowids)

    @classmethod
    def from_uniform_row_length(
        cls, values: Any, uniform_row_length: int, nrows: Any = None, name: str | None = None
    ) -> RaggedTensor:
        """Rows of one and the same length; raises ValueError where the values do not fill them."""
        from pelton.ops.array.sizes import scalar_size
        from pelton.ragged.row_parts import check_uniform

        values, size = as_values(values), int(uniform_row_length)
        check_uniform(values.shape[0], size, nrows)
        count = _rows_of(values) // size if size else nrows or 0
        rows = scalar_size(partition(count))
        splits = _ops.iota(rows + 1, _dtypes.int64) * size
        return _as_given(cls(values, splits, size, internal=True), uniform_row_length)

    @classmethod
    def from_nested_row_splits(
        cls,
        flat_values: Any,
        nested_row_splits: Sequence[Any],
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Ragged in each axis of the list, the first one outside."""
        made = as_values(flat_values)
        for splits in reversed(list(nested_row_splits)):
            made = cls.from_row_splits(made, splits, name, validate)
        return made

    @classmethod
    def from_nested_row_lengths(
        cls,
        flat_values: Any,
        nested_row_lengths: Sequence[Any],
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """As ``from_nested_row_splits``, by lengths."""
        made = as_values(flat_values)
        for lengths in reversed(list(nested_row_lengths)):
            made = cls.from_row_lengths(made, lengths, name, validate)
        return made

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Sequence[Any],
        nested_nrows: Sequence[Any] | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """As ``from_nested_row_splits``, by the row of each value; raises ValueError for other
        numbers of rows than there are axes."""
        ids = list(nested_value_rowids)
        rows = [None] * len(ids) if nested_nrows is None else list(nested_nrows)
        if len(rows) != len(ids):
            raise ValueError("`nested_nrows` must have the same length as `nested_value_rowids`")
        made = as_values(flat_values)
        for one, count in zip(reversed(ids), reversed(rows), strict=True):
            made = cls.from_value_rowids(made, one, count, name, validate)
        return made

    @classmethod
    def from_tensor(
        cls,
        tensor: Any,
        lengths: Any = None,
        padding: Any = None,
        ragged_rank: int = 1,
        name: str | None = None,
    ) -> RaggedTensor:
        """The rows of a tensor, cut to ``lengths`` or without the ``padding`` at their ends.
        Several vectors of lengths are those of one axis after the other."""
        from pelton.ragged.dense import from_tensor

        return from_tensor(tensor, lengths, padding, ragged_rank)

    @classmethod
    def from_sparse(cls, st_input: Any, name: str | None = None) -> RaggedTensor:
        """The values of each row of a SparseTensor of two axes; raises InvalidArgumentError where
        a row has a gap before or between them."""
        from pelton.ragged.row_parts import check_right_ragged

        indices = st_input.indices
        check_right_ragged(indices)
        return cls.from_value_rowids(st_input.values, indices[:, 0], st_input.dense_shape[0])

    @property
    def _type_spec(self) -> Any:
        """The RaggedTensorSpec of this tensor."""
        from pelton.ragged.ragged_tensor_spec import RaggedTensorSpec

        return RaggedTensorSpec.from_value(self)

    def _gradient_part(self) -> Tensor:
        """The innermost values."""
        return self.flat_values

    def _with_gradient(self, gradient: Any) -> RaggedTensor:
        """The gradient in the same rows."""
        return self.with_flat_values(gradient)

    @property
    def values(self) -> Any:
        """The rows one after the other."""
        return self._values

    @property
    def flat_values(self) -> Tensor:
        """The innermost values, a tensor."""
        inner = self._values
        return inner.flat_values if isinstance(inner, RaggedTensor) else inner

    @property
    def row_splits(self) -> Tensor:
        """Where rows begin, then where the last one ends: int64 (rows + 1)."""
        return self._row_splits

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of each ragged axis, the outer ones first."""
        inner = self._values
        rest = inner.nested_row_splits if isinstance(inner, RaggedTensor) else ()
        return (self._row_splits, *rest)

    @property
    def ragged_rank(self) -> int:
        """How many axes have row splits."""
        return len(self.nested_row_splits)

    @property
    def dtype(self) -> DType:
        """The DType of the values."""
        return self.flat_values.dtype

    @property
    def shape(self) -> TensorShape:
        """The sizes, None for ragged axes."""
        rows = self._row_splits.shape[0]
        first = None if rows is None else rows - 1
        return TensorShape([first, self._uniform, *self._values.shape[1:].as_list()])

    @property
    def uniform_row_length(self) -> Tensor | None:
        """The length of all rows as an int64 tensor, where it is said to be one."""
        return None if self._uniform is None else _ops.cast(self._uniform, self._row_splits.dtype)

    def get_shape(self) -> TensorShape:
        """The same as ``shape``."""
        return self.shape

    def nrows(self, out_type: Any = None, name: str | None = None) -> Tensor:
        """The number of rows."""
        return _ops.shape(self._row_splits, out_type=out_type or self._row_splits.dtype)[0] - 1

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The length of each row; along an inner ``axis``, ragged."""
        if axis > 1:
            return self.with_values(self._values.row_lengths(axis - 1))
        return self._row_splits[1:] - self._row_splits[:-1]

    def row_starts(self, name: str | None = None) -> Tensor:
        """Where each row begins."""
        return self._row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """Where each row ends."""
        return self._row_splits[1:]

    def value_rowids(self, name: str | None = None) -> Tensor:
        """For each value the number of its row."""
        return _ops.cast(row_ids(self._row_splits), self._row_splits.dtype)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """``value_rowids`` of each ragged axis, the outer ones first."""
        inner = self._values
        rest = inner.nested_value_rowids() if isinstance(inner, RaggedTensor) else ()
        return (self.value_rowids(), *rest)

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The lengths of the rows of each ragged axis, the outer ones first."""
        return tuple(splits[1:] - splits[:-1] for splits in self.nested_row_splits)

    def bounding_shape(
        self, axis: Any = None, name: str | None = None, out_type: Any = None
    ) -> Tensor:
        """The smallest shape that holds all rows, of ``axis`` or several where given."""
        from pelton.ragged.dense import bounding_shape

        wide = self.with_row_splits_dtype(_dtypes.int64)
        sizes = _ops.cast(bounding_shape(wide), out_type or self._row_splits.dtype)
        return sizes if axis is None else _ops.gather(sizes, axis)

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """The axes from `outer_axis` to `inner_axis` as one, in a tensor where none is ragged then.

        Raises ValueError for axes outside of the rank or in the other order."""
        from pelton.ragged.merging import merge_dims
        from pelton.ragged.narrow_splits import on_wide

        return on_wide(merge_dims, self, outer_axis, inner_axis)

    def with_values(self, new_values: Any) -> RaggedTensor:
        """The same rows over other values; raises ValueError for another number of them."""
        given = as_values(new_values)
        self._values.shape[:1].assert_is_compatible_with(given.shape[:1])
        return RaggedTensor(given, self._row_splits, self._uniform, internal=True)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """The same with row splits of int32 or int64; raises ValueError for another dtype."""
        wanted = _dtypes.as_dtype(dtype)
        if self._row_splits.dtype == wanted:
            return self
        if wanted not in (_dtypes.int32, _dtypes.int64):
            raise ValueError(
                f"Argument `row_splits` dtype must be int32 or int64. Received {wanted}."
            )
        inner = self._values
        if isinstance(inner, RaggedTensor):
            inner = inner.with_row_splits_dtype(wanted)
        splits = _ops.cast(self._row_splits, wanted)
        return RaggedTensor(inner, splits, self._uniform, internal=True)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """The same rows over other innermost values."""
        inner = self._values
        if isinstance(inner, RaggedTensor):
            return self.with_values(inner.with_flat_values(new_values))
        return self.with_values(new_values)

    def to_tensor(
        self, default_value: Any = None, name: str | None = None, shape: Any = None
    ) -> Tensor:
        """A tensor with ``default_value`` (0 or "") where rows are shorter."""
        from pelton.ragged.dense import to_tensor

        return to_tensor(self.with_row_splits_dtype(_dtypes.int64), default_value, shape)

    def to_sparse(self, name: str | None = None) -> Any:
        """A SparseTensor of the values, of the bounding shape."""
        from pelton.ragged.dense import to_sparse

        return to_sparse(self.with_row_splits_dtype(_dtypes.int64))

    def to_list(self) -> list[Any]:
        """Nested lists of Python values."""
        splits = self._row_splits.numpy().tolist()
        inner = self._values
        rows = inner.to_list() if isinstance(inner, RaggedTensor) else inner.numpy().tolist()
        return [rows[a:b] for a, b in zip(splits, splits[1:], strict=False)]

    def numpy(self) -> Any:
        """An array of objects, one array for each row, or one of more axes where rows are of one
        length."""
        import numpy as np

        splits = self._row_splits.numpy().tolist()
        inner = self._values.numpy()
        rows = [inner[a:b] for a, b in zip(splits, splits[1:], strict=False)]
        if len({row.shape for row in rows}) == 1:
            return np.stack(rows)
        out = np.empty(len(rows), object)
        out[:] = rows
        return out

    def __len__(self) -> int:
        return int(self.nrows())

    def __bool__(self) -> bool:
        """Raises TypeError, as TensorFlow's does."""
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __getitem__(self, key: Any) -> Any:
        from pelton.ragged.narrow_splits import on_wide
        from pelton.ragged.subscript import subscript

        return on_wide(subscript, self, key)

    def __repr__(self) -> str:
        parts = (*self.nested_row_splits, self.flat_values)
        if any(_functions.is_symbolic(part) for part in parts):
            return f"tf.RaggedTensor(values={self._values!r}, row_splits={self._row_splits!r})"
        return f"<tf.RaggedTensor {_text_of(self.numpy())}>"


def _text_of(value: Any) -> str:
    """Arrays within arrays as NumPy breaks them into lines, with commas."""
    import numpy as np

    if not isinstance(value, np.ndarray):
        return str(value)
    if value.size == 0:  # for which NumPy writes [], whatever its shape
        return repr(value.tolist())
    with np.printoptions(formatter={"all": _text_of}):
        return np.array2string(value, separator=", ")


def _as_given(made: RaggedTensor, given: Any) -> RaggedTensor:
    """With row splits of int32 where the partition was given so, a tensor or an array; those of
    ragged values have the same dtype."""
    inner = made.values
    is_narrow = getattr(given, "dtype", None) == _dtypes.int32
    if isinstance(inner, RaggedTensor):
        is_narrow = inner.row_splits.dtype == _dtypes.int32
    return made.with_row_splits_dtype(_dtypes.int32) if is_narrow else made


def _rows_of(values: Any) -> Any:
    if isinstance(values, RaggedTensor):
        return values.nrows()
    return _ops.shape(values, out_type=_dtypes.int64)[0]


def _check_row_ids(ids: Tensor, rows: Any) -> None:
    from pelton.errors import InvalidArgumentError

    given, why = ids.numpy(), None
    if (given < 0).any():
        why = f"value_rowids holds {given.min()}, which is no row"
    elif (given[1:] < given[:-1]).any():
        why = "value_rowids descends"
    elif not _functions.is_symbolic(rows) and given.size and given[-1] >= int(rows):
        why = f"value_rowids holds {given[-1]}, and there are {int(rows)} rows"
    if why is not None:
        raise InvalidArgumentError(
            f"Arguments to from_value_rowids do not form a valid RaggedTensor: {why}"
        )


def _check_splits(splits: Tensor, values: Any) -> None:
    from pelton.errors import InvalidArgumentError

    given = splits.numpy()
    rows = int(_rows_of(values))
    why = None
    if given[0] != 0:
        why = f"row_splits begins with {given[0]}, not 0"
    elif (given[1:] < given[:-1]).any():
        why = "row_splits descends"
    elif given[-1] != rows:
        why = f"row_splits ends with {given[-1]}, and there are {rows} values"
    if why is not None:
        raise InvalidArgumentError(
            f"Arguments to from_row_splits do not form a valid RaggedTensor: {why}"
        )


def of_op(op: str, given: dict[str, Any]) -> Any:
    """What the op of that name gives for those arguments, of which some are ragged
    (pelton.ragged.dispatch)."""
    from pelton.ragged import dispatch
    from pelton.ragged.narrow_splits import on_wide

    return on_wide(dispatch.of_op, op, given)


def of_function(function: Any, args: Any, kwargs: Any) -> Any:
    """The same of a function that is made of ops; NotImplemented where it takes no ragged
    tensors."""
    from pelton.ragged import dispatch
    from pelton.ragged.narrow_splits import is_narrow, on_wide

    made = on_wide(dispatch.of_function, function, args, kwargs)
    if made is NotImplemented and (is_narrow(args) or is_narrow(kwargs)):
        return on_wide(function, *args, **kwargs)
    return made


_functions.add_composite_class(RaggedTensor, of_op)

from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
