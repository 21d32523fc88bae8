"""tf.linalg's factors, solutions and functions of matrices beside NumPy's, in batches, traces and
gradients; what they refuse."""

import numpy as np
import pytest

import pelton as tf

LA = tf.linalg
DRAW = np.random.default_rng(5)
BATCHES = [(), (3,), (2, 3)]
DTYPES = ["float32", "float64"]


def general(batch, dtype, rows=4, columns=4):
    return DRAW.normal(size=(*batch, rows, columns)).astype(dtype) + 2 * np.eye(
        rows, columns, dtype=dtype
    )


def definite(batch, dtype):
    half = DRAW.normal(size=(*batch, 4, 4))
    return (half @ np.swapaxes(half, -1, -2) + 2 * np.eye(4)).astype(dtype)


def t(x):
    return np.swapaxes(x, -1, -2)


def reconstructed_svd(s, u, v):
    return (u * s[..., None, :]) @ t(v)


# What is computed of a matrix and a right side, and what it must be, by NumPy.
ROWS = {
    "cholesky": (definite, lambda a, b: LA.cholesky(a), lambda a, b: np.linalg.cholesky(a)),
    "inv": (general, lambda a, b: LA.inv(a), lambda a, b: np.linalg.inv(a)),
    "inv adjoint": (
        general,
        lambda a, b: LA.inv(a, adjoint=True),
        lambda a, b: np.linalg.inv(t(a)),
    ),
    "solve": (general, lambda a, b: LA.solve(a, b), lambda a, b: np.linalg.solve(a, b)),
    "solve adjoint": (
        general,
        lambda a, b: LA.solve(a, b, adjoint=True),
        lambda a, b: np.linalg.solve(t(a), b),
    ),
    "triangular_solve": (
        general,
        lambda a, b: LA.triangular_solve(a, b),
        lambda a, b: np.linalg.solve(np.tril(a), b),
    ),
    "triangular_solve upper": (
        general,
        lambda a, b: LA.triangular_solve(a, b, lower=False, adjoint=True),
        lambda a, b: np.linalg.solve(t(np.triu(a)), b),
    ),
    "cholesky_solve": (
        definite,
        lambda a, b: LA.cholesky_solve(LA.cholesky(a), b),
        lambda a, b: np.linalg.solve(a, b),
    ),
    "det": (general, lambda a, b: LA.det(a), lambda a, b: np.linalg.det(a)),
    "slogdet": (
        general,
        lambda a, b: LA.slogdet(a).log_abs_determinant,
        lambda a, b: np.linalg.slogdet(a)[1],
    ),
    "logdet": (definite, lambda a, b: LA.logdet(a), lambda a, b: np.linalg.slogdet(a)[1]),
    "qr": (general, lambda a, b: tf.matmul(*LA.qr(a)), lambda a, b: a),
    "svd": (
        general,
        lambda a, b: LA.svd(a, compute_uv=False),
        lambda a, b: np.linalg.svd(a, compute_uv=False),
    ),
    "svd vectors": (general, lambda a, b: reconstructed_svd(*LA.svd(a)), lambda a, b: a),
    "eigh": (definite, lambda a, b: LA.eigh(a)[0], lambda a, b: np.linalg.eigh(a)[0]),
    "eigvalsh": (definite, lambda a, b: LA.eigvalsh(a), lambda a, b: np.linalg.eigvalsh(a)),
    "eigvals": (
        general,
        lambda a, b: tf.reduce_prod(LA.eigvals(a), -1),
        lambda a, b: np.linalg.det(a).astype("complex64" if a.dtype == "float32" else complex),
    ),
    "lu": (general, lambda a, b: LA.lu_reconstruct(*LA.lu(a)), lambda a, b: a),
    "lu_solve": (
        general,
        lambda a, b: LA.lu_solve(*LA.lu(a), rhs=b),
        lambda a, b: np.linalg.solve(a, b),
    ),
    "lu_matrix_inverse": (
        general,
        lambda a, b: LA.lu_matrix_inverse(*LA.lu(a)),
        lambda a, b: np.linalg.inv(a),
    ),
    "pinv": (general, lambda a, b: LA.pinv(a), lambda a, b: np.linalg.pinv(a)),
    "matrix_rank": (
        general,
        lambda a, b: LA.matrix_rank(a),
        lambda a, b: np.linalg.matrix_rank(a).astype("int32"),
    ),
    "lstsq": (
        general,
        lambda a, b: LA.lstsq(a, b, l2_regularizer=0.5),
        lambda a, b: np.linalg.solve(t(a) @ a + 0.5 * np.eye(4, dtype=a.dtype), t(a) @ b),
    ),
    "sqrtm": (definite, lambda a, b: LA.sqrtm(a) @ LA.sqrtm(a), lambda a, b: a),
    "expm": (
        general,
        lambda a, b: LA.det(LA.expm(a)),
        lambda a, b: np.exp(np.trace(a, axis1=-2, axis2=-1)),
    ),
    "logm": (
        definite,
        lambda a, b: tf.math.real(LA.trace(LA.logm(tf.cast(a, "complex128")))),
        lambda a, b: np.linalg.slogdet(a.astype("float64"))[1],
    ),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_values_are_numpys(row, batch, dtype):
    make, ours, reference = row
    a, b = make(batch, dtype), general(batch, dtype, 4, 2)
    expected = reference(a, b)
    exact = 1e-8 if dtype == "float64" else 3e-3
    for found in (ours(tf.constant(a), tf.constant(b)), tf.function(ours)(a, tf.constant(b))):
        assert np.asarray(found).dtype == expected.dtype
        scale = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=0, atol=exact * scale)


WIDE = {
    "wide": (2, 4),
    "tall": (4, 2),
}


@pytest.mark.parametrize("shape", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("full", [False, True])
def test_matrices_that_are_not_square(shape, full):
    a = general((3,), "float64", *shape)
    s, u, v = LA.svd(a, full_matrices=full)
    left, values, right = np.linalg.svd(a, full_matrices=full)
    assert u.shape == left.shape and v.shape == t(right).shape
    np.testing.assert_allclose(s, values, atol=1e-10)
    q, r = LA.qr(a, full_matrices=full)
    np.testing.assert_allclose(q @ r, a, atol=1e-10)
    np.testing.assert_allclose(LA.pinv(a), np.linalg.pinv(a), atol=1e-10)
    b = general((3,), "float64", shape[0], 1)
    least = np.linalg.pinv(a) @ b
    for fast in (True, False):
        np.testing.assert_allclose(LA.lstsq(a, b, fast=fast), least, atol=1e-8)


@pytest.mark.parametrize("axis", [(0, 1), (0, 2), (-1, 1)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_the_norm_of_order_2(axis, keepdims):
    x = DRAW.normal(size=(3, 4, 5))
    expected = np.linalg.norm(x, 2, axis, keepdims)
    found = LA.norm(x, ord=2, axis=axis, keepdims=keepdims)
    np.testing.assert_allclose(found, expected, atol=1e-10)
    with pytest.raises(ValueError, match="'ord' of matrices"):
        LA.norm(x, ord=3, axis=axis)


def test_batches_of_triangles_broadcast():
    a, b = general((), "float64"), general((3,), "float64", 4, 2)
    found = LA.triangular_solve(a, b)
    np.testing.assert_allclose(found, np.linalg.solve(np.tril(a), b), atol=1e-10)


GRADIENTS = {
    "inv": lambda a: LA.inv(a),
    "solve": lambda a: LA.solve(a, tf.ones((4, 1), "float64")),
    "cholesky": lambda a: LA.cholesky(a @ LA.matrix_transpose(a) + tf.eye(4, dtype="float64")),
    "logdet": lambda a: LA.logdet(a @ LA.matrix_transpose(a) + tf.eye(4, dtype="float64")),
    "expm": lambda a: LA.expm(a / 4),
    "lstsq": lambda a: LA.lstsq(a, tf.ones((4, 1), "float64"), l2_regularizer=0.1),
    "pinv": lambda a: LA.pinv(a),
}


@pytest.mark.parametrize("function", GRADIENTS.values(), ids=GRADIENTS)
def test_gradients_are_central_differences(function):
    a = general((), "float64")
    x = tf.constant(a)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(function(x) ** 2)
    gradient = tape.gradient(y, x).numpy()
    step = DRAW.normal(size=a.shape)
    at = [float(tf.reduce_sum(function(tf.constant(a + k * 1e-6 * step)) ** 2)) for k in (1, -1)]
    slope = (at[0] - at[1]) / 2e-6
    assert slope == pytest.approx((gradient * step).sum(), rel=1e-4)


I2 = np.eye(2, dtype="float32")
REFUSED = {
    "not invertible": (lambda: LA.inv(0 * I2), tf.errors.InvalidArgumentError, "not invertible"),
    "not square": (lambda: LA.det(I2[:1]), tf.errors.InvalidArgumentError, "square"),
    "int32": (lambda: LA.cholesky([[1, 2], [2, 9]]), tf.errors.InvalidArgumentError, "int32"),
    "a vector": (lambda: LA.solve(I2, [1.0, 2.0]), tf.errors.InvalidArgumentError, "rhs"),
    "rows": (lambda: LA.solve(I2, np.eye(3, dtype="f")), tf.errors.InvalidArgumentError, "rows"),
    "pinv": (lambda: LA.pinv([[1, 2]]), TypeError, "pinv: a must"),
    "rank": (lambda: LA.matrix_rank([1.0, 2.0]), ValueError, "matrix_rank: a must"),
    "logm": (lambda: LA.logm(I2), tf.errors.InvalidArgumentError, "logm: input"),
    "perm": (lambda: LA.lu_solve(I2, [0.0, 1.0], I2), tf.errors.InvalidArgumentError, "perm"),
}


@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED)
def test_refusals(row):
    call, error, text = row
    with pytest.raises(error, match=text):
        call()
