"""A training step is one program: optimizer, metrics and counters are its updates of variables."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

explain = tf.config.experimental.explain_program
RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(24, 5)).astype("float32"), RNG.integers(0, 3, 24)


def compiled(optimizer, metrics=("accuracy",), eagerly=False):
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, "relu")])
    model.add(keras.layers.Dense(3))
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer, loss, metrics=list(metrics), run_eagerly=eagerly)
    return model


def train_record(model):
    """The lines of the record of training steps."""
    (text,) = [part for part in explain(model).split("\n") if part.startswith("train ")]
    whole = explain(model)
    start = whole.index(text)
    end = whole.find("\ntest ", start)
    return whole[start:] if end < 0 else whole[start:end]


def fit(model, **options):
    return model.fit(X, Y, batch_size=8, epochs=2, shuffle=False, verbose=0, **options)


def test_optimizer_metrics_and_counters_are_ops():
    model = compiled(keras.optimizers.Adam(0.01, name="adam"))
    fit(model)
    record = train_record(model)
    for line in ("adam_step(", "assign(loss/total", "accuracy/count, v", "assign(adam"):
        assert line in record
    assert "update_state(" not in record and ".apply(" not in record


def test_schedules_are_ops_and_a_users_is_a_host_callback():
    schedules = keras.optimizers.schedules

    class Mine(schedules.LearningRateSchedule):
        def __call__(self, step):
            return 0.1 / (1 + int(step))

        def get_config(self):
            return {}

    decay = schedules.ExponentialDecay(0.1, 10, 0.5)
    for schedule, text in ((decay, " = pow("), (Mine(), " = Mine(")):
        model, eager = (compiled(keras.optimizers.SGD(schedule), eagerly=e) for e in (False, True))
        fit(model)
        fit(eager)
        assert text in train_record(model)
        for a, b in zip(model.get_weights(), eager.get_weights(), strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    "setting",
    [("weight_decay", 0.1), ("clipnorm", 0.05), ("learning_rate", 0.5), ("global_clipnorm", 0.05)],
    ids=lambda setting: setting[0],
)
def test_settings_that_change_between_epochs_count(setting):
    weights = []
    for eagerly in (False, True):
        model = compiled(keras.optimizers.SGD(0.1, momentum=0.5), eagerly=eagerly)
        fit(model)
        setattr(model.optimizer, *setting)
        fit(model)
        weights.append(model.get_weights())
    for a, b in zip(*weights, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-6, atol=1e-7)


def test_an_optimizer_and_a_metric_in_python_are_host_callbacks():
    class Twice(keras.optimizers.SGD):
        def update_step(self, gradient, variable, learning_rate):
            super().update_step(gradient * 2.0, variable, learning_rate)

    class Batches(keras.metrics.Metric):
        def __init__(self):
            super().__init__(name="batches")
            self.count = self.add_variable((), "zeros", name="count")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.count.assign_add(1.0)

        def result(self):
            return self.count

    model = compiled(Twice(0.05), metrics=[Batches(), "accuracy"])
    assert fit(model).history["batches"] == [3.0, 3.0]
    record = train_record(model)
    assert "Twice.apply(" in record and "Batches.update_state(" in record
    plain = compiled(keras.optimizers.SGD(0.1))
    fit(plain)
    for a, b in zip(model.get_weights(), plain.get_weights(), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def state_of(model):
    metrics = [v for metric in model.metrics for v in metric.variables]
    return [v.numpy() for v in (*model.weights, *model.optimizer.variables, *metrics)]


def test_a_step_that_fails_leaves_everything_as_it_was():
    model = compiled(keras.optimizers.Adam(0.01))
    fit(model)
    before = state_of(model)
    with pytest.raises(tf.errors.InvalidArgumentError):
        model.train_on_batch(X[:8], np.full(8, 7))
    for a, b in zip(before, state_of(model), strict=True):
        np.testing.assert_array_equal(a, b)
