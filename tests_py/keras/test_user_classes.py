"""Layers, models, metrics and losses as users write their classes where Keras lets them vary: what
is set before super().__init__(), a build or compute_loss with fewer parameters, losses of labels
without the last axis, lambdas in files."""

import numpy as np
import pytest

from pelton import keras
from pelton.keras import layers, ops

ROWS = np.arange(8, dtype="float32").reshape(4, 2) / 8


class EarlyLayer(layers.Layer):
    def __init__(self, units):
        self.units = units
        self.dense = layers.Dense(units)
        self.more = [layers.Dense(1), layers.Dense(2)]
        super().__init__()

    def call(self, x):
        for layer in self.more:
            x = layer(x)
        return self.dense(x)


class EarlyModel(keras.Model):
    def __init__(self, units):
        self.dense = layers.Dense(units)
        self.mean = keras.metrics.Mean()
        super().__init__()

    def call(self, x):
        return self.dense(x)


class EarlyMetric(keras.metrics.Metric):
    def __init__(self):
        self.mean = keras.metrics.Mean()
        super().__init__(name="early")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.mean.update_state(y_true)

    def result(self):
        return self.mean.result()


@pytest.mark.parametrize(("cls", "weights"), [(EarlyLayer, 6), (EarlyModel, 2)])
def test_attributes_that_are_set_before_init(cls, weights):
    made = cls(3)
    assert made(ROWS).shape == (4, 3)
    assert len(made.trainable_weights) == weights


def test_a_metric_that_is_set_before_init():
    metric = EarlyMetric()
    metric.update_state([1.0, 2.0], [0.0])
    assert float(metric.result()) == 1.5 and metric.variables == []


class UnparameterizedBuild(layers.Layer):
    def build(self):
        self.scale = self.add_weight(shape=(), initializer="ones")

    def call(self, x):
        return x * self.scale


@pytest.mark.parametrize("given", [ROWS, [ROWS, ROWS]], ids=["tensor", "list"])
def test_build_without_parameters(given):
    class Summed(UnparameterizedBuild):
        def call(self, x):
            return (sum(x) if isinstance(x, list) else x) * self.scale

    layer = Summed()
    assert layer(given).shape == (4, 2)
    assert layer.built and len(layer.weights) == 1


class OwnLoss(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.dense(x)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        return ops.mean(ops.square(y - y_pred))


def test_compute_loss_without_training():
    model = OwnLoss()
    model.compile("sgd")
    targets = np.ones((4, 1), "float32")
    expected = np.mean((targets - ROWS.sum(1, keepdims=True)) ** 2)
    history = model.fit(ROWS, targets, batch_size=4, verbose=0).history
    np.testing.assert_allclose(history["loss"], [expected], rtol=1e-6)
    assert np.isfinite(model.evaluate(ROWS, targets, verbose=0))


# What a function as a loss gets, as recorded of real Keras 3.15: (targets, outputs) in and there.
RANKS = [
    ((4,), (4, 1), (4, 1), (4, 1)),
    ((4,), (4, 3), (4,), (4, 3)),
    ((4, 1), (4,), (4, 1), (4, 1)),
    ((4, 2), (4, 2, 1), (4, 2), (4, 2)),
    ((4, 2, 1), (4, 2), (4, 2), (4, 2)),
    ((4, 1), (4, 3), (4, 1), (4, 3)),
]


@pytest.mark.parametrize(("targets", "outputs", "targets_there", "outputs_there"), RANKS, ids=str)
def test_functions_as_losses_get_one_rank(targets, outputs, targets_there, outputs_there):
    seen = []

    def loss(y_true, y_pred):
        seen.append((tuple(y_true.shape), tuple(y_pred.shape)))
        return ops.mean(y_pred)

    inputs = keras.Input(outputs[1:])
    model = keras.Model(inputs, layers.Activation("linear")(inputs))
    model.compile(loss=loss, run_eagerly=True)
    model.evaluate(np.ones(outputs), np.ones(targets), batch_size=4, verbose=0)
    assert set(seen) == {(targets_there, outputs_there)}


@keras.saving.register_keras_serializable("user_classes")
def doubled(x):
    return 2 * x


def times(factor):
    return lambda x, power=1: x**power * factor


@pytest.mark.parametrize("function", [doubled, ops.relu, "relu6"], ids=["own", "op", "name"])
def test_lambda_layers_of_known_functions_are_cloned(function):
    function = keras.activations.get(function)
    inputs = keras.Input((2,))
    model = keras.Model(inputs, layers.Lambda(function)(inputs))
    clone = keras.models.clone_model(model)
    np.testing.assert_array_equal(clone(ROWS), function(ROWS))


def test_lambdas_in_files(tmp_path):
    inputs = keras.Input((2,))
    model = keras.Model(inputs, layers.Lambda(times(3.0))(inputs))
    model.save(tmp_path / "m.keras")
    with pytest.raises(ValueError, match="safe_mode=False"):
        keras.models.load_model(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras", safe_mode=False)
    np.testing.assert_array_equal(loaded(ROWS), 3 * ROWS)


def test_lambdas_over_other_values_are_not_written(tmp_path):
    inputs = keras.Input((2,))
    model = keras.Model(inputs, layers.Lambda(times(ROWS[:1]))(inputs))
    with pytest.raises(ValueError, match="factor"):
        model.save(tmp_path / "m.keras")
