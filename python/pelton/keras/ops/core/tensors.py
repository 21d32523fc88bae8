"""Owns what is asked of a tensor, and its way in and out: shape, dtype, conversions, casts."""

from __future__ import annotations

from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, convert_as, one_axis, sizes
from pelton.keras.ops.dtypes import dtype_name, is_float

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike, TensorLike


def convert_to_tensor(
    x: TensorLike,
    dtype: DTypeLike | None = None,
    sparse: bool | None = None,
    ragged: bool | None = None,
) -> Tensor:
    """A tensor of `x`, in `dtype` if given; every tensor is dense."""
    return convert(x) if dtype is None else convert_as(x, dtype_name(dtype))


def convert_to_numpy(x: TensorLike) -> Any:
    """The NumPy array of `x`. Raises ValueError for a symbolic tensor."""
    if _functions.is_symbolic(x):
        raise ValueError(
            f"A symbolic tensor has a shape and a dtype, but no values for an array: {x}"
        )
    if isinstance(x, (bool, int, float, complex, list, tuple)):
        import numpy

        return numpy.array(x)  # with NumPy's dtype of numbers
    return convert(x).numpy()


def is_tensor(x: object) -> bool:
    """True for a tensor or variable, also a symbolic one, a ragged or a sparse one."""
    return isinstance(x, (Tensor, Variable)) or type(x).__name__ in ("RaggedTensor", "SparseTensor")


def shape(x: TensorLike) -> tuple[Any, ...]:
    """The sizes of `x`: numbers, and tensors where they are open."""
    return tuple(sizes(convert(x)))


def dtype(x: TensorLike) -> str:
    """The name of the dtype of `x`."""
    return dtype_name(convert(x).dtype)


def cast(x: TensorLike, dtype: DTypeLike) -> Tensor:
    """`x` in another dtype; itself where it has it."""
    return convert_as(x, dtype_name(dtype))


_BOUNDS = {
    "bool": (0, 1),
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}


def saturate_cast(x: TensorLike, dtype: DTypeLike) -> Tensor:
    """`x` in another dtype, numbers beyond its range at its ends."""
    x, name = convert(x), dtype_name(dtype)
    if name in _BOUNDS:
        if x.dtype.name == "bool":
            return convert_as(x, name)
        low, high = _BOUNDS[name]
        if is_float(x.dtype.name):
            return _saturated_float(x, name, low, high)
        least, most = _BOUNDS[x.dtype.name]
        x = _ops.maximum(x, low) if least < low else x
        x = _ops.minimum(x, high) if most > high else x
    return convert_as(x, name)


def _saturated_float(x: Tensor, name: str, low: int, high: int) -> Tensor:
    """As `saturate_cast`: the largest integer may not be a float, so it is chosen afterwards."""
    inside = _ops.where(_ops.logical_and(_ops.greater(x, low), _ops.less(x, high)), x, 0)
    found = convert_as(inside, name)
    found = _ops.where(_ops.less_equal(x, low), convert_as(low, name), found)
    return _ops.where(_ops.greater_equal(x, high), convert_as(high, name), found)


def stop_gradient(variable: TensorLike) -> Tensor:
    """The same values, through which no gradient passes."""
    return _ops.stop_gradient(convert(variable))


def unstack(x: TensorLike, num: int | None = None, axis: int = 0) -> list[Tensor]:
    """The slices of `x` along an axis, which they lack."""
    x = convert(x)
    return list(_ops.unstack(x, num=num, axis=one_axis(axis, x.ndim)))
