"""Batches that training gathers itself out of arrays are those that the dataset's passes give."""

import numpy as np
import pytest

import pelton as tf

X = np.random.default_rng(2).random((70, 3)).astype("float64")
Y = np.arange(70, dtype=np.int32)


def rows():
    return tf.data.Dataset.from_tensor_slices((X, Y))


PIPELINES = {
    "batch": lambda: rows().batch(16),
    "dropped": lambda: rows().batch(16, drop_remainder=True),
    "shuffled": lambda: rows().shuffle(70, seed=3).batch(16),
    "the same order again": lambda: (
        rows().shuffle(70, seed=3, reshuffle_each_iteration=False).batch(16)
    ),
    "prefetched": lambda: rows().shuffle(20, seed=3).batch(16).prefetch(2).prefetch(1),
    "repeated": lambda: rows().shuffle(70, seed=4).repeat(2).batch(16),
    "chosen": lambda: rows().skip(5).take(40).shard(2, 1).batch(7).prefetch(1),
    "mapped": lambda: rows().map(lambda x, y: (x * 2, y)).batch(16).prefetch(1),
    "batched anew": lambda: rows().batch(5).unbatch().batch(8),
    "other dtypes": lambda: tf.data.Dataset.from_tensor_slices(
        (X.astype("float16"), Y.astype("uint8"))
    ).batch(16),
}


class Recording(tf.keras.Model):
    """Keeps what its steps are given."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def train_step(self, data):
        self.seen.append([part.numpy() for part in data])
        return {"loss": tf.constant(0.0)}


@pytest.mark.parametrize("name", PIPELINES)
def test_batches_of_two_epochs(name):
    tf.random.set_seed(87654321)
    passes = PIPELINES[name]()
    expected = []
    for _ in range(2):
        expected += passes.as_numpy_iterator()
        next(iter(passes))  # Keras begins a pass that it does not read
    tf.random.set_seed(87654321)
    model = Recording()
    model.compile(run_eagerly=True)
    model.fit(PIPELINES[name](), epochs=2, verbose=0)
    assert len(model.seen) == len(expected)
    for (x, y), (wanted_x, wanted_y) in zip(model.seen, expected, strict=True):
        np.testing.assert_array_equal(y, wanted_y)
        np.testing.assert_array_equal(x, wanted_x)
        assert x.dtype == wanted_x.dtype


def test_texts_stay_alive():
    texts = [f"a text of its own {i}" * 3 for i in range(40)]
    data = tf.data.Dataset.from_tensor_slices((texts, Y[:40])).shuffle(40, seed=1).batch(8)
    model = Recording()
    model.compile(run_eagerly=True)
    model.fit(data.prefetch(1), verbose=0)
    seen = {int(i): text for x, y in model.seen for text, i in zip(x, y, strict=True)}
    assert seen == {i: text.encode() for i, text in enumerate(texts)}


def test_steps_per_epoch_go_on_in_one_pass():
    model = Recording()
    model.compile(run_eagerly=True)
    model.fit(rows().batch(10).repeat(), steps_per_epoch=3, epochs=3, verbose=0)
    model.fit(rows().repeat().batch(10), steps_per_epoch=3, epochs=3, verbose=0)
    assert [int(y[0]) for _, y in model.seen] == [*range(0, 70, 10), 0, 10] * 2
