"""Batches that idle threads gather beside a step are those that one thread gathers when asked."""

import os

import numpy as np
import pytest

import pelton as tf

ROWS = 50
X = np.random.default_rng(0).random((ROWS, 40, 30))
ARRAYS = {
    "float64": X,
    "uint8": (X * 255).astype("uint8"),
    "reversed columns": X[:, ::-1],
    "columns first": np.asfortranarray(X),
}


class Noting(tf.keras.Model):
    """Keeps a copy of every batch that it sees."""

    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.seen = []

    def call(self, x):
        self.seen.append(x.numpy().copy())
        tf.reduce_sum(tf.matmul(x, tf.transpose(x, (0, 2, 1))))  # wakes the threads
        return self.dense(tf.reduce_mean(x, -1))


@pytest.fixture
def threads():
    """Sets the number of threads for one test."""
    before = tf.config.threading.get_intra_op_parallelism_threads()
    yield tf.config.threading.set_intra_op_parallelism_threads
    tf.config.threading.set_intra_op_parallelism_threads(before)


def fitted(x, *callbacks, **options):
    """The batches of a `fit` over `x` with seed 1."""
    tf.keras.utils.set_random_seed(1)
    model = Noting()
    model.compile("sgd", "mse", run_eagerly=True)
    weights = np.linspace(0, 1, len(x))
    options = {"batch_size": 8, "epochs": 2, "verbose": 0, **options}
    model.fit(x, np.arange(len(x)), sample_weight=weights, callbacks=list(callbacks), **options)
    return model.seen


def assert_same(batches, expected):
    assert len(batches) == len(expected)
    for one, other in zip(batches, expected, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize(
    "options",
    [{}, {"steps_per_epoch": 3}, {"shuffle": False}, {"validation_split": 0.2}],
    ids=str,
)
def test_batches_of_one_thread_and_of_three_are_the_same(threads, name, options):
    threads(1)
    alone = fitted(ARRAYS[name], **options)
    threads(3)
    assert_same(fitted(ARRAYS[name], **options), alone)


def test_predictions_are_the_same(threads):
    def predictions():
        tf.keras.utils.set_random_seed(1)
        return Noting().predict(X, batch_size=7, verbose=0)

    threads(1)
    alone = predictions()
    threads(3)
    np.testing.assert_array_equal(predictions(), alone)


class Doing(tf.keras.callbacks.Callback):
    """Calls an action at a hook's first call."""

    def __init__(self, hook, action):
        super().__init__()

        def once(*_, **__):
            if not self.done:
                self.done = True
                action(self.model)

        self.done = False
        setattr(self, hook, once)


def stop(model):
    model.stop_training = True


def test_what_fit_leaves_when_it_stops_or_fails_is_not_read_again(threads):
    threads(2)
    x = X.copy()
    assert len(fitted(x, Doing("on_train_batch_end", stop))) == 1

    def fail(model):
        raise RuntimeError("stopped by the callback")

    with pytest.raises(RuntimeError, match="stopped by the callback"):
        fitted(x, Doing("on_train_batch_end", fail))
    before = fitted(X)
    x[:] = X
    assert_same(fitted(x), before)


def test_memory_maps_changed_between_epochs_are_read_anew(threads, tmp_path):
    """Other arrays are copied where callbacks could change them."""
    threads(2)
    x = np.memmap(tmp_path / "x", X.dtype, "w+", shape=X.shape)
    x[:] = X

    def change(model):
        x[:] = 7

    seen = fitted(x, Doing("on_epoch_end", change), steps_per_epoch=2, epochs=3)
    assert (seen[1] != 7).all()
    assert all((batch == 7).all() for batch in seen[2:])


def test_a_child_forked_by_a_callback_goes_on_with_the_same_batches(threads):
    threads(2)
    expected = [batch.sum() for batch in fitted(X)]
    children = []

    def fork(model):
        children.append(os.fork())

    seen = None
    try:
        seen = [batch.sum() for batch in fitted(X, Doing("on_train_batch_end", fork))]
    finally:
        if children and children[0] == 0:
            os._exit(0 if seen == expected else 1)
    _, status = os.waitpid(children[0], 0)
    assert seen == expected
    assert os.waitstatus_to_exitcode(status) == 0
