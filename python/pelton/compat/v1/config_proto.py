"""Owns the messages that configure sessions: ConfigProto, GPUOptions and their fellows."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _Message:
    """Fields with defaults, given by keyword; raises ValueError for an unknown field."""

    _fields: dict[str, Any] = {}

    def __init__(self, **fields: Any) -> None:
        for name, default in self._fields.items():
            vars(self)[name] = default() if callable(default) else default
        for name, value in fields.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._fields:
            raise AttributeError(f"Protocol message {type(self).__name__} has no {name!r} field.")
        vars(self)[name] = value

    def __repr__(self) -> str:
        shown = (f"{name}: {value!r}" for name, value in vars(self).items() if value)
        return "\n".join(shown)


class GPUOptions(_Message):
    """How GPU memory is taken; growth is what happens here in any case."""

    _fields = {
        "allow_growth": False,
        "per_process_gpu_memory_fraction": 0.0,
        "visible_device_list": "",
        "allocator_type": "",
        "polling_active_delay_usecs": 0,
        "force_gpu_compatible": False,
    }


class OptimizerOptions(_Message):
    """Which passes run over graphs: kept, and without effect."""

    L0, L1 = -1, 0
    OFF, ON_1, ON_2 = -1, 1, 2
    _fields = {"opt_level": 0, "global_jit_level": 0, "do_function_inlining": False}


class GraphOptions(_Message):
    """Options of graphs: kept, and without effect."""

    _fields = {"optimizer_options": OptimizerOptions, "rewrite_options": None}


class ConfigProto(_Message):
    """Options of a session: placement is logged and soft if asked; threads and memory are kept."""

    _fields = {
        "log_device_placement": False,
        "allow_soft_placement": False,
        "device_count": dict,
        "intra_op_parallelism_threads": 0,
        "inter_op_parallelism_threads": 0,
        "gpu_options": GPUOptions,
        "graph_options": GraphOptions,
        "operation_timeout_in_ms": 0,
        "use_per_session_threads": False,
    }


class RunOptions(_Message):
    """Options of a run: kept, and without effect."""

    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = range(4)
    _fields = {"trace_level": 0, "timeout_in_ms": 0, "report_tensor_allocations_upon_oom": False}


class RunMetadata(_Message):
    """What a run tells: nothing here."""

    _fields = {"step_stats": None}
