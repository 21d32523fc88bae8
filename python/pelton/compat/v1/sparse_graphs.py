"""Owns sparse tensors of graphs: placeholders, and how sessions are fed with them and give them."""

from __future__ import annotations

from typing import NamedTuple

from pelton.compat.v1.graph import check_active, get_default_graph
from pelton.compat.v1.graph_ops import placeholder as _dense_placeholder
from pelton.compat.v1.host_value import HostValue
from pelton.sparse.sparse_tensor import SparseTensor
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class SparseTensorValue(NamedTuple):
    """The arrays of a sparse tensor."""

    indices: Any
    values: Any
    dense_shape: Any


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor that each run must be fed with a SparseTensorValue or its three parts: a
    matrix where no `shape` says how many axes it has.

    Raises RuntimeError where code runs at once."""
    check_active("tf.sparse_placeholder()")
    sizes = TensorShape([None, None] if shape is None else shape)
    with get_default_graph().name_scope(name or "SparsePlaceholder"):
        places = _dense_placeholder("int64", [None, sizes.rank], "indices")
        values = _dense_placeholder(dtype, [None], "values")
        return SparseTensor(places, values, _dense_placeholder("int64", [sizes.rank], "shape"))


placeholder = sparse_placeholder  # its name in tf.sparse


def fetched(tensor: SparseTensor) -> HostValue:
    """What a session must run for a sparse tensor."""
    parts = [tensor.indices, tensor.values, tensor.dense_shape]
    return HostValue("SparseTensor", parts, lambda arrays: SparseTensorValue(*arrays))


def fed(tensor: SparseTensor, value: Any) -> dict[Any, Any]:
    """The feeds of its parts. Raises TypeError unless `value` has three."""
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        raise TypeError(
            "a sparse placeholder is fed a SparseTensorValue, or (indices, values, dense_shape), "
            f"got {type(value).__name__}"
        )
    parts = (tensor.indices, tensor.values, tensor.dense_shape)
    return dict(zip(parts, value, strict=True))
