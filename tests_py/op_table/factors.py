"""Rows of the ops that factor matrices and solve systems, and of the Fourier transform."""

import dataclasses

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import COMPLEX, Bad, In, OpCase
from pelton._core import ops

REAL = ("float32", "float64")
BOTH = (REAL, COMPLEX)
SQUARE = np.eye(3, dtype=np.float32)
WIDE = np.ones((2, 3), np.float32)
VECTOR = np.ones(3, np.float32)
SCALAR = np.ones((), np.complex64)
BATCH = np.ones((2, 3, 3), np.float32)
SHAPES = ((3, 3), (2, 3, 3), (0, 2, 2), (2, 0, 0), (1, 1), (2, 1, 5, 5), (60, 60))


@dataclasses.dataclass(frozen=True)
class Matrix(In):
    """Random matrices with multiples of 1, 2, ... on the diagonal, so that none is singular."""

    low: float = -0.5
    high: float = 0.5
    step: float = 1.0

    def make(self, random, dtype):
        found = super().make(random, dtype)
        along = np.zeros(self.shape[-2:], found.dtype)
        np.fill_diagonal(along, 2 + self.step * np.arange(along.shape[0]))
        return found + along


def adjoint(x):
    """The conjugate transpose of a tensor or array."""
    axes = [*range(x.ndim)]
    axes[-1], axes[-2] = axes[-2], axes[-1]
    if isinstance(x, np.ndarray):
        return np.conj(np.transpose(x, axes))
    return ops.transpose(x, axes, conjugate=True)


def matrices(*shapes, **options):
    return tuple((Matrix(shape, **options),) for shape in shapes)


def refused(*args, says, **attrs):
    return Bad(args, attrs, says=(says,))


def matrix_errors(dtypes=(*REAL, *COMPLEX), square=True, good=SQUARE):
    common = (*call_errors((good,)), *value_errors((good,)), *dtype_errors(dtypes))
    if not square:
        return (*common, refused(VECTOR, says="input must have rank >= 2, got 1"))
    wide, vector = WIDE.astype(good.dtype), VECTOR.astype(good.dtype)
    return (
        *common,
        refused(wide, says="input must be square, got shape (2, 3)"),
        refused(vector, says="input must have rank >= 2, got 1"),
    )


def system_errors():
    return (
        *call_errors((SQUARE, SQUARE)),
        *value_errors((SQUARE, SQUARE)),
        *dtype_errors((*REAL, *COMPLEX), 2),
        refused(WIDE, SQUARE, says="matrix must be square, got shape (2, 3)"),
        refused(SQUARE, VECTOR, says="rhs must have rank >= 2, got 1"),
        refused(SQUARE, WIDE, says="matrix and rhs must have as many rows"),
        refused(SQUARE, BATCH, says="matrix and rhs must have the same batch axes"),
    )


def hermitian(x):
    return (x + adjoint(x)) * 0.5


def cholesky(x):
    return np.linalg.cholesky(hermitian(x))


def triangular_solve(matrix, rhs, lower=True, adjoint=False):
    found = np.tril(matrix) if lower else np.triu(matrix)
    return solve(found, rhs, adjoint)


def solve(matrix, rhs, adjoint=False):
    return np.linalg.solve(conjugate_transpose(matrix) if adjoint else matrix, rhs)


def inverse(x, adjoint=False):
    return np.linalg.inv(conjugate_transpose(x) if adjoint else x)


def conjugate_transpose(x):
    return np.conj(np.swapaxes(x, -1, -2))


def eliminated(x, output_idx_type="int32"):
    """Both factors in one matrix, and the order of the rows, by the textbook."""
    found, orders = x.copy(), np.zeros(x.shape[:-1], output_idx_type)
    for batch in np.ndindex(x.shape[:-2]):
        a, order = found[batch], np.arange(x.shape[-1])
        for k in range(len(a)):
            best = k + np.argmax(np.abs(a[k:, k]))
            a[[k, best]], order[[k, best]] = a[[best, k]], order[[best, k]]
            a[k + 1 :, k] /= a[k, k]
            a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
        orders[batch] = order
    return found, orders


def qr(x, full_matrices=False):
    return tuple(np.linalg.qr(x, "complete" if full_matrices else "reduced"))


def eigh(x):
    values, vectors = np.linalg.eigh(hermitian(x))
    return values.astype(x.dtype), np.square(np.abs(vectors))


def eigh_without_phases(x):
    values, vectors = ops.eigh(hermitian(x))
    if not vectors.dtype.is_complex:
        return values, ops.square(vectors)
    return values, ops.real(ops.multiply(vectors, ops.conj(vectors)))


def eigh_of_lower(x):
    """The whole op: the upper triangle is not read."""
    return ops.eigh(x)[0]


def eig(x):
    """The square and the trace, which do not depend on the order of the eigenvalues."""
    return x @ x, np.trace(x, axis1=-2, axis2=-1)


def square_by_eig(x):
    values, vectors = ops.eig(x)
    scaled = ops.multiply(vectors, ops.expand_dims(ops.square(values), -2))
    found = adjoint(ops.matrix_solve(vectors, adjoint(scaled), adjoint=True))
    return found, ops.reduce_sum(values, [-1])


def svd(x, full_matrices=False):
    left, values, right = np.linalg.svd(x, full_matrices=full_matrices)
    return values, np.abs(left), np.abs(np.swapaxes(right, -1, -2))


def svd_without_phases(x, **attrs):
    values, left, right = ops.svd(x, **attrs)
    return values, ops.abs(left), ops.abs(right)


def svd_values(x, full_matrices=False):
    return np.linalg.svd(x, compute_uv=False)


def fft(x, inverse=False):
    if x.size == 0:
        return x
    return np.fft.ifft(x) * x.shape[-1] if inverse else np.fft.fft(x)


def case(name, reference, samples, dtypes, **options):
    """A row; the errors go with the real numbers."""
    options.setdefault("grad", (0,))
    if dtypes is COMPLEX and name not in ("eig", "fft", "irfft"):
        options["errors"] = ()
    return OpCase(name, reference, samples, dtypes, kind="product", **options)


def cholesky_cases():
    for dtypes in BOTH:
        yield case(
            "cholesky",
            cholesky,
            matrices(*SHAPES),
            dtypes,
            fn=lambda x: ops.cholesky(hermitian(x)),
        )
    yield OpCase(  # the upper triangle is not read
        "cholesky",
        lambda x: np.linalg.cholesky(np.tril(x) + np.swapaxes(np.tril(x, -1), -1, -2)),
        matrices((3, 3)),
        REAL,
        kind="product",
        errors=matrix_errors(),
    )


def system_cases():
    pairs = (((3, 3), (3, 2)), ((2, 3, 3), (2, 3, 1)), ((0, 2, 2), (0, 2, 3)), ((70, 70), (70, 60)))
    samples = tuple((Matrix(a), In(b)) for a, b in pairs)
    for dtypes in BOTH:
        for attrs in ({}, {"lower": False}, {"adjoint": True}, {"lower": False, "adjoint": True}):
            yield case(
                "triangular_solve", triangular_solve, samples, dtypes, attrs=attrs, grad=(0, 1)
            )
        for attrs in ({}, {"adjoint": True}):
            yield case(
                "matrix_solve",
                solve,
                samples,
                dtypes,
                attrs=attrs,
                grad=(0, 1),
                errors=() if attrs else system_errors(),
            )
    yield OpCase(
        "triangular_solve",
        triangular_solve,
        samples[:1],
        REAL,
        kind="product",
        errors=system_errors(),
    )


def elimination_cases():
    small = SHAPES[:-1]
    for dtypes in BOTH:
        for attrs in ({}, {"adjoint": True}):
            yield case(
                "matrix_inverse",
                inverse,
                matrices(*SHAPES),
                dtypes,
                attrs=attrs,
                errors=() if attrs else matrix_errors(),
            )
        yield case("det", np.linalg.det, matrices(*small), dtypes, errors=matrix_errors())
        for attrs in ({}, {"output_idx_type": "int64"}):
            bad = refused(SQUARE, output_idx_type="int8", says="output_idx_type must be int32 or")
            yield case(
                "lu",
                eliminated,
                matrices(*SHAPES, low=-3.0, high=3.0),
                dtypes,
                attrs=attrs,
                errors=() if attrs else (*matrix_errors(), bad),
            )
    yield case(
        "slogdet",
        lambda x: tuple(np.linalg.slogdet(x)),
        matrices(*SHAPES),
        REAL,
        errors=matrix_errors(),
    )
    yield case(  # the sign passes no gradient
        "slogdet",
        lambda x: np.linalg.slogdet(x)[1],
        matrices(*small),
        COMPLEX,
        fn=lambda x: ops.slogdet(x)[1],
    )


def orthogonal_cases():
    shapes = ((4, 3), (3, 3), (2, 2, 4), (0, 2, 3), (3, 0), (50, 20))
    for dtypes in BOTH:
        for number, shape in enumerate(((4, 3), (3, 3), (2, 4))):
            samples = matrices(*(shapes if number == 0 else (shape,)))
            errors = () if number else matrix_errors(square=False)
            yield case("qr", qr, samples, dtypes, errors=errors)
        yield case("qr", qr, matrices(*shapes), dtypes, attrs={"full_matrices": True}, grad=())
        yield case("eigh", eigh, matrices(*SHAPES[:-1]), dtypes, fn=eigh_without_phases)
    yield case(
        "eigh", lambda x: np.linalg.eigvalsh(x), matrices((3, 3)), REAL, fn=eigh_of_lower, grad=()
    )
    yield OpCase("eigh", eigh, (), REAL, errors=matrix_errors())


def svd_cases():
    shapes = ((4, 3), (3, 3), (2, 2, 4), (0, 2, 3), (3, 0), (30, 12))
    for shape in ((4, 3), (3, 3), (2, 4)):
        samples = matrices(*(shapes if shape == (4, 3) else (shape,)), step=2.0)
        yield case("svd", svd, samples, REAL, fn=svd_without_phases)
    full = {"full_matrices": True}
    values = {"fn": lambda x, **attrs: ops.svd(x, **attrs)[0], "attrs": full}
    samples = matrices(*shapes, step=2.0)
    yield case("svd", svd_values, samples, REAL, second_order=False, **values)
    yield OpCase("svd", svd, (), REAL, errors=matrix_errors(square=False))
    yield case("svd", svd, matrices(*shapes), COMPLEX, fn=svd_without_phases, grad=())


def complex_cases():
    yield case(
        "eig",
        eig,
        matrices(*SHAPES[:-1], (12, 12)),
        COMPLEX,
        fn=square_by_eig,
    )
    good = SQUARE.astype(np.complex64)
    yield OpCase("eig", eig, (), COMPLEX, errors=matrix_errors(COMPLEX, good=good))
    few = ((4,), (2, 3), (0, 5), (3, 1), (2, 0))
    shapes = (*few, (2, 64), (2, 30), (9, 75), (3, 37), (1, 2, 11), (1, 700))
    for attrs in ({}, {"inverse": True}):
        errors = (
            *call_errors((good,)),
            *value_errors((good,)),
            *dtype_errors(COMPLEX),
            refused(SCALAR, says="input must have at least one axis, got a scalar"),
        )
        yield case(
            "fft",
            fft,
            tuple((In(shape),) for shape in shapes),
            COMPLEX,
            attrs=attrs,
            errors=() if attrs else errors,
        )
    yield from real_transform_cases()


def real_transform_cases():
    good, number = In((3, 8)), np.ones((), np.float32)
    says = "input must have at least one axis, got a scalar"
    errors = (
        *call_errors((good,)),
        *value_errors((good,)),
        *dtype_errors(REAL),
        refused(number, says=says),
        refused(np.ones((2, 0)), says="input must have at least one number in its last axis"),
    )
    points = (1, 2, 3, 4, 6, 7, 10, 15, 16, 37, 64, 74, 700)
    shapes = ((0, 5), *((2, n) for n in points), (8, 4), (9, 75), (19, 30), (2, 11, 12))
    yield case("rfft", np.fft.rfft, tuple((In(s),) for s in shapes), REAL, errors=errors)
    few = "input must have the 4 numbers of half a spectrum of 7 points in its last axis"
    errors = (
        refused(SCALAR, says=says, points=7),
        refused(np.ones((2, 3), np.complex64), says=few, points=7),
        refused(np.ones((2, 3), np.complex64), says="points must be positive, got 0", points=0),
        refused(np.ones((2, 4), np.float32), says="list of allowed values", points=7),
        refused(np.ones((2, 4), np.int32), says="list of allowed values", points=7),
    )
    for n in points:
        yield case(
            "irfft",
            lambda x, points: np.fft.irfft(x, points),
            ((In((9, n // 2 + 1)),),),
            COMPLEX,
            attrs={"points": n},
            errors=errors if n == 7 else (),
        )


CASES = [
    *cholesky_cases(),
    *system_cases(),
    *elimination_cases(),
    *orthogonal_cases(),
    *svd_cases(),
    *complex_cases(),
]
