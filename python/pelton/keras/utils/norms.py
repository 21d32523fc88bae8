"""normalize: arrays and tensors divided by their norm along an axis."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_LEAST = 1e-12  # what a sum of squares is at least before a tensor is divided by its root


def normalize(x: Any, axis: int = -1, order: int = 2) -> Any:
    """`x` divided by its norm of `order` along `axis`; zeros stay zeros. A tensor gives a tensor,
    anything else a NumPy array."""
    from pelton._core import Tensor
    from pelton._core import ops as _ops

    if not isinstance(x, Tensor):
        import numpy as np

        array = np.asarray(x)
        norm = np.atleast_1d(np.linalg.norm(array, order, axis))
        norm[norm == 0] = 1
        return array / np.expand_dims(norm, axis or -1)
    if order == 2:
        squares = _ops.reduce_sum(x * x, axis=[axis], keepdims=True)
        return x / _ops.sqrt(_ops.maximum(squares, _LEAST))
    if order == 1:
        norm = _ops.reduce_sum(_ops.abs(x), axis=[axis], keepdims=True)
    else:
        powers = _ops.reduce_sum(_ops.pow(_ops.abs(x), float(order)), axis=[axis], keepdims=True)
        norm = _ops.pow(powers, 1.0 / order)
    return x / _ops.maximum(norm, _LEAST)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
