"""Owns what singular values tell: lstsq, matrix_rank, pinv."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, narrowed, promoted, widened
from pelton.keras.ops.linalg.decompositions import svd
from pelton.keras.ops.linalg.matrices import matrix
from pelton.linalg import factoring as _factoring

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike

_ROUNDINGS = {"float16": 9.765625e-4, "bfloat16": 7.8125e-3, "float64": 2.220446049250313e-16}


def _rounding(x: Tensor) -> float:
    return _ROUNDINGS.get(x.dtype.name, 1.1920928955078125e-07)


def matrix_rank(x: TensorLike, tol: TensorLike | None = None) -> Tensor:
    """How many singular values of `x` [..., m, n] are above `tol`, in int32."""
    x = matrix(x)
    values = svd(x, compute_uv=False)
    if tol is None:
        limit = _ops.reduce_max(values, [-1], True) * (max(x.shape[-2:]) * _rounding(x))
    else:
        limit = _ops.expand_dims(_ops.cast(convert(tol), x.dtype), -1)
    return _ops.reduce_sum(_ops.cast(_ops.greater(values, limit), "int32"), [-1])


def pinv(x: TensorLike, rcond: float | None = None) -> Tensor:
    """The pseudoinverse [..., n, m] of `x` [..., m, n]; smaller singular values than `rcond` times
    the largest count 0."""
    x = matrix(x)
    part = 10.0 * max(x.shape[-2:]) * _rounding(x) if rcond is None else rcond
    return narrowed(_factoring.pinv(widened(x), part), x)


def lstsq(a: TensorLike, b: TensorLike, rcond: float | None = None) -> Tensor:
    """The x of least |a x - b| for `a` [m, n], b [m] or [m, k]; of several the shortest."""
    a, b = promoted(a, b, least=float)
    if a.ndim != 2 or b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise ValueError(
            "lstsq: a must be a matrix and b have as many rows. Received: "
            f"a.shape={tuple(a.shape)}, b.shape={tuple(b.shape)}"
        )
    limit = max(a.shape) * _rounding(a) if rcond is None else rcond
    is_vector = b.ndim == 1
    found = _ops.matmul(pinv(a, limit), _ops.expand_dims(b, -1) if is_vector else b)
    return _ops.squeeze(found, [-1]) if is_vector else found
