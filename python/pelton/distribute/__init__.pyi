"""Types of pelton.distribute. Made by `dev.py stubs`; do not edit."""

from . import cluster_resolver as cluster_resolver
from . import experimental as experimental
from pelton.distribute.options import CrossDeviceOps as CrossDeviceOps
from pelton.distribute.options import HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from pelton.distribute.options import InputContext as InputContext
from pelton.distribute.options import InputOptions as InputOptions
from pelton.distribute.options import NcclAllReduce as NcclAllReduce
from pelton.distribute.options import ReduceOp as ReduceOp
from pelton.distribute.options import ReductionToOneDevice as ReductionToOneDevice
from pelton.distribute.options import RunOptions as RunOptions
from pelton.distribute.replica_context import ReplicaContext as ReplicaContext
from pelton.distribute.replica_context import get_replica_context as get_replica_context
from pelton.distribute.replica_context import in_cross_replica_context as in_cross_replica_context
from pelton.distribute.single_worker import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from pelton.distribute.single_worker import TPUStrategy as TPUStrategy
from pelton.distribute.strategies import MirroredStrategy as MirroredStrategy
from pelton.distribute.strategies import OneDeviceStrategy as OneDeviceStrategy
from pelton.distribute.strategies import Strategy as Strategy
from pelton.distribute.strategies import experimental_set_strategy as experimental_set_strategy
from pelton.distribute.strategies import get_strategy as get_strategy
from pelton.distribute.strategies import has_strategy as has_strategy
