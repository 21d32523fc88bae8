"""Functions that take gradients themselves run the layers' fused convolutions, both directions."""

import numpy as np
import pytest

import pelton as tf

rng = np.random.default_rng(3)
X = rng.normal(size=(4, 9, 8, 3)).astype("float32")
SHARE = rng.normal(size=(4, 9, 8, 5)).astype("float32")  # what each output counts in the loss

BIASES = {
    "bias_add": lambda y, b: tf.nn.bias_add(y, b),
    "y + b": lambda y, b: y + b,
    "b + y": lambda y, b: b + y,
}


def plain(y):
    return y


def pooled(y):
    return tf.nn.max_pool2d(y, 2, 2, "VALID")


def overlapping(y):
    return tf.nn.max_pool2d(y, 3, 2, "VALID")


def weights():
    filters = rng.normal(size=(3, 3, 3, 5)).astype("float32") / 5
    return tf.Variable(filters), tf.Variable(rng.normal(size=5).astype("float32"))


def loss_of(y):
    rows, columns = y.shape[1:3]
    return tf.reduce_sum(y * SHARE[:, :rows, :columns])


def step_of(filters, bias, add, activation, pool, stride=1, sources=None):
    """The gradients of `sources` (filters and bias unless given) and the output."""

    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = pool(activation(add(tf.nn.conv2d(x, filters, stride, "SAME"), bias)))
            loss = loss_of(y)
        wanted = [x if s is None else s for s in sources or (filters, bias)]
        return [*tape.gradient(loss, wanted), y]

    return step


def check(step):
    """Runs it as it is and traced; returns the trace's text."""
    x = tf.constant(X)
    function = tf.function(step)
    for _ in range(3):
        for traced, eager in zip(function(x), step(x), strict=True):
            np.testing.assert_allclose(traced.numpy(), eager.numpy(), rtol=2e-4, atol=2e-4)
    return tf.config.experimental.explain_program(function)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("activation", [plain, tf.nn.relu], ids=["linear", "relu"])
@pytest.mark.parametrize("pool", [plain, pooled], ids=["map", "pool"])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("of_input", [False, True])
def test_a_convolution_and_its_gradients_are_one_op_each(bias, activation, pool, stride, of_input):
    filters, vector = weights()
    sources = (filters, vector, None) if of_input else None
    text = check(step_of(filters, vector, BIASES[bias], activation, pool, stride, sources))
    assert " fused_conv2d(" in text and " conv2d(" not in text and " add(" not in text
    is_fused = activation is tf.nn.relu or pool is pooled
    assert (" fused_conv2d_grad(" in text) == is_fused
    for op in ("conv2d_filter_grad", "conv2d_input_grad", "relu_grad", "max_pool2d_grad"):
        assert not is_fused or f" {op}(" not in text
    assert not is_fused or f"input_needed={of_input}" in text


def test_what_others_read_stays():
    """An overlapping pool, gradients of the filters alone, a map that is an output, two tapes."""
    filters, bias = weights()
    add, relu = BIASES["y + b"], tf.nn.relu
    text = check(step_of(filters, bias, add, relu, overlapping))
    assert " max_pool2d_grad(" in text and " fused_conv2d_grad(" in text
    text = check(step_of(filters, bias, add, relu, pooled, sources=(filters,)))
    assert " max_pool2d_grad(" in text and " conv2d_filter_grad(" in text

    def shows_map(x):
        with tf.GradientTape() as tape:
            y = relu(tf.nn.conv2d(x, filters, 1, "SAME") + bias)
            loss = loss_of(pooled(y))
        return [*tape.gradient(loss, [filters, bias]), y]

    text = check(shows_map)
    assert " max_pool2d_grad(" in text and " fused_conv2d_grad(" in text

    def twice(x):
        with tf.GradientTape(persistent=True) as tape:
            y = relu(tf.nn.conv2d(x, filters, 1, "SAME") + bias)
            losses = [loss_of(pooled(y)), tf.reduce_sum(y * y)]
        return [g for loss in losses for g in tape.gradient(loss, [filters, bias])]

    assert " max_pool2d(" in check(twice)


def test_a_sum_that_is_no_bias_stays_a_sum():
    """A matrix, a vector of another axis, a vector that is no variable."""
    kernel, other = tf.Variable(rng.normal(size=(4, 4))), tf.Variable(rng.normal(size=(4, 4)))
    x = tf.constant(rng.normal(size=(4, 4)))
    for added in (other, tf.reshape(other[0], (4, 1)), x[0]):
        function = tf.function(lambda x, added=added: tf.matmul(x, kernel) + added)
        np.testing.assert_array_equal(function(x).numpy(), function(x).numpy())
        np.testing.assert_allclose(
            function(x).numpy(), x.numpy() @ kernel.numpy() + tf.convert_to_tensor(added).numpy()
        )
        text = tf.config.experimental.explain_program(function)
        assert " add(" in text and "fused_matmul" not in text
    bias = tf.Variable(rng.normal(size=4))
    function = tf.function(lambda x: tf.nn.relu(tf.matmul(x, kernel, transpose_b=True) + bias))
    function(x)
    assert " bias_add(" in tf.config.experimental.explain_program(function)


@pytest.mark.parametrize("units", [5, 16])
def test_relu_behind_a_product_of_more_axes_is_done_with_it(units):
    x = rng.normal(size=(8, 6, 4)).astype("float32")
    y = rng.normal(size=(8, 6, 2)).astype("float32")
    figures = {}
    for eagerly in (False, True):
        tf.random.set_seed(2)
        dense = [tf.keras.layers.Dense(units, "relu"), tf.keras.layers.Dense(2)]
        model = tf.keras.Sequential([tf.keras.Input((6, 4)), *dense])
        model.compile("sgd", "mse", run_eagerly=eagerly)
        history = model.fit(x, y, batch_size=4, epochs=3, shuffle=False, verbose=0)
        figures[eagerly] = [*history.history["loss"], *model.predict(x, verbose=0).ravel()]
        text = tf.config.experimental.explain_program(model)
        assert eagerly or (" relu(" not in text and "activation=relu" in text)
    np.testing.assert_allclose(figures[False], figures[True], rtol=1e-5, atol=1e-6)
