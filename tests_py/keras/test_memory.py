"""What models leave behind when they go: nothing. Counted in bytes of the arenas and in objects."""

import gc
import weakref

import numpy as np
import pytest
from small_models import LOSS, Noting, Own, X, Y, derived, nested, sequential

import pelton as tf
from pelton._core import runtime


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
