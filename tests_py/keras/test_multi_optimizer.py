"""Optimizers for groups of variables: which they step, what they keep, what they refuse."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import optimizers


def model_of_two():
    model = keras.Sequential([keras.layers.Dense(1, name="a"), keras.layers.Dense(1, name="b")])
    model.build((None, 2))
    return model


def of_two(**kwargs):
    chosen = {".*a/.*": optimizers.SGD(0.5)}
    by_path = optimizers.OptimizerMap(optimizers.SGD(0.0), chosen)
    return optimizers.MultiOptimizer(by_path, **kwargs)


def test_each_group_steps_by_its_own_optimizer():
    model, optimizer = model_of_two(), of_two()
    before = model.get_weights()
    model.compile(optimizer, "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)) * 9, batch_size=2, verbose=0)
    changed = [not np.array_equal(a, b) for a, b in zip(before, model.get_weights(), strict=True)]
    assert changed == [True, True, False, False]
    steps = [int(one.iterations) for one in (optimizer, *optimizer.optimizers)]
    assert steps == [2, 2, 2]
    assert len(optimizer.variables) == 1 + 2 * 2


def test_a_function_chooses():
    inner = [optimizers.SGD(1.0), optimizers.SGD(2.0)]
    optimizer = optimizers.MultiOptimizer(lambda v: inner[v.shape.rank])
    targets = [tf.Variable(1.0), tf.Variable([1.0])]
    optimizer.apply([tf.constant(1.0), tf.constant([1.0])], targets)
    assert [float(v.numpy().sum()) for v in targets] == [0.0, -1.0]


def test_loss_scale_is_that_of_all():
    optimizer = of_two(loss_scale_factor=4.0)
    assert float(optimizer.scale_loss(tf.constant(2.0))) == 8.0
    assert [one.loss_scale_factor for one in optimizer.optimizers] == [4.0, 4.0]
    optimizer.loss_scale_factor = None
    assert [one.loss_scale_factor for one in optimizer.optimizers] == [None, None]


def test_config_makes_an_equal_one():
    again = optimizers.deserialize(optimizers.serialize(of_two()))
    assert [float(one.learning_rate) for one in again.optimizers] == [0.5, 0.0]


def test_callbacks_change_all_rates():
    model, optimizer = model_of_two(), of_two()
    model.compile(optimizer, "mse")
    model.fit(
        np.ones((4, 2)),
        np.ones((4, 1)),
        verbose=0,
        callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate + 0.25)],
    )
    assert [float(one.learning_rate) for one in optimizer.optimizers] == [0.75, 0.25]


def several_match():
    found = optimizers.OptimizerMap(optimizers.SGD(), {".*a": optimizers.SGD(), "a.*": None})
    return found["a"]


def unknown_key():
    found = optimizers.OptimizerMap(optimizers.SGD(), {"a": optimizers.SGD()})
    found["a"] = optimizers.SGD()


def wrapped():
    found = optimizers.OptimizerMap(optimizers.SGD())
    found["a"] = optimizers.LossScaleOptimizer(optimizers.SGD())


def nested():
    optimizers.MultiOptimizer(lambda v: of_two()).build([tf.Variable(1.0)])


def other_number():
    optimizer = of_two()
    optimizer.build([tf.Variable(1.0), tf.Variable(2.0)])
    optimizer.apply([tf.constant(1.0)], [tf.Variable(1.0)])


BAD = [
    (several_match, ValueError, "Multiple optimizers assigned to variable a"),
    (unknown_key, ValueError, "'a' already exists in the OptimizerMap"),
    (wrapped, ValueError, "optimizer cannot be LossScaleOptimizer"),
    (nested, ValueError, "MultiOptimizer cannot be used inside an MultiOptimizer"),
    (other_number, ValueError, "1 gradients and 2 variables"),
    (lambda: optimizers.OptimizerMap("sgd"), TypeError, "default_optimizer must be"),
    (lambda: optimizers.OptimizerMap(optimizers.SGD(), []), TypeError, "must be a dictionary"),
    (lambda: of_two().learning_rate, AttributeError, "on the individual sub-optimizers"),
    (lambda: of_two().apply([tf.constant(1.0)]), ValueError, "must already be built"),
]


@pytest.mark.parametrize(("call", "error", "text"), BAD)
def test_bad_use_is_refused(call, error, text):
    with pytest.raises(error, match=text):
        call()
