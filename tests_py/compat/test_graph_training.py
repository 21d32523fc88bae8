"""Training as TensorFlow 1 wrote it: layers, losses, optimizers, schedules, metrics, scopes."""

import numpy as np
import pytest

import pelton as tf

OPTIMIZERS = {  # of compat.v1.train, with the formula's result after two steps from 1 by gradient 2
    "GradientDescentOptimizer": ((0.1,), {}),
    "MomentumOptimizer": ((0.1, 0.9), {}),
    "AdamOptimizer": ((0.1,), {}),
    "AdagradOptimizer": ((0.1,), {}),
    "AdadeltaOptimizer": ((0.1,), {}),
    "RMSPropOptimizer": ((0.1,), {}),
    "FtrlOptimizer": ((0.1,), {}),
}


def expected(name):
    """1 after two steps of gradient 2 and rate 0.1."""
    v, g, m, a = 1.0, 2.0, 0.0, 0.0
    if name == "GradientDescentOptimizer":
        return v - 0.4
    if name == "MomentumOptimizer":
        return v - 0.1 * 2 - 0.1 * (0.9 * 2 + 2)
    if name == "AdamOptimizer":
        return v - 0.2
    if name == "AdagradOptimizer":
        return v - 0.1 * g / np.sqrt(4.1) - 0.1 * g / np.sqrt(8.1)
    if name == "RMSPropOptimizer":
        first = 0.9 + 0.4  # the mean square begins at 1
        return v - 0.1 * g / np.sqrt(first) - 0.1 * g / np.sqrt(0.9 * first + 0.4)
    if name == "AdadeltaOptimizer":
        for _ in range(2):
            a = 0.95 * a + 0.05 * g * g
            step = np.sqrt(m + 1e-8) / np.sqrt(a + 1e-8) * g
            m = 0.95 * m + 0.05 * step * step
            v -= 0.1 * step
        return v
    n, z = 0.1, 0.0
    for _ in range(2):
        new = n + g * g
        z += g - (np.sqrt(new) - np.sqrt(n)) / 0.1 * v
        n = new
        v = -z / (np.sqrt(n) / 0.1)
    return v


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers(graph_mode, name):
    v1 = graph_mode
    args, kwargs = OPTIMIZERS[name]
    v = v1.Variable(1.0)
    step = v1.train.get_or_create_global_step()
    train = getattr(v1.train, name)(*args, **kwargs).minimize(v * 2.0, global_step=step)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(train)
        session.run(train)
        np.testing.assert_allclose(session.run(v), expected(name), rtol=1e-5)
        assert session.run(step) == 2


SCHEDULES = {  # at step 25
    "exponential_decay": ((1.0, 10, 0.5), {"staircase": True}, 0.25),
    "natural_exp_decay": ((1.0, 10, 0.5), {}, np.exp(-1.25)),
    "inverse_time_decay": ((1.0, 10, 0.5), {}, 1 / 2.25),
    "polynomial_decay": ((1.0, 50, 0.0), {}, 0.5),
    "cosine_decay": ((1.0, 50), {}, 0.5),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_schedules(graph_mode, name):
    v1 = graph_mode
    (rate, *rest), kwargs, value = SCHEDULES[name]
    step = v1.Variable(25, trainable=False)
    made = getattr(v1.train, name)(rate, step, *rest, **kwargs)
    pieces = v1.train.piecewise_constant(step, [10, 25, 30], [1.0, 2.0, 3.0, 4.0])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        np.testing.assert_allclose(session.run(made), value, rtol=1e-6)
        assert session.run(pieces) == 2.0


def test_a_classifier_learns(graph_mode):
    v1 = graph_mode
    v1.set_random_seed(1)
    rng = np.random.default_rng(0)
    images = rng.random((64, 8, 8, 1), np.float32)
    labels = (images[:, :4].mean((1, 2, 3)) > images[:, 4:].mean((1, 2, 3))).astype(np.int32)
    x = v1.placeholder(v1.float32, [None, 8, 8, 1])
    y = v1.placeholder(v1.int32, [None])
    training = v1.placeholder_with_default(False, [])
    with v1.variable_scope("body"):
        h = v1.layers.conv2d(x, 4, 3, activation=v1.nn.relu)
        h = v1.layers.flatten(v1.layers.max_pooling2d(h, 2, 2))
        h = v1.layers.dropout(h, 0.1, training=training)
    logits = v1.layers.dense(v1.layers.batch_normalization(h, training=training), 2, name="out")
    loss = v1.losses.sparse_softmax_cross_entropy(y, logits)
    updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
    assert len(updates) == 2
    with v1.control_dependencies(updates):
        step = v1.train.AdamOptimizer(0.02).minimize(loss)
    share, count = v1.metrics.accuracy(y, v1.argmax(logits, 1))
    names = [v.name for v in v1.trainable_variables()]
    assert names[0] == "body/conv2d/kernel:0" and names[-1] == "out/bias:0"
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        feed = {x: images, y: labels, training: True}
        losses = [session.run([step, loss], feed)[1] for _ in range(60)]
        assert losses[-1] < 0.3 * losses[0]
        session.run(count, {x: images, y: labels})
        assert 0.5 < session.run(share) <= 1.0


def test_variables_shared_by_name(graph_mode):
    v1 = graph_mode
    with v1.variable_scope("a"):
        first = v1.get_variable("w", [2, 3], initializer=v1.zeros_initializer())
    with v1.variable_scope("a", reuse=True):
        assert v1.get_variable("w") is first
        with pytest.raises(ValueError, match="Trying to share variable a/w, but specified shape"):
            v1.get_variable("w", [3, 3])
        with pytest.raises(ValueError, match="Variable a/b does not exist"):
            v1.get_variable("b", [1])
    with v1.variable_scope("a"), pytest.raises(ValueError, match="a/w already exists, disallowed"):
        v1.get_variable("w", [2, 3])
    with v1.variable_scope("a", reuse=v1.AUTO_REUSE):
        assert v1.get_variable("w", [2, 3]) is first
        assert v1.get_variable("b", [1]).name == "a/b:0"
    with v1.variable_scope(None, default_name="d") as one:
        pass
    with v1.variable_scope(None, default_name="d") as two:
        pass
    assert (one.name, two.name) == ("d", "d_1")


def test_old_arguments(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [2, 3])
    fetches = [
        v1.reduce_sum(x, reduction_indices=1, keep_dims=True),
        v1.argmax(x, dimension=1),
        v1.expand_dims(x, dim=0),
        v1.nn.softmax(x, dim=0),
        v1.log(x),
        v1.div(7, 2),
        v1.to_int32(x),
        v1.squeeze(v1.expand_dims(x, 0), squeeze_dims=[0]),
    ]
    values = np.array([[1.0, 2.0, 3.0], [6.0, 5.0, 4.0]], np.float32)
    found = v1.Session().run(fetches, {x: values})
    weights = np.exp(values - values.max(0))
    wanted = [
        values.sum(1, keepdims=True), values.argmax(1), values[None], weights / weights.sum(0),
        np.log(values), 3, values.astype(np.int32), values,
    ]  # fmt: skip
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_no_gradients_are_refused(graph_mode):
    v1 = graph_mode
    v1.Variable(1.0)
    with pytest.raises(ValueError, match="No gradients provided for any variable"):
        v1.train.GradientDescentOptimizer(0.1).minimize(v1.constant(1.0) * 2.0)


def test_dropout_is_drawn_in_each_run(graph_mode):
    v1 = graph_mode
    dropped = v1.nn.dropout(v1.constant(np.ones(100, np.float32)), keep_prob=0.5)
    session = v1.Session()
    first, second = session.run(dropped), session.run(dropped)
    assert (first != second).any()
    assert set(np.unique(first)) == {0.0, 2.0}
    with pytest.raises(ValueError, match="Exactly one of `keep_prob` and `rate`"):
        v1.nn.dropout(tf.ones(3))


@pytest.mark.parametrize(("padding", "size"), [("same", 8), ("valid", 9)])
def test_transposed_convolutions(graph_mode, padding, size):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [None, 4, 4, 2])
    y = v1.layers.conv2d_transpose(x, 3, 3, strides=2, padding=padding, name="up")
    assert y.shape.as_list() == [None, size, size, 3]
    kernel, bias = v1.trainable_variables()
    assert (kernel.name, kernel.shape) == ("up/kernel:0", (3, 3, 3, 2)) and bias.shape == (3,)
    images = np.random.default_rng(0).normal(size=(2, 4, 4, 2)).astype(np.float32)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found, weights = session.run([y, kernel], {x: images})
    want = np.zeros((2, 9, 9, 3), np.float32)
    for row in range(4):
        for column in range(4):
            part = np.einsum("bi,hwoi->bhwo", images[:, row, column], weights)
            want[:, 2 * row : 2 * row + 3, 2 * column : 2 * column + 3] += part
    np.testing.assert_allclose(found, want[:, :size, :size], rtol=1e-4, atol=1e-5)
