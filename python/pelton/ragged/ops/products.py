"""Owns the products of matrices whose rows are ragged."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ragged.ragged_tensor import RaggedTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _padded(x: Any) -> Any:
    return x.to_tensor() if isinstance(x, RaggedTensor) else x


def matmul(a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, **_: Any) -> Any:
    """The product of each matrix of ``a`` (batch, ragged rows, n) and the one of ``b`` beside it:
    ragged where the number of rows is.

    Raises InvalidArgumentError where the axis that is summed over is ragged, ValueError for other
    ranks than 3."""
    a, b = (x if isinstance(x, RaggedTensor) else _functions.convert(x) for x in (a, b))
    if len(a.shape) != 3 or len(b.shape) != 3:
        raise ValueError(
            f"matmul: a RaggedTensor is not taken here but with 3 axes, got {a.shape} and {b.shape}"
        )
    ragged_rows = isinstance(a, RaggedTensor) and a.uniform_row_length is None
    ragged_columns = isinstance(b, RaggedTensor) and b.uniform_row_length is None
    if (ragged_rows and transpose_a) or (ragged_columns and not transpose_b):
        raise InvalidArgumentError(
            "The matrices in `a` and `b` may not be ragged in their inner dimension."
        )
    made = _ops.matmul(_padded(a), _padded(b), transpose_a, transpose_b)
    if not ragged_rows and not ragged_columns:
        return made
    rows = RaggedTensor.from_tensor(made, lengths=a.row_lengths()) if ragged_rows else made
    if not ragged_columns:
        return rows
    rows = rows if ragged_rows else RaggedTensor.from_tensor(made)
    lengths = _ops.gather(b.row_lengths(), rows.value_rowids())
    return rows.with_values(RaggedTensor.from_tensor(rows.values, lengths=lengths))
