"""Owns ``tf.TensorArray``: tensors by number, written one at a time.

Outside of traced loops it is a list. Where a number is a tensor of a trace, the elements are one
tensor, or with `dynamic_size` rows that grow, and ``write`` gives a new array."""

from __future__ import annotations

import operator

from pelton import dtypes
from pelton._core import Tensor as _Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError, OutOfRangeError
from pelton.tensor_shape import TensorShape
from pelton.tensors import element_shapes as _element_shapes
from pelton.tensors.growing_rows import GrowingRows, blank

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _Kind:
    """What an array and those that its writes give have in common."""

    def __init__(self, dtype: Any, size: int, shape: Any, options: dict[str, bool]) -> None:
        self.dtype = dtype
        self.size = size
        self.shape = TensorShape(shape)
        self.options = options
        self.place = _element_shapes.place_of_caller()
        _element_shapes.note(self.place, self)

    def learn_from_other_paths(self) -> None:
        """Takes the shape that elements have where the function that is running writes them."""
        found = _element_shapes.shape_elsewhere(self.place, self.dtype)
        if found is not None:
            self.shape = self.shape.merge_with(found)

    def learn(self, value: Any) -> None:
        """Raises ValueError for a shape that does not fit the elements'."""
        if not self.shape.is_compatible_with(value.shape):
            raise ValueError(
                f"Incompatible shape for value ({value.shape}), expected ({self.shape})"
            )
        if self.options["infer_shape"]:
            self.shape = self.shape.merge_with(value.shape)


class TensorArray:
    """An array of ``size`` tensors of one dtype and, with `infer_shape`, one shape.

    ``dynamic_size``: writes may be beyond its end. ``clear_after_read``: outside of traces an
    element may be read once (InvalidArgumentError)."""

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if size is None:
            raise ValueError(
                "Size must be declared for TensorArrays when eager execution is enabled."
            )
        is_open = isinstance(size, _Tensor) and _functions.is_symbolic(size)
        count = _ops.cast(size, dtypes.int32) if is_open else None
        size = 0 if is_open else operator.index(size)
        if size < 0:
            raise ValueError(f"TensorArray: size must not be negative, got {size}")
        options = {
            "dynamic_size": bool(dynamic_size),
            "grows": is_open or bool(dynamic_size),
            "clear_after_read": clear_after_read is not False,
            "infer_shape": bool(infer_shape),
        }
        self._kind = _Kind(dtypes.as_dtype(dtype), size, element_shape, options)
        self._count = count  # of elements, where the run tells it and none was written
        self._items: list[Any] = [None] * self._kind.size
        self._read: set[int] = set()
        self._elements: Any = None  # all in one tensor or GrowingRows; then there are no items

    @property
    def dtype(self) -> Any:
        """The elements' dtype."""
        return self._kind.dtype

    @property
    def dynamic_size(self) -> bool:
        """Whether writes may be beyond the end."""
        return self._kind.options["dynamic_size"]

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the elements' shape."""
        return self._kind.shape

    @property
    def flow(self) -> Any:
        """All elements as one tensor."""
        return self.stack()

    @property
    def handle(self) -> None:
        """None, as in TensorFlow 2."""
        return None

    @property
    def _grows(self) -> bool:
        """Whether it is carried as rows that grow."""
        return self._kind.options["grows"]

    def _is_shaped(self) -> bool:
        return self._elements is not None or self._kind.shape.is_fully_defined()

    def _copy(self) -> TensorArray:
        other = object.__new__(type(self))
        other._kind = self._kind
        other._items, other._read = list(self._items), set(self._read)
        other._elements, other._count = self._elements, self._count
        return other

    def _with_elements(self, elements: Any) -> TensorArray:
        other = self._copy()
        other._items, other._read, other._elements = [], set(), elements
        return other

    def _rows(self) -> GrowingRows:
        """The elements where there may be more."""
        if isinstance(self._elements, GrowingRows):
            return self._elements
        shape = self._kind.shape
        if self._items or shape.rank is None:
            return GrowingRows(self.stack(), self.size())
        sizes = shape.as_list()
        room = blank([0, *(size or 0 for size in sizes)], self.dtype)
        return GrowingRows(room, self.size(), sizes)

    def _state(self) -> list[Any]:
        """What a traced loop carries in the array's stead."""
        return self._rows().tensors if self._grows else [self.stack()]

    def _state_shapes(self) -> list[list[int | None]]:
        """What shapes the state may have."""
        return self._rows().shapes if self._grows else [self.stack().shape.as_list()]

    def _with_state(self, tensors: list[Any]) -> TensorArray:
        sizes = None if self._kind.shape.rank is None else self._kind.shape.as_list()
        rows = GrowingRows(*tensors, sizes) if self._grows else tensors[0]
        return self._with_elements(rows)

    def size(self, name: str | None = None) -> Any:
        """The number of elements, an int32 scalar."""
        if isinstance(self._elements, GrowingRows):
            return self._elements.count
        if self._elements is not None:
            return _functions.convert(_ops.shape(self._elements)[0], dtypes.int32)
        if self._count is not None:
            return self._count
        return _functions.convert(len(self._items), dtypes.int32)

    def identity(self) -> TensorArray:
        """The array itself."""
        return self

    def close(self, name: str | None = None) -> None:
        """Drops the elements."""
        self._items, self._elements = [], None

    def _is_by_tensor(self, index: Any) -> bool:
        """Whether the number is known to the trace alone."""
        if self._elements is not None or self._count is not None:
            return True
        is_tensor = isinstance(index, _Tensor) and _functions.is_tracing()
        return is_tensor and (not self.dynamic_size or _functions.is_symbolic(index))

    def read(self, index: Any, name: str | None = None) -> Any:
        """Element ``index``, zeros where it was not written. Raises OutOfRangeError outside,
        InvalidArgumentError where it is gone, ValueError where the shape is not known."""
        if self._is_by_tensor(index):
            return _ops.gather(self.stack(), index)
        at = int(index)
        if at < 0 or at >= len(self._items):
            raise OutOfRangeError(
                f"Tried to read from index {at} but array size is: {len(self._items)}"
            )
        value = self._items[at]
        if value is None and at in self._read:
            raise InvalidArgumentError(
                f"Could not read index {at} twice because it was cleared after a previous read "
                "(perhaps try setting clear_after_read = false?)"
            )
        if value is None:
            value = self._zeros()
        if self._kind.options["clear_after_read"] and not _functions.is_tracing():
            self._items[at] = None
            self._read.add(at)
        return value

    def _zeros(self, count: int | None = None) -> Any:
        """What stands for an element that was never written, or for so many."""
        if not self._kind.shape.is_fully_defined():
            self._kind.learn_from_other_paths()
        if not self._kind.shape.is_fully_defined():
            raise ValueError(
                f"Cannot convert a partially known TensorShape {self._kind.shape} to a Tensor: an "
                "element of the TensorArray was not written"
            )
        counted = [] if count is None else [count]
        return blank(counted + self._kind.shape.as_list(), self.dtype)

    def _value(self, value: Any) -> Any:
        tensor = _functions.convert_like(value, self.dtype)
        if tensor.dtype != self.dtype:
            raise InvalidArgumentError(
                f"TensorArray dtype is {self.dtype.name} but Op is trying to write dtype "
                f"{tensor.dtype.name}"
            )
        self._kind.learn(tensor)
        return tensor

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with ``value`` as its element ``index``; use the result.

        Raises OutOfRangeError outside of an array of fixed size, ValueError for another shape,
        InvalidArgumentError for another dtype."""
        tensor = self._value(value)
        if self._is_by_tensor(index) and self._grows:
            return self._with_elements(self._rows().written(_index(index), tensor))
        if self._is_by_tensor(index):
            return self._with_elements(_ops.write_row(self.stack(), _index(index), tensor))
        at = int(index)
        if at < 0:
            raise OutOfRangeError(f"Writing to negative indices (index {at}) is not allowed.")
        if at >= len(self._items) and not self.dynamic_size:
            raise OutOfRangeError(
                f"Tried to write to index {at} but array is not resizeable and size is: "
                f"{len(self._items)}"
            )
        self._items.extend([None] * (at + 1 - len(self._items)))
        self._items[at] = tensor
        self._read.discard(at)
        return self

    def stack(self, name: str | None = None) -> Any:
        """All elements as one tensor, zeros where none was written.

        Raises ValueError where one was not and the shape is not known."""
        if isinstance(self._elements, GrowingRows):
            return self._elements.whole()
        if self._elements is not None:
            return self._elements
        if self._count is not None and self._kind.shape.is_fully_defined():
            return blank([self._count, *self._kind.shape.as_list()], self.dtype)
        if not self._items:
            shape = self._kind.shape
            return blank([0, *(shape.as_list() if shape.is_fully_defined() else [])], self.dtype)
        if all(item is None for item in self._items):
            return self._zeros(len(self._items))
        return _ops.stack(self._filled(), 0)

    def _filled(self) -> list[Any]:
        return [self._zeros() if item is None else item for item in self._items]

    def gather(self, indices: Any, name: str | None = None) -> Any:
        """The elements of these numbers as one tensor."""
        return _ops.gather(self.stack(), indices)

    def concat(self, name: str | None = None) -> Any:
        """The elements joined along their first axis; sizes along it may differ outside of traces.

        Raises ValueError where one was not written and the shape is not known."""
        if self._elements is None and self._items:
            return _ops.concat(self._filled(), 0)
        whole = self.stack()
        return _ops.reshape(whole, [-1, *whole.shape.as_list()[2:]])

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array whose elements are the rows of ``value``.

        Raises ValueError for more rows than an array of fixed size has elements."""
        whole = _functions.convert_like(value, self.dtype)
        if whole.shape.as_list()[:1] == [None]:
            return self._of_rows(whole)
        rows = _ops.unstack(whole)
        if len(rows) > len(self._items) and not self.dynamic_size:
            raise ValueError(
                f"Cannot unstack {len(rows)} tensors into a TensorArray of static size "
                f"{len(self._items)}"
            )
        self._items[: len(rows)], self._elements = [self._value(row) for row in rows], None
        return self

    def _of_rows(self, whole: Any) -> TensorArray:
        """The array of as many rows as the run tells."""
        self._kind.options["grows"] = True
        self._kind.shape = self._kind.shape.merge_with(whole.shape[1:])
        return self._with_elements(GrowingRows(whole, _ops.shape(whole)[0]))

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the rows of ``value`` as its elements of these numbers."""
        array = self
        rows = _ops.unstack(_functions.convert_like(value, self.dtype))
        for index, row in zip(_functions.convert(indices).numpy().tolist(), rows, strict=True):
            array = array.write(index, row)
        return array

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array whose elements are parts of ``value`` of so many rows each."""
        sizes = _functions.convert(lengths).numpy().tolist()
        self._kind.options["infer_shape"] = False
        parts = _ops.split(_functions.convert_like(value, self.dtype), sizes, 0)
        self._items, self._elements = [self._value(part) for part in parts], None
        return self


def _index(value: Any) -> Any:
    """A number as a tensor that ops take for an index."""
    index = _functions.convert(value)
    return index if index.dtype in (dtypes.int32, dtypes.int64) else _ops.cast(index, "int64")


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
