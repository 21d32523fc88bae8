"""What models leave behind when they go: nothing. Counted in bytes of the arenas and in objects."""

import gc
import weakref

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton._core import runtime
from pelton.keras import layers

X = np.ones((8, 4), "float32")
Y = np.zeros(8, "int32")
LOSS = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


class Scale(layers.Layer):
    def build(self, input_shape):
        self.k = self.add_weight(name="k", shape=(input_shape[-1],), initializer="ones")

    def call(self, x):
        return x * self.k


class Own(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(100, activation="relu")
        self.scale = Scale()
        self.rest = [layers.Dropout(0.5), layers.Dense(3)]

    def call(self, x, training=False):
        x = self.scale(self.first(x))
        return self.rest[1](self.rest[0](x, training=training))


class Noting(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.seen = logs


def sequential():
    return keras.Sequential(
        [
            keras.Input((4,)),
            layers.Dense(100, activation="relu", kernel_regularizer="l2"),
            Scale(),
            layers.BatchNormalization(),
            layers.Dropout(0.5),
            layers.Dense(3),
        ]
    )


def nested():
    return keras.Sequential([keras.Input((4,)), sequential(), layers.Dense(3)])


def derived():
    return type("Derived", (keras.Sequential,), {})([layers.Dense(50), Scale(), layers.Dense(3)])


def called(model):
    model(X)


def compiled(model):
    model.compile("adam", LOSS, metrics=["accuracy"])


def fitted(model):
    compiled(model)
    model.fit(X, Y, verbose=0, callbacks=[Noting()], validation_data=(X, Y))


def used(model):
    fitted(model)
    model.evaluate(X, Y, verbose=0)
    model.predict(X, verbose=0)
    model.train_on_batch(X, Y)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(X))
    tape.gradient(loss, model.trainable_weights)


def in_use():
    return runtime.memory_info(0)["current"]


@pytest.fixture
def no_collector():
    """Without the cyclic collector: only what nobody refers to goes."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("use", [called, compiled, fitted, used])
@pytest.mark.parametrize("make", [sequential, nested, derived, Own])
def test_dropped_model_frees_its_bytes_at_once(make, use, no_collector):
    use(make())  # what is made once per process stays
    gc.collect()
    before = in_use()
    model = make()
    use(model)
    assert in_use() > before
    parts = [model, *model.layers, *([model.optimizer] if model.compiled else [])]
    seen = [weakref.ref(part) for part in parts]
    del model, parts
    assert in_use() == before
    assert [reference() for reference in seen] == [None] * len(seen)


def test_history_does_not_keep_the_model(no_collector):
    model = sequential()
    compiled(model)
    history = model.fit(X, Y, verbose=0)
    assert history.model is model and model.history is history
    del model
    assert history.model is None and len(history.history["loss"]) == 1


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


def count_objects():
    """How many objects of each type the collector knows, by the type's name."""
    gc.collect()
    counts = {}
    for thing in gc.get_objects():
        name = type(thing).__name__
        counts[name] = counts.get(name, 0) + 1
    return counts


@pytest.mark.parametrize("make", [sequential, Own])
def test_many_models_leave_nothing(make):
    def rebuild(count):
        for _ in range(count):
            used(make())

    rebuild(3)
    objects, bytes_before = count_objects(), in_use()
    rebuild(20)
    after = count_objects()
    assert in_use() == bytes_before
    more = {name: after[name] - objects.get(name, 0) for name in after}
    assert {name: n for name, n in more.items() if n >= 10} == {}


def test_refused_calls_leave_nothing():
    model = sequential()
    compiled(model)

    def refuse():
        for bad in ((X, Y + 7), (np.ones((8, 5)), Y), ("text", Y)):
            with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
                model.train_on_batch(*bad)

    refuse()
    gc.collect()
    before = in_use()
    for _ in range(5):
        refuse()
    gc.collect()
    assert in_use() == before
