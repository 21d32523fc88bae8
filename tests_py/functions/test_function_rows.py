"""Functions that change variables: what they compute of rows runs in slices, what follows after."""

import threading

import numpy as np
import pytest

import pelton as tf

ROWS = 64
rng = np.random.default_rng(5)
X = rng.random((ROWS, 20, 20, 3), np.float32)
LABELS = rng.integers(0, 5, ROWS)
SEED = 11


@pytest.fixture(autouse=True)
def two_threads():
    before = tf.config.threading.get_intra_op_parallelism_threads()
    tf.config.threading.set_intra_op_parallelism_threads(2)
    yield
    tf.config.threading.set_intra_op_parallelism_threads(before)


class Net:
    """A small network as variables and a step that trains it; subclasses change one part."""

    is_sliced = True

    def __init__(self):
        random = np.random.default_rng(1)

        def variable(*shape):
            return tf.Variable(random.normal(size=shape).astype("float32") / 8)

        self.filters, self.bias = variable(3, 3, 3, 16), variable(16)
        self.kernel, self.offset = variable(9 * 9 * 16, 5), variable(5)
        self.count = tf.Variable(0.0)
        self.weights = [self.filters, self.bias, self.kernel, self.offset]

    def begin(self, x):
        return x

    def maps(self, x):
        return tf.nn.relu(tf.nn.conv2d(x, self.filters, 1, "VALID") + self.bias)

    def logits(self, y):
        y = tf.reshape(tf.nn.max_pool2d(y, 2, 2, "VALID"), (-1, 9 * 9 * 16))
        return tf.matmul(y, self.kernel) + self.offset

    def loss(self, labels, logits):
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        return tf.reduce_mean(losses)

    def gradients(self, gradients):
        return gradients

    def result(self, loss, y, logits):
        return loss, self.count

    def step(self, x, labels):
        with tf.GradientTape() as tape:
            y = self.maps(self.begin(x))
            logits = self.logits(y)
            loss = self.loss(labels, logits)
        gradients = self.gradients(tape.gradient(loss, self.weights))
        for weight, gradient in zip(self.weights, gradients, strict=True):
            weight.assign_sub(0.1 * gradient)
        self.count.assign_add(1.0)
        return self.result(loss, y, logits)


class Clipped(Net):
    def gradients(self, gradients):
        norm = tf.sqrt(sum(tf.reduce_sum(gradient**2) for gradient in gradients))
        return [gradient * tf.minimum(1.0, 0.01 / norm) for gradient in gradients]


class GivesLogits(Net):
    def result(self, loss, y, logits):
        return loss, logits, self.count


class CountsHits(Net):
    def result(self, loss, y, logits):
        hits = tf.reduce_sum(tf.cast(tf.argmax(logits, 1) == LABELS, "float32"))
        self.count.assign_add(hits)
        return loss, self.count


class Drops(Net):
    def __init__(self):
        super().__init__()
        self.drop = tf.keras.layers.Dropout(0.5, seed=3)

    def begin(self, x):
        return self.drop(x, training=True)


class BranchesByInput(Net):
    def begin(self, x):
        return x if tf.reduce_mean(x) > 0 else -x


class BranchesByGradient(Net):
    is_sliced = False  # the guard needs what all rows give

    def gradients(self, gradients):
        is_large = tf.reduce_sum(gradients[0] ** 2) > 1e6
        return [gradient * 0.1 for gradient in gradients] if is_large else gradients


class GivesMaps(Net):
    is_sliced = False  # too much to hand over

    def result(self, loss, y, logits):
        return loss, y * self.count


class JoinsRows(Net):
    is_sliced = False

    def begin(self, x):
        return x - tf.reduce_mean(x, axis=0)


class CountsFirst(Net):
    is_sliced = False  # all rows need what has been assigned

    def begin(self, x):
        self.count.assign_add(1.0)
        return x / self.count


class RegularizedLoss(Net):
    def loss(self, labels, logits):
        return super().loss(labels, logits) + 0.01 * tf.reduce_sum(self.kernel**2)


class SeveralLosses(Net):
    """A weighted sum of means over the rows, whose gradient needs its shape only."""

    def loss(self, labels, logits):
        return 0.3 * super().loss(labels, logits) + tf.reduce_mean(logits**2) / 2.0


class SquaredLoss(Net):
    is_sliced = False  # the gradient follows from a sum over the rows

    def loss(self, labels, logits):
        return super().loss(labels, logits) ** 2


CASES = [
    Net,
    SeveralLosses,
    SquaredLoss,
    Clipped,
    GivesLogits,
    CountsHits,
    Drops,
    BranchesByInput,
    BranchesByGradient,
    GivesMaps,
    JoinsRows,
    CountsFirst,
    RegularizedLoss,
]


@pytest.mark.parametrize("case", CASES)
def test_steps_in_slices_give_what_eager_steps_give(case):
    traced, eager = case(), case()
    function = tf.function(traced.step)
    given = {}
    for who, step in (("traced", function), ("eager", eager.step)):
        tf.random.set_seed(SEED)
        given[who] = [[part.numpy() for part in step(X, LABELS)] for _ in range(6)]
    for ours, theirs in zip(given["traced"], given["eager"], strict=True):
        for a, b in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-4)
    for a, b in zip([*traced.weights, traced.count], [*eager.weights, eager.count], strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-3, atol=1e-4)
    text = tf.config.experimental.explain_program(function)
    assert ("rows at a time" in text) == case.is_sliced
    assert ("updates of inputs" in text) == case.is_sliced
    assert text.count("\narena ") == 1


def test_bad_values_leave_the_variables_as_they_were():
    net = Net()
    function = tf.function(net.step)
    for _ in range(4):
        function(X, LABELS)
    before = [variable.numpy() for variable in [*net.weights, net.count]]
    bad = LABELS.copy()
    bad[40] = 7
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"label.*7|7.*label"):
        function(X, bad)
    for value, variable in zip(before, [*net.weights, net.count], strict=True):
        np.testing.assert_array_equal(variable.numpy(), value)
    function(X, LABELS)
    assert net.count.numpy() == 5


def test_a_tape_outside_sees_the_steps_of_both_parts():
    net, eager = Net(), Net()
    function = tf.function(net.step)
    for _ in range(4):
        function(X, LABELS)
    for mine, theirs in zip(eager.weights, net.weights, strict=True):
        mine.assign(theirs)
    gradients = []
    for step, filters in ((function, net.filters), (eager.step, eager.filters)):
        with tf.GradientTape() as tape:
            loss = step(X, LABELS)[0]
        gradients.append(tape.gradient(loss, filters).numpy())
    np.testing.assert_allclose(*gradients, rtol=1e-3, atol=1e-5)


def test_threads_share_a_function_in_two_parts():
    net = Net()
    net.weights = []
    function = tf.function(net.step)
    expected = function(X, LABELS)[0].numpy()
    seen = []

    def call():
        seen.extend(function(X, LABELS)[0].numpy() for _ in range(20))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 80 and 1 < net.count.numpy() <= 81
    np.testing.assert_allclose(seen, expected, rtol=1e-4)


@pytest.mark.parametrize("changes", [False, True])
def test_slices_may_return_the_value_of_a_variable(changes):
    weight, bias = tf.Variable(tf.eye(256)), tf.Variable([1.0, 2.0])

    @tf.function
    def function(x):
        y = tf.nn.relu(tf.matmul(tf.nn.relu(tf.matmul(x, weight)), weight))
        rows = tf.reduce_sum(tf.tanh(y) * 0.5 + y, 1)
        found = rows, bias.value(), tf.reshape(bias, [2, 1])
        if changes:
            bias.assign_add([1.0, 1.0])
        return found

    for number in range(5):
        rows, value, column = function(tf.ones((512, 256)))
        expected = np.array([1.0, 2.0]) + number * changes
        np.testing.assert_array_equal(value.numpy(), expected)
        np.testing.assert_array_equal(column.numpy(), expected[:, None])
    np.testing.assert_allclose(rows.numpy(), np.full(512, 256 * (1 + 0.5 * np.tanh(1))), rtol=1e-5)
