"""Owns the functions of diagonals of matrices, the last two axes of a tensor.

Diagonal k holds the elements (i, i + k). Several, from the lowest to the highest, lie in memory as
rows from the highest down, padded to one length on the side that ``align`` says.
"""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import integers, product, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import DType, Tensor
    from pelton._types import TensorLike
    from pelton.ops.array.sizes import Size

_ALIGNMENTS = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")


def _range_of(op: str, k: Any, align: str) -> tuple[int, int]:
    """The lowest and the highest diagonal."""
    if align not in _ALIGNMENTS:
        raise ValueError(f"{op}: align must be one of {', '.join(_ALIGNMENTS)}, got {align!r}")
    tensor = _functions.convert(k)
    numbers = integers(op, "k", tensor.numpy().reshape(-1).tolist())
    low, high = numbers[0], numbers[-1]
    if len(numbers) not in (1, 2) or low > high:
        raise InvalidArgumentError(
            f"{op}: k must be a number or two, the lower one first, got {numbers}"
        )
    return low, high


def _least(a: Size, b: Size) -> Size:
    is_known = isinstance(a, int) and isinstance(b, int)
    return min(a, b) if is_known else _ops.minimum(*(_ops.cast(n, _dtypes.int64) for n in (a, b)))


class _Band:
    """Where the elements of diagonals [low, high] of a matrix [rows, columns] lie among them."""

    def __init__(self, sizes: tuple[Size, Size], low: int, high: int, align: str) -> None:
        self.rows, self.columns = sizes
        self.low, self.high, self.align = low, high, align
        self.width = _least(self.rows + min(high, 0), self.columns - max(low, 0))

    def _shift(self, k: Tensor) -> Tensor:
        """How far a diagonal's first element lies from the left of its row."""
        length = _ops.minimum(
            self.rows + _ops.minimum(k, _ops.zeros_like(k)),
            self.columns - _ops.maximum(k, _ops.zeros_like(k)),
        )
        gap = self.width - length
        left_above, left_below = self.align.startswith("LEFT"), self.align.endswith("LEFT")
        above = _ops.zeros_like(gap) if left_above else gap
        below = _ops.zeros_like(gap) if left_below else gap
        return _ops.where(k > 0, above, below) if left_above != left_below else above

    def of_matrix(self) -> tuple[Tensor, Tensor]:
        """For each place of the matrix its place among the diagonals, and whether it has one."""
        i = _ops.expand_dims(_ops.iota(self.rows, _dtypes.int64), 1)
        j = _ops.expand_dims(_ops.iota(self.columns, _dtypes.int64), 0)
        k = j - i
        inside = _ops.logical_and(k >= self.low, k <= self.high)
        zero = _functions.convert(0, _dtypes.int64)
        row = self.high - k
        column = j - _ops.maximum(k, _ops.zeros_like(k)) + self._shift(k)
        place = row * self.width + column
        return _ops.where(inside, place, zero), inside

    def of_diagonals(self) -> tuple[Tensor, Tensor]:
        """For each place among the diagonals its place in the matrix, and whether it has one."""
        k = self.high - _ops.expand_dims(_ops.iota(self.high - self.low + 1, _dtypes.int64), 1)
        column = _ops.expand_dims(_ops.iota(self.width, _dtypes.int64), 0)
        zeros = _ops.zeros_like(k)
        at = column - self._shift(k)
        i, j = at - _ops.minimum(k, zeros), at + _ops.maximum(k, zeros)
        inside = _ops.logical_and(at >= 0, _ops.logical_and(i < self.rows, j < self.columns))
        return _ops.where(inside, i * self.columns + j, _ops.zeros_like(i)), inside


def _flat(x: Tensor, axes: int) -> Tensor:
    """The last ``axes`` axes as one."""
    sizes = sizes_of(x)
    return _ops.reshape(x, [*sizes[: x.ndim - axes], product(sizes[x.ndim - axes :])])


def _matrix(op: str, input: TensorLike) -> Tensor:
    x = _functions.convert(input)
    if x.ndim < 2:
        raise InvalidArgumentError(
            f"{op}: input must be at least 2-dim, received shape: {tuple(x.shape)}"
        )
    return x


def _check_range(op: str, low: int, high: int, rows: Size, columns: Size) -> None:
    if not isinstance(rows, int) or not isinstance(columns, int):
        return
    for k in (low, high):
        if k != 0 and not -rows < k < columns:
            raise InvalidArgumentError(
                f"{op}: diagonal {k} is not one of a matrix of shape ({rows}, {columns})"
            )


def _padding(value: TensorLike, dtype: DType) -> Tensor:
    """What stands around diagonals; of truths the default 0 is False."""
    is_none = dtype == _dtypes.bool and type(value) is int and value == 0
    return _functions.convert_like(False if is_none else value, dtype)


def diag(
    diagonal: TensorLike,
    name: str = "diag",
    k: Any = 0,
    num_rows: int = -1,
    num_cols: int = -1,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with ``diagonal`` as their diagonals ``k`` and ``padding_value`` elsewhere."""
    d = _functions.convert(diagonal)
    low, high = _range_of("diag", k, align)
    axes = 1 if low == high else 2
    if d.ndim < axes:
        raise InvalidArgumentError(
            f"diag: diagonal must be at least {axes}-dim, received shape: {tuple(d.shape)}"
        )
    sizes = sizes_of(d)
    if low == high == 0 and num_rows == num_cols == -1 and isinstance(sizes[-1], int):
        inside = _ops.eye(sizes[-1], dtype=_dtypes.bool)
        around = _padding(padding_value, d.dtype)
        return _ops.where(inside, _ops.expand_dims(d, -1), around)
    rows, columns = sizes[-1] + max(0, -high), sizes[-1] + max(0, low)
    if num_rows == -1 and num_cols == -1:
        side = sizes[-1] + max(0, -high, low)
        rows, columns = side, side
    rows = rows if num_rows == -1 else num_rows
    columns = columns if num_cols == -1 else num_cols
    _check_range("diag", low, high, rows, columns)
    band = _Band((rows, columns), low, high, align)
    if isinstance(band.width, int) and sizes[-1] not in (None, band.width):
        raise InvalidArgumentError(
            f"diag: diagonals of {band.width} elements are asked for, got {tuple(d.shape)}"
        )
    places, inside = band.of_matrix()
    flat = _flat(d, axes)
    spread = _ops.gather(flat, places, flat.ndim - 1)
    return _ops.where(inside, spread, _padding(padding_value, d.dtype))


def diag_part(
    input: TensorLike,
    name: str = "diag_part",
    k: Any = 0,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """The diagonals ``k`` of matrices, shorter ones filled up with ``padding_value``."""
    x = _matrix("diag_part", input)
    low, high = _range_of("diag_part", k, align)
    rows, columns = sizes_of(x)[-2:]
    _check_range("diag_part", low, high, rows, columns)
    places, inside = _Band((rows, columns), low, high, align).of_diagonals()
    flat = _flat(x, 2)
    picked = _ops.gather(flat, places, flat.ndim - 1)
    if low == high:
        return _ops.squeeze(picked, -2)
    return _ops.where(inside, picked, _padding(padding_value, x.dtype))


def set_diag(
    input: TensorLike,
    diagonal: TensorLike,
    name: str = "set_diag",
    k: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with ``diagonal`` in place of their diagonals ``k``."""
    x = _matrix("set_diag", input)
    d = _functions.convert_like(diagonal, x.dtype)
    low, high = _range_of("set_diag", k, align)
    rows, columns = sizes_of(x)[-2:]
    _check_range("set_diag", low, high, rows, columns)
    band = _Band((rows, columns), low, high, align)
    axes = 1 if low == high else 2
    expected = [*x.shape[:-2], *[high - low + 1][: axes - 1], band.width]
    fits = d.ndim == len(expected) and all(
        a is None or b is None or not isinstance(b, int) or a == b
        for a, b in zip(d.shape, expected, strict=True)
    )
    if not fits:
        raise InvalidArgumentError(
            f"set_diag: diagonal must have shape {tuple(expected)} for input of shape "
            f"{tuple(x.shape)}, got {tuple(d.shape)}"
        )
    places, inside = band.of_matrix()
    flat = _flat(d, axes)
    return _ops.where(inside, _ops.gather(flat, places, flat.ndim - 1), x)


def band_part(
    input: TensorLike, num_lower: int | Tensor, num_upper: int | Tensor, name: str | None = None
) -> Tensor:
    """Matrices with zeros outside of their band; a negative number of diagonals means all."""
    x = _matrix("band_part", input)
    rows, columns = sizes_of(x)[-2:]
    dtype = _dtypes.int64
    if all(isinstance(one, int) for one in (rows, columns, num_lower, num_upper)):
        dtype = _dtypes.int32 if rows + columns < 2**31 else dtype  # compared in half the time
        num_lower, num_upper = max(-1, min(num_lower, rows)), max(-1, min(num_upper, columns))
    i = _ops.expand_dims(_ops.iota(rows, dtype), 1)
    j = _ops.expand_dims(_ops.iota(columns, dtype), 0)
    lower, upper = (_ops.cast(one, dtype) for one in (num_lower, num_upper))
    first = i - _ops.where(lower < 0, i, lower)
    last = i + _ops.where(upper < 0, _ops.cast(columns, dtype), upper)
    zero = _ops.zeros((), x.dtype)
    if isinstance(num_lower, int) and num_lower < 0:
        return _ops.where(j <= last, x, zero)
    if isinstance(num_upper, int) and num_upper < 0:
        return _ops.where(first <= j, x, zero)
    return _ops.where(_ops.logical_and(first <= j, j <= last), x, zero)


def trace(x: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the main diagonal of matrices."""
    return _ops.reduce_sum(diag_part(_matrix("trace", x)), -1)


def tensor_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """A tensor of twice the rank with ``diagonal`` where both halves of the indices are equal."""
    d = _functions.convert(diagonal)
    sizes = sizes_of(d)
    return _ops.reshape(diag(_ops.reshape(d, [-1])), [*sizes, *sizes])


def tensor_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """The elements at which both halves of the indices are equal."""
    x = _functions.convert(input)
    half = x.ndim // 2
    pairs = list(zip(x.shape[:half], x.shape[half:], strict=False))
    is_other = any(a != b and None not in (a, b) for a, b in pairs)
    if x.ndim % 2 or x.ndim == 0 or is_other:
        raise InvalidArgumentError(
            f"tensor_diag_part: input must have two equal halves of axes, got {tuple(x.shape)}"
        )
    sizes = [b if a is None else a for a, b in pairs]
    if None in sizes:
        sizes = sizes_of(x)[:half]
    count = product(sizes)
    return _ops.reshape(diag_part(_ops.reshape(x, [count, count])), sizes)


def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """The cross products of vectors of three elements along the last axis."""
    a = _functions.convert(a)
    b = _functions.convert_like(b, a.dtype)
    if tuple(a.shape) != tuple(b.shape) or a.ndim == 0 or a.shape[-1] not in (3, None):
        raise InvalidArgumentError(
            f"cross: a and b must have one shape that ends with 3, got {tuple(a.shape)} and "
            f"{tuple(b.shape)}"
        )
    ahead = [_ops.gather(x, [1, 2, 0], x.ndim - 1) for x in (a, b)]
    behind = [_ops.gather(x, [2, 0, 1], x.ndim - 1) for x in (a, b)]
    return ahead[0] * behind[1] - behind[0] * ahead[1]


def conjugate(x: Any) -> Any:
    """The conjugates; of real numbers themselves."""
    return _ops.conj(x) if x.dtype.is_complex else x


def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The conjugate transpose of matrices."""
    return matrix_transpose(matrix, conjugate=True)


def matrix_transpose(
    a: TensorLike, name: str = "matrix_transpose", conjugate: bool = False
) -> Tensor:
    """The last two axes changed with one another."""
    x = _matrix("matrix_transpose", a)
    order = [*range(x.ndim - 2), x.ndim - 1, x.ndim - 2]
    turned = _ops.transpose(x, order)
    return _ops.conj(turned) if conjugate and x.dtype.is_complex else turned


def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Matrices times vectors. The sparse flags change nothing."""
    product_ = _ops.matmul(a, _ops.expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a)
    return _ops.squeeze(product_, -1)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
