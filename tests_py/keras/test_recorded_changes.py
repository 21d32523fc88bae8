"""What recorded steps must notice between two batches, and what they must leave alone."""

import gc
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from recorded_models import EPOCHS, LAYERS, SIZES, compare, figures, make

import pelton as tf
from pelton import keras
from pelton.keras import layers


def compile_anew(model, **options):
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"], **options)


def freeze(model, frozen, run_eagerly):
    model.layers[0].trainable = not frozen
    compile_anew(model, run_eagerly=run_eagerly)


def grow(model, run_eagerly):
    model.add(layers.Dense(3, activation="softmax"))
    compile_anew(model, run_eagerly=run_eagerly)


def change(model, step, run_eagerly):
    """Something else every few steps, once those before it are bound."""
    first = model.layers[0]
    changes = {
        20: lambda: freeze(model, True, run_eagerly),
        24: lambda: freeze(model, False, run_eagerly),
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
    values = model.layers[0].kernel.value
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


def test_a_new_layer_in_the_place_of_an_old_one_is_seen():
    x, y = np.ones((2, 4), "float32"), np.zeros((2, 2), "float32")
    for _ in range(20):
        model = keras.Sequential([layers.Input((4,)), layers.Dense(3), layers.Dense(2)])
        model.compile("sgd", "mse")
        for _ in range(4):
            model.predict_on_batch(x)
            model.test_on_batch(x, y)
        model.pop()
        gc.collect()  # so that the new layer may get the old one's address
        model.add(layers.Dense(2))
        np.testing.assert_allclose(model.predict_on_batch(x), model(x), rtol=1e-6)


def test_the_placement_log_names_the_ops_of_recorded_steps():
    code = """
import numpy as np, pelton as tf
from pelton import keras
model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(2)])
model.compile("sgd", "mse")
for step in range(5):
    if step == 4:
        print("=== logged", flush=True)
        tf.debugging.set_log_device_placement(True)
    model.train_on_batch(np.ones((2, 4), "float32"), np.ones((2, 2), "float32"))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "0"},
    )
    assert done.returncode == 0, done.stderr
    assert "Executing op MatMul" in done.stdout + done.stderr
