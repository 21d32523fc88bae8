"""Training as users meet it: data of all kinds, seeds, callbacks, interrupts, Python classes."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from listening import listening_callback

import pelton as tf


def small_model(*layers):
    return tf.keras.Sequential(
        list(layers) or [tf.keras.Input((4,)), tf.keras.layers.Dense(3)], name="m"
    )


X = np.linspace(-1, 1, 40, dtype="float32").reshape(10, 4)
Y = np.arange(10) % 3
SCCE = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def compiled(**options):
    model = small_model()
    model.compile(**{"optimizer": "sgd", "loss": SCCE, "metrics": ["accuracy"], **options})
    return model


@pytest.mark.parametrize("dtype", ["uint8", "int32", "int64", "float16", "float32", "float64"])
def test_x_of_any_dtype_and_strides_gives_the_same_predictions(dtype):
    model = small_model()
    x = (np.arange(240).reshape(6, 4, 10) % 5).astype(dtype)
    plain = model.predict(np.ascontiguousarray(x[:, :, 2]).astype("float32"), verbose=0)
    for view in (x[:, :, 2], np.asfortranarray(x[:, :, 2]), x[::-1, :, 2][::-1]):
        np.testing.assert_allclose(model.predict(view, batch_size=4, verbose=0), plain, rtol=1e-6)


def test_set_seed_repeats_the_shuffle_and_another_seed_does_not():
    def losses_of(seed):
        model = small_model()
        model.set_weights([np.ones((4, 3)), np.zeros(3)])
        model.compile("sgd", SCCE)
        tf.random.set_seed(seed)
        return model.fit(X, Y, batch_size=3, epochs=2, verbose=0).history["loss"]

    assert losses_of(1) == losses_of(1) != losses_of(2)


def test_every_sample_is_seen_once_per_epoch():
    seen = []

    class Noting(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            seen.append(y_true.numpy()[:, 0].tolist())
            return tf.reduce_sum(y_pred, -1)

    model = small_model()
    model.compile("sgd", Noting())
    model.fit(X, np.arange(10.0)[:, None], batch_size=4, epochs=2, verbose=0)
    assert [len(batch) for batch in seen] == [4, 4, 2] * 2
    first, second = sum(seen[:3], []), sum(seen[3:], [])
    assert sorted(first) == sorted(second) == list(range(10))


UNSEEDED = """
import numpy as np
import pelton as tf
seen = []
model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
model.compile("sgd", lambda y, p: [seen.append(y.numpy().ravel().tolist()), p][1], run_eagerly=True)
x = np.arange(20.0)[:, None]
if SEED is not None:
    tf.random.set_seed(SEED)
model.fit(x, x, batch_size=20, epochs=2, verbose=0)
print(seen[0] == seen[1], seen[0] == list(range(20)))
"""


@pytest.mark.parametrize(("seed", "is_same"), [(None, False), (3, True)])
def test_epochs_have_orders_of_their_own_unless_a_seed_was_set(seed, is_same):
    """With one, Keras's order of all epochs."""
    code = UNSEEDED.replace("SEED", repr(seed))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(is_same), "False"]


def test_shuffle_batch_keeps_neighbours_together():
    seen = []

    def noting(y_true, y_pred):
        seen.append(y_true.numpy()[:, 0].tolist())
        return tf.reduce_sum(y_pred, -1)

    model = small_model()
    model.compile("sgd", noting)
    model.fit(X, np.arange(10.0)[:, None], batch_size=2, shuffle="batch", verbose=0)
    assert sorted(seen) == [[i, i + 1.0] for i in range(0, 10, 2)]


def test_generators_and_iterables_of_batches():
    model = compiled()
    batches = [(X[:5], Y[:5]), (X[5:], Y[5:])]
    assert model.fit(batches_of(batches), verbose=0).params["steps"] is None
    assert model.fit(batches_of(batches), steps_per_epoch=2, verbose=0).params["steps"] == 2
    weighted = [(x, y, np.ones(5)) for x, y in batches]
    model.fit(batches_of(weighted), validation_data=batches_of(batches), verbose=0)
    plain = model.evaluate(X, Y, verbose=0)
    np.testing.assert_allclose(model.evaluate(batches_of(batches), verbose=0), plain, rtol=1e-6)
    outputs = model.predict(batches_of([x for x, _ in batches]), verbose=0)
    np.testing.assert_allclose(outputs, model.predict(X, verbose=0), rtol=1e-6)
    with pytest.warns(UserWarning, match="ran out of data"):
        model.fit(batches_of(batches), epochs=2, steps_per_epoch=2, verbose=0)
    with pytest.raises(ValueError, match="`y` should not be passed"):
        model.fit(batches_of(batches), Y)


def batches_of(items):
    yield from items


def test_bad_batches_are_refused():
    model = compiled()
    for bad in ([(X, Y, Y, Y)], [({"a": X}, Y)], [([X, X], Y)]):
        with pytest.raises(ValueError, match="batch|format"):
            model.fit(batches_of(bad), verbose=0)
    with pytest.raises(ValueError, match="dictionary with the keys"):
        model.fit({"a": X}, Y, verbose=0)


def test_an_error_in_a_step_leaves_the_weights_and_the_model_usable():
    model = compiled()
    before = model.get_weights()
    with pytest.raises(tf.errors.InvalidArgumentError):
        model.fit(X, Y + 5, verbose=0)
    for value, old in zip(model.get_weights(), before, strict=True):
        np.testing.assert_array_equal(value, old)
    assert "loss" in model.fit(X, Y, verbose=0).history


def test_a_step_that_is_refused_changes_nothing():
    """Not even moving averages, figures, or which metric "accuracy" stands for."""
    model = small_model(
        tf.keras.Input((4,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(3)
    )
    seen = tf.keras.metrics.SparseCategoricalAccuracy()
    model.compile("adam", SCCE, metrics=[seen, "accuracy"])
    before = model.get_weights()
    for x, y in ((X, Y + 5), (X, np.zeros((10, 3))), (X[:, :3], Y)):
        with pytest.raises(ValueError):  # noqa: PT011 - InvalidArgumentError is one too
            model.fit(x, y, verbose=0)
        for value, old in zip(model.get_weights(), before, strict=True):
            np.testing.assert_array_equal(value, old)
        assert int(model.optimizer.iterations.numpy()) == 0
        assert float(seen.result().numpy()) == float(model.metrics[0].result().numpy()) == 0.0
        assert [v.name for v in model.optimizer.variables] == ["iteration", "learning_rate"]
    model.fit(X, Y, verbose=0)
    assert type(model.metrics[-1].metrics[-1]).__name__ == "SparseCategoricalAccuracy"


def test_metric_that_refuses_a_batch_keeps_the_weights():
    class Strict(tf.keras.metrics.Metric):
        def update_state(self, y_true, y_pred, sample_weight=None):
            raise RuntimeError("no more")

        def result(self):
            return 0.0

    model = compiled(metrics=["accuracy", Strict()])
    before = model.get_weights()
    with pytest.raises(RuntimeError, match="no more"):
        model.fit(X, Y, verbose=0)
    for value, old in zip(model.get_weights(), before, strict=True):
        np.testing.assert_array_equal(value, old)
    assert int(model.optimizer.iterations.numpy()) == 0


@pytest.mark.parametrize(("value", "text"), [(np.nan, "nan"), (np.inf, "inf")])
def test_non_finite_loss_is_shown(value, text, capsys):
    model = small_model()
    model.compile("sgd", lambda y_true, y_pred: tf.reduce_sum(y_pred, -1) * 0.0 + value)
    history = model.fit(X, Y, verbose="auto", epochs=2, validation_data=(X, Y)).history
    printed = capsys.readouterr().out
    assert printed.count(f" loss: {text}") == 2 and printed.count(f"val_loss: {text}") == 2
    np.testing.assert_array_equal(history["loss"], [value] * 2)
    np.testing.assert_array_equal(history["val_loss"], [value] * 2)
    np.testing.assert_array_equal(model.evaluate(X, Y, verbose=0), value)
    np.testing.assert_array_equal(model.train_on_batch(X, Y), value)


def test_overflowing_training_shows_it(capsys):
    model = compiled(optimizer=tf.keras.optimizers.SGD(1e30), loss="mse")
    losses = model.fit(X, X[:, :3], epochs=4, verbose=2).history["loss"]
    assert not np.isfinite(losses[-1])
    assert capsys.readouterr().out.rstrip().endswith(("loss: nan", "loss: inf"))


def test_callback_may_stop_training_and_raise():
    class Stopping(tf.keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            self.model.stop_training = batch == 1

    class Raising(tf.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            raise RuntimeError("enough")

    model = compiled()
    history = model.fit(X, Y, batch_size=2, epochs=5, verbose=0, callbacks=[Stopping()])
    assert history.epoch == [0] and int(model.optimizer.iterations.numpy()) == 2
    with pytest.raises(RuntimeError, match="enough"):
        model.fit(X, Y, verbose=0, callbacks=[Raising()])
    assert model.fit(X, Y, epochs=2, verbose=0).epoch == [0, 1]


def test_keyboard_interrupt_stops_fit_and_the_model_stays_usable():
    class Interrupting(tf.keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            if batch == 2:
                os.kill(os.getpid(), signal.SIGINT)

    model = compiled()
    # A shell may have started the tests with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            model.fit(X, Y, batch_size=1, epochs=1000, verbose=0, callbacks=[Interrupting()])
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(model.fit(X, Y, verbose=0).history["loss"]) == 1


def test_steps_per_execution_calls_batch_hooks_less_often():
    calls = []
    model = compiled(steps_per_execution=2)
    model.fit(X, Y, batch_size=2, verbose=0, callbacks=[listening_callback(calls)])
    ends = [call[1] for call in calls if call[0] == "on_train_batch_end"]
    begins = [call[1] for call in calls if call[0] == "on_train_batch_begin"]
    assert begins == [0, 2, 4] and ends == [1, 3, 5]
    assert int(model.optimizer.iterations.numpy()) == 5


def test_training_lowers_the_loss_with_every_optimizer():
    for name in ("sgd", "rmsprop", "adam"):
        model = compiled(optimizer=name)
        history = model.fit(X, Y, batch_size=5, epochs=30, verbose=0).history["loss"]
        assert history[-1] < history[0], name


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.k = self.add_weight(
            name="k", shape=(input_shape[-1],), initializer="ones", trainable=True
        )

    def call(self, x):
        return x * self.k


def test_layers_losses_metrics_and_optimizers_written_in_python_mix_with_built_in_ones():
    class Cubic(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            return tf.reduce_mean(tf.abs(y_true - y_pred) ** 3.0, -1)

    class Step(tf.keras.optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            self.assign_sub(variable, learning_rate * gradient)

    class Count(tf.keras.metrics.Metric):
        def __init__(self):
            super().__init__(name="count")
            self.n = self.add_weight(name="n")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.n.assign_add(float(y_pred.shape[0]))

        def result(self):
            return {"samples": self.n.read_value()}

    epochs = []

    class Log(tf.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            epochs.append((epoch, sorted(logs)))

    model = tf.keras.Sequential([Scale(), tf.keras.layers.Dense(1)])
    model.compile(Step(learning_rate=0.01), Cubic(), metrics=[Count(), "mae"])
    history = model.fit(
        tf.ones((8, 3)), tf.zeros((8, 1)), epochs=2, batch_size=4, verbose=0, callbacks=[Log()]
    ).history
    assert epochs == [(0, ["loss", "mae", "samples"]), (1, ["loss", "mae", "samples"])]
    assert history["samples"] == [8.0, 8.0] and history["loss"][1] <= history["loss"][0]
    assert model.layers[0].k.numpy().tolist() != [1.0, 1.0, 1.0]
