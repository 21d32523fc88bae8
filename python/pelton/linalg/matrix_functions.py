"""Owns functions of matrices as power series have them: expm, sqrtm, logm."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import sizes_of
from pelton.ops.nn.windows import as_input

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

# Of the quotient of polynomials of degree 13 that is nearest to exp; the same above and below but
# for signs (N. J. Higham, "The scaling and squaring method for the matrix exponential").
_DEGREE = 13
_MOST_NORM = {"float32": 3.9, "complex64": 3.9, "float64": 5.37, "complex128": 5.37}
_MOST_SQUARINGS = 64


def _square(op: str, value: TensorLike) -> Tensor:
    x = as_input(op, "input", value)
    if x.ndim < 2 or (x.shape[-1] != x.shape[-2] and None not in x.shape[-2:]):
        raise InvalidArgumentError(
            f"{op}: input must be square matrices, got shape {tuple(x.shape)}"
        )
    if x.dtype.name not in _MOST_NORM:
        raise InvalidArgumentError(
            f"{op}: input must be float32, float64, complex64 or complex128, got {x.dtype.name}"
        )
    return x


def _coefficients() -> list[float]:
    found = [1.0]
    for k in range(_DEGREE):
        found.append(found[-1] * (_DEGREE - k) / ((2 * _DEGREE - k) * (k + 1)))
    return found


def expm(input: TensorLike, name: str | None = None) -> Tensor:
    """The exponentials of square matrices: a quotient of polynomials of the matrix divided by a
    power of 2, squared as often again."""
    x = _square("expm", input)
    if x.shape[-1] == 0:
        return x
    norms = _ops.reduce_max(_ops.reduce_sum(_ops.abs(x), [-2]), [-1])
    most = _functions.convert(_MOST_NORM[x.dtype.name], norms.dtype)
    ratio = _ops.maximum(norms / most, _ops.ones_like(norms))
    exponents = _ops.ceil(_ops.log(ratio) / _functions.convert(0.6931471805599453, norms.dtype))
    exponents = _ops.stop_gradient(_ops.minimum(exponents, _MOST_SQUARINGS + 0 * exponents))
    factor = _ops.pow(_functions.convert(2.0, norms.dtype), _ops.negative(exponents))
    found = _quotient(x * _ops.cast(_ops.expand_dims(_ops.expand_dims(factor, -1), -1), x.dtype))
    times = _ops.expand_dims(_ops.expand_dims(exponents, -1), -1)
    for step in range(_squarings(exponents)):
        found = _ops.where(times > step, _ops.matmul(found, found), found)
    return found


def _squarings(exponents: Tensor) -> int:
    """How many are needed at most; in a trace, where no value is known, as many as there can be."""
    if _functions.is_symbolic(exponents) or _functions.is_tracing():
        return _MOST_SQUARINGS
    largest = float(_ops.reduce_max(exponents)) if exponents.shape.num_elements() else 0.0
    return int(largest) if largest == largest else 0


def _quotient(x: Tensor) -> Tensor:
    unit = _ops.eye(sizes_of(x)[-1], None, x.dtype) + _ops.zeros_like(x)
    squared = _ops.matmul(x, x)
    power, even, odd = unit, _ops.zeros_like(x), _ops.zeros_like(x)
    coefficients = _coefficients()
    for k in range(0, _DEGREE + 1, 2):
        even = even + power * coefficients[k]
        odd = odd + power * coefficients[k + 1]
        power = _ops.matmul(power, squared)
    odd = _ops.matmul(x, odd)
    return _ops.matrix_solve(even - odd, even + odd)


def _of_eigenvalues(x: Tensor, function: str) -> Tensor:
    """V f(values) V^-1, in complex numbers. Of matrices that have fewer independent eigenvectors
    than rows by square roots of square roots, or NaN in a trace."""
    values, vectors = _ops.eig(x)
    found = _put_together(vectors, getattr(_ops, function)(values))
    error = _ops.reduce_max(_ops.abs(_put_together(vectors, values) - x), [-2, -1], True)
    most = _ops.reduce_max(_ops.abs(x), [-2, -1], True)
    is_whole = error <= most * _functions.convert(1e-4, most.dtype)
    if _functions.is_symbolic(x):
        return _ops.where(is_whole, found, _functions.convert(float("nan"), found.dtype))
    if bool(_ops.reduce_all(is_whole)):
        return found
    return _ops.where(is_whole, found, _functions.convert(_by_roots(x.numpy(), function)))


def _put_together(vectors: Tensor, values: Tensor) -> Tensor:
    """V diag(values) V^-1; of vectors that depend on each other a little of the unit matrix more,
    which gives other matrices, not an error."""
    tiny = 1e-30 * _ops.eye(sizes_of(vectors)[-1], None, vectors.dtype)
    scaled = vectors * _ops.expand_dims(values, -2)
    order = [*range(vectors.ndim - 2), vectors.ndim - 1, vectors.ndim - 2]
    left = _ops.transpose(vectors, order) + tiny
    return _ops.transpose(_ops.matrix_solve(left, _ops.transpose(scaled, order)), order)


def _by_roots(matrices: Any, function: str) -> Any:
    """The square roots or logarithms of complex matrices of any eigenvalues but 0 and negative
    ones, NaN for those: the logarithm is 2**k times that of the root taken k times."""
    import numpy as np

    wide = matrices.astype(np.complex128)
    made = np.empty_like(wide)
    of_one = _root if function == "sqrt" else _logarithm
    for place in np.ndindex(wide.shape[:-2]):
        try:
            made[place] = of_one(wide[place])
        except np.linalg.LinAlgError:
            made[place] = np.nan
    return made.astype(matrices.dtype)


def _root(matrix: Any) -> Any:
    """The square root by the iteration of E. D. Denman and A. N. Beavers."""
    import numpy as np

    root, inverse = matrix, np.eye(len(matrix), dtype=matrix.dtype)
    for _ in range(60):
        before = root
        root, inverse = (
            (root + np.linalg.inv(inverse)) / 2,
            (inverse + np.linalg.inv(root)) / 2,
        )
        if np.abs(root - before).max() <= 1e-15 * np.abs(root).max():
            break
    return root


def _logarithm(matrix: Any) -> Any:
    """That of a matrix near the unit by the series of the inverse hyperbolic tangent."""
    import numpy as np

    unit, times = np.eye(len(matrix)), 0
    while np.abs(matrix - unit).max() > 0.01 and times < 60:
        matrix, times = _root(matrix), times + 1
    ratio = np.linalg.solve(matrix + unit, matrix - unit)
    power, total = ratio, ratio
    for k in range(3, 16, 2):
        power = power @ ratio @ ratio
        total = total + power / k
    return total * 2.0 ** (times + 1)


def sqrtm(input: TensorLike, name: str | None = None) -> Tensor:
    """The square roots of matrices; NaN for real matrices whose root is not real."""
    x = _square("sqrtm", input)
    if x.dtype.is_complex:
        return _of_eigenvalues(x, "sqrt")
    is_wide = x.dtype == _dtypes.float64
    found = _of_eigenvalues(_ops.cast(x, _dtypes.complex128), "sqrt")
    size = _ops.reduce_max(_ops.abs(found), [-2, -1], True)
    is_real = _ops.abs(_ops.imag(found)) <= size * (1e-10 if is_wide else 1e-5)
    whole = _ops.reduce_all(is_real, [-2, -1], True)
    root = _ops.cast(_ops.real(found), x.dtype)
    return _ops.where(whole, root, _functions.convert(float("nan"), x.dtype))


def logm(input: TensorLike, name: str | None = None) -> Tensor:
    """The logarithms of complex matrices."""
    x = _square("logm", input)
    if not x.dtype.is_complex:
        raise InvalidArgumentError(
            f"logm: input must be complex64 or complex128, got {x.dtype.name}"
        )
    return _of_eigenvalues(x, "log")
