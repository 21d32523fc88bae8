"""Strategies for several machines and for TPUs, on the one machine that there is."""

from __future__ import annotations

from typing import Any

from pelton.distribute.cluster_resolver import NO_TPU, ClusterResolver, TFConfigClusterResolver
from pelton.distribute.strategies import MirroredStrategy, Strategy


class MultiWorkerMirroredStrategy(MirroredStrategy):
    """Several processes in TensorFlow; here one.

    Raises NotImplementedError where the cluster has more than one worker."""

    def __init__(
        self, cluster_resolver: ClusterResolver | None = None, communication_options: Any = None
    ) -> None:
        resolver = TFConfigClusterResolver() if cluster_resolver is None else cluster_resolver
        jobs = resolver.cluster_spec()
        workers = sum(len(jobs.get(job, ())) for job in ("worker", "chief"))
        if workers > 1:
            raise NotImplementedError(
                "MultiWorkerMirroredStrategy: training by several workers is not there yet, the "
                f"cluster has {workers}"
            )
        super().__init__()
        self.cluster_resolver = resolver


class CentralStorageStrategy(MirroredStrategy):
    """Variables on the CPU beside replicas on GPUs in TensorFlow; here one device has both."""

    def __init__(self, compute_devices: Any = None, parameter_device: str | None = None) -> None:
        super().__init__(compute_devices)


class TPUStrategy(Strategy):
    """Replicas on the cores of a TPU. There is none: raises ValueError."""

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        experimental_device_assignment: Any = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        raise ValueError(NO_TPU)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
