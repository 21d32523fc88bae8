"""The base class of callbacks: every hook of training, evaluation and prediction, doing nothing.

Knows only the model that it is given; the Trainer calls the hooks through CallbackList."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Logs = dict[str, Any]


class Callback:
    """Subclass and override hooks; `self.model` and `self.params` are set before the first one.

    params holds `verbose`, `epochs` and `steps`. `logs` maps metric names to floats; epoch and
    batch numbers start at 0. A subclass may define, with or after its batch-end hook,
    `batch_end_due(batch) -> bool`, asked after each batch: where it returns False the Trainer may
    skip this callback's batch-end hook and not compute its logs. With or after that it may define
    `batch_end_pause() -> float`: for how many seconds batch_end_due would return False, so that
    it need not be asked; inf for the rest of the epoch, whose last batch is always asked about."""

    batch_end_due: Callable[[int], bool] | None = None
    batch_end_pause: Callable[[], float] | None = None

    def __init__(self) -> None:
        self.params: Logs | None = None
        self._model: Any = None

    @property
    def model(self) -> Any:
        """The model being trained, evaluated or used for prediction; None before set_model."""
        # A subclass that forgets super().__init__() still works, as users expect from Keras.
        return self.__dict__.get("_model")

    def _given_model(self) -> Any:
        """The model. Raises RuntimeError before set_model."""
        if self.model is None:
            raise RuntimeError(f"{type(self).__name__}: there is no model before `set_model`")
        return self.model

    def set_params(self, params: Logs) -> None:
        """Called once before training with `verbose`, `epochs` and `steps`."""
        self.params = params

    def set_model(self, model: Any) -> None:
        """Called once before training with the model."""
        self._model = model

    def on_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        """Older name of on_train_batch_begin."""

    def on_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        """Older name of on_train_batch_end."""

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        """Before each training epoch."""

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        """After each training epoch and its validation; logs hold both."""

    def on_train_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        """Before each training batch."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        """After each training batch; logs are the epoch's running values."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        """Before each batch of evaluate or of validation."""

    def on_test_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        """After each batch of evaluate or of validation."""

    def on_predict_batch_begin(self, batch: int, logs: Logs | None = None) -> None:
        """Before each batch of predict."""

    def on_predict_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        """After each batch of predict; logs["outputs"] are its outputs."""

    def on_train_begin(self, logs: Logs | None = None) -> None:
        """Once before training."""

    def on_train_end(self, logs: Logs | None = None) -> None:
        """Once after training; logs are those of the last epoch."""

    def on_test_begin(self, logs: Logs | None = None) -> None:
        """Once before evaluate or validation."""

    def on_test_end(self, logs: Logs | None = None) -> None:
        """Once after evaluate or validation."""

    def on_predict_begin(self, logs: Logs | None = None) -> None:
        """Once before predict."""

    def on_predict_end(self, logs: Logs | None = None) -> None:
        """Once after predict."""
