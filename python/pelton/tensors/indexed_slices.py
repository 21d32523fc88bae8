"""Owns IndexedSlices: rows of a tensor, and which rows they are."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import IndexedSlicesSpec
from pelton.tensors.composite_value import CompositeValue

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import DType


# The ops that TensorFlow applies to the rows; others take the dense tensor.
_OF_VALUES = frozenset(("cast", "clip_by_value", "identity", "stop_gradient"))


def _dense(value: Any) -> Any:
    """The value, with dense tensors for the slices in it."""
    if isinstance(value, IndexedSlices):
        return value.__tf_tensor__()
    if type(value) in (list, tuple):
        return [_dense(one) for one in value]
    return value


def _of_op(op: str, given: dict[str, Any]) -> Any:
    """What the op of that name gives for those arguments."""
    first, *rest = given
    slices, function = given[first], getattr(_ops, op)
    if op in _OF_VALUES and isinstance(slices, IndexedSlices):
        return slices.with_values(function(slices.values, **{name: given[name] for name in rest}))
    return function(**{name: _dense(value) for name, value in given.items()})


class IndexedSlices(CompositeValue):
    """``values[i]`` is row ``indices[i]`` of a tensor of ``dense_shape``; the other rows are 0.

    ``values``: (n, ...), ``indices``: (n), ``dense_shape``: (rank) or None. Ops take it as the
    dense tensor that it stands for, in which rows of one index add up; that raises ValueError
    without a ``dense_shape``. ``GradientTape.gradient`` gives one for a variable whose rows
    ``tf.gather`` or an embedding has picked.
    """

    _is_tensor_like = True

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values = _functions.convert(values)
        self._indices = _functions.convert(indices)
        self._dense_shape = None if dense_shape is None else _functions.convert(dense_shape)
        self._sum: Tensor | None = None
        if not self._values.ndim or self._indices.ndim != 1 or not self._indices.dtype.is_integer:
            raise ValueError(
                "IndexedSlices: values must be (n, ...) and indices whole numbers (n), got "
                f"{tuple(self._values.shape)} and {self._indices.dtype.name} "
                f"{tuple(self._indices.shape)}"
            )

    @property
    def _type_spec(self) -> IndexedSlicesSpec:
        """The spec of these rows."""
        return IndexedSlicesSpec.from_value(self)

    @property
    def values(self) -> Tensor:
        """The rows, (n, ...)."""
        return self._values

    @property
    def indices(self) -> Tensor:
        """Which rows they are, (n)."""
        return self._indices

    @property
    def dense_shape(self) -> Tensor | None:
        """The shape of the whole, (rank), where it is known."""
        return self._dense_shape

    @property
    def shape(self) -> TensorShape:
        """The shape of the whole; of any rank where it is not known."""
        known = self._dense_shape
        if known is None or _functions.is_symbolic(known):
            return TensorShape(None)
        return TensorShape(known.numpy().tolist())

    @property
    def dtype(self) -> DType:
        """The DType of the rows."""
        return self._values.dtype

    @property
    def device(self) -> str:
        """The device that holds the rows."""
        return str(self._values.device)

    @property
    def name(self) -> str:
        """The name of the rows."""
        return str(self._values.name)

    @classmethod
    def _of_gradient(cls, values: Tensor, indices: Tensor, total: Tensor) -> IndexedSlices:
        """The slices of a gradient, and their sum, which is known already."""
        shape = _functions.convert(list(total.shape), "int32")
        made = cls(values, indices, shape)
        made._sum = total
        return made

    def _as_gradient(self) -> Tensor:
        """The sum, which knows its slices, for optimizers."""
        if self._sum is None:
            if not self.shape.is_fully_defined():
                return self.__tf_tensor__()
            shape = self.shape.as_list()
            self._sum = _functions.add_up_slices(self._values, self._indices, shape)
        return self._sum

    def with_values(self, values: Tensor) -> IndexedSlices:
        """The same rows of other values, (n, ...)."""
        return IndexedSlices(values, self._indices, self._dense_shape)

    def __neg__(self) -> IndexedSlices:
        return self.with_values(_ops.negative(self._values))

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        """The dense tensor."""
        if self._sum is not None:
            found = _ops.identity(self._sum)
        elif self._dense_shape is None:
            raise ValueError(
                "Tensor conversion requested for IndexedSlices without dense_shape: "
                f"indices={self._indices!r}"
            )
        else:
            from pelton.ops.array.indexing import scatter_nd

            places = _ops.expand_dims(self._indices, -1)
            shape = _ops.cast(self._dense_shape, self._indices.dtype)
            found = scatter_nd(places, self._values, shape)
        return found if dtype is None else _ops.cast(found, dtype)

    def __repr__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!s}"
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"


_functions.add_composite_class(IndexedSlices, _of_op)

from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
