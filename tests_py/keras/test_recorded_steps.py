"""Whole recorded training steps: every loss, optimizer, metric and layer as computed by calls,
over several steps with a smaller last batch; what changes between steps; run to run the same."""

import threading

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

FEATURES = 6
SIZES = (8, 8, 5)  # batches of an epoch
EPOCHS = 5  # a kind of batch is recorded, recorded with gradients, bound, and run twice
explain = tf.config.experimental.explain_program


def body(*more):
    return [layers.Dense(7, activation="relu"), *more]


LAYERS = {
    "Activation": lambda: body(layers.Activation("tanh")),
    "AveragePooling2D": lambda: [
        layers.Reshape((3, 2, 1)),
        layers.AveragePooling2D((2, 1), padding="same"),
        layers.Flatten(),
    ],
    "BatchNormalization": lambda: body(layers.BatchNormalization()),
    "Conv2D": lambda: [
        layers.Reshape((3, 2, 1)),
        layers.Conv2D(3, 2, padding="same", activation="relu"),
        layers.Conv2D(2, (2, 1), use_bias=False),
        layers.Flatten(),
    ],
    "Dense": lambda: body(layers.Dense(4, use_bias=False, activation="sigmoid")),
    "Dropout": lambda: body(layers.Dropout(0.3), layers.Dense(5), layers.Dropout(0.2, seed=3)),
    "Flatten": lambda: body(layers.Flatten()),
    "GlobalAveragePooling2D": lambda: [
        layers.Reshape((3, 2, 1)),
        layers.Conv2D(3, 2),
        layers.GlobalAveragePooling2D(),
    ],
    "Layer": lambda: [Scaled()],
    "MaxPooling2D": lambda: [
        layers.Reshape((3, 2, 1)),
        layers.Conv2D(3, (1, 2)),
        layers.MaxPooling2D((2, 1), strides=1),
        layers.Flatten(),
    ],
    "ReLU": lambda: body(layers.ReLU(max_value=1.0, negative_slope=0.1)),
    "Rescaling": lambda: [layers.Rescaling(0.5, offset=1.0), *body()],
    "Reshape": lambda: body(layers.Reshape((7, 1)), layers.Flatten()),
    "Softmax": lambda: body(layers.Softmax()),
    "penalties": lambda: body(
        layers.Dense(4, kernel_regularizer="l2", activity_regularizer="l1", bias_regularizer="l1")
    ),
    "mixed": lambda: body(layers.Dense(4, dtype="mixed_bfloat16")),
    "nested": lambda: body(keras.Sequential([layers.Dense(4), layers.BatchNormalization()])),
    "frozen": lambda: body(layers.Dense(4, trainable=False)),
}
NOT_LAYERS_OF_A_BODY = {"InputLayer", "InputSpec", "Any"}

OPTIMIZERS = {
    "SGD": lambda: keras.optimizers.SGD(0.05),
    "SGD momentum": lambda: keras.optimizers.SGD(0.05, momentum=0.9, nesterov=True),
    "RMSprop": lambda: keras.optimizers.RMSprop(0.01, momentum=0.5, centered=True),
    "Adam": lambda: keras.optimizers.Adam(0.01, amsgrad=True),
    "clipnorm": lambda: keras.optimizers.Adam(0.01, clipnorm=0.1),
    "clipvalue": lambda: keras.optimizers.Adam(0.01, clipvalue=0.05),
    "global_clipnorm": lambda: keras.optimizers.Adam(0.01, global_clipnorm=0.1),
    "decay": lambda: keras.optimizers.Adam(0.01, weight_decay=0.1),
    "averages": lambda: keras.optimizers.SGD(0.05, use_ema=True, ema_overwrite_frequency=3),
    "loss scale": lambda: keras.optimizers.SGD(0.05, loss_scale_factor=128.0),
    "accumulation": lambda: keras.optimizers.SGD(0.05, gradient_accumulation_steps=3),
}

# Loss, classes (1: a number per row), kind of target, metrics.
LOSSES = {
    "SparseCategoricalCrossentropy": (4, "index", ["accuracy", "SparseCategoricalCrossentropy"]),
    "CategoricalCrossentropy": (4, "one-hot", ["accuracy", "CategoricalCrossentropy"]),
    "BinaryCrossentropy": (1, "binary", ["accuracy", "BinaryCrossentropy"]),
    "MeanSquaredError": (1, "real", ["mae", "mse", "RootMeanSquaredError"]),
    "MeanAbsoluteError": (2, "reals", ["mae"]),
}


class Scaled(layers.Layer):
    """A layer written in Python: its steps are not recorded, and right all the same."""

    def build(self, input_shape):
        self.scale = self.add_weight(shape=(input_shape[-1],), initializer="ones")

    def call(self, inputs):
        return inputs * self.scale


def targets(kind, rows, classes, rng):
    if kind == "index":
        return rng.integers(0, classes, rows)
    if kind == "one-hot":
        return np.eye(classes, dtype="float32")[rng.integers(0, classes, rows)]
    if kind == "binary":
        return rng.integers(0, 2, (rows, 1)).astype("float32")
    return rng.normal(size=(rows, classes)).astype("float32")


def make(run_eagerly, inner=body, optimizer="Adam", loss="SparseCategoricalCrossentropy"):
    tf.random.set_seed(11)
    classes, kind, metrics = LOSSES[loss]
    last = {"index": "softmax", "one-hot": "softmax", "binary": "sigmoid"}.get(kind)
    model = keras.Sequential(
        [layers.Input((FEATURES,)), *inner(), layers.Dense(classes, activation=last)]
    )
    model.compile(
        OPTIMIZERS[optimizer](),
        getattr(keras.losses, loss)(),
        metrics=list(metrics),
        weighted_metrics=[metrics[0]],
        run_eagerly=run_eagerly,
    )
    rng = np.random.default_rng(0)
    rows = sum(SIZES)
    x = rng.normal(size=(rows, FEATURES)).astype("float32")
    return model, x, targets(kind, rows, classes, rng), rng.uniform(0.5, 2, rows)


def figures(model, x, y, weight, epochs=EPOCHS):
    """Every figure and weight that training leaves, step by step."""
    out = []
    for _ in range(epochs):
        for begin in np.cumsum((0, *SIZES))[:-1]:
            rows = slice(begin, begin + SIZES[0])
            logs = model.train_on_batch(x[rows], y[rows], sample_weight=weight[rows])
            out += np.atleast_1d(logs).tolist()
    out += model.get_weights()
    for _ in range(3):
        out += np.atleast_1d(model.evaluate(x, y, batch_size=8, verbose=0)).tolist()
        out.append(model.predict(x, batch_size=8, verbose=0))
    return out


def compare(a, b):
    assert len(a) == len(b)
    for got, expected in zip(a, b, strict=True):
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-6)


def check_recorded(**choices):
    recorded = make(False, **choices)
    compare(figures(*recorded), figures(*make(True, **choices)))
    return explain(recorded[0])


@pytest.mark.parametrize("name", LAYERS)
def test_steps_of_every_layer(name):
    text = check_recorded(inner=LAYERS[name])
    if name == "Layer":
        assert "not recorded" in text
    else:
        assert text.count("arena") == 6 and "not recorded" not in text


def test_every_layer_has_a_row():
    aliases = {"AvgPool2D", "Convolution2D", "GlobalAvgPool2D", "MaxPool2D"}
    names = {name for name in dir(layers) if name[0].isupper()}
    assert names - aliases - NOT_LAYERS_OF_A_BODY <= set(LAYERS)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_of_every_optimizer(name):
    assert check_recorded(optimizer=name).count("arena") == 6


@pytest.mark.parametrize("name", LOSSES)
def test_steps_of_every_loss_and_metric(name):
    assert check_recorded(loss=name).count("arena") == 6


def test_every_loss_and_optimizer_has_a_row():
    for module, rows in ((keras.losses, LOSSES), (keras.optimizers, OPTIMIZERS)):
        names = {name for name in dir(module) if name[0].isupper()}
        assert names - {"Any", "Loss", "Optimizer"} <= set(rows)


def test_runs_are_the_same_bit_for_bit():
    inner = lambda: [*LAYERS["Conv2D"](), *LAYERS["Dropout"]()]  # noqa: E731
    first, second = (figures(*make(False, inner=inner)) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)


def test_batches_of_both_sizes_live_side_by_side():
    model, x, y, weight = make(False)
    figures(model, x, y, weight)
    text = explain(model)
    assert f"train float32 (8, {FEATURES})" in text and f"train float32 (5, {FEATURES})" in text
    assert "softmax(" in text and "matmul(" in text and "outputs" in text


def compile_anew(model, **options):
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"], **options)


def grow(model, run_eagerly):
    model.add(layers.Dense(3, activation="softmax"))
    compile_anew(model, run_eagerly=run_eagerly)


def change(model, step, run_eagerly):
    """Something else every few steps, once those before it are bound."""
    first = model.layers[0]
    changes = {
        20: lambda: setattr(first, "trainable", False),
        24: lambda: setattr(first, "trainable", True),
        28: lambda: setattr(model.optimizer, "learning_rate", 0.2),
        32: lambda: model.set_weights([w * 0.5 for w in model.get_weights()]),
        36: lambda: first.kernel.assign(first.kernel * 2),
        40: lambda: grow(model, run_eagerly),
        60: lambda: compile_anew(model, loss_weights=2.0, run_eagerly=run_eagerly),
    }
    changes.get(step, lambda: None)()


def one_step(model, step, x, y, weight):
    x, y, weight = x[:8], y[:8] % 3, weight[:8]
    if step % 4 == 1:
        return model.train_on_batch(x, y, sample_weight=weight)
    if step % 4 == 2:
        return model.train_on_batch(x, y, class_weight={0: 2.0, 1: 0.5, 2: 1.0})
    if step % 4 == 3:
        return model.test_on_batch(x, y)
    return model.train_on_batch(x, y)


def test_a_recorded_step_notices_every_change():
    both = []
    for run_eagerly in (False, True):
        model, *batch = make(run_eagerly, inner=LAYERS["BatchNormalization"])
        out = []
        for step in range(76):
            change(model, step, run_eagerly)
            out += one_step(model, step, *batch)
        both.append([*out, *model.get_weights()])
    compare(*both)


class Halving(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return 0.1 * 0.5 ** (float(step) / 2)

    def get_config(self):
        return {}


def test_schedules_and_counters_go_on():
    both = []
    for run_eagerly in (False, True):
        model, x, y, weight = make(run_eagerly)
        model.compile(
            keras.optimizers.Adam(Halving()),
            "sparse_categorical_crossentropy",
            run_eagerly=run_eagerly,
        )
        both.append(figures(model, x, y, weight))
        assert int(model.optimizer.iterations) == EPOCHS * len(SIZES)
    compare(*both)


def test_weights_that_the_user_holds_stay_as_they_were():
    model, x, y, _ = make(False)
    for _ in range(4):
        model.train_on_batch(x[:8], y[:8])
    held = tf.identity(model.layers[0].kernel)
    values = model.layers[0].kernel.value()
    before = np.array(values)
    outputs = model.predict_on_batch(x[:8])
    kept = np.array(outputs)
    for _ in range(3):
        model.train_on_batch(x[:8], y[:8])
        model.predict_on_batch(x[8:16])
    np.testing.assert_array_equal(held, before)
    np.testing.assert_array_equal(values, before)
    np.testing.assert_array_equal(outputs, kept)
    assert not np.array_equal(model.layers[0].kernel, before)


def test_a_refused_batch_leaves_weights_and_the_next_step_is_right():
    model, x, y, _ = make(False, inner=LAYERS["BatchNormalization"])
    for _ in range(4):
        model.train_on_batch(x[:8], y[:8])
    before = model.get_weights()
    bad = np.where(np.arange(8) == 3, 17, y[:8])
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError), match="17"):
        model.train_on_batch(x[:8], bad)
    for a, b in zip(model.get_weights(), before, strict=True):
        np.testing.assert_array_equal(a, b)
    other, *_ = make(True, inner=LAYERS["BatchNormalization"])
    for _ in range(4):
        other.train_on_batch(x[:8], y[:8])
    compare(model.train_on_batch(x[:8], y[:8]), other.train_on_batch(x[:8], y[:8]))


def test_not_numbers_and_infinities_pass_as_in_calls():
    both = []
    for run_eagerly in (False, True):
        model, x, y, _ = make(run_eagerly)
        for _ in range(3):
            model.train_on_batch(x[:8], y[:8])
        odd = x[:8].copy()
        odd[0, 0], odd[1, 1], odd[2, 2] = np.nan, np.inf, 1e-42
        both.append([model.predict_on_batch(odd), *model.train_on_batch(odd, y[:8])])
    for got, expected in zip(*both, strict=True):
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-6)


def test_a_tape_of_the_user_sees_recorded_steps():
    model, x, y, _ = make(False)
    inputs = tf.constant(x[:8])
    for _ in range(3):
        model.train_on_batch(x[:8], y[:8])
        model.predict_on_batch(inputs)
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        total = tf.reduce_sum(model(inputs))
        model.predict_on_batch(inputs)
        model.train_on_batch(x[:8], y[:8])
    assert tape.gradient(total, inputs).shape == inputs.shape


def test_threads_predict_with_one_model():
    model, x, _, _ = make(False)
    expected = np.array(model.predict_on_batch(x[:8]))
    wrong = []

    def work():
        for _ in range(50):
            if not np.allclose(model.predict_on_batch(x[:8]), expected, rtol=1e-5):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_device_scopes_come_and_go():
    model, x, y, _ = make(False)
    for _ in range(4):
        model.train_on_batch(x[:8], y[:8])
    expected = np.array(model.predict_on_batch(x[:8]))
    for _ in range(2):
        model.predict_on_batch(x[:8])
    with tf.device("/CPU:0"):
        np.testing.assert_allclose(model.predict_on_batch(x[:8]), expected, rtol=1e-6)
    np.testing.assert_allclose(model.predict_on_batch(x[:8]), expected, rtol=1e-6)
