"""Reference cycles: through attributes and through what models and layers keep in C++."""

import gc
import weakref

import numpy as np
import pytest
from small_models import LOSS, Noting, Own, Scale, X, Y, derived, sequential

import pelton as tf
from pelton import keras
from pelton.keras import layers


@pytest.mark.parametrize("make", [sequential, derived, Own, Scale, Noting, lambda: layers.Dense(3)])
def test_cycles_go_with_the_collector(make):
    """An object among its own attributes, directly and through a layer's or callback's."""
    thing, other = make(), Noting()
    thing.self = [thing]
    thing.other, other.owner = other, thing
    if isinstance(thing, layers.Layer):
        thing(X)
    seen = weakref.ref(thing), weakref.ref(other)
    del thing, other
    gc.collect()
    assert [reference() for reference in seen] == [None, None]


BASES = [
    keras.losses.Loss,
    keras.metrics.Metric,
    keras.optimizers.SGD,
    keras.initializers.Initializer,
    keras.regularizers.Regularizer,
    keras.losses.MeanSquaredError,
    keras.metrics.Mean,
    layers.Dense,
]


@pytest.mark.parametrize("base", BASES, ids=lambda base: base.__name__)
def test_cycles_through_classes_derived_in_python_go(base):
    cls = type("Derived", (base,), {})
    thing = cls(3) if base is layers.Dense else cls()
    thing.self = [thing]
    seen = weakref.ref(thing)
    del thing
    gc.collect()
    assert seen() is None


class SelfScoring(Own):
    """A model whose methods serve as its own loss and metric."""

    def error(self, y_true, y_pred):
        return tf.reduce_mean((y_pred - tf.one_hot(tf.cast(y_true, "int32"), 3)) ** 2.0, -1)


class Activated(layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = layers.Dense(3, activation=self.double)

    def double(self, x):
        return x * 2.0

    def call(self, x):
        return self.inner(x)


class OwnLoss(keras.losses.Loss):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def call(self, y_true, y_pred):
        return self.model.error(y_true, y_pred)


class OwnMetric(keras.metrics.Mean):
    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(y_true)


def with_method_as_loss():
    model = SelfScoring()
    model.compile("sgd", model.error)
    return model


def with_method_as_metric():
    model = SelfScoring()
    model.compile("sgd", LOSS, metrics=[model.error, "accuracy"], weighted_metrics=[model.error])
    return model


def with_loss_object():
    model = SelfScoring()
    model.compile("sgd", OwnLoss(model))
    return model


def with_metric_object():
    model, metric = SelfScoring(), OwnMetric()
    metric.owner = model
    model.compile("sgd", LOSS, metrics=[metric])
    return model


def with_closure():
    model = sequential()
    model.compile("sgd", lambda y_true, y_pred: tf.reduce_sum(y_pred, -1) * len(model.layers))
    return model


def with_owned_layers():
    model = keras.Sequential([Activated(), layers.Dense(3)])
    for layer in model.layers:
        layer.listener = Noting()
        layer.listener.owner = model
    model.compile("sgd", LOSS)
    return model


THROUGH_CPP = [
    with_method_as_loss,
    with_method_as_metric,
    with_loss_object,
    with_metric_object,
    with_closure,
    with_owned_layers,
]


@pytest.mark.parametrize("train", [False, True], ids=["compiled", "trained"])
@pytest.mark.parametrize("make", THROUGH_CPP)
def test_cycles_through_the_engine_go_with_the_collector(make, train):
    """The model holds its loss, metrics and layers in C++, and they refer to the model."""
    model = make()
    if train:
        model.fit(X, Y, verbose=0)
        gc.collect()  # finds nothing to free
        model.fit(X, Y, verbose=0)
        assert np.isfinite(model.evaluate(X, Y, verbose=0)).all()
    seen = [weakref.ref(part) for part in (model, *model.layers)]
    del model
    gc.collect()
    assert [reference() for reference in seen] == [None] * len(seen)


def test_layer_whose_activation_is_its_holders_method_goes():
    layer = Activated()
    layer(X)
    seen = weakref.ref(layer)
    del layer
    gc.collect()
    assert seen() is None


def test_shared_layers_and_losses_survive_the_collector():
    loss, layer = OwnLoss(None), Activated()
    layer.note = [layer]
    loss.model = SelfScoring()
    models = [keras.Sequential([layer, layers.Dense(3)]) for _ in range(2)]
    for model in models:
        model.compile("sgd", loss, metrics=[OwnMetric()])
        model.fit(X, Y, verbose=0)
    del layer, model, models[0]
    gc.collect()
    kept = models[0]
    assert kept.layers[0].note == [kept.layers[0]] and kept.loss is loss
    assert np.isfinite(kept.train_on_batch(X, Y)).all()
    del loss
    gc.collect()
    assert np.isfinite(kept.train_on_batch(X, Y)).all()


def test_collector_may_run_at_any_moment_of_training():
    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for make in THROUGH_CPP:
            make().fit(X, Y, batch_size=4, verbose=0)
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize("make", [lambda: layers.Dense(3), Scale])
def test_a_layer_may_lead_back_to_its_model(make):
    """Walks over layers end where an attribute leads back to one that they are in."""
    layer = make()
    model = keras.Sequential([layer, layers.Dense(3, kernel_regularizer="l2")])
    layer.owner = model
    model.compile("sgd", LOSS)
    model.fit(X, Y, verbose=0)
    model.trainable = False
    assert model.trainable_variables == [] and not layer.trainable
    model.trainable = True
    names = [weight.path for weight in model.weights]
    assert len(names) == len(set(names)) and len(model.losses) == 1
    assert np.isfinite(model.predict(X, verbose=0)).all()


class Fined(layers.Layer):
    def call(self, x):
        self.add_loss(tf.reduce_sum(x))
        return x


class Sharing(Own):
    """Holds one layer three times, at two depths."""

    def __init__(self):
        super().__init__()
        self.fined = Fined()
        self.again = [self.fined, keras.Sequential([self.fined])]

    def call(self, x):
        return super().call(self.fined(x))


def test_the_losses_of_a_shared_layer_count_once():
    model = Sharing()
    model(X)
    assert len(model.losses) == 1
