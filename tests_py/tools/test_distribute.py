"""tf.distribute with one replica; facts are those of TensorFlow 2.21 with one device."""

import json
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


@pytest.mark.parametrize("config", [None, {"cluster": {"worker": ["localhost:1"]}}])
def test_one_worker(config, monkeypatch):
    monkeypatch.delenv("TF_CONFIG", raising=False)
    if config is not None:
        task = {"task": {"type": "worker", "index": 0}}
        monkeypatch.setenv("TF_CONFIG", json.dumps({**config, **task}))
    options = D.experimental.CommunicationOptions(implementation="ring")
    assert options.implementation is D.experimental.CommunicationImplementation.RING
    strategy = D.MultiWorkerMirroredStrategy(communication_options=options)
    resolver = strategy.cluster_resolver
    assert (resolver.task_type, resolver.task_id) == (
        (None, None) if config is None else ("worker", 0)
    )
    assert resolver.cluster_spec() == (config or {}).get("cluster", {}) and resolver.master() == ""
    assert resolver.num_accelerators().get("GPU", 1) >= 1 and resolver.environment == ""
    assert isinstance(strategy, D.experimental.MultiWorkerMirroredStrategy)
    for one in (strategy, D.experimental.CentralStorageStrategy()):
        with one.scope():
            assert one.num_replicas_in_sync == 1 and D.get_strategy() is one
    assert strategy.extended.worker_devices[0].startswith("/job:localhost/replica:0/task:0/device")


def test_several_workers_are_refused(monkeypatch):
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": {"worker": ["a:1"], "chief": ["b:1"]}}))
    with pytest.raises(NotImplementedError, match="the cluster has 2"):
        D.MultiWorkerMirroredStrategy()
    for text, problem in [("[]", "must be an object"), ("{", "is no JSON")]:
        monkeypatch.setenv("TF_CONFIG", text)
        with pytest.raises(ValueError, match=problem):
            D.cluster_resolver.TFConfigClusterResolver()


def test_programs_that_look_for_a_tpu_go_on_without_one():
    try:
        tpu = D.cluster_resolver.TPUClusterResolver()
        tf.config.experimental_connect_to_cluster(tpu)
        tf.tpu.experimental.initialize_tpu_system(tpu)
        strategy = D.TPUStrategy(tpu)
    except ValueError:
        strategy = D.get_strategy()
    assert strategy.num_replicas_in_sync == 1


def test_programs_ask_whether_there_are_several_devices():
    strategy, value = D.MirroredStrategy(), tf.constant(1.0)
    assert not isinstance(strategy, D.experimental.ParameterServerStrategy)
    assert not isinstance(value, (D.DistributedValues, D.DistributedDataset))
    assert D.experimental.coordinator.ClusterCoordinator is D.coordinator.ClusterCoordinator
    assert isinstance(strategy.extended, D.StrategyExtended)
    assert [mode.name for mode in D.InputReplicationMode] == ["PER_WORKER", "PER_REPLICA"]


BAD = [
    (lambda: D.MirroredStrategy(["/cpu:0", "/cpu:1"]), NotImplementedError, "several devices"),
    (lambda: D.MirroredStrategy(3), TypeError, "`devices` must be a list"),
    (lambda: D.OneDeviceStrategy(3), TypeError, "named by a str, got 3"),
    (lambda: D.get_strategy().reduce("MAX", 1, None), ValueError, "`reduce_op` must be"),
    (lambda: D.get_strategy().run(3), TypeError, "`fn` must be callable, got 3"),
    (lambda: D.get_strategy().run(abs, 3), ValueError, "`args` must be a list"),
    (lambda: D.get_strategy().experimental_distribute_dataset([1]), TypeError, "got list"),
    (lambda: D.experimental_set_strategy(3), TypeError, "must be a Strategy"),
    (lambda: D.Server, AttributeError, "not there yet"),
    (lambda: D.ParameterServerStrategy(None), NotImplementedError, "not there yet"),
    (lambda: D.coordinator.ClusterCoordinator(D.MirroredStrategy()), ValueError, "Only `tf.distr"),
    (lambda: D.cluster_resolver.TPUClusterResolver(), ValueError, "provide a TPU Name"),
    (lambda: D.cluster_resolver.TPUClusterResolver.connect(), ValueError, "provide a TPU Name"),
    (lambda: D.TPUStrategy(None), ValueError, "provide a TPU Name"),
    (lambda: D.experimental.TPUStrategy(None), ValueError, "provide a TPU Name"),
    (lambda: tf.tpu.experimental.initialize_tpu_system(), ValueError, "provide a TPU Name"),
    (lambda: tf.tpu.experimental.shutdown_tpu_system(), ValueError, "provide a TPU Name"),
    (lambda: tf.config.experimental_connect_to_cluster(None), ValueError, "must be a `ClusterSp"),
    (lambda: tf.config.experimental_connect_to_host(), ValueError, "at least one remote_host"),
    (lambda: tf.config.experimental_connect_to_host("a:1"), NotImplementedError, "a:1"),
    (lambda: D.experimental.CommunicationOptions(-1), ValueError, "Received -1"),
    (lambda: D.experimental.CommunicationOptions(implementation="x"), ValueError, "X"),
    (lambda: D.MirorredStrategy, AttributeError, "Did you mean: 'MirroredStrategy'"),
    (lambda: tf.lite, AttributeError, "not there yet: tf.saved_model.save"),
    (lambda: tf.feature_column, AttributeError, "preprocessing layers replaced it"),
    (lambda: tf.estimator, AttributeError, "tf.keras.Model replaced it"),
]


@pytest.mark.parametrize(("call", "error", "text"), BAD)
def test_what_is_not_there_is_named(call, error, text):
    with pytest.raises(error, match=text):
        call()
