"""Owns functions of dtypes that their ops do not take: deviations of complex numbers, leaky_relu of
integers. Dtypes that the ops take go straight to them."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.names.named_refusals import names_itself

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


@names_itself
def reduce_variance(
    input_tensor: TensorLike, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The mean square distance from the mean along ``axis`` or of all elements; of complex numbers
    a real one. Raises TypeError for integers."""
    try:
        if axis is None and keepdims is False:
            return _ops.reduce_variance(input_tensor)
        return _ops.reduce_variance(input_tensor, axis, keepdims)
    except InvalidArgumentError:
        return _variance_of_complex("reduce_variance", input_tensor, axis, keepdims)


@names_itself
def reduce_std(
    input_tensor: TensorLike, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of ``reduce_variance``."""
    try:
        if axis is None and keepdims is False:
            return _ops.reduce_std(input_tensor)
        return _ops.reduce_std(input_tensor, axis, keepdims)
    except InvalidArgumentError:
        found = _variance_of_complex("reduce_std", input_tensor, axis, keepdims)
        return _ops.sqrt(found)


def _variance_of_complex(op: str, value: TensorLike, axis: Any, keepdims: bool) -> Tensor:
    """Raises what the op raised for other dtypes, TypeError for integers."""
    x = _functions.convert(value)
    if x.dtype.is_complex:
        distance = x - _ops.reduce_mean(x, axis, True)
        return _ops.reduce_mean(_ops.square(_ops.abs(distance)), axis, keepdims)
    if x.dtype.is_integer or x.dtype == _dtypes.bool:
        raise TypeError(
            f"{op}: Input must be either real or complex. Received integer type {x.dtype.name}."
        )
    return _ops.reduce_variance(x, axis, keepdims)


@names_itself
def leaky_relu(features: TensorLike, alpha: float = 0.2, name: str | None = None) -> Tensor:
    """Numbers below 0 times `alpha`; integers as float32."""
    is_usual = type(alpha) is float and alpha == 0.2
    try:
        return _ops.leaky_relu(features) if is_usual else _ops.leaky_relu(features, alpha)
    except InvalidArgumentError:
        x = _functions.convert(features)
        if not x.dtype.is_integer:
            raise
        return _ops.leaky_relu(_ops.cast(x, _dtypes.float32), alpha)
