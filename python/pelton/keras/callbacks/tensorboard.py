"""Writes logs, weights and the model's config for TensorBoard while a model trains."""

from __future__ import annotations

import contextlib
import math
import os
import time
import warnings
from typing import Any

from pelton import summary
from pelton.keras.callbacks.callback import Callback, Logs
from pelton.keras.callbacks.learning_rates import log_rates


def _profiled_batches(profile_batch: Any) -> tuple[int, int]:
    """First and last batch to profile; raises ValueError for what is no batch and no range."""
    given = profile_batch
    with contextlib.suppress(TypeError, ValueError):
        if isinstance(given, str):
            given = [int(part) for part in given.split(",")]
            given = given[0] if len(given) == 1 else given
        first, last = (given, given) if isinstance(given, int) else given
        if 0 <= first <= last:
            return first, last
    raise ValueError(
        "profile_batch must be a non-negative integer or 2-tuple of positive integers. A pair of "
        f"positive integers signifies a range of batches to profile. Found: {profile_batch}"
    )


def _checked_freq(update_freq: Any) -> Any:
    if isinstance(update_freq, str) and update_freq in ("batch", "epoch"):
        return 1 if update_freq == "batch" else update_freq
    if isinstance(update_freq, int) and not isinstance(update_freq, bool) and update_freq > 0:
        return update_freq
    raise ValueError(
        "TensorBoard: `update_freq` must be 'batch', 'epoch' or a positive integer. Received: "
        f"update_freq={update_freq!r}"
    )


class TensorBoard(Callback):
    """Event files in log_dir/train and log_dir/validation, through the package tensorboard.

    Each epoch has the scalars `epoch_<name>` and, every `histogram_freq` epochs, histograms (and
    images) of the weights; with update_freq=n every n batches have `batch_<name>` and what the
    model itself writes by tf.summary. write_graph writes the config of a Sequential or functional
    model; profile_batch warns that nothing is profiled."""

    def __init__(
        self,
        log_dir: str | os.PathLike[str] = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        write_steps_per_second: bool = False,
        update_freq: int | str = "epoch",
        profile_batch: Any = 0,
        embeddings_freq: int = 0,
        embeddings_metadata: Any = None,
    ) -> None:
        super().__init__()
        self.log_dir = str(log_dir)
        self.histogram_freq = histogram_freq
        self.write_graph = write_graph
        self.write_images = write_images
        self.write_steps_per_second = write_steps_per_second
        self.update_freq = _checked_freq(update_freq)
        self.embeddings_freq = embeddings_freq
        self.embeddings_metadata = embeddings_metadata
        if _profiled_batches(profile_batch) != (0, 0):
            warnings.warn("TensorBoard: batches are not profiled here", stacklevel=2)
        self._writers: dict[str, Any] = {}
        self._contexts: list[contextlib.ExitStack] = []
        self._train_batches = 0
        self._test_batches = 0
        self._step: Any = None  # the variable that a traced step reads
        self._batch_start = self._epoch_start = 0.0
        self._first_iteration = 0

    def set_model(self, model: Any) -> None:
        """Writes the model's config and those of its embeddings, as they were asked for.

        Raises ImportError without the package tensorboard."""
        from pelton.keras.callbacks import model_summaries

        super().set_model(model)
        self._writers = {}
        if self.write_graph:
            with self._writer("train").as_default():
                model_summaries.write_config(model)
        if self.embeddings_freq:
            model_summaries.write_projector(model, self.embeddings_metadata, self.log_dir)

    def _writer(self, part: str) -> Any:
        """The writer of "train" or "validation", whose file is made on first use."""
        if part not in self._writers:
            self._writers[part] = summary.create_file_writer(os.path.join(self.log_dir, part))
        return self._writers[part]

    # --- what is written within batches goes to the writer of the part that runs

    def _begin(self, part: str, step: int) -> None:
        if self.update_freq == "epoch":
            return
        if self._step is None:
            from pelton import Variable

            self._step = Variable(0, dtype="int64", trainable=False)
        self._step.assign(step)
        context = contextlib.ExitStack()
        context.enter_context(self._writer(part).as_default(self._step))
        context.enter_context(summary.record_if(self._is_due))
        self._contexts.append(context)

    def _is_due(self) -> Any:
        """Whether the batch that runs is one that is written, as a tensor: steps are traced."""
        from pelton._core import ops

        return ops.equal(ops.floormod(self._step, self.update_freq), 0)

    def _end(self) -> None:
        if self._contexts:
            self._contexts.pop().close()

    def batch_end_due(self, batch: int) -> bool:
        """Every update_freq batches; for update_freq="epoch" only with a default writer."""
        if self.update_freq == "epoch":
            return bool(summary.state.is_recording())
        return self._train_batches % self.update_freq == 0

    def batch_end_pause(self) -> float:
        """For the whole epoch where only epochs are written."""
        return math.inf if self.update_freq == "epoch" and not self.batch_end_due(0) else 0.0

    def on_train_begin(self, logs: Logs | None = None) -> None:
        self._train_batches = self._first_iteration = 0
        self._writer("train")  # which refuses now where it cannot be made
        self._begin("train", 0)

    def on_train_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        self._train_batches += 1
        if self.update_freq != "epoch":
            self._end()
            self._begin("train", self._train_batches)
        if self.write_steps_per_second:
            self._batch_start = time.time()

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        if self.write_steps_per_second:
            rate = 1.0 / max(time.time() - self._batch_start, 1e-9)
            summary.scalar("batch_steps_per_second", rate, step=self._train_batches)
        for name, value in (logs or {}).items():
            summary.scalar(f"batch_{name}", value, step=self._train_batches)

    def on_test_begin(self, logs: Logs | None = None) -> None:
        self._begin("validation", self._test_batches)

    def on_test_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        self._test_batches += 1
        if self.update_freq != "epoch":
            self._end()
            self._begin("validation", self._test_batches)

    def on_test_end(self, logs: Logs | None = None) -> None:
        optimizer = self._given_model().optimizer
        if optimizer is not None and hasattr(optimizer, "iterations"):
            with self._writer("validation").as_default():
                for name, value in (logs or {}).items():
                    step = optimizer.iterations
                    summary.scalar(f"evaluation_{name}_vs_iterations", value, step=step)
        self._end()

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        if self.write_steps_per_second:
            self._first_iteration = int(self._given_model().optimizer.iterations)
            self._epoch_start = time.time()

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        self._write_logs(epoch, logs or {})
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            from pelton.keras.callbacks.model_summaries import write_weights

            with self._writer("train").as_default():
                write_weights(self._given_model(), epoch, self.write_images)
        if self.embeddings_freq and epoch % self.embeddings_freq == 0:
            file = f"keras_embedding.ckpt-{epoch}.weights.h5"
            os.makedirs(os.path.join(self.log_dir, "train"), exist_ok=True)
            self._given_model().save_weights(os.path.join(self.log_dir, "train", file))

    def _write_logs(self, epoch: int, logs: Logs) -> None:
        if not logs:
            return
        parts: dict[str, Logs] = {"train": {}, "validation": {}}
        for name, value in logs.items():
            part = "validation" if name.startswith("val_") else "train"
            parts[part][name.removeprefix("val_")] = value
        log_rates(self._given_model(), parts["train"])
        if self.write_steps_per_second:
            steps = int(self._given_model().optimizer.iterations) - self._first_iteration
            seconds = max(time.time() - self._epoch_start, 1e-9)
            parts["train"]["steps_per_second"] = steps / seconds
        for part, values in parts.items():
            if values:
                with self._writer(part).as_default():
                    for name, value in values.items():
                        summary.scalar(f"epoch_{name}", value, step=epoch)

    def on_train_end(self, logs: Logs | None = None) -> None:
        self._end()
        for writer in self._writers.values():
            writer.close()
