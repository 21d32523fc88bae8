"""Owns tf.data.Options: settings of a pipeline, of which those have an effect that can have one."""

from __future__ import annotations

from typing import Any

from pelton.names.named_enums import NamedEnum, NamedIntEnum


class AutoShardPolicy(NamedIntEnum):
    """How datasets are divided among workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class ExternalStatePolicy(NamedEnum):
    """What a checkpoint does about state outside of the pipeline."""

    WARN = 0
    IGNORE = 1
    FAIL = 2


class AutotuneAlgorithm(NamedEnum):
    """How parallelism is chosen."""

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class _Settings:
    """Named values of these types, None unless given; other names are refused."""

    _TYPES: dict[str, type] = {}
    _GROUPS: dict[str, type] = {}
    _DEFAULTS: dict[str, Any] = {}

    def __init__(self) -> None:
        for name in self._TYPES:
            object.__setattr__(self, name, self._DEFAULTS.get(name))
        for name, group in self._GROUPS.items():
            object.__setattr__(self, name, group())

    def __setattr__(self, name: str, value: Any) -> None:
        is_old = isinstance(getattr(type(self), name, None), property)
        kind = self._TYPES.get(name, self._GROUPS.get(name))
        if kind is None and not is_old:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        if kind is not None and not isinstance(value, kind):
            raise TypeError(
                f'Property "{name}" must be of type {kind}, got: {value!r} (type: {type(value)})'
            )
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]

    def merge(self, options: Any) -> Any:
        """These settings, with those that `options` has in their place."""
        out = type(self)()
        for name in self._TYPES:
            given = getattr(options, name)
            is_own = given is None or given == self._DEFAULTS.get(name)
            object.__setattr__(out, name, getattr(self, name) if is_own else given)
        for name in self._GROUPS:
            setattr(out, name, getattr(self, name).merge(getattr(options, name)))
        return out


class ThreadingOptions(_Settings):
    """How many calls of a ``map`` are made at once, at most (``private_threadpool_size``; 0: as
    many as it asks for), and whether loops of functions stay in the thread that calls them
    (``max_intra_op_parallelism`` 1)."""

    _TYPES = {"max_intra_op_parallelism": int, "private_threadpool_size": int}


class OptimizationOptions(_Settings):
    """Rewritings of the pipeline, which are the engine's own here."""

    _TYPES = dict.fromkeys(
        "apply_default_optimizations filter_fusion filter_parallelization inject_prefetch "
        "map_and_batch_fusion map_and_filter_fusion map_fusion map_parallelization "
        "noop_elimination parallel_batch seq_interleave_prefetch shuffle_and_repeat_fusion".split(),
        bool,
    )


class DistributeOptions(_Settings):
    """How the dataset is divided among workers."""

    _TYPES = {"auto_shard_policy": AutoShardPolicy, "num_devices": int}
    _DEFAULTS = {"auto_shard_policy": AutoShardPolicy.AUTO}


class AutotuneOptions(_Settings):
    """Limits of what is chosen by itself."""

    _TYPES = {
        "autotune_algorithm": AutotuneAlgorithm,
        "cpu_budget": int,
        "enabled": bool,
        "initial_parallelism": int,
        "min_parallelism": int,
        "ram_budget": int,
    }


class ServiceOptions(_Settings):
    """Settings of a data service."""

    _TYPES = {"pinned": bool}


def _old_name_of(name: str) -> property:
    return property(
        lambda self: getattr(self, name), lambda self, value: setattr(self, name, value)
    )


class Options(_Settings):
    """Settings of a pipeline. Elements keep their order whatever `deterministic` says."""

    _TYPES = {
        "dataset_name": str,
        "deterministic": bool,
        "experimental_external_state_policy": ExternalStatePolicy,
        "experimental_slack": bool,
        "experimental_symbolic_checkpoint": bool,
        "experimental_warm_start": bool,
        "framework_type": list,
    }
    _GROUPS = {
        "autotune": AutotuneOptions,
        "experimental_distribute": DistributeOptions,
        "experimental_optimization": OptimizationOptions,
        "experimental_service": ServiceOptions,
        "threading": ThreadingOptions,
    }

    def settle(self, node: Any) -> Any:
        """A node whose passes have as many threads as these settings say."""
        from pelton._core import data

        threads = self.threading.private_threadpool_size or 0
        chosen = self.autotune.cpu_budget or 0
        loops_alone = self.threading.max_intra_op_parallelism == 1
        if max(threads, chosen) <= 0 and not loops_alone:
            return node
        return data.with_settings(node, threads, chosen, loops_alone)

    experimental_deterministic = _old_name_of("deterministic")
    experimental_threading = _old_name_of("threading")


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
