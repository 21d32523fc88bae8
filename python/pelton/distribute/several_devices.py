"""Classes of training on several devices or machines, by which programs ask what a value or a
strategy is: none has objects here, since there is one process with one replica."""

from __future__ import annotations

from typing import Any

from pelton.distribute.strategies import Strategy
from pelton.names.named_enums import NamedEnum


class DistributedValues:
    """A value of which each replica has its own."""


class DistributedDataset:
    """A dataset whose batches are divided among replicas."""


class DistributedIterator:
    """An iterator over a DistributedDataset."""


class InputReplicationMode(NamedEnum):
    """How the input functions of a strategy are called."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class ParameterServerStrategy(Strategy):
    """Training with parameter servers. Raises NotImplementedError: it is not there yet."""

    def __init__(self, cluster_resolver: Any = None, variable_partitioner: Any = None) -> None:
        raise NotImplementedError(
            "tf.distribute.ParameterServerStrategy is not there yet: only "
            "tf.distribute.MirroredStrategy and OneDeviceStrategy on one device are"
        )
