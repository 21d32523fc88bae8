"""Masks, custom gradients and Jacobians where no recorded fact reaches: NumPy and central
differences."""

import numpy as np
import pytest

import pelton as tf

NUMBERS = np.random.default_rng(7)


@pytest.mark.parametrize("shape", [(7,), (3, 5), (2, 3, 4), (0, 3), (1000,)])
@pytest.mark.parametrize("dtype", ["bool", "int8", "float16", "float64", "complex64", "uint64"])
def test_where_lists_what_is_not_zero(shape, dtype):
    values = (NUMBERS.integers(0, 2, shape) * 3).astype(dtype)
    found = tf.where(tf.constant(values))
    assert found.dtype == tf.int64
    np.testing.assert_array_equal(found.numpy(), np.argwhere(values))


def test_where_reads_strides():
    values = NUMBERS.integers(0, 2, (4, 6))
    found = tf.where(tf.transpose(tf.constant(values))[::-1])
    np.testing.assert_array_equal(found.numpy(), np.argwhere(values.T[::-1]))


@pytest.mark.parametrize(("depth", "axis"), [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)])
def test_boolean_mask(depth, axis):
    values = NUMBERS.normal(size=(3, 4, 5))
    mask = NUMBERS.random((3, 4, 5)[axis : axis + depth]) < 0.5
    before = (slice(None),) * axis
    np.testing.assert_array_equal(
        tf.boolean_mask(values, mask, axis=axis).numpy(), values[(*before, mask)]
    )
    if axis == 0:
        np.testing.assert_array_equal(tf.constant(values)[mask].numpy(), values[mask])
        np.testing.assert_array_equal(tf.constant(values)[tf.constant(mask)].numpy(), values[mask])


def test_the_gradient_of_a_mask():
    x = tf.constant(NUMBERS.normal(size=(3, 4)))
    mask = NUMBERS.random((3, 4)) < 0.5
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x[tf.constant(mask)] ** 3.0)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), np.where(mask, 3 * x.numpy() ** 2, 0))


BAD_MASKS = [
    lambda: tf.where([True], [1.0]),
    lambda: tf.where("a"),
    lambda: tf.where(tf.constant(3)),
    lambda: tf.where([True, False, True], [1.0, 2.0], [1.0, 2.0]),
    lambda: tf.where([1, 0], [1.0, 2.0], [1.0, 2.0]),
    lambda: tf.boolean_mask([1, 2], [True]),
    lambda: tf.boolean_mask([1, 2], None),
    lambda: tf.boolean_mask([1, 2], [True, False], axis=1),
    lambda: tf.boolean_mask([1, 2], [True, False], axis=-3),
    lambda: tf.boolean_mask([1, 2], [True, False], axis="a"),
    lambda: tf.constant([1, 2])[False],
    lambda: tf.constant([1, 2])[np.array([[True, False]])],
    lambda: tf.constant([1, 2])[[True, False]],
    lambda: tf.constant(1)[np.array([True])],
]


@pytest.mark.parametrize("call", BAD_MASKS)
def test_bad_masks(call):
    with pytest.raises((ValueError, TypeError)):
        call()


def numeric_jacobian(function, x, step=1e-6):
    columns = []
    for i in range(x.size):
        delta = np.zeros(x.size)
        delta[i] = step
        delta = delta.reshape(x.shape)
        columns.append((function(x + delta) - function(x - delta)) / (2 * step))
    rows = np.stack(columns, axis=-1)
    return rows.reshape(*rows.shape[:-1], *x.shape)


def model(x):
    return tf.tanh(tf.matmul(x, tf.transpose(x))) * tf.reduce_sum(x)


def test_jacobian_by_central_differences():
    x = NUMBERS.normal(size=(2, 3))
    source = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(source)
        y = model(source)
    expected = numeric_jacobian(lambda v: model(tf.constant(v)).numpy(), x)
    np.testing.assert_allclose(tape.jacobian(y, source).numpy(), expected, rtol=1e-6, atol=1e-8)


def test_batch_jacobian_is_the_diagonal_of_the_jacobian():
    x = tf.constant(NUMBERS.normal(size=(4, 3)))
    w = tf.constant(NUMBERS.normal(size=(3, 2)))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.sin(tf.matmul(x, w))
    whole = tape.jacobian(y, x).numpy()
    diagonal = np.stack([whole[i, :, i] for i in range(4)])
    np.testing.assert_allclose(tape.batch_jacobian(y, x).numpy(), diagonal)


BAD_JACOBIANS = [
    (lambda t, y, x: t.jacobian([y], x), TypeError),
    (lambda t, y, x: t.jacobian(y, 3.0), TypeError),
    (lambda t, y, x: t.jacobian("y", x), TypeError),
    (lambda t, y, x: t.jacobian(y, x, unconnected_gradients="one"), ValueError),
    (lambda t, y, x: t.jacobian(y, x, experimental_use_pfor=False), RuntimeError),
    (lambda t, y, x: t.batch_jacobian(y, [x]), TypeError),
    (lambda t, y, x: t.batch_jacobian("y", x), TypeError),
    (lambda t, y, x: t.batch_jacobian(y, tf.ones([3, 2])), ValueError),
    (lambda t, y, x: t.batch_jacobian(y[0], x), ValueError),
    (lambda t, y, x: t.batch_jacobian(y, x, "one"), ValueError),
]


@pytest.mark.parametrize(("call", "error"), BAD_JACOBIANS)
def test_a_refused_jacobian_leaves_the_tape_usable(call, error):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(error):
        call(tape, y, x)
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), [[2.0, 4.0], [6.0, 8.0]])
