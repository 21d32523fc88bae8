"""Owns what functions of matrices begin with: checks of shapes, transposes."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import floating

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def matrix(x: TensorLike) -> Tensor:
    """`x` [..., m, n] in a floating dtype. Raises ValueError for fewer axes."""
    x = floating(x)
    if x.ndim < 2:
        raise ValueError(f"Input should have rank >= 2. Received: input.shape={tuple(x.shape)}")
    return x


def square_matrix(x: TensorLike, argument: str = "x") -> Tensor:
    """`x` [..., n, n] in a floating dtype. Raises ValueError for other shapes."""
    x = floating(x)
    if x.ndim < 2 or x.shape[-1] != x.shape[-2] or x.shape[-1] is None:
        raise ValueError(
            f"Expected a square matrix. Received non-square input {argument}.shape={tuple(x.shape)}"
        )
    return x


def transposed(x: Tensor) -> Tensor:
    """`x` [..., n, m] with its last two axes exchanged."""
    return _ops.transpose(x, [*range(x.ndim - 2), x.ndim - 1, x.ndim - 2])


def is_known(x: Tensor) -> bool:
    """Whether its values are there to be looked at: not in a trace, not symbolic."""
    from pelton._core import functions

    return not functions.is_symbolic(x) and not functions.is_tracing()
