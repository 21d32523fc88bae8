"""tf.distribute with one replica; facts are those of TensorFlow 2.21 with one device."""

import threading

import numpy as np
import pytest

import pelton as tf
from pelton import keras

D = tf.distribute


@pytest.fixture(params=["mirrored", "one device", "default"])
def strategy(request):
    return {
        "mirrored": lambda: D.MirroredStrategy(),
        "one device": lambda: D.OneDeviceStrategy("/cpu:0"),
        "default": lambda: D.get_strategy(),
    }[request.param]()


def test_a_model_trains_in_scope(strategy):
    with strategy.scope():
        keras.utils.set_random_seed(0)
        model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    x = np.random.default_rng(0).normal(size=(64, 3)).astype("float32")
    losses = model.fit(x, x.sum(1), epochs=5, verbose=0).history["loss"]
    assert losses[-1] < losses[0] and strategy.num_replicas_in_sync == 1


def test_a_loop_of_ones_own(strategy):
    variable = tf.Variable(0.0)
    data = tf.data.Dataset.range(8).batch(4 * strategy.num_replicas_in_sync)

    @tf.function
    def step(batch):
        def replica(x):
            variable.assign_add(tf.reduce_sum(tf.cast(x, tf.float32)))
            context = D.get_replica_context()
            assert context.replica_id_in_sync_group == 0 and context.strategy is strategy
            return context.all_reduce(D.ReduceOp.SUM, tf.cast(x, tf.float32))

        return strategy.reduce(D.ReduceOp.MEAN, strategy.run(replica, args=(batch,)), axis=0)

    means = [float(step(b)) for b in strategy.experimental_distribute_dataset(data)]
    assert means == [1.5, 5.5] and float(variable) == 28
    assert strategy.reduce("SUM", 3.0, axis=None) == 3.0
    assert strategy.experimental_local_results(5) == (5,)
    made = strategy.distribute_datasets_from_function(
        lambda context: tf.data.Dataset.range(context.get_per_replica_batch_size(6))
    )
    assert len(list(made)) == 6


def test_which_strategy_is_in_force():
    strategy = D.MirroredStrategy(["/cpu:0"])
    assert not D.has_strategy() and not D.in_cross_replica_context()
    assert D.get_replica_context().num_replicas_in_sync == 1
    with strategy.scope():
        assert D.get_strategy() is strategy and D.has_strategy() and D.in_cross_replica_context()
        assert D.get_replica_context() is None
        seen = []
        thread = threading.Thread(target=lambda: seen.append(D.has_strategy()))
        thread.start()
        thread.join()
        assert seen == [False]
        assert strategy.run(lambda: D.in_cross_replica_context()) is False
    D.experimental_set_strategy(strategy)
    assert D.get_strategy() is strategy
    D.experimental_set_strategy(None)
    assert not D.has_strategy()


BAD = [
    (lambda: D.MirroredStrategy(["/cpu:0", "/cpu:1"]), NotImplementedError, "several devices"),
    (lambda: D.MirroredStrategy(3), TypeError, "`devices` must be a list"),
    (lambda: D.OneDeviceStrategy(3), TypeError, "named by a str, got 3"),
    (lambda: D.get_strategy().reduce("MAX", 1, None), ValueError, "`reduce_op` must be"),
    (lambda: D.get_strategy().run(3), TypeError, "`fn` must be callable, got 3"),
    (lambda: D.get_strategy().run(abs, 3), ValueError, "`args` must be a list"),
    (lambda: D.get_strategy().experimental_distribute_dataset([1]), TypeError, "got list"),
    (lambda: D.experimental_set_strategy(3), TypeError, "must be a Strategy"),
    (lambda: D.TPUStrategy, AttributeError, "no TPUs"),
    (lambda: D.ParameterServerStrategy, AttributeError, "not there yet"),
    (lambda: D.cluster_resolver, AttributeError, "not there yet"),
    (lambda: D.MirorredStrategy, AttributeError, "Did you mean: 'MirroredStrategy'"),
    (lambda: tf.lite, AttributeError, "not there yet: tf.saved_model.save"),
    (lambda: tf.feature_column, AttributeError, "preprocessing layers replaced it"),
    (lambda: tf.estimator, AttributeError, "tf.keras.Model replaced it"),
    (lambda: tf.tpu, AttributeError, "no TPUs"),
]


@pytest.mark.parametrize(("call", "error", "text"), BAD)
def test_what_is_not_there_is_named(call, error, text):
    with pytest.raises(error, match=text):
        call()
