"""Owns ``tf.compat.v1.train``: optimizers, learning rates, the global step."""

from __future__ import annotations

import functools
import glob
import os
import re

from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.coordinator import Coordinator
from pelton.compat.v1.graph import Graph, GraphKeys, get_default_graph, is_active
from pelton.compat.v1.moving_averages import ExponentialMovingAverage
from pelton.compat.v1.optimizers import (
    AdadeltaOptimizer,
    AdagradOptimizer,
    AdamOptimizer,
    FtrlOptimizer,
    GradientDescentOptimizer,
    MomentumOptimizer,
    Optimizer,
    RMSPropOptimizer,
)
from pelton.compat.v1.saving.meta_graphs import export_meta_graph, import_meta_graph
from pelton.compat.v1.saving.saver import Saver
from pelton.compat.v1.variables import RefVariable
from pelton.train.checkpoints.reader import list_variables, load_checkpoint, load_variable
from pelton.train.checkpoints.states import (
    checkpoint_exists,
    get_checkpoint_state,
    latest_checkpoint,
    update,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "Coordinator",
    "ExponentialMovingAverage",
    "FtrlOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "NewCheckpointReader",
    "Optimizer",
    "RMSPropOptimizer",
    "Saver",
    "checkpoint_exists",
    "cosine_decay",
    "cosine_decay_restarts",
    "create_global_step",
    "exponential_decay",
    "export_meta_graph",
    "get_checkpoint_mtimes",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "import_meta_graph",
    "inverse_time_decay",
    "latest_checkpoint",
    "linear_cosine_decay",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    "natural_exp_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
    "remove_checkpoint",
    "update_checkpoint_state",
    "write_graph",
]


def get_checkpoint_mtimes(checkpoint_prefixes: Any) -> list[float]:
    """The times, in seconds since 1970, at which checkpoints that are there were written."""
    indexes = [f"{prefix}.index" for prefix in checkpoint_prefixes]
    return [os.path.getmtime(path) for path in indexes if os.path.exists(path)]


def remove_checkpoint(checkpoint_prefix: str, checkpoint_format_version: Any = None,
                      meta_graph_suffix: str = "meta") -> None:  # fmt: skip
    """Removes the files of a checkpoint."""
    for path in glob.glob(f"{glob.escape(checkpoint_prefix)}.*"):
        if re.search(rf"\.(index|data-\d+-of-\d+|{re.escape(meta_graph_suffix)})$", path):
            os.remove(path)


def update_checkpoint_state(
    save_dir: Any, model_checkpoint_path: str, all_model_checkpoint_paths: Any = None,
    latest_filename: str | None = None, all_model_checkpoint_timestamps: Any = None,
    last_preserved_timestamp: float | None = None,
) -> None:  # fmt: skip
    """Writes the folder's file `checkpoint`, which names the latest one and all."""
    every = list(all_model_checkpoint_paths or [])
    if model_checkpoint_path not in every:
        every.append(model_checkpoint_path)
    times = all_model_checkpoint_timestamps
    update(os.fspath(save_dir), model_checkpoint_path, every, times, latest_filename)


def get_global_step(graph: Graph | None = None) -> Any:
    """The graph's global step; None before it was made."""
    if graph is not None and not isinstance(graph, Graph):
        raise TypeError(f"get_global_step: graph must be a Graph or None, got {graph!r}")
    found = (graph or get_default_graph()).get_collection(GraphKeys.GLOBAL_STEP)
    return found[0] if found else None


def create_global_step(graph: Graph | None = None) -> Any:
    """A variable "global_step" of int64. Raises ValueError where there is one."""
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    if not is_active():
        made = Variable(0, dtype="int64", trainable=False, name="global_step")
        graph.add_to_collection(GraphKeys.GLOBAL_STEP, made)
        return made
    with graph.as_default(), graph.name_scope(None):
        return RefVariable(
            _functions.convert(0, "int64"), trainable=False, name="global_step",
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )  # fmt: skip


def get_or_create_global_step(graph: Graph | None = None) -> Any:
    """The graph's global step, made where there is none."""
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of the global step in a session."""
    return int(sess.run(global_step_tensor))


def _float(value: Any) -> Any:
    tensor = value.value() if isinstance(value, RefVariable) else _functions.convert(value)
    return tensor if tensor.dtype.is_floating else _ops.cast(tensor, "float32")


def _progress(step: Any, decay_steps: Any, staircase: bool = False) -> Any:
    ratio = _float(step) / _float(decay_steps)
    return _ops.floor(ratio) if staircase else ratio


def _when_it_is_read(rate: Callable[..., Any]) -> Callable[..., Any]:
    """In graphs and functions the rate as a tensor; where code runs at once a function that gives
    it for the step of then, which optimizers call."""

    @functools.wraps(rate)
    def given(*args: Any, **kwargs: Any) -> Any:
        if is_active() or _functions.is_tracing():
            return rate(*args, **kwargs)
        return functools.partial(rate, *args, **kwargs)

    return given


@_when_it_is_read
def exponential_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any,
    staircase: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """learning_rate * decay_rate ** (global_step / decay_steps), in steps if `staircase`."""
    power = _progress(global_step, decay_steps, staircase)
    return _float(learning_rate) * _float(decay_rate) ** power


@_when_it_is_read
def natural_exp_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any,
    staircase: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """learning_rate * exp(-decay_rate * global_step / decay_steps)."""
    power = _progress(global_step, decay_steps, staircase)
    return _float(learning_rate) * _ops.exp(-_float(decay_rate) * power)


@_when_it_is_read
def inverse_time_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any,
    staircase: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """learning_rate / (1 + decay_rate * global_step / decay_steps)."""
    power = _progress(global_step, decay_steps, staircase)
    return _float(learning_rate) / (1.0 + _float(decay_rate) * power)


@_when_it_is_read
def polynomial_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, end_learning_rate: Any = 0.0001,
    power: Any = 1.0, cycle: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """From learning_rate to end_learning_rate in decay_steps, by a polynomial of `power`."""
    step, steps = _float(global_step), _float(decay_steps)
    if cycle:
        turns = _ops.maximum(_functions.convert(1.0), _float(-(-(step / steps) // 1.0)))
        steps = steps * turns
    else:
        step = _ops.minimum(step, steps)
    end = _float(end_learning_rate)
    return (_float(learning_rate) - end) * (1.0 - step / steps) ** _float(power) + end


@_when_it_is_read
def cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, alpha: Any = 0.0,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Half a cosine from learning_rate to alpha * learning_rate in decay_steps."""
    import math

    done = _ops.minimum(_float(global_step), _float(decay_steps)) / _float(decay_steps)
    wave = 0.5 * (1.0 + _ops.cos(math.pi * done))
    return _float(learning_rate) * ((1.0 - alpha) * wave + alpha)


@_when_it_is_read
def cosine_decay_restarts(
    learning_rate: Any, global_step: Any, first_decay_steps: Any, t_mul: float = 2.0,
    m_mul: float = 1.0, alpha: float = 0.0, name: str | None = None,
) -> Any:  # fmt: skip
    """Half cosines from learning_rate down, each `t_mul` times as long and `m_mul` times as high as
    the one before."""
    import math

    done = _float(global_step) / _float(first_decay_steps)
    if t_mul == 1.0:
        turns = _ops.floor(done)
        done = done - turns
    else:
        turns = _ops.floor(_ops.log(1.0 - done * (1.0 - t_mul)) / math.log(t_mul))
        power = _float(t_mul) ** turns
        done = (done - (1.0 - power) / (1.0 - t_mul)) / power
    wave = 0.5 * _float(m_mul) ** turns * (1.0 + _ops.cos(math.pi * done))
    return _float(learning_rate) * ((1.0 - alpha) * wave + alpha)


@_when_it_is_read
def linear_cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, num_periods: float = 0.5,
    alpha: float = 0.0, beta: float = 0.001, name: str | None = None,
) -> Any:  # fmt: skip
    """learning_rate * ((alpha + a falling line) * a cosine of `num_periods` + beta)."""
    import math

    done = _ops.minimum(_float(global_step), _float(decay_steps)) / _float(decay_steps)
    wave = 0.5 * (1.0 + _ops.cos(2.0 * math.pi * num_periods * done))
    return _float(learning_rate) * ((alpha + 1.0 - done) * wave + beta)


@_when_it_is_read
def piecewise_constant(x: Any, boundaries: Any, values: Any, name: str | None = None) -> Any:
    """values[i] where boundaries[i - 1] < x <= boundaries[i].

    Raises ValueError unless there is one value more than boundaries."""
    if len(values) != len(boundaries) + 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    step = _float(x)
    found = _float(values[0])
    for boundary, value in zip(boundaries, values[1:], strict=True):
        found = _ops.where(step > _float(boundary), _float(value), found)
    return found


piecewise_constant_decay = piecewise_constant


NewCheckpointReader = load_checkpoint  # its name of before


def write_graph(graph_or_graph_def: Any, logdir: Any, name: str, as_text: bool = True) -> str:
    """Writes a graph, or its GraphDef, as a text or as bytes; the file's path."""
    found = graph_or_graph_def
    message = found.as_graph_def() if hasattr(found, "as_graph_def") else found
    folder = os.fspath(logdir)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(str(message).encode() if as_text else message.SerializeToString())
    return path


_QUEUES = {  # names of input pipelines and the modules that define them
    **dict.fromkeys("QueueRunner add_queue_runner start_queue_runners".split(), "runners"),
    **dict.fromkeys(
        "input_producer limit_epochs match_filenames_once range_input_producer "
        "slice_input_producer string_input_producer".split(),
        "producers",
    ),
    **dict.fromkeys(
        "batch batch_join maybe_batch maybe_batch_join maybe_shuffle_batch "
        "maybe_shuffle_batch_join shuffle_batch shuffle_batch_join".split(),
        "batches",
    ),
}
_MONITORED = {  # names and the modules that define them
    "Supervisor": "supervisors",
    **dict.fromkeys(
        "FeedFnHook FinalOpsHook LoggingTensorHook NanLossDuringTrainingError "
        "NanTensorHook SecondOrStepTimer SessionRunArgs SessionRunContext SessionRunHook "
        "SessionRunValues StopAtStepHook SummarySaverHook".split(),
        "hooks",
    ),
    **dict.fromkeys("CheckpointSaverHook CheckpointSaverListener".split(), "checkpoint_hooks"),
    **dict.fromkeys("GlobalStepWaiterHook ProfilerHook StepCounterHook".split(), "step_hooks"),
    **dict.fromkeys("SessionManager basic_train_loop".split(), "session_managers"),
    **dict.fromkeys(
        "ChiefSessionCreator MonitoredSession MonitoredTrainingSession Scaffold SessionCreator "
        "SingularMonitoredSession WorkerSessionCreator".split(),
        "sessions",
    ),
}


def _named(found: Any) -> Any:
    """A function whose refusals name it; anything else as it is."""
    import types

    from pelton.names.named_refusals import named

    return named(found, keeps_stated=True) if isinstance(found, types.FunctionType) else found


_ELSEWHERE = {  # names that modules outside of `train` define
    "ProximalAdagradOptimizer": "proximal",
    "ProximalGradientDescentOptimizer": "proximal",
    "SaverDef": "graph_defs.messages",
    "SummaryWriter": "summary",
    "init_from_checkpoint": "saving.checkpoint_starts",
    "summary_iterator": "graph_defs.summary_messages",
}


def __getattr__(name: str) -> Any:
    for folder, names in (("monitored", _MONITORED), ("queues", _QUEUES)):
        if name in names:
            import importlib

            path = f"pelton.compat.v1.{folder}.{names[name]}"
            return _named(getattr(importlib.import_module(path), name))
    if name in _ELSEWHERE:
        import importlib

        module = importlib.import_module(f"pelton.compat.v1.{_ELSEWHERE[name]}")
        return _named(getattr(module, "FileWriter" if name == "SummaryWriter" else name))
    from pelton import train

    return getattr(train, name)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
