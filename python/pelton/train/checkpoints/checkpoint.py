"""tf.train.Checkpoint: variables of objects saved and restored by what holds them."""

from __future__ import annotations

import os
import time
from typing import Any

from pelton._core import Variable
from pelton.errors import NotFoundError
from pelton.train.checkpoints import bundle, states
from pelton.train.checkpoints.load_status import LoadStatus, NothingRestored
from pelton.train.checkpoints.object_graph import GRAPH_KEY, LiveGraph, children, is_saved
from pelton.train.checkpoints.restoration import Restoration
from pelton.variables.awaited_attributes import AwaitedAttributes


def _not_trackable(name: str, thing: Any) -> ValueError:
    return ValueError(
        f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from "
        f"`Trackable`), got {thing}. If you believe this object should be trackable (i.e. it is "
        "part of the TensorFlow Python API and manages state), please open an issue."
    )


class Checkpoint(AwaitedAttributes):
    """Saves and restores the variables of objects given by name, or of `root` and what it holds,
    and how far iterators over datasets are.

    Raises ValueError for what holds no variables."""

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        for name, thing in sorted(kwargs.items()):
            thing = thing() if callable(thing) and not is_saved(thing) else thing
            if not is_saved(thing) and not isinstance(thing, (list, tuple, dict)):
                raise _not_trackable(name, thing)
            held = dict(children(root)).get(name) if is_saved(root) else None
            if held is not None and held is not thing:
                raise ValueError(
                    f"Cannot create a Checkpoint with keyword argument {name} if root.{name} "
                    "already exists."
                )
            setattr(self, name, thing)
        if root is not None and not is_saved(root):
            raise _not_trackable("root", root)
        self._checkpoint_root = root
        self._save_counter: Any = None

    def _checkpoint_children(self) -> list[tuple[str, Any]]:
        root = [] if self._checkpoint_root is None else children(self._checkpoint_root)
        hidden = ("_checkpoint_root", "_save_counter", "_awaited")
        held = [(name, part) for name, part in vars(self).items() if name not in hidden]
        counter = [] if self._save_counter is None else [("save_counter", self._save_counter)]
        return [*root, *held, *counter]

    @property
    def save_counter(self) -> Any:
        """How often save() was called, an int64 variable that is saved too."""
        if self._save_counter is None:
            self._save_counter = Variable(0, dtype="int64", name="save_counter", trainable=False)
        return self._save_counter

    def _write(self, prefix: str) -> str:
        graph = LiveGraph(self)
        from pelton.variables import one_moment

        variables = dict(graph.variables())
        values = one_moment.values_of(list(variables.values()))
        tensors = {key: values[variable.ref()] for key, variable in variables.items()}
        bundle.write(prefix, {**tensors, **dict(graph.stored_values()), GRAPH_KEY: graph.message()})
        return prefix

    def write(self, file_prefix: Any, options: Any = None) -> str:
        """Writes a checkpoint under this very prefix; no counter and no file `checkpoint`."""
        return self._write(os.fspath(file_prefix))

    def save(self, file_prefix: Any, options: Any = None) -> str:
        """Writes a checkpoint under `file_prefix`-N, N counting the saves; returns that prefix."""
        self.save_counter.assign_add(1)
        prefix = f"{os.fspath(file_prefix)}-{int(self.save_counter)}"
        self._write(prefix)
        states.update(os.path.dirname(prefix) or ".", prefix, [prefix], [time.time()])
        return prefix

    def sync(self) -> None:
        """Waits for what is being written: nothing, for `save` returns once it is."""

    def read(self, save_path: Any, options: Any = None) -> LoadStatus:
        """Assigns the checkpoint's values to the variables that are there, all or none; layers
        without weights and optimizers without slots get theirs when they make them.

        Raises NotFoundError where there is no checkpoint, and ValueError for other shapes."""
        prefix = os.fspath(save_path)
        try:
            stored = bundle.Bundle(prefix)
        except NotFoundError as error:
            raise NotFoundError(
                f"Error when restoring from checkpoint or SavedModel at {prefix}: {error.message}\n"
                "Please double-check that the path is correct. You may be missing the checkpoint "
                "suffix (e.g. the '-1' in 'path/to/ckpt-1')."
            ) from None
        return LoadStatus(Restoration(stored, self))

    def restore(self, save_path: Any, options: Any = None) -> LoadStatus:
        """The same for what save() returned, the counter included; None restores nothing.

        Raises NotFoundError where there is no checkpoint, and ValueError for other shapes."""
        if save_path is None:
            return NothingRestored()
        counter = self.save_counter  # which the checkpoint has a value for
        del counter
        prefix = os.fspath(save_path)
        if os.path.isdir(prefix):
            prefix = states.latest_checkpoint(prefix) or prefix
        return self.read(prefix)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
