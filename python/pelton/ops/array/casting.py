"""Owns ``tf.saturate_cast``."""

from __future__ import annotations

from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.names.named_refusals import named as _named

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


@_named
def saturate_cast(value: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """`value` as `dtype`, of which elements outside of its range become its limits."""
    tensor, target = _functions.convert(value), _as_dtype(dtype)
    source = tensor.dtype
    if source.is_complex or target.is_complex or "bool" in (source.name, target.name):
        return _ops.cast(tensor, target)
    low, high = max(source.min, target.min), min(source.max, target.max)
    if low != source.min or high != source.max:
        if not source.is_integer and target.is_integer:
            # The largest float that does not exceed the target's limit.
            import numpy as np

            kind = source.as_numpy_dtype
            if float(kind(high)) > high:
                high = np.nextafter(kind(high), kind(0))
        tensor = _ops.clip_by_value(
            tensor, _functions.convert(low, source), _functions.convert(high, source)
        )
    return _ops.cast(tensor, target)
