"""Owns what singular values tell: lstsq, matrix_rank, pinv; and jvp."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, floating, promoted
from pelton.keras.ops.linalg.decompositions import svd
from pelton.keras.ops.linalg.triangular import transposed

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._types import TensorLike

_ROUNDINGS = {"float16": 9.765625e-4, "bfloat16": 7.8125e-3, "float64": 2.220446049250313e-16}


def _rounding(x: Tensor) -> float:
    return _ROUNDINGS.get(x.dtype.name, 1.1920928955078125e-07)


def matrix_rank(x: TensorLike, tol: TensorLike | None = None) -> Tensor:
    """How many singular values of `x` [..., m, n] are above `tol`, in int32."""
    x = floating(x)
    values = svd(x, compute_uv=False)
    if tol is None:
        limit = _ops.reduce_max(values, [-1], True) * (max(x.shape[-2:]) * _rounding(x))
    else:
        limit = _ops.expand_dims(_ops.cast(convert(tol), x.dtype), -1)
    return _ops.reduce_sum(_ops.cast(_ops.greater(values, limit), "int32"), [-1])


def pinv(x: TensorLike, rcond: float | None = None) -> Tensor:
    """The pseudoinverse [..., n, m] of `x` [..., m, n]; smaller singular values than `rcond` times
    the largest count 0."""
    x = floating(x)
    part = max(x.shape[-2:]) * _rounding(x) * (1 if rcond is not None else 10)
    left, values, right = svd(x, full_matrices=False)
    limit = _ops.reduce_max(values, [-1], True) * (part if rcond is None else rcond)
    is_kept = _ops.greater(values, limit)
    safe = _ops.where(is_kept, values, _ops.ones_like(values))
    inverse = _ops.where(is_kept, _ops.reciprocal(safe), _ops.zeros_like(values))
    scaled = _ops.multiply(transposed(right), _ops.expand_dims(inverse, -2))
    return _ops.matmul(scaled, left, transpose_b=True)


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


def jvp(
    fun: Callable[..., Any],
    primals: Sequence[TensorLike],
    tangents: Sequence[TensorLike],
    has_aux: bool = False,
) -> Any:
    """What `fun` gives of `primals`, and its derivative in the direction of `tangents`.

    `has_aux`: it gives a pair, of which the second is passed on as a third result."""
    from pelton.autodiff import ForwardAccumulator

    points = [floating(point) for point in primals]
    pairs = zip(tangents, points, strict=True)
    ways = [_ops.cast(convert(way), point.dtype) for way, point in pairs]
    with ForwardAccumulator(points, ways) as accumulator:
        made = fun(*points)
    result, aux = made if has_aux else (made, None)
    from pelton.nest import map_structure

    def derivative(leaf: Any) -> Tensor:
        found = accumulator.jvp(leaf)
        return _ops.zeros_like(convert(leaf)) if found is None else found

    slopes = map_structure(derivative, result)
    return (result, slopes, aux) if has_aux else (result, slopes)
