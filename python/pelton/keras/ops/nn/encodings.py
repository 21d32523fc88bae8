"""Owns classes as vectors: one_hot and multi_hot."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert
from pelton.keras.ops.dtypes import dtype_name

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike, TensorLike


def _sparse(x: Tensor) -> Any:
    from pelton.sparse import from_dense

    return from_dense(x)


def one_hot(
    x: TensorLike,
    num_classes: int,
    axis: int = -1,
    dtype: DTypeLike | None = None,
    sparse: bool = False,
) -> Any:
    """1 at the class along the new `axis` of size `num_classes`, else 0; 0 throughout for others.

    A SparseTensor with `sparse`."""
    if sparse:
        return _sparse(one_hot(x, num_classes, axis, dtype))
    x = convert(x)
    if x.dtype.name not in ("int32", "int64", "uint8"):
        x = cast_to(x, "int64")
    return _ops.one_hot(x, num_classes, axis=axis, dtype=dtype_name(dtype))


def multi_hot(
    inputs: TensorLike,
    num_classes: int | None = None,
    axis: int = -1,
    dtype: DTypeLike | None = None,
    sparse: bool = False,
) -> Any:
    """1 at each class that the row of classes [..., n] has, else 0: [..., num_classes].

    A SparseTensor with `sparse`."""
    if num_classes is None:
        raise ValueError("Argument `num_classes` must be specified.")
    if sparse:
        return _sparse(multi_hot(inputs, num_classes, axis, dtype))
    x = convert(inputs)
    hot = one_hot(x, num_classes, axis, dtype)
    if x.ndim == 0:
        return hot
    joined = 1 if x.ndim > 1 else 0
    if hot.dtype.name == "bool":
        return _ops.reduce_any(hot, [joined])
    return _ops.reduce_max(hot, [joined])
