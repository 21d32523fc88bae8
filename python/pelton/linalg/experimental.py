"""Owns ``tf.linalg.experimental``: systems of equations solved step by step."""

from __future__ import annotations

from collections import namedtuple

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.functions.control_flow import while_loop
from pelton.linalg.diagonals import conjugate

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike
    from pelton.linalg.operators.base import LinearOperator

ConjugateGradient = namedtuple("ConjugateGradient", "i x r p gamma")


def conjugate_gradient(
    operator: LinearOperator,
    rhs: TensorLike,
    preconditioner: LinearOperator | None = None,
    x: TensorLike | None = None,
    tol: float = 1e-05,
    max_iter: int = 20,
    name: str = "conjugate_gradient",
) -> Any:
    """x with A x = `rhs` [..., n] for a self-adjoint positive definite operator A.

    A named tuple of the number of steps, x, the residual, the last direction and the residual's
    product with its preconditioned self. Ends after `max_iter` steps or when no residual is
    longer than `tol` times its right side. Source: Hestenes and Stiefel, 1952."""
    if not (operator.is_self_adjoint and operator.is_positive_definite):
        raise ValueError("Expected a self-adjoint, positive definite operator.")
    b = _functions.convert_like(rhs, operator.dtype)
    limit = tol * _ops.sqrt(_dot(b, b))

    def better(r: Any) -> Any:
        return r if preconditioner is None else preconditioner.matvec(r)

    start = _ops.zeros_like(b) if x is None else _functions.convert_like(x, b.dtype)
    r = b if x is None else b - operator.matvec(start)
    z = better(r)

    def goes_on(i: Any, x: Any, r: Any, p: Any, gamma: Any) -> Any:
        longer = _ops.reduce_any(_ops.greater(_ops.sqrt(_dot(r, r)), limit))
        return _ops.logical_and(_ops.less(i, max_iter), longer)

    def step(i: Any, x: Any, r: Any, p: Any, gamma: Any) -> Any:
        forward = operator.matvec(p)
        rate = _ops.expand_dims(gamma / _dot(p, forward), -1)
        x, r = x + rate * p, r - rate * forward
        z = better(r)
        now = _dot(r, z)
        return i + 1, x, r, z + _ops.expand_dims(now / gamma, -1) * p, now

    state = (_functions.convert(0), start, r, z, _dot(r, z))
    return ConjugateGradient(*while_loop(goes_on, step, state))


def _dot(a: Any, b: Any) -> Any:
    return _ops.reduce_sum(conjugate(a) * b, axis=-1)
