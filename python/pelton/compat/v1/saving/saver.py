"""Owns ``tf.train.Saver``: a session's variables in TensorFlow's checkpoint files, by name."""

from __future__ import annotations

import os
import time

from pelton._core import Variable
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.saving.optimizer_states import OptimizerState
from pelton.compat.v1.variables import RefVariable
from pelton.errors import InvalidArgumentError, NotFoundError
from pelton.train.checkpoints import bundle, states

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def _name_of(variable: Any) -> str:
    if isinstance(variable, RefVariable):
        return variable.op.name
    return str(getattr(variable, "path", variable.name)).removesuffix(":0")


def _by_name(var_list: Any) -> dict[str, Any]:
    """{name in the file: variable}. Raises TypeError for what is no variable, ValueError for names
    that occur twice."""
    if isinstance(var_list, dict):
        named = dict(var_list)
    else:
        named = {}
        for one in var_list:
            if isinstance(one, OptimizerState):
                continue  # which is saved where all is
            if isinstance(one, (RefVariable, Variable)):
                if _name_of(one) in named:
                    raise ValueError(f"At least two variables have the same name: {_name_of(one)}")
                named[_name_of(one)] = one
            else:
                raise TypeError(f"Variable to save is not a Variable: {one!r}")
    for name, one in named.items():
        if not isinstance(one, (RefVariable, Variable)):
            raise TypeError(f"Variable to save is not a Variable: {one!r} as {name!r}")
    return named


class _Optimizers:
    """The state of the optimizers whose steps a graph takes, by the steps' names."""

    def __init__(self, graph: Any) -> None:
        steps = graph.get_collection(GraphKeys.TRAIN_OP)
        self._steps = [one for one in steps if hasattr(one, "type") and "targets" in one.kwargs]

    def _variables(self, step: Any, session: Any, is_made: bool) -> dict[str, Any]:
        owner = step.function.__self__
        named: dict[str, Any] = {}
        for one in owner.state_of(session, step.kwargs["targets"], is_made):
            name = f"{step.name}/{one.path.rpartition('/')[2]}"
            named[name if name not in named else f"{name}_{len(named)}"] = one
        return named

    def saved(self, session: Any) -> dict[str, Any]:
        """What steps that ran have gathered."""
        return {
            name: one
            for step in self._steps
            for name, one in self._variables(step, session, False).items()
        }

    def restored(self, session: Any, names: Mapping[str, Any]) -> dict[str, Any]:
        """Those of them that a checkpoint has."""
        found = {}
        for step in self._steps:
            if any(name.startswith(f"{step.name}/") for name in names):
                made = self._variables(step, session, True)
                found.update({name: one for name, one in made.items() if name in names})
        return found


class Saver:
    """Saves and restores `var_list` (variables, or a dict of them by name), or all variables of the
    graph with the state of its optimizers.

    Of its checkpoints the last `max_to_keep` stay (None or 0: all). Raises ValueError where there
    is no variable."""

    def __init__(
        self, var_list: Any = None, reshape: bool = False, sharded: bool = False,
        max_to_keep: int | None = 5, keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None, restore_sequentially: bool = False, saver_def: Any = None,
        builder: Any = None, defer_build: bool = False, allow_empty: bool = False,
        write_version: Any = 2, pad_step_number: bool = False, save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:  # fmt: skip
        graph = get_default_graph()
        self._is_of_all = var_list is None
        found = graph.get_collection(GraphKeys.GLOBAL_VARIABLES) if var_list is None else var_list
        self._variables = _by_name(found)
        if not self._variables and not allow_empty:
            raise ValueError("No variables to save")
        self._graph = graph
        self._max_to_keep = max_to_keep or None
        self._keep_seconds = keep_checkpoint_every_n_hours * 3600.0
        self._kept_for_good = time.time()
        self._pads = pad_step_number
        self._kept: dict[str, float] = {}  # when each was saved, oldest first

    @property
    def last_checkpoints(self) -> list[str]:
        """The prefixes of the checkpoints that are kept, oldest first."""
        return list(self._kept)

    def set_last_checkpoints(self, last_checkpoints: Any) -> None:
        """Says which checkpoints there are, oldest first."""
        self._kept = dict.fromkeys(map(str, last_checkpoints), time.time())

    def recover_last_checkpoints(self, checkpoint_paths: Any) -> None:
        """Says which checkpoints there are, left by an earlier program; those that are gone are
        left out."""
        self.set_last_checkpoints(path for path in checkpoint_paths if bundle.exists(str(path)))

    def _prefix(self, session: Any, save_path: Any, global_step: Any) -> str:
        path = os.fspath(save_path)
        if global_step is None:
            return path
        if isinstance(global_step, RefVariable):
            global_step = session.run(global_step)
        return f"{path}-{int(global_step):08d}" if self._pads else f"{path}-{int(global_step)}"

    def save(
        self, sess: Any, save_path: Any, global_step: Any = None,
        latest_filename: str | None = None, meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True, write_state: bool = True,
        strip_default_attrs: bool = False, save_debug_info: bool = False,
    ) -> str:  # fmt: skip
        """Writes a checkpoint under `save_path`, with -`global_step` where it is given, and deletes
        what is too much; returns the prefix. The file .meta beside it is for import_meta_graph.

        Raises TypeError for what is no session, ValueError where the folder that the
        file's folder would be made in is not there."""
        session = _session_of(sess)
        prefix = self._prefix(session, save_path, global_step)
        folder = os.path.dirname(prefix)
        if folder and not os.path.isdir(folder):
            if not os.path.isdir(os.path.dirname(folder) or "."):
                raise ValueError(f"Parent directory of {prefix} doesn't exist, can't save.")
            os.mkdir(folder)
        state = _Optimizers(self._graph).saved(session) if self._is_of_all else {}
        values = {name: _value(session, one) for name, one in {**state, **self._variables}.items()}
        bundle.write(prefix, values)
        if write_meta_graph:
            from pelton.compat.v1.saving.meta_graphs import write_meta_graph

            variables = None if self._is_of_all else self._variables
            write_meta_graph(f"{prefix}.{meta_graph_suffix}", variables, self._graph)
        self._kept.pop(prefix, None)
        self._kept[prefix] = time.time()
        doomed = self._doomed()
        if write_state:
            kept = self.last_checkpoints
            states.update(folder or ".", prefix, kept, list(self._kept.values()), latest_filename)
        for one in doomed:  # which the file no longer names
            bundle.remove(one)
            if os.path.exists(f"{one}.{meta_graph_suffix}"):
                os.remove(f"{one}.{meta_graph_suffix}")
        return prefix

    def export_meta_graph(self, filename: Any = None, *args: Any, **options: Any) -> Any:
        """The graph with its collections, as a message."""
        from pelton.compat.v1.saving.meta_graphs import export_meta_graph

        return export_meta_graph(
            filename, None if self._is_of_all else self._variables, self._graph
        )

    def has_variables(self) -> bool:
        """Whether it saves any."""
        return bool(self._variables)

    def _doomed(self) -> list[str]:
        doomed = []
        while self._max_to_keep is not None and len(self._kept) > self._max_to_keep:
            path = next(iter(self._kept))
            when = self._kept.pop(path)
            if when - self._kept_for_good > self._keep_seconds:
                self._kept_for_good = when
            else:
                doomed.append(path)
        return doomed

    def restore(self, sess: Any, save_path: Any) -> None:
        """Assigns a checkpoint's values to the variables in the session, all or none.

        Raises ValueError for None, a path without a checkpoint and values of other shapes;
        NotFoundError for a variable that the checkpoint does not have."""
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = os.fspath(save_path)
        if not bundle.exists(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        session = _session_of(sess)
        found = bundle.Bundle(path)
        values = {name: _read(found, name, one) for name, one in self._variables.items()}
        state = {}
        if self._is_of_all:
            state = _Optimizers(self._graph).restored(session, found.entries)
        arrays = {name: _read(found, name, one) for name, one in state.items()}
        for name, one in self._variables.items():
            if isinstance(one, RefVariable):
                session.assign(one, values[name])
            else:
                one.assign(values[name])
        for name, one in state.items():
            one.assign(arrays[name])


def _session_of(session: Any) -> Any:
    from pelton.compat.v1.session import Session

    found = getattr(session, "raw_session", session)
    if not isinstance(found, Session):
        raise TypeError(f"'sess' must be a Session; {session}")
    return found


def _value(session: Any, variable: Any) -> Any:
    found = session.variable(variable) if isinstance(variable, RefVariable) else variable
    return found.numpy()


def _read(found: bundle.Bundle, name: str, variable: Any) -> Any:
    if name not in found.entries:
        raise NotFoundError(
            "Restoring from checkpoint failed. This is most likely due to a Variable name or other "
            f"graph key that is missing from the checkpoint: {name!r} is not there."
        )
    array = found.array(name)
    if tuple(array.shape) != tuple(variable.shape):
        raise InvalidArgumentError(
            "Restoring from checkpoint failed. This is most likely due to a mismatch between the "
            "current graph and the graph from the checkpoint: "
            f"{name!r} has shape {tuple(array.shape)} in the checkpoint and "
            f"{tuple(variable.shape)} in the graph"
        )
    return array
