"""The record of a fit: one list of values per metric. Knows only logs."""

from __future__ import annotations

import weakref
from typing import Any

from pelton.keras.callbacks.callback import Callback, Logs


class History(Callback):
    """`history` maps each name to its value per epoch, `epoch` lists the epochs; fit returns it."""

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[float]] = {}
        self.epoch: list[int] = []
        self._model_reference: weakref.ref[Any] | None = None

    @property
    def model(self) -> Any:
        """The model while it lives: it holds its History, so held in turn it would outlive its
        last user until the garbage collector runs."""
        return self._model_reference() if self._model_reference is not None else None

    def set_model(self, model: Any) -> None:
        self._model_reference = weakref.ref(model)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_model_reference": None}  # copies and pickles hold no model

    def on_train_begin(self, logs: Logs | None = None) -> None:
        self.epoch = []

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
        self.model.history = self
