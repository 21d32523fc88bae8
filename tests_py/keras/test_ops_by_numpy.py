"""keras.ops where real Keras on TensorFlow is no reference: against NumPy, and bad calls."""

import numpy as np
import pytest

import pelton as tf

K = tf.keras.ops
POINTS = np.linspace(-20, 20, 41)
WAVE = np.sin(np.arange(360.0))
X = np.arange(6.0, dtype=np.float32).reshape(2, 3) - 2.5
T = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
V = np.array([1.5, -0.5, 2.5], np.float32)

CALLS = {
    "rot90": (K.rot90(T, k=2), np.rot90(T, 2)),
    "vstack": (K.vstack([V, V]), np.vstack([V, V])),
    "vectorize": (K.vectorize(lambda a, b: a * 2 + b)(X, V), X * 2 + V),
    "vectorize_rows": (
        K.vectorize(lambda a, b: K.sum(a * b), signature="(n),(n)->()")(X, V),
        (X * V).sum(1),
    ),
    "sparsemax": (K.sparsemax(np.array([1.4, -0.6, 0.9], np.float32)), [0.75, 0.0, 0.25]),
    "reflect": (
        K.image.map_coordinates(V, [[-1.0, -2.0, 3.0, 4.0]], 0, "reflect"),
        V[[0, 1, 2, 1]],
    ),
    "mirror": (
        K.image.map_coordinates(V, [[-1.0, -2.0, 3.0, 4.0]], 0, "mirror"),
        V[[1, 2, 1, 0]],
    ),
    "area": (K.image.resize(T, (1, 1), "area")[0, 0], T.mean((0, 1))),
    "i0": (K.i0(POINTS.astype("float32")) / 1e6, np.i0(POINTS) / 1e6),
    "fft": (K.fft((X[0], X[1]))[1], np.fft.fft(X[0] + 1j * X[1]).imag),
    "fft_of_many": (K.rfft(WAVE.astype("float32"))[0], np.fft.rfft(WAVE).real),
    "qr": (K.matmul(*K.qr(T[0])), T[0]),
    "svd": (K.svd(T[1], compute_uv=False), np.linalg.svd(T[1], compute_uv=False)),
    "pinv": (K.pinv(X), np.linalg.pinv(X)),
    "tile": (K.tile(X, (2, 1, 2)), np.tile(X, (2, 1, 2))),
    "searchsorted": (K.searchsorted([0.0, 1.0], X), np.searchsorted([0.0, 1.0], X)),
    "meshgrid": (K.meshgrid(V, [1, 2])[1], np.meshgrid(V, [1, 2])[1]),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_value_is_that_of_numpy(name):
    made, expected = CALLS[name]
    np.testing.assert_allclose(made, expected, rtol=2e-4, atol=2e-4)


BAD = {
    "squeeze": (lambda: K.squeeze(X, 0), "dimension is not 1"),
    "split": (lambda: K.split(X, 2, axis=1), "cannot be divided equally"),
    "axis": (lambda: K.sum(X, axis=2), "out of bounds"),
    "take_along_axis": (lambda: K.take_along_axis(X, [1], axis=0), "same number of dimensions"),
    "where": (lambda: K.where(X > 0, X), "either both"),
    "max": (lambda: K.max(np.zeros((0, 2))), "empty"),
    "meshgrid": (lambda: K.meshgrid(V, indexing="no"), "indexing"),
    "moveaxis": (lambda: K.moveaxis(T, (0, 1), 0), "as many axes"),
    "matmul": (lambda: K.matmul(1.0, X), "at least one axis"),
    "pad": (lambda: K.pad(X, 1, mode="no"), "Invalid mode"),
    "dtype": (lambda: K.cast(X, "float12"), "Invalid dtype"),
    "ldexp": (lambda: K.ldexp(X, V), "integer"),
    "gcd": (lambda: K.gcd(X, X), "integers"),
    "one_hot": (lambda: K.one_hot([1], 2, axis=5), "axis"),
    "conv": (lambda: K.conv(X, X), "3, 4 or 5 axes"),
    "padding": (lambda: K.max_pool(T, 2, padding="no"), "padding"),
    "crossentropy": (lambda: K.categorical_crossentropy(X, V), "same rank"),
    "attention": (lambda: K.dot_product_attention(T, T, T), "4D"),
    "glu": (lambda: K.glu(V), "divisible by 2"),
    "cholesky": (lambda: K.cholesky(-np.eye(2, dtype="float32")), "positive definite"),
    "inv": (lambda: K.inv(np.zeros((2, 2), "float32")), "not invertible"),
    "square": (lambda: K.det(X), "square"),
    "fft": (lambda: K.fft(X[0]), "tuple of two"),
    "resize": (lambda: K.image.resize(T, (2, 2), interpolation="no"), "interpolation"),
    "resize_size": (lambda: K.image.resize(T, (0, 2)), "positive"),
    "image": (lambda: K.image.resize(X, (2, 2)), "rank"),
    "scatter_update": (lambda: K.scatter_update(V, [[0]], [1.0], reduction="no"), "reduction"),
    "rearrange": (lambda: K.rearrange(X, "a b -> a"), "same axes"),
    "scan": (lambda: K.scan(lambda c, x: (c, x), V), "length"),
    "einsum": (lambda: K.einsum("ij,jk", X), "einsum"),
    "beam": (lambda: K.ctc_decode(T, [3, 3], strategy="no"), "Invalid strategy"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_call_says_what_is_wrong(name):
    bad, says = BAD[name]
    with pytest.raises((ValueError, TypeError, NotImplementedError), match=says):
        bad()


def test_variables_arrays_and_symbolic_tensors_are_tensors():
    variable = tf.keras.Variable(V)
    np.testing.assert_allclose(K.add(variable, V), V + V)
    open_rows = tf.keras.Input((3,))
    assert K.shape(open_rows)[1] == 3
    joined = K.concatenate([open_rows, open_rows], 1)
    assert K.matmul(joined, np.ones((6, 2), "float32")).shape == (None, 2)
    assert K.reshape(open_rows, (K.shape(open_rows)[0], 3, 1)).shape == (None, 3, 1)


def test_what_stands_for_a_tensor_is_asked_for_it():
    class Stand:
        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant(V)

    np.testing.assert_allclose(K.multiply(Stand(), 2.0), V * 2)


def test_remat_gives_the_same_gradient():
    weight = tf.Variable(V)
    twice = tf.keras.ops.core.remat(lambda x: K.tanh(x * weight) * x)
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(twice(weight))
    with tf.GradientTape() as other:
        expected = tf.reduce_sum(K.tanh(weight * weight) * weight)
    np.testing.assert_allclose(
        tape.gradient(total, weight), other.gradient(expected, weight), rtol=1e-5
    )
