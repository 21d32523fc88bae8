"""Owns products of vectors and matrices, and einsum."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, one_axis, promoted, sizes
from pelton.keras.ops.dtypes import result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._types import TensorLike


def _computed(operands: list[Any], op: Callable[..., Tensor], by_result: Any = None) -> Tensor:
    """`op` of the operands in the dtype of their result; small integers go by way of int32."""
    tensors = [convert(operand) for operand in operands]
    kinds = [tensor.dtype.name for tensor in tensors]
    name = result_type(*kinds) if by_result is None else by_result
    wide = "int32" if name in ("bool", "int8", "int16", "uint8", "uint16") else name
    return cast_to(op(*[cast_to(tensor, wide) for tensor in tensors]), name)


def matmul(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The product of matrices, or of vectors, for each element of the broadcast batch axes.

    Products of int8 are int32."""
    x1, x2 = convert(x1), convert(x2)
    if not x1.ndim or not x2.ndim:
        raise ValueError(
            "matmul: both operands must have at least one axis, got shapes "
            f"{tuple(x1.shape)} and {tuple(x2.shape)}"
        )
    is_int8 = x1.dtype.name == x2.dtype.name == "int8" and max(x1.ndim, x2.ndim) > 1
    return _computed([x1, x2], _matmul, "int32" if is_int8 else None)


def _matmul(x1: Tensor, x2: Tensor) -> Tensor:
    if x1.ndim == 1 and x2.ndim == 1:
        return _ops.tensordot(x1, x2, 1)
    if x1.ndim == 1:
        return _ops.squeeze(_ops.matmul(_ops.expand_dims(x1, 0), x2), [-2])
    if x2.ndim == 1:
        return _ops.tensordot(x1, x2, 1)
    return _ops.matmul(x1, x2)


def dot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Sums over the last axis of `x1` and the last but one of `x2`, of scalars the product."""
    return _computed([x1, x2], _dot)


def _dot(x1: Tensor, x2: Tensor) -> Tensor:
    if not x1.ndim or not x2.ndim:
        return _ops.multiply(x1, x2)
    return _ops.tensordot(x1, x2, [[-1], [-2 if x2.ndim > 1 else -1]])


def inner(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Sums over the last axes of both, of scalars the product."""
    return _computed([x1, x2], _inner)


def _inner(x1: Tensor, x2: Tensor) -> Tensor:
    if not x1.ndim or not x2.ndim:
        return _ops.multiply(x1, x2)
    return _ops.tensordot(x1, x2, [[-1], [-1]])


def outer(x1: TensorLike, x2: TensorLike) -> Tensor:
    """[n, m]: each element of `x1` times each of `x2`."""
    x1, x2 = promoted(convert(x1), convert(x2))
    column = _ops.reshape(x1, [-1, 1])
    row = _ops.reshape(x2, [1, -1])
    return _ops.logical_and(column, row) if x1.dtype.name == "bool" else _ops.multiply(column, row)


def vdot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The sum of all products of two elements at the same place, the first conjugate."""
    from pelton.keras.ops.numpy.elementwise import conjugate

    x1, x2 = convert(x1), convert(x2)
    return dot(_ops.reshape(conjugate(x1), [-1]), _ops.reshape(x2, [-1]))


def tensordot(x1: TensorLike, x2: TensorLike, axes: Any = 2) -> Tensor:
    """Sums over pairs of axes, or over so many last axes of `x1` and first ones of `x2`."""
    if not isinstance(axes, int):
        axes = [list(part) if isinstance(part, (list, tuple)) else [part] for part in axes]
    return _computed([x1, x2], lambda a, b: _ops.tensordot(a, b, axes))


def einsum(subscripts: str, *operands: TensorLike, **kwargs: Any) -> Tensor:
    """The sum of products that an equation such as "ij,jk->ik" says.

    Products of int8 are int32."""
    tensors = [convert(operand) for operand in operands]
    kinds = {tensor.dtype.name for tensor in tensors}
    by_result = "int32" if kinds == {"int8"} else None
    equation = subscripts.replace(" ", "")
    return _computed(list(tensors), lambda *parts: _ops.einsum(list(parts), equation), by_result)


def kron(x1: TensorLike, x2: TensorLike) -> Tensor:
    """`x2` times each element of `x1`, in the place of the element."""
    x1, x2 = promoted(convert(x1), convert(x2))
    rank = max(x1.ndim, x2.ndim)
    first = [1] * (rank - x1.ndim) + sizes(x1)
    second = [1] * (rank - x2.ndim) + sizes(x2)
    x1 = _ops.reshape(x1, [size for one in first for size in (one, 1)])
    x2 = _ops.reshape(x2, [size for one in second for size in (1, one)])
    found = _ops.logical_and(x1, x2) if x1.dtype.name == "bool" else _ops.multiply(x1, x2)
    return _ops.reshape(found, [a * b for a, b in zip(first, second, strict=True)])


def cross(
    x1: TensorLike,
    x2: TensorLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Tensor:
    """The cross product of vectors of 3 or 2 numbers along an axis; of 2 and 2 only its last."""
    if axis is not None:
        axisa = axisb = axisc = axis
    x1, x2 = promoted(x1, x2)
    first = _ops.unstack(x1, axis=one_axis(axisa, x1.ndim, "axisa"))
    second = _ops.unstack(x2, axis=one_axis(axisb, x2.ndim, "axisb"))
    if len(first) not in (2, 3) or len(second) not in (2, 3):
        raise ValueError(
            "`x1`'s dim on `axisa` and `x2`'s dim on `axisb` must be either 2 or 3, but received: "
            f"{len(first)} and {len(second)}"
        )
    is_plane = len(first) == len(second) == 2
    a = first if len(first) == 3 else [*first, _ops.zeros_like(first[0])]
    b = second if len(second) == 3 else [*second, _ops.zeros_like(second[0])]

    def part(i: int, j: int) -> Tensor:
        return _ops.subtract(_ops.multiply(a[i], b[j]), _ops.multiply(a[j], b[i]))

    if is_plane:
        return part(0, 1)
    found = [part(1, 2), part(2, 0), part(0, 1)]
    return _ops.stack(found, one_axis(axisc, found[0].ndim + 1, "axisc"))


def correlate(x1: TensorLike, x2: TensorLike, mode: str = "valid") -> Tensor:
    """Sums of products of `x1` with `x2` at each shift, floats: "valid", "same" or "full"."""
    x1, x2 = promoted(x1, x2)
    name = x1.dtype.name
    wide = "float64" if name == "int64" else result_type(name, float)
    long, short = x1.shape[0], x2.shape[0]
    is_swapped = long < short
    left = {"valid": 0, "full": min(long, short) - 1}.get(mode)
    right = left
    if mode == "same":
        left, right = min(long, short) // 2, (min(long, short) - 1) // 2
    if left is None or right is None:
        raise ValueError(f"correlate: mode must be 'valid', 'same' or 'full', got {mode!r}")
    data, kernel = (x2, x1) if is_swapped else (x1, x2)
    data = _ops.pad(cast_to(data, wide), [[left, right]])
    data = _ops.reshape(data, [1, 1, -1, 1])
    kernel = _ops.reshape(cast_to(kernel, wide), [1, -1, 1, 1])
    found = _ops.reshape(_ops.conv2d(data, kernel), [-1])
    return _ops.reverse(found, [0]) if is_swapped else found
