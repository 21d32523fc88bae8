"""Owns tf.data.Options: settings of a pipeline, of which those have an effect that can have one."""

from __future__ import annotations

import enum
from typing import Any


class AutoShardPolicy(enum.IntEnum):
    """How datasets are divided among workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class ExternalStatePolicy(enum.Enum):
    """What a checkpoint does about state outside of the pipeline."""

    WARN = 0
    IGNORE = 1
    FAIL = 2


class AutotuneAlgorithm(enum.Enum):
    """How parallelism is chosen."""

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class _Settings:
    """Named values, None unless given; other names are refused."""

    _NAMES: tuple[str, ...] = ()
    _GROUPS: dict[str, type] = {}

    def __init__(self) -> None:
        for name in self._NAMES:
            object.__setattr__(self, name, None)
        for name, group in self._GROUPS.items():
            object.__setattr__(self, name, group())

    def __setattr__(self, name: str, value: Any) -> None:
        is_old = isinstance(getattr(type(self), name, None), property)
        if name not in self._NAMES and name not in self._GROUPS and not is_old:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]

    def merge(self, options: Any) -> Any:
        """These settings, with those that `options` has in their place."""
        out = type(self)()
        for name in self._NAMES:
            given = getattr(options, name)
            setattr(out, name, getattr(self, name) if given is None else given)
        for name in self._GROUPS:
            setattr(out, name, getattr(self, name).merge(getattr(options, name)))
        return out


class ThreadingOptions(_Settings):
    """Sizes of thread pools; the engine's are set by tf.config.threading."""

    _NAMES = ("max_intra_op_parallelism", "private_threadpool_size")


class OptimizationOptions(_Settings):
    """Rewritings of the pipeline, which are the engine's own here."""

    _NAMES = (
        "apply_default_optimizations",
        "filter_fusion",
        "filter_parallelization",
        "inject_prefetch",
        "map_and_batch_fusion",
        "map_and_filter_fusion",
        "map_fusion",
        "map_parallelization",
        "noop_elimination",
        "parallel_batch",
        "seq_interleave_prefetch",
        "shuffle_and_repeat_fusion",
    )


class DistributeOptions(_Settings):
    """How the dataset is divided among workers."""

    _NAMES = ("auto_shard_policy", "num_devices")


class AutotuneOptions(_Settings):
    """Limits of what is chosen by itself."""

    _NAMES = (
        "autotune_algorithm",
        "cpu_budget",
        "enabled",
        "initial_parallelism",
        "min_parallelism",
        "ram_budget",
    )


class ServiceOptions(_Settings):
    """Settings of a data service."""

    _NAMES = ("pinned",)


def _old_name_of(name: str) -> property:
    return property(
        lambda self: getattr(self, name), lambda self, value: setattr(self, name, value)
    )


class Options(_Settings):
    """Settings of a pipeline. Elements keep their order whatever `deterministic` says."""

    _NAMES = (
        "dataset_name",
        "deterministic",
        "experimental_external_state_policy",
        "experimental_slack",
        "experimental_symbolic_checkpoint",
        "experimental_warm_start",
        "framework_type",
    )
    _GROUPS = {
        "autotune": AutotuneOptions,
        "experimental_distribute": DistributeOptions,
        "experimental_optimization": OptimizationOptions,
        "experimental_service": ServiceOptions,
        "threading": ThreadingOptions,
    }
    experimental_deterministic = _old_name_of("deterministic")
    experimental_threading = _old_name_of("threading")
