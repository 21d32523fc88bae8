"""Owns products of vectors and matrices, and einsum."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy.arithmetic import multiply
from pelton.experimental.numpy.promotion import together
from pelton.keras.ops.conversion import cast_to, sizes
from pelton.keras.ops.numpy import products as _products

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._types import TensorLike


def _product(op: Callable[..., Tensor], *operands: TensorLike) -> Tensor:
    """`op` of the operands in the dtype of their result; small whole numbers by way of int64."""
    parts = together(*operands)
    name = parts[0].dtype.name
    if name not in ("bool", "int8", "int16", "uint8", "uint16", "uint32", "uint64"):
        return op(*parts)
    return cast_to(op(*[cast_to(part, "int64") for part in parts]), name)


def matmul(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The product of matrices, or of vectors, for each element of the broadcast batch axes."""
    return _product(_products.matmul, x1, x2)


def dot(a: TensorLike, b: TensorLike) -> Tensor:
    """Sums over the last axis of `a` and the last but one of `b`, of scalars the product."""
    return _product(_products._dot, a, b)


def inner(a: TensorLike, b: TensorLike) -> Tensor:
    """Sums over the last axes of both, of scalars the product."""
    return _product(_products._inner, a, b)


def outer(a: TensorLike, b: TensorLike) -> Tensor:
    """[n, m]: each element of `a` times each of `b`."""
    return _product(
        lambda x, y: _ops.multiply(_ops.reshape(x, [-1, 1]), _ops.reshape(y, [1, -1])), a, b
    )


def vdot(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of all products of two elements at the same place, the first conjugate."""
    a, b = together(a, b)
    a = _ops.conj(a) if a.dtype.is_complex else a
    return dot(_ops.reshape(a, [-1]), _ops.reshape(b, [-1]))


def tensordot(a: TensorLike, b: TensorLike, axes: Any = 2) -> Tensor:
    """Sums over pairs of axes, or over so many last axes of `a` and first ones of `b`."""
    return _product(lambda x, y: _ops.tensordot(x, y, axes), a, b)


def einsum(subscripts: str, *operands: TensorLike, **kwargs: Any) -> Tensor:
    """The sum of products that an equation such as "ij,jk->ik" says.

    `casting` must be "safe" and `optimize` a bool or one of NumPy's names."""
    casting, optimize = kwargs.pop("casting", "safe"), kwargs.pop("optimize", False)
    if casting != "safe" or optimize not in (True, False, "greedy", "optimal") or kwargs:
        raise ValueError(
            "einsum: casting must be 'safe', optimize a bool, 'greedy' or 'optimal', and there "
            f"are no other keywords; got {casting!r}, {optimize!r} {sorted(kwargs)}"
        )
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum: subscripts must be a str, got {type(subscripts).__name__}")
    equation = subscripts.replace(" ", "")
    return _product(lambda *parts: _ops.einsum(list(parts), equation), *operands)


def kron(a: TensorLike, b: TensorLike) -> Tensor:
    """`b` times each element of `a`, in the place of the element."""
    a, b = together(a, b)
    rank = max(a.ndim, b.ndim)
    first, second = ([1] * (rank - x.ndim) + sizes(x) for x in (a, b))
    a = _ops.reshape(a, [size for one in first for size in (one, 1)])
    b = _ops.reshape(b, [size for one in second for size in (1, one)])
    return _ops.reshape(multiply(a, b), [x * y for x, y in zip(first, second, strict=True)])


def cross(
    a: TensorLike,
    b: TensorLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Tensor:
    """The cross product of vectors of 3 or 2 numbers along an axis; of 2 and 2 only its last."""
    return _products.cross(*together(a, b), axisa, axisb, axisc, axis)
