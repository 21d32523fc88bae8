"""Options of strategies: how values are reduced, how input is divided, what runs take."""

from __future__ import annotations

from typing import Any

from pelton.names.named_enums import NamedEnum


class ReduceOp(NamedEnum):
    """How the values of replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"


def reduce_op(method: str, value: Any) -> ReduceOp:
    """The ReduceOp of a member or its name in any case; raises ValueError for others."""
    if isinstance(value, ReduceOp):
        return value
    if isinstance(value, str) and value.upper() in ReduceOp.__members__:
        return ReduceOp[value.upper()]
    raise ValueError(f"{method}: `reduce_op` must be ReduceOp.SUM or ReduceOp.MEAN, got {value!r}")


class CrossDeviceOps:
    """How devices exchange values; with one replica nothing is exchanged, so all are alike."""


class ReductionToOneDevice(CrossDeviceOps):
    """On one device, from which the result goes to all."""

    def __init__(self, reduce_to_device: Any = None, accumulation_fn: Any = None) -> None:
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn


class NcclAllReduce(CrossDeviceOps):
    """By NCCL."""

    def __init__(self, num_packs: int = 1) -> None:
        if not isinstance(num_packs, int) or num_packs < 0:
            raise ValueError(f"NcclAllReduce: `num_packs` must be an int >= 0, got {num_packs!r}")
        self.num_packs = num_packs


class HierarchicalCopyAllReduce(NcclAllReduce):
    """Through groups of devices."""


class InputContext:
    """Which part of the input a pipeline is for: all of it."""

    def __init__(
        self,
        num_input_pipelines: int = 1,
        input_pipeline_id: int = 0,
        num_replicas_in_sync: int = 1,
    ) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The batch of each replica; raises ValueError where it is no whole number."""
        if not isinstance(global_batch_size, int):
            raise TypeError(
                "InputContext.get_per_replica_batch_size: `global_batch_size` must be an int, got "
                f"{global_batch_size!r}"
            )
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size!r} is not divisible by "
                f"`num_replicas_in_sync` {self.num_replicas_in_sync!r}."
            )
        return global_batch_size // self.num_replicas_in_sync


class InputOptions:
    """TensorFlow's options of distributed datasets; they change nothing for one replica."""

    def __init__(
        self,
        experimental_fetch_to_device: Any = None,
        experimental_replication_mode: Any = None,
        experimental_place_dataset_on_device: bool = False,
        experimental_per_replica_buffer_size: int = 1,
    ) -> None:
        self.experimental_fetch_to_device = experimental_fetch_to_device
        self.experimental_replication_mode = experimental_replication_mode
        self.experimental_place_dataset_on_device = experimental_place_dataset_on_device
        self.experimental_per_replica_buffer_size = experimental_per_replica_buffer_size


class RunOptions:
    """TensorFlow's options of `Strategy.run`; they change nothing here."""

    def __init__(
        self,
        experimental_enable_dynamic_batch_size: bool = True,
        experimental_bucketizing_dynamic_shape: bool = False,
        experimental_xla_options: Any = None,
    ) -> None:
        self.experimental_enable_dynamic_batch_size = experimental_enable_dynamic_batch_size
        self.experimental_bucketizing_dynamic_shape = experimental_bucketizing_dynamic_shape
        self.experimental_xla_options = experimental_xla_options


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
