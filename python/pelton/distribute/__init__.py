"""tf.distribute: strategies of one replica. Loads on first use."""

import importlib as _importlib

_NAMES = {
    **dict.fromkeys(
        "MirroredStrategy OneDeviceStrategy Strategy experimental_set_strategy get_strategy "
        "has_strategy".split(),
        "strategies",
    ),
    **dict.fromkeys("MultiWorkerMirroredStrategy TPUStrategy".split(), "single_worker"),
    **dict.fromkeys(
        "DistributedDataset DistributedIterator DistributedValues InputReplicationMode "
        "ParameterServerStrategy".split(),
        "several_devices",
    ),
    "StrategyExtended": "strategies",
    **dict.fromkeys(
        "ReplicaContext get_replica_context in_cross_replica_context".split(), "replica_context"
    ),
    **dict.fromkeys(
        "CrossDeviceOps HierarchicalCopyAllReduce InputContext InputOptions NcclAllReduce "
        "ReduceOp ReductionToOneDevice RunOptions".split(),
        "options",
    ),
}
_MODULES = ("cluster_resolver", "coordinator", "experimental")
__all__ = sorted([*_NAMES, *_MODULES])


def __getattr__(name: str) -> object:
    if name in _NAMES:
        return getattr(_importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
    if name in _MODULES:
        return _importlib.import_module(f"{__name__}.{name}")
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES, *_MODULES})
