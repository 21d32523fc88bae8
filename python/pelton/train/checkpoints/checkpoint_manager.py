"""tf.train.CheckpointManager: the checkpoints of a folder, of which the last few are kept."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from pelton.train.checkpoints import bundle, states


class CheckpointManager:
    """Saves `checkpoint` under `directory`/`checkpoint_name`-N, and deletes all but `max_to_keep`
    checkpoints (None: keeps all). Raises ValueError for a number that is not positive."""

    def __init__(
        self,
        checkpoint: Any,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], object] | None = None,
        last_checkpoint_step: int | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(
                f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}."
            )
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError(
                "`step_counter` should be passed if `checkpoint_interval` is not None."
            )
        self.checkpoint = checkpoint
        self.directory = os.fspath(directory)
        self.checkpoint_interval = checkpoint_interval
        self._max_to_keep = max_to_keep
        self._keep_seconds = (
            keep_checkpoint_every_n_hours and 3600.0 * keep_checkpoint_every_n_hours
        )
        self._prefix = os.path.join(self.directory, checkpoint_name)
        self._step_counter = step_counter
        self._last_step = last_checkpoint_step
        self._init_fn = init_fn
        self._kept: dict[str, float] = {}  # when each was saved
        self._kept_for_good = 0.0
        self._recover()

    def _recover(self) -> None:
        state = states.get_checkpoint_state(self.directory)
        if state is None:
            return
        times = [*state.all_model_checkpoint_timestamps]
        times += [time.time()] * (len(state.all_model_checkpoint_paths) - len(times))
        for path, when in zip(state.all_model_checkpoint_paths, times, strict=False):
            if bundle.exists(path):
                self._kept[path] = when

    @property
    def latest_checkpoint(self) -> str | None:
        """The prefix of the latest checkpoint, None where there is none."""
        return next(reversed(self._kept), None)

    @property
    def checkpoints(self) -> list[str]:
        """The prefixes of those that are there, oldest first."""
        return list(self._kept)

    def save(
        self, checkpoint_number: Any = None, check_interval: bool = True, options: Any = None
    ) -> str | None:
        """Saves, and deletes what is too much; returns the prefix, None within the interval."""
        if self._step_counter is not None and check_interval and not self._is_due():
            return None
        counter = self.checkpoint.save_counter
        counter.assign_add(1)
        number = int(counter) if checkpoint_number is None else int(checkpoint_number)
        path = self.checkpoint._write(f"{self._prefix}-{number}")
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        doomed = self._doomed()
        states.update(self.directory, path, list(self._kept), list(self._kept.values()))
        for one in doomed:  # which the file no longer names
            bundle.remove(one)
        return str(path)

    def _is_due(self) -> bool:
        if self.checkpoint_interval is None:
            return True
        step = int(self._step_counter)
        if self._last_step is not None and step < self._last_step + self.checkpoint_interval:
            return False
        self._last_step = step
        return True

    def _doomed(self) -> list[str]:
        """Forgets the checkpoints that are too many; returns those that are to be deleted."""
        doomed = []
        while self._max_to_keep is not None and len(self._kept) > self._max_to_keep:
            path = next(iter(self._kept))
            when = self._kept.pop(path)
            if self._keep_seconds and when - self._keep_seconds >= self._kept_for_good:
                self._kept_for_good = when
            else:
                doomed.append(path)
        return doomed

    def sync(self) -> None:
        """Waits for what is being written: nothing, for `save` returns once it is."""

    def restore_or_initialize(self) -> str | None:
        """Restores the latest checkpoint, or calls `init_fn`; returns what was restored."""
        latest = self.latest_checkpoint
        if latest is not None:
            self.checkpoint.restore(latest)
            if self._step_counter is not None:
                self._last_step = int(self._step_counter)
            return latest
        if self._init_fn is not None:
            self._init_fn()
        return None


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
