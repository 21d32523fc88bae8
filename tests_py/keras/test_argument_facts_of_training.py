"""Training while layers, generators and arrays change, and figures of unusual data, as in Keras."""

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts

FACTS = load_facts("ops/arguments")
CASES = [(FACTS["start"], case) for case in FACTS["training"]]
CASES += [("", case) for case in FACTS["figures"]]


@pytest.mark.parametrize("start, case", CASES, ids=[case["name"] for _, case in CASES])
@pytest.mark.filterwarnings("ignore:Your input ran out of data", "ignore:The model does not have")
def test_training(start, case):
    tf.keras.utils.set_random_seed(1)
    if "error" in case:
        with pytest.raises(ValueError, match="must yield at least one batch"):
            evaluate(start + case["code"], tf)
        assert case["error"]["class"] == "ValueError"
        return
    assert_same(plain(evaluate(start + case["code"], tf)), case["value"])


def network(**kwargs):
    layers = [tf.keras.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)]
    model = tf.keras.Sequential(layers)
    model.compile(tf.keras.optimizers.SGD(0.1), "mse", **kwargs)
    return model


X, Y = np.ones((8, 2), "float32"), np.zeros((8, 1), "float32")


def changed(model, rows=8):
    before = model.get_weights()
    model.fit(X[:rows], Y[:rows], verbose=0)
    return [bool((a != b).any()) for a, b in zip(before, model.get_weights(), strict=True)]


def test_frozen_layers_train_on_until_compile_with_steps_of_their_own():
    class Own(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first = tf.keras.layers.Dense(3)
            self.last = tf.keras.layers.Dense(1)

        def call(self, x):
            return self.last(self.first(x))

        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
            weights = self.trainable_variables
            gradients = tape.gradient(loss, weights)
            self.optimizer.apply_gradients(zip(gradients, weights, strict=True))
            return {"loss": loss}

    model = Own()
    model.compile(tf.keras.optimizers.SGD(0.1))
    model.fit(X, Y, verbose=0)
    model.first.trainable = False
    assert changed(model) == [True] * 4
    model.compile(tf.keras.optimizers.SGD(0.1))
    assert changed(model) == [False, False, True, True]


def test_batches_of_another_size_train_the_same_layers():
    model = network()
    changed(model)
    model.layers[0].trainable = False
    assert changed(model, rows=5) == [True] * 4
    assert not model.layers[0].trainable and len(model.trainable_variables) == 2


def test_layers_added_after_a_step_train():
    model = network()
    changed(model)
    model.add(tf.keras.layers.Dense(1))
    model.layers[0].trainable = False
    model.optimizer = tf.keras.optimizers.SGD(0.1)
    assert changed(model) == [True] * 6


def test_flags_are_as_before_after_a_step_that_fails():
    model = network()
    changed(model)
    model.layers[0].trainable = False
    with pytest.raises(ValueError):
        model.fit(X[:, :1], Y, verbose=0)
    assert [layer.trainable for layer in model.layers] == [False, True]
    assert [variable.trainable for variable in model.variables] == [False, False, True, True]


def test_iterators_are_looked_at_only_at_their_first_two_batches():
    seen = []

    def batches():
        batch = np.zeros((4, 2), "float32"), np.zeros((4, 1), "float32")
        for number in range(5):
            seen.append(number)
            batch[0][:] = number  # the same arrays again
            yield batch

    model = network()
    model.evaluate(batches(), steps=1, verbose=0)
    assert seen == [0, 1]
    rows = tf.keras.Sequential([tf.keras.layers.Rescaling(1.0)]).predict(batches(), verbose=0)
    np.testing.assert_array_equal(rows[::4, 0], range(5))


def test_memory_maps_and_iterables_are_not_copied(tmp_path):
    from pelton.keras.training.data import copies

    mapped = np.memmap(tmp_path / "x", "float32", "w+", shape=(4, 2))
    batches = iter([])
    nest = {"a": X, "b": (mapped, [Y, X], [1.0, 2.0]), "c": batches, "d": tf.ones(2), "e": None}
    copied = copies(nest)
    assert copied["a"] is not X and (copied["a"] == X).all()
    assert copied["b"][0] is mapped and copied["b"][1][0] is not Y
    assert copied["b"][2] == [1.0, 2.0] and copied["c"] is batches
    assert copied["d"] is nest["d"] and copied["e"] is None


ERRORS = [("mean_squared_error", 2.5), ("mean_absolute_error", 1.5)]


@pytest.mark.parametrize("name, expected", ERRORS)
@pytest.mark.parametrize("dtype", ["uint8", "uint64"])
def test_differences_of_unsigned_numbers_do_not_wrap(name, expected, dtype):
    """Keras takes them in the unsigned dtype: 255 for the absolute difference of 0 and 1."""
    small, large = np.array([[0, 1]], dtype), np.array([[1, 3]], dtype)
    for pair in ((small, large), (large, small)):
        losses = getattr(tf.keras.losses, name)(*pair)
        assert losses.dtype == "float32" and losses.numpy() == [expected]
