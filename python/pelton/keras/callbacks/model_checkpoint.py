"""Saves the model or its weights while it trains."""

from __future__ import annotations

import math
import os
import warnings
from typing import Any

from pelton._core import _speaks_keras_2
from pelton.keras.callbacks.callback import Logs
from pelton.keras.callbacks.monitor_callback import MonitorCallback
from pelton.keras.utils.console import print_msg


class ModelCheckpoint(MonitorCallback):
    """Save to `filepath` (may hold `{epoch:02d}` and metric fields) each epoch or n batches.

    save_best_only keeps only improvements of `monitor` over initial_value_threshold and what
    came before. The path ends in `.keras`/`.h5`, or `.weights.h5` with save_weights_only."""

    def __init__(
        self,
        filepath: str | os.PathLike[str],
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: str | int = "epoch",
        initial_value_threshold: float | None = None,
    ) -> None:
        super().__init__(monitor, mode, initial_value_threshold)
        self.filepath = os.fspath(filepath)
        self.verbose = verbose
        self.save_best_only = save_best_only
        self.save_weights_only = save_weights_only
        self.save_freq = save_freq
        self._epoch = 0
        self._batches_since_save = 0
        self._last_batch: int | None = None
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(
                f"Unrecognized save_freq: {save_freq}. "
                "Expected save_freq are 'epoch' or integer values"
            )
        if save_weights_only and not self.filepath.endswith(".weights.h5"):
            raise ValueError(
                "When using `save_weights_only=True` in `ModelCheckpoint`, the filepath provided "
                "must end in `.weights.h5` (Keras weights format). Received: "
                f"filepath={self.filepath}"
            )
        if not save_weights_only and not self.filepath.endswith((".keras", ".h5")):
            raise ValueError(
                "The filepath provided must end in `.keras` (Keras model format). Received: "
                f"filepath={self.filepath}"
            )

    def batch_end_due(self, batch: int) -> bool:
        """With save_freq="epoch" batches do not matter."""
        return self.save_freq != "epoch"

    def batch_end_pause(self) -> float:
        """With save_freq="epoch" none is due."""
        return math.inf if self.save_freq == "epoch" else 0.0

    def on_train_begin(self, logs: Logs | None = None) -> None:
        """Raises ImportError where files cannot be written, before anything is trained."""
        from pelton.keras.saving.hdf5 import h5py

        h5py()

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        if self.save_freq != "epoch" and self._batch_is_due(batch):
            self._save_model(self._epoch, batch, logs)

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        self._epoch = epoch

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        if self.monitor_op is None and self.save_best_only:
            self._set_monitor_op()
        if self.save_freq == "epoch":
            self._save_model(epoch, None, logs)

    def _batch_is_due(self, batch: int) -> bool:
        # With several steps per execution batch numbers jump, so count the difference.
        done = -1 if self._last_batch is None or batch <= self._last_batch else self._last_batch
        self._batches_since_save += batch - done
        self._last_batch = batch
        if self._batches_since_save < int(self.save_freq):
            return False
        self._batches_since_save = 0
        return True

    def _save_model(self, epoch: int, batch: int | None, logs: Logs | None) -> None:
        logs = logs or {}
        path = self._get_file_path(epoch, batch, logs)
        if not self._should_save_model(epoch, batch, logs, path):
            return
        if os.path.isdir(path) and not _speaks_keras_2():  # which wrote folders
            raise IsADirectoryError(
                "Please specify a non-directory filepath for ModelCheckpoint. Filepath used is "
                f"an existing directory: {path}"
            )
        if os.path.dirname(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        save = self.model.save_weights if self.save_weights_only else self.model.save
        save(path, overwrite=True)
        self._say(epoch, f"finished saving model to {path}")

    def _get_file_path(self, epoch: int, batch: int | None, logs: Logs) -> str:
        fields = {"epoch": epoch + 1, **logs}
        if batch is not None:
            fields.setdefault("batch", batch + 1)
        try:
            return self.filepath.format(**fields)
        except KeyError as error:
            raise KeyError(
                f'Failed to format this callback filepath: "{self.filepath}". Reason: {error}'
            ) from error

    def _should_save_model(self, epoch: int, batch: int | None, logs: Logs, path: str) -> bool:
        if not self.save_best_only:
            self._say(epoch, f"saving model to {path}")
            return True
        current: Any = logs.get(self.monitor)
        if current is None:
            warnings.warn(f"Can save best model only with {self.monitor} available.", stacklevel=2)
            return True
        if getattr(current, "shape", ()):
            warnings.warn(
                f"Can save best model only when `monitor` is a scalar value. Received: {current}. "
                "Falling back to `save_best_only=False`.",
                stacklevel=2,
            )
            return True
        if self.monitor_op is None:  # a batch of the first epoch
            self._set_monitor_op()
        best = "None" if self.best is None else f"{self.best:.5f}"
        if not self._is_improvement(current, self.best):
            self._say(epoch, f"{self.monitor} did not improve from {best}")
            return False
        self._say(
            epoch, f"{self.monitor} improved from {best} to {current:.5f}, saving model to {path}"
        )
        self.best = current
        return True

    def _say(self, epoch: int, text: str) -> None:
        if self.verbose > 0:
            print_msg(f"\nEpoch {epoch + 1}: {text}")
