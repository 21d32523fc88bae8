"""Training steps that run in slices of rows, one for each thread: the same losses, gradients and
errors as all rows at once, and none where the rows depend on each other."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

explain = tf.config.experimental.explain_program
ROWS = 64


@pytest.fixture(autouse=True)
def two_threads():
    before = tf.config.threading.get_intra_op_parallelism_threads()
    tf.config.threading.set_intra_op_parallelism_threads(2)
    yield
    tf.config.threading.set_intra_op_parallelism_threads(before)


def network(*extra, eager=False, optimizer="sgd"):
    tf.random.set_seed(3)
    model = tf.keras.Sequential(
        [
            tf.keras.Input((20, 20, 3)),
            layers.Conv2D(16, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(16, 3, activation="relu"),
            *extra,
            layers.Flatten(),
            layers.Dense(5),
        ]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer, loss, metrics=["accuracy"], run_eagerly=eager)
    return model


def data(rows=ROWS, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random((rows, 20, 20, 3), np.float32), rng.integers(0, 5, rows)


def in_slices(model):
    return "rows at a time" in explain(model)


@pytest.mark.parametrize("rows", [64, 77])
def test_steps_in_slices_train_as_all_rows_do(rows):
    sliced, eager = network(), network(eager=True)
    for step in range(8):
        x, y = data(rows, step)
        np.testing.assert_allclose(
            sliced.train_on_batch(x, y), eager.train_on_batch(x, y), rtol=2e-4
        )
    assert in_slices(sliced)
    for got, expected in zip(sliced.get_weights(), eager.get_weights(), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-3, atol=2e-5)


def test_the_same_bits_from_run_to_run():
    x, y = data(4 * ROWS)
    runs = []
    for _ in range(2):
        model = network(optimizer="adam")
        model.fit(x, y, batch_size=ROWS, epochs=3, verbose=0)
        assert in_slices(model)
        runs.append(model.get_weights())
    for first, second in zip(*runs, strict=True):
        np.testing.assert_array_equal(first, second)


class Branching(layers.Layer):
    """Decides by its input, or by what it computes from that."""

    def __init__(self, decides):
        super().__init__()
        self.decides = decides

    def call(self, x):
        return x * 2.0 if self.decides(x) else x * 3.0


@pytest.mark.parametrize("branch", ["input", "value"])
def test_guards_of_inputs_leave_the_slices(branch):
    """Guards that share nothing with the rest are checked first; others need all rows."""

    def make(eager):
        loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

        def branching_loss(y, p):
            return loss(y, p * 2.0 if tf.reduce_sum(y) % 2 > 0 else p)

        if branch == "value":
            return network(Branching(lambda x: tf.reduce_mean(x) > 0.0), eager=eager)
        model = network(eager=eager)
        model.compile("sgd", branching_loss, run_eagerly=eager)
        return model

    guarded, eager = make(False), make(True)
    for step in range(12):
        x, y = data(seed=step)
        np.testing.assert_allclose(
            guarded.train_on_batch(x, y), eager.train_on_batch(x, y), rtol=5e-4
        )
    assert in_slices(guarded) == (branch == "input")
    assert "guard(" in explain(guarded) and "not recorded" not in explain(guarded)
    for got, expected in zip(guarded.get_weights(), eager.get_weights(), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-3, atol=2e-5)


def test_evaluate_in_slices():
    model, (x, y) = network(), data(4 * ROWS)
    expected = network(eager=True).evaluate(x, y, batch_size=ROWS, verbose=0)
    for _ in range(3):
        got = model.evaluate(x, y, batch_size=ROWS, verbose=0)
    assert in_slices(model)
    np.testing.assert_allclose(got, expected, rtol=1e-5)


def test_weights_of_samples_and_frozen_layers():
    x, y = data()
    weights = np.linspace(0, 2, ROWS).astype("float32")
    models = network(), network(eager=True)
    for model in models:
        model.layers[0].trainable = False
        results = [model.train_on_batch(x, y, sample_weight=weights) for _ in range(5)]
        model.results = np.array(results)
    np.testing.assert_allclose(models[0].results, models[1].results, rtol=2e-4)


def test_a_bad_label_says_what_it_says_in_eager_mode():
    sliced, eager = network(), network(eager=True)
    x, y = data()
    for _ in range(4):
        sliced.train_on_batch(x, y)
    assert in_slices(sliced)
    before = sliced.get_weights()
    y[-1] = 9
    texts = []
    for model in (sliced, eager):
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            model.train_on_batch(x, y)
        texts.append(str(raised.value))
    assert texts[0] == texts[1] and "label value of 9" in texts[0]
    for first, second in zip(before, sliced.get_weights(), strict=True):
        np.testing.assert_array_equal(first, second)


def dropouts():
    tf.random.set_seed(3)
    return layers.Dropout(0.5), layers.Dropout(0.2, seed=3)


@pytest.mark.parametrize("rows", [64, 77])
def test_slices_drop_what_all_rows_drop(rows):
    results = []
    for eager in (False, True):
        model = network(*dropouts(), eager=eager)
        results.append([model.train_on_batch(*data(rows, step)) for step in range(8)])
        assert in_slices(model) != eager
    np.testing.assert_allclose(*results, rtol=2e-4)


def test_threads_do_not_change_what_is_dropped():
    model = network(*dropouts())
    x, y = data()
    model.fit(x, y, batch_size=ROWS, epochs=4, verbose=0)
    assert in_slices(model)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    single = network(*dropouts())
    single.fit(x, y, batch_size=ROWS, epochs=4, verbose=0)
    assert not in_slices(single)
    for got, expected in zip(model.get_weights(), single.get_weights(), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-3, atol=2e-5)


STEPS = {
    "conv without bias": [layers.Conv2D(8, 3, use_bias=False)],
    "conv 5x5, stride 2, same": [layers.Conv2D(8, 5, strides=2, padding="same")],
    "conv, dilated, no bias": [layers.Conv2D(8, 3, dilation_rate=2, use_bias=False)],
    "conv, groups": [layers.Conv2D(8, 3, groups=4)],
    "conv, groups, no bias": [layers.Conv2D(8, 3, groups=4, use_bias=False)],
    "conv in bfloat16": [layers.Conv2D(8, 3, dtype="mixed_bfloat16")],
    "average pool": [layers.AveragePooling2D(2)],
    "average pool, overlapping": [layers.AveragePooling2D(3, strides=2, padding="same")],
    "max pool, overlapping": [layers.MaxPooling2D(3, strides=2)],
    "max pool, same": [layers.MaxPooling2D(3, strides=2, padding="same")],
    "global average": [layers.GlobalAveragePooling2D()],
    "dense per pixel": [layers.Dense(8, activation="tanh")],
    "dense per position": [layers.Reshape((-1, 16)), layers.Dense(8, activation="gelu")],
    "softmax over rows of pixels": [layers.Softmax(axis=1)],
    "rescaling, relu": [layers.Rescaling(0.5, offset=0.1), layers.ReLU(negative_slope=0.1)],
    "norm that does not learn": [layers.BatchNormalization(trainable=False)],
    "layer norm, relu": [layers.LayerNormalization(), layers.ReLU()],
    "layer norm of whole maps": [layers.LayerNormalization(axis=[1, 2, 3])],
    "layer norm over rows of pixels": [layers.LayerNormalization(axis=1, center=False)],
    "layer norm in bfloat16": [layers.LayerNormalization(dtype="mixed_bfloat16")],
}


@pytest.mark.parametrize("extra", STEPS.values(), ids=STEPS)
def test_a_layer_trains_in_slices_as_in_all_rows(extra):
    results, weights = [], []
    for eager in (False, True):
        configs = [{**layer.get_config(), "name": f"extra_{i}"} for i, layer in enumerate(extra)]
        pairs = zip(extra, configs, strict=True)
        tf.random.set_seed(4)
        fresh = [type(layer).from_config(config) for layer, config in pairs]
        model = network(*fresh, eager=eager)
        results.append([model.train_on_batch(*data(77, step))[0] for step in range(5)])
        weights.append(model.get_weights())
        assert in_slices(model) != eager
    half = any("float16" in str(layer.compute_dtype) for layer in extra)
    np.testing.assert_allclose(*results, rtol=2e-2 if half else 2e-4)
    for got, expected in zip(*weights, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-3, atol=2e-3 if half else 2e-5)


LOSSES = {
    "cce": (tf.keras.losses.CategoricalCrossentropy(from_logits=True), True),
    "cce of probabilities": (tf.keras.losses.CategoricalCrossentropy(), True),
    "bce": (tf.keras.losses.BinaryCrossentropy(from_logits=True), True),
    "mse": (tf.keras.losses.MeanSquaredError(), True),
    "mae": (tf.keras.losses.MeanAbsoluteError(), True),
    "sum": (tf.keras.losses.MeanSquaredError(reduction="sum"), True),
    "divided by the weights": (
        tf.keras.losses.MeanSquaredError(reduction="mean_with_sample_weight"),
        False,
    ),
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("case", LOSSES.values(), ids=LOSSES)
def test_a_loss_in_slices_is_that_of_all_rows(case, weighted):
    loss, has_slices = case
    results = []
    for eager in (False, True):
        model = network(layers.AveragePooling2D(2), eager=eager)
        model.compile(tf.keras.optimizers.SGD(1e-3), loss, run_eagerly=eager)
        for step in range(5):
            x, y = data(77, step)
            weight = np.linspace(0, 2, 77).astype("float32") if weighted else None
            last = model.train_on_batch(x, np.eye(5, dtype="float32")[y], sample_weight=weight)
        results.append(last)
        assert in_slices(model) == (not eager and (has_slices or not weighted))
    np.testing.assert_allclose(*results, rtol=2e-4)


COUPLED = {
    "batch_norm_train": [layers.BatchNormalization()],
    "add": [layers.Conv2D(8, 3, kernel_regularizer="l2")],
}


@pytest.mark.parametrize("op", COUPLED)
def test_coupled_rows_run_at_once(op):
    model = network(*COUPLED[op])
    for _ in range(4):
        model.train_on_batch(*data())
    assert f"for all rows at once: op {op} needs all rows" in explain(model)


def test_few_rows_run_at_once():
    model = network()
    for _ in range(4):
        model.train_on_batch(*data(31))
    assert "arena" in explain(model) and not in_slices(model)


def test_many_threads_change_only_rounding():
    losses = []
    for threads in (1, 2, 4):
        tf.config.threading.set_intra_op_parallelism_threads(threads)
        model = network()
        losses.append([model.train_on_batch(*data(128, step))[0] for step in range(6)])
        assert in_slices(model) == (threads > 1)
    np.testing.assert_allclose(losses[1], losses[0], rtol=2e-4)
    np.testing.assert_allclose(losses[2], losses[0], rtol=2e-4)


OPTIMIZERS = {
    "sgd": (keras.optimizers.SGD, {}),
    "momentum": (keras.optimizers.SGD, {"momentum": 0.9}),
    "nesterov": (keras.optimizers.SGD, {"momentum": 0.9, "nesterov": True}),
    "rmsprop": (keras.optimizers.RMSprop, {}),
    "rmsprop, all": (keras.optimizers.RMSprop, {"momentum": 0.9, "centered": True}),
    "adam": (keras.optimizers.Adam, {}),
    "amsgrad": (keras.optimizers.Adam, {"amsgrad": True}),
}
OPTIONS = {
    "plain": {},
    "clipnorm": {"clipnorm": 0.05},
    "clipvalue": {"clipvalue": 0.01},
    "global_clipnorm": {"global_clipnorm": 0.1},
    "accumulation": {"gradient_accumulation_steps": 2},
    "weight_decay": {"weight_decay": 0.01},
    "ema": {"use_ema": True, "ema_overwrite_frequency": 3},
    "loss scale": {"loss_scale_factor": 128.0},
}


def reading(optimizer):
    """The class, derived so that Python sees each gradient: it is a whole one then."""

    class Reading(optimizer):
        def update_step(self, gradient, variable, learning_rate):
            assert gradient.shape == variable.shape
            super().update_step(gradient, variable, learning_rate)

    return Reading


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_add_up_the_gradients_of_slices(name, option):
    optimizer, settings = OPTIMIZERS[name]
    x, y = data(2 * ROWS + 45)  # slices of a smaller last batch are not equal
    results = []
    for cls in (optimizer, reading(optimizer)):
        model = network(layers.Dense(7), optimizer=cls(0.01, **settings, **OPTIONS[option]))
        losses = model.fit(x, y, batch_size=ROWS, epochs=5, verbose=0, shuffle=False).history
        assert explain(model).count("rows at a time") == 2
        results.append([losses["loss"], *model.get_weights(), *model.optimizer.variables])
    for got, expected in zip(*results, strict=True):
        np.testing.assert_array_equal(np.asarray(got), np.asarray(expected))


def test_settings_of_a_model_in_use_apply_to_gradients_of_slices():
    optimizer = keras.optimizers.SGD(0.5)
    model = network(optimizer=optimizer)
    for _ in range(5):
        model.train_on_batch(*data())
    assert in_slices(model)
    before = model.get_weights()
    optimizer.clipvalue = 1e-3
    model.train_on_batch(*data())
    for new, old in zip(model.get_weights(), before, strict=True):
        assert 0 < np.abs(new - old).max() <= 0.5001e-3
