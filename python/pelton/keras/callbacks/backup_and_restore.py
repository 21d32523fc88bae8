"""Saves the state of a training that may be cut off, and goes on from there."""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
from typing import Any

from pelton.host.atomic_file import replacing
from pelton.keras.callbacks import within_epoch
from pelton.keras.callbacks.callback import Callback, Logs

_LARGEST_SEED = 2**31 - 1


class BackupAndRestore(Callback):
    """Writes weights, optimizer and epoch to `backup_dir` at each epoch's end, or every
    `save_freq` batches; a fit that finds such a folder goes on with the next epoch, or in the
    middle of one with the next batch, for which it reads those before again. What was written is
    removed when training is done, unless delete_checkpoint is False; double_checkpoint keeps the
    state before the last one too, for a file that cannot be read.

    Each epoch's random numbers follow from the first one's seed and its number, and metrics and
    seed generators are written too, so that a training that was cut off gives what one run gives,
    bit for bit, if the data do."""

    def __init__(
        self,
        backup_dir: str | os.PathLike[str],
        save_freq: str | int = "epoch",
        double_checkpoint: bool = False,
        delete_checkpoint: bool = True,
    ) -> None:
        super().__init__()
        if backup_dir is None or (isinstance(backup_dir, str) and not backup_dir):
            raise ValueError("Empty `backup_dir` argument passed")
        if not isinstance(backup_dir, (str, os.PathLike)):
            raise TypeError(
                "BackupAndRestore: `backup_dir` must be a path. Received: "
                f"backup_dir={backup_dir!r}"
            )
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(
                f"Invalid value for argument `save_freq`. Received: save_freq={save_freq}. "
                "Expected either 'epoch' or an integer value."
            )
        self.backup_dir = os.fspath(backup_dir)
        self.save_freq = save_freq
        self.double_checkpoint = double_checkpoint
        self.delete_checkpoint = delete_checkpoint
        self._weights = os.path.join(self.backup_dir, "latest.weights.h5")
        self._progress = os.path.join(self.backup_dir, "training_metadata.json")
        self._epoch = 0
        self._last_batch = 0
        self._batches_since_save = 0
        self._seed: int | None = None
        self._is_due = False
        self._within: dict[str, Any] = {}  # of the epoch that training goes on in the middle of

    def batch_end_due(self, batch: int) -> bool:
        """With save_freq="epoch" batches do not matter."""
        return self.save_freq != "epoch"

    def batch_end_pause(self) -> float:
        """With save_freq="epoch" none is due."""
        return math.inf if self.save_freq == "epoch" else 0.0

    # --- going on

    def resumed_epoch(self, initial_epoch: int) -> int:
        """Restores the state that the folder holds; returns the epoch to begin with.

        Raises ValueError for an unbuilt model, and for files that cannot be read."""
        model = self._given_model()
        if not model.built:
            raise ValueError(
                "To use the BackupAndRestore callback, you model must be built before you call "
                f"`fit()`. Model {model} is unbuilt. You can build it beforehand by calling "
                "it on a batch of data."
            )
        try:
            return self._restored(initial_epoch)
        except (OSError, ValueError):
            if not os.path.exists(self._weights + ".bkp"):
                raise
        for path in (self._weights, self._progress):
            if os.path.exists(path + ".bkp"):
                shutil.copyfile(path + ".bkp", path)
            elif os.path.exists(path):
                os.remove(path)
        return self._restored(initial_epoch)

    def _restored(self, initial_epoch: int) -> int:
        if os.path.exists(self._weights):
            model = self._given_model()
            if model.optimizer is not None and not model.optimizer.built:
                model.optimizer.build(model.trainable_variables)
            model.load_weights(self._weights)
        self._epoch, self._within = initial_epoch, {}
        if os.path.exists(self._progress):
            with open(self._progress, encoding="utf-8") as file:
                progress = json.load(file)
            if not isinstance(progress, dict) or not isinstance(progress.get("epoch"), int):
                raise ValueError(f"{self._progress} does not say at which epoch training was")
            self._epoch = progress["epoch"]
            self._seed = progress.get("seed")
            self._within = within_epoch.checked(progress.get("within"), self._progress)
        return self._epoch

    def on_train_begin(self, logs: Logs | None = None) -> None:
        self._last_batch = self._batches_since_save = 0
        if self._seed is None:
            from pelton.random import uniform

            self._seed = int(uniform((), maxval=_LARGEST_SEED, dtype="int32"))

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        from pelton.random import set_seed

        set_seed((int(self._seed or 0) * 1_000_003 + epoch) % _LARGEST_SEED)
        if self._within and not self.batches_done():
            within_epoch.restore_generators(self._given_model(), self._within)
            self._within = {}

    def batches_done(self) -> int:
        """On how many batches of the epoch that training goes on in the middle of it has been."""
        return int(self._within.get("batches", 0))

    def on_batches_skipped(self) -> None:
        """Restores what changed since that epoch began, besides weights and optimizer."""
        within_epoch.restore(self._given_model(), self._within)
        self._last_batch, self._within = self.batches_done() - 1, {}

    # --- saving

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        self._epoch = epoch + 1
        self._last_batch = -1
        if self.save_freq == "epoch" or self._is_due:
            self._save()

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        if self.save_freq != "epoch" and self._batch_is_due(batch):
            is_last = batch + 1 == (self.params or {}).get("steps")
            self._is_due = is_last  # the epoch's end comes before the next batch
            if not is_last:
                self._save()

    def _batch_is_due(self, batch: int) -> bool:
        done = -1 if batch <= self._last_batch else self._last_batch
        self._batches_since_save += batch - done
        self._last_batch = batch
        if self._batches_since_save < int(self.save_freq):
            return False
        self._batches_since_save = 0
        return True

    def _save(self) -> None:
        os.makedirs(self.backup_dir, exist_ok=True)
        for path in (self._weights, self._progress):
            if self.double_checkpoint and os.path.exists(path):
                shutil.copyfile(path, path + ".bkp")
        self._given_model().save_weights(self._weights, overwrite=True)
        progress: dict[str, Any] = {"epoch": self._epoch, "batch": max(self._last_batch, 0)}
        progress["within"] = within_epoch.state(self._given_model(), self._last_batch + 1)
        with replacing(self._progress) as file:
            file.write(json.dumps({**progress, "seed": self._seed}).encode())

    def on_train_end(self, logs: Logs | None = None) -> None:
        self._seed = None
        if not self.delete_checkpoint:
            return
        for path in (self._weights, self._progress):
            for file in (path, path + ".bkp"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(file)
        with contextlib.suppress(OSError):  # what is not the callback's stays, and its folder
            os.rmdir(self.backup_dir)
