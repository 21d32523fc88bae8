"""Owns TensorArray of graphs: nodes through which arrays flow, within loops too."""

from __future__ import annotations

from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.unranked import Unranked
from pelton.tensor_shape import TensorShape
from pelton.tensors.tensor_array import TensorArray as ArrayOfValues

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Kind:
    """What an array and those that its writes give have in common."""

    def __init__(self, dtype: Any, shape: Any, infers: bool) -> None:
        self.dtype = _as_dtype(dtype)
        self.shape = TensorShape(shape)
        self.infers = infers

    def learn(self, value: Any) -> Any:
        """The value as a tensor. Raises ValueError for a shape that does not fit the elements'."""
        tensor = _functions.convert_like(value, self.dtype)
        if not self.shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"Inconsistent shapes: saw {tensor.shape} but expected {self.shape} (and "
                "infer_shape=True)"
            )
        if self.infers:
            self.shape = self.shape.merge_with(tensor.shape)
        return tensor


class GraphTensorArray:
    """An array of a graph: `flow`, the tensor of the node that gives it in a run, tells it."""

    def __init__(self, kind: _Kind, flow: Any) -> None:
        self._kind = kind
        self.flow = flow

    @property
    def dtype(self) -> Any:
        """The elements' dtype."""
        return self._kind.dtype

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the elements' shape."""
        return self._kind.shape

    @property
    def handle(self) -> Any:
        """The flow, by which nodes find the array."""
        return self.flow

    def with_flow(self, flow: Any) -> GraphTensorArray:
        """Such an array that another node gives."""
        return GraphTensorArray(self._kind, flow)

    def _changed(self, name: str, change: Callable[..., Any], *args: Any) -> GraphTensorArray:
        return self.with_flow(_flow_node(f"TensorArray{name}", change, (self.flow, *args)))

    def _told(self, name: str, like: Any, tell: Callable[..., Any], *args: Any) -> Any:
        title = f"TensorArray{name}"
        node = Operation(get_default_graph(), title, title, tell, (self.flow, *args))
        return node.give(like)

    def _rows(self, count: int | None = None) -> Any:
        shape = self._kind.shape
        if shape.rank is None:
            return Unranked(self.dtype)
        return _functions.symbolic([count, *shape], self.dtype)

    def identity(self) -> GraphTensorArray:
        """The array, after the control inputs around the call."""
        return self._changed("Identity", lambda array: array)

    def write(self, index: Any, value: Any, name: str | None = None) -> GraphTensorArray:
        """The array with ``value`` as its element ``index``; use the result."""
        return self._changed("Write", _written, index, self._kind.learn(value))

    def read(self, index: Any, name: str | None = None) -> Any:
        """Element ``index``."""
        shape = self._kind.shape
        like = Unranked(self.dtype) if shape.rank is None else _functions.symbolic(
            shape, self.dtype
        )  # fmt: skip
        return self._told("Read", like, lambda array, at: array.read(at), index)

    def stack(self, name: str | None = None) -> Any:
        """All elements as one tensor."""
        return self._told("Stack", self._rows(), lambda array: array.stack())

    def gather(self, indices: Any, name: str | None = None) -> Any:
        """The elements of these numbers as one tensor."""
        return self._told("Gather", self._rows(), lambda array, at: array.gather(at), indices)

    def concat(self, name: str | None = None) -> Any:
        """The elements joined along their first axis."""
        shape = self._kind.shape
        like = Unranked(self.dtype) if shape.rank is None else _functions.symbolic(
            [None, *list(shape)[1:]], self.dtype
        )  # fmt: skip
        return self._told("Concat", like, lambda array: array.concat())

    def size(self, name: str | None = None) -> Any:
        """The number of elements, an int32 scalar."""
        like = _functions.symbolic([], "int32")
        return self._told("Size", like, lambda array: array.size())

    def unstack(self, value: Any, name: str | None = None) -> GraphTensorArray:
        """The array whose elements are the rows of ``value``."""
        rows = _functions.convert_like(value, self.dtype)
        if len(rows.shape):
            self._kind.learn(_functions.symbolic(list(rows.shape)[1:], self.dtype))
        return self._changed("Unstack", lambda array, given: array._copy().unstack(given), rows)

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> GraphTensorArray:
        """The array with the rows of ``value`` as the elements of these numbers."""
        rows = _functions.convert_like(value, self.dtype)
        return self._changed(
            "Scatter", lambda array, at, given: array._copy().scatter(at, given), indices, rows
        )

    def split(self, value: Any, lengths: Any, name: str | None = None) -> GraphTensorArray:
        """The array whose elements are parts of ``value`` of these lengths."""
        rows = _functions.convert_like(value, self.dtype)
        return self._changed(
            "Split", lambda array, given, sizes: array._copy().split(given, sizes), rows, lengths
        )

    def close(self, name: str | None = None) -> Operation:
        """An operation that does nothing."""
        return Operation(get_default_graph(), "NoOp", "TensorArrayClose", lambda: None)


def _written(array: Any, index: Any, value: Any) -> Any:
    return array._copy().write(index, value)


def _flow_node(type: str, function: Callable[..., Any], args: Any) -> Any:  # noqa: A002
    node = Operation(get_default_graph(), type, type, function, args)
    return node.give(_functions.symbolic([], "float32"))


def TensorArray(  # noqa: N802 - TensorFlow's name
    dtype: Any, size: Any = None, dynamic_size: bool | None = None,
    clear_after_read: bool | None = None, tensor_array_name: str | None = None,
    handle: Any = None, flow: Any = None, infer_shape: bool = True, element_shape: Any = None,
    colocate_with_first_write_call: bool = True, name: str | None = None,
) -> Any:  # fmt: skip
    """``tf.TensorArray``: of nodes in graphs, of values where code runs at once.

    Raises ValueError in graphs without a size."""
    if not is_active():
        return ArrayOfValues(
            dtype, size, dynamic_size, clear_after_read, infer_shape=infer_shape,
            element_shape=element_shape,
        )  # fmt: skip
    if size is None:
        raise ValueError(
            "Size must be provided if handle is not provided" if handle is None
            else "TensorArray: an array of a handle is not here"
        )  # fmt: skip
    kind = _Kind(dtype, element_shape, infer_shape)

    def make(count: Any) -> ArrayOfValues:
        return ArrayOfValues(
            dtype, int(count), bool(dynamic_size), False, infer_shape=infer_shape,
            element_shape=kind.shape,
        )  # fmt: skip

    given = _ops.cast(size, "int32") if _functions.is_symbolic(size) else size
    return GraphTensorArray(kind, _flow_node("TensorArray", make, (given,)))
