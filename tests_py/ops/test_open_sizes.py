"""Functions traced for open sizes: nothing runs while tracing, one trace serves all sizes."""

import numpy as np
import pytest

import pelton as tf
from op_table.table import CASES
from pelton import _core
from pelton._core import runtime


def open_spec(array):
    return tf.TensorSpec([None] * np.ndim(array), _core.functions.convert(array).dtype)


def concrete(function, *arrays):
    """The concrete function for arrays of any sizes."""
    return tf.function(function).get_concrete_function(*map(open_spec, arrays))


def test_tracing_runs_nothing():
    v, seen = tf.Variable([1.0, 2.0]), []

    @tf.function
    def f(x):
        seen.append(x.shape)
        v.assign_add(x)
        return v * 2.0 + tf.random.normal([2]), tf.reduce_sum(v)

    tf.random.set_seed(1)
    expected = tf.random.normal([3]).numpy()
    tf.random.set_seed(1)
    g = f.get_concrete_function(tf.TensorSpec([2], tf.float32))
    assert v.numpy().tolist() == [1.0, 2.0] and seen == [(2,)]
    assert tf.random.normal([3]).numpy().tolist() == expected.tolist()
    outputs = g.structured_outputs
    assert [(one.shape, one.dtype) for one in outputs] == [((2,), tf.float32), ((), tf.float32)]
    _, total = g(tf.constant([1.0, 1.0]))
    assert total.numpy() == 5.0 and v.numpy().tolist() == [2.0, 3.0] and len(seen) == 1
    first, second = g(tf.zeros(2))[0].numpy(), g(tf.zeros(2))[0].numpy()
    assert not np.array_equal(first, second)


def test_one_trace_serves_all_sizes():
    w = tf.Variable(np.arange(12.0, dtype=np.float32).reshape(3, 4))

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def f(x):
        return tf.nn.relu(x @ w)[:, 1:] + 1.0

    for rows in (2, 5, 1, 2, 0):
        x = np.ones((rows, 3), np.float32)
        expected = np.maximum(x @ w.numpy(), 0)[:, 1:] + 1
        assert np.array_equal(f(x).numpy(), expected)
    assert f.experimental_get_tracing_count() == 1
    with pytest.raises(TypeError, match="Can not cast"):
        f(np.ones((2, 4), np.float32))


def test_concrete_functions_refuse_other_shapes():
    f = concrete(lambda x: x + 1.0, np.ones((2, 3), np.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \(None, None\) but"):
        f(tf.ones([2]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a float32"):
        f(tf.ones([2, 2], tf.int32))


def test_what_branches_by_values_is_one_trace():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(x):
        return x + 1.0 if tf.reduce_sum(x) > 0 else x - 1.0

    assert f(np.ones(2, np.float32)).numpy().tolist() == [2.0, 2.0]
    assert f(-np.ones(3, np.float32)).numpy().tolist() == [-2.0, -2.0, -2.0]
    assert "= cond(" in f._explain()
    g = f.get_concrete_function()
    assert g.structured_outputs.shape.as_list() == [None]
    assert g(np.ones(1, np.float32)).numpy().tolist() == [2.0]


def test_errors_of_the_function_are_its_own():
    with pytest.raises(ZeroDivisionError):
        concrete(lambda x: 1 // 0, np.ones(2))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
        tf.function(lambda x: x + tf.zeros([3])).get_concrete_function(
            tf.TensorSpec([None, 2], tf.float32)
        )


def test_variables_made_in_the_first_call():
    made = []

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(x):
        if not made:
            made.append(tf.Variable([3.0]))
        return x * made[0]

    assert f(np.ones(2, np.float32)).numpy().tolist() == [3.0, 3.0]
    made[0].assign([5.0])
    assert f(np.ones(1, np.float32)).numpy().tolist() == [5.0]


def test_a_layer_builds_in_a_symbolic_trace():
    layer = tf.keras.layers.Dense(4)
    f = tf.function(lambda x: layer(x)).get_concrete_function(tf.TensorSpec([None, 3], tf.float32))
    assert f.structured_outputs.shape == (None, 4)
    x = np.ones((5, 3), np.float32)
    assert np.allclose(f(x).numpy(), layer(x).numpy())


def test_a_training_step_for_any_batch():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.build((None, 2))
    optimizer = tf.keras.optimizers.SGD(0.5)

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, 2], tf.float32),
            tf.TensorSpec([None, 1], tf.float32),
        ]
    )
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss

    random = np.random.default_rng(1)
    for rows in (4, 7, 4):
        x = random.normal(size=(rows, 2)).astype(np.float32)
        y = random.normal(size=(rows, 1)).astype(np.float32)
        kernel, bias = (w.numpy() for w in model.weights)
        error = x @ kernel + bias - y
        loss = step(x, y).numpy()
        assert np.allclose(loss, (error**2).mean(), rtol=1e-5)
        assert np.allclose(model.weights[0].numpy(), kernel - x.T @ error / rows, rtol=1e-4)
    assert step.experimental_get_tracing_count() == 1


# The size that a mirrored pad mirrors, those that a product is taken over, those of fused maps,
# which sizes are 1, those of recurrent kernels, how many slices are unstacked, and whether a
# matrix has more rows than columns must be known.
NEEDS_SIZES = {
    "reduce_prod",
    "rfft",
    "pad",
    "squeeze",
    "fused_conv2d_grad",
    "attention_grad",
    "gru",
    "gru_grad",
    "lstm",
    "lstm_grad",
    "unstack",
    "qr",
}
MAKES_VARIABLES = {"counted_dropout"}  # at each call, which functions refuse
# Over 3 axes these add up the planes of the filters, so that the filters' sizes must be known.
ADDS_PLANES = {"convolution", "conv_transpose"}


def adds_planes(case):
    return case.name in ADDS_PLANES and len(case.inputs[case.grad_sample][0].shape) == 5


def gradient(case, inputs):
    with tf.GradientTape() as tape:
        for x in inputs:
            tape.watch(x)
        result = case.call(*inputs)[0]
        loss = tf.reduce_sum(result * result)
    return tape.gradient(loss, [inputs[i] for i in case.grad])


@pytest.mark.parametrize("case", [c for c in CASES if c.grad], ids=str)
def test_gradients_under_unknown_sizes(case):
    dtype = "float64" if "float64" in case.dtypes else case.dtypes[-1]
    random = np.random.default_rng(7)
    arrays = [spec.make(random, dtype) for spec in case.inputs[case.grad_sample]]
    try:
        f = concrete(lambda *inputs: gradient(case, inputs), *arrays)
    except (tf.errors.UnimplementedError, ValueError):
        assert case.name in NEEDS_SIZES | MAKES_VARIABLES or adds_planes(case)
        return
    compare_gradients(case, f, arrays)


@pytest.mark.parametrize("case", [c for c in CASES if c.grad and adds_planes(c)], ids=str)
def test_gradients_under_unknown_sizes_of_planes(case):
    random = np.random.default_rng(7)
    volume, filters = (spec.make(random, "float64") for spec in case.inputs[case.grad_sample])
    with pytest.raises(tf.errors.UnimplementedError, match="3 axes cannot be used without their"):
        concrete(lambda *inputs: gradient(case, inputs), volume, filters)
    f = tf.function(lambda *inputs: gradient(case, inputs)).get_concrete_function(
        tf.TensorSpec([None] * 4 + [volume.shape[-1]], tf.float64),
        tf.TensorSpec(filters.shape, tf.float64),
    )
    compare_gradients(case, f, [volume, filters])


def compare_gradients(case, f, arrays):
    """Those of the concrete function `f` with those of the same calls without one."""
    runtime.set_seed(3)  # as rows of random ops do
    once = tf.function(lambda *inputs: gradient(case, inputs))  # in functions ops draw otherwise
    eager = once(*arrays) if case.name == "dropout" else gradient(case, [*map(tf.constant, arrays)])
    runtime.set_seed(3)
    for ours, expected in zip(f(*arrays), eager, strict=True):
        assert (ours is None) == (expected is None)
        if ours is not None:
            assert ours.shape == expected.shape
            assert np.allclose(ours.numpy(), expected.numpy(), rtol=1e-6, atol=1e-9, equal_nan=True)


DYNAMIC = {
    "reshape": lambda x: tf.reshape(x, [tf.shape(x)[0], -1, 1]),
    "reshape_concat": lambda x: tf.reshape(x, tf.concat([tf.shape(x), [1]], 0)),
    "zeros": lambda x: tf.zeros(tf.shape(x)) + x,
    "ones": lambda x: tf.ones([tf.shape(x)[0], 2]),
    "fill": lambda x: tf.fill(tf.shape(x), 3.0),
    "range": lambda x: tf.range(tf.shape(x)[0]),
    "range_of_steps": lambda x: tf.range(1, tf.shape(x)[0] + 1, 2),
    "broadcast": lambda x: tf.broadcast_to(x[:1], tf.shape(x)),
    "tile": lambda x: tf.tile(x, [tf.shape(x)[1], 1]),
    "slice": lambda x: tf.slice(x, [1, 0], [tf.shape(x)[0] - 1, -1]),
    "index": lambda x: x[tf.shape(x)[0] - 1],
    "last": lambda x: x[-1],
    "tail": lambda x: x[1:],
    "head": lambda x: x[:10],
    "backward": lambda x: x[::-1],
    "every_other": lambda x: x[::-2, ::2],
    "inner": lambda x: x[-3:-1, 1:],
    "size": lambda x: tf.size(x),
    "one_hot": lambda x: tf.one_hot([0, 1], tf.shape(x)[1]),
    "split": lambda x: tf.split(tf.concat([x, x], 0), 2),
    "mask": lambda x: tf.boolean_mask(x, x[:, 0] > 2.0),
    "where": lambda x: tf.where(x > 2.0),
    "stack": lambda x: tf.stack([x, x + 1.0]),
    "mean": lambda x: tf.reduce_mean(x, axis=0) / tf.cast(tf.shape(x)[0], tf.float32),
    "of_values": lambda x: tf.range(tf.cast(tf.reduce_max(x), tf.int32)),
}


@pytest.mark.parametrize("name", DYNAMIC)
def test_shapes_that_follow_from_tensors(name):
    function = DYNAMIC[name]
    f = concrete(function, np.ones((2, 2), np.float32))
    for shape in ((2, 3), (5, 4), (1, 2)):
        x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
        for ours, eager in zip(
            tf.nest.flatten(f(x)), tf.nest.flatten(function(tf.constant(x))), strict=True
        ):
            assert ours.dtype == eager.dtype
            assert np.array_equal(ours.numpy(), eager.numpy()), shape


def test_random_numbers_of_a_size_that_follows():
    f = concrete(lambda x: tf.random.uniform(tf.shape(x)), np.ones((2, 2), np.float32))
    for shape in ((2, 3), (4, 1)):
        values = f(np.ones(shape, np.float32)).numpy()
        assert values.shape == shape and values.min() >= 0 and values.max() < 1


def test_reduce_retracing_traces_once_more_for_all_sizes():
    seen = []

    @tf.function(reduce_retracing=True)
    def f(x, scale):
        seen.append(tuple(x.shape))
        return tf.reduce_sum(x * scale, axis=1)

    for rows, columns in ((2, 3), (2, 3), (5, 3), (7, 3), (2, 3), (4, 6), (1, 9)):
        x = np.random.default_rng(rows).normal(size=(rows, columns)).astype(np.float32)
        assert np.allclose(f(x, 2.0).numpy(), (x * 2).sum(1), rtol=1e-5, atol=1e-6)
    assert seen == [(2, 3), (None, 3), (None, None)]
    assert f.experimental_get_tracing_count() == 3
    assert f(np.ones((2, 3), np.int32), 2).numpy().tolist() == [6, 6]
    assert f(np.ones((2, 3, 4), np.float32), 1.0).shape == (2, 4)


@pytest.mark.parametrize("reads", ["size", "value"])
def test_what_computes_with_sizes_is_traced_for_each(reads):
    @tf.function(reduce_retracing=True)
    def f(x):
        rows = x.shape[0] + 1 if reads == "size" else int(tf.reduce_sum(tf.ones_like(x)))
        return x * float(rows)

    for rows in (2, 3, 4, 2):
        assert f(np.ones(rows, np.float32)).numpy()[0] == rows + (reads == "size")


def test_reduce_retracing_with_variables_and_gradients():
    w = tf.Variable([1.0, 2.0])

    @tf.function(reduce_retracing=True)
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((x @ w[:, None]) ** 2)
        w.assign_sub(0.01 * tape.gradient(loss, w))
        return loss

    expected = np.array([1.0, 2.0])
    for rows in (3, 4, 5, 6):
        x = np.random.default_rng(rows).normal(size=(rows, 2)).astype(np.float32)
        assert np.allclose(step(x).numpy(), ((x @ expected) ** 2).sum(), rtol=1e-4)
        expected = expected - 0.02 * x.T @ (x @ expected)
        assert np.allclose(w.numpy(), expected, rtol=1e-4)
    assert step.experimental_get_tracing_count() == 2


LOSSES_OF_CLASSES = {
    "sparse": (tf.keras.losses.SparseCategoricalCrossentropy, [None], np.int64),
    "one_hot": (tf.keras.losses.CategoricalCrossentropy, [None, 3], np.float32),
}


@pytest.mark.parametrize("name", LOSSES_OF_CLASSES)
def test_losses_and_metrics_for_any_batch(name):
    cls, sizes, dtype = LOSSES_OF_CLASSES[name]
    loss, mean = cls(from_logits=True), tf.keras.metrics.Mean()

    @tf.function(input_signature=[tf.TensorSpec(sizes, dtype), tf.TensorSpec([None, 3])])
    def step(y, logits):
        value = loss(y, logits)
        mean.update_state(value)
        return value

    seen = []
    for rows in (4, 7, 1):
        logits = np.random.default_rng(rows).normal(size=(rows, 3)).astype(np.float32)
        labels = np.arange(rows) % 3
        y = labels if name == "sparse" else np.eye(3)[labels]
        log_sum = np.log(np.exp(logits).sum(1))
        seen.append((log_sum - logits[np.arange(rows), labels]).mean())
        assert np.allclose(step(y.astype(dtype), logits).numpy(), seen[-1], rtol=1e-5)
    assert np.allclose(mean.result().numpy(), np.mean(seen), rtol=1e-5)
    assert step.experimental_get_tracing_count() == 1
