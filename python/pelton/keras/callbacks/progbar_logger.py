"""Prints the progress lines of fit, evaluate and predict. Knows the bar and the run's params."""

from __future__ import annotations

import math

from pelton.keras.callbacks.callback import Callback, Logs
from pelton.keras.utils.console import print_msg
from pelton.keras.utils.progbar import Progbar


class ProgbarLogger(Callback):
    """Keras's output: `Epoch i/n` where there are several epochs, then one bar per epoch.

    verbose "auto" draws the bar on a terminal; elsewhere it prints each finished line, plain.
    Validation inside fit is silent."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0
        self.target: int | None = None
        self.verbose: int | str = 1
        self.epochs = 1
        self._progbar = Progbar(None, verbose=0)
        self._in_fit = False
        self._in_validation = False

    def set_params(self, params: Logs) -> None:
        super().set_params(params)
        self.verbose = params["verbose"]
        self.epochs = params["epochs"]
        self.target = params["steps"]

    def batch_end_due(self, batch: int) -> bool:
        """Batches between two redraws need no logs."""
        if self._in_validation:
            return False
        self.seen = batch + 1
        return self._progbar.due(batch + 1)

    def batch_end_pause(self) -> float:
        """Until the bar's next redraw."""
        return math.inf if self._in_validation else self._progbar.pause()

    def on_train_begin(self, logs: Logs | None = None) -> None:
        self._in_fit = True
        self._in_validation = False

    def on_test_begin(self, logs: Logs | None = None) -> None:
        self._in_validation = self._in_fit
        if not self._in_fit:
            self._start()

    def on_predict_begin(self, logs: Logs | None = None) -> None:
        self._start()

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        self._start()
        if self.verbose and self.epochs > 1:
            print_msg(f"Epoch {epoch + 1}/{self.epochs}")

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        self._update(batch, logs)

    def on_test_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        if not self._in_fit:
            self._update(batch, logs)

    def on_predict_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        self._update(batch, None)

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        self._finish(logs)

    def on_test_end(self, logs: Logs | None = None) -> None:
        self._in_validation = False
        if not self._in_fit:
            self._finish(logs)

    def on_predict_end(self, logs: Logs | None = None) -> None:
        # The last batch's outputs are no metric.
        self._finish(None)

    def _start(self) -> None:
        self.seen = 0
        self._progbar = Progbar(self.target, verbose=self.verbose, stateless_metrics=())

    def _update(self, batch: int, logs: Logs | None) -> None:
        self.seen = batch + 1
        if self.verbose in (1, "auto"):
            self._progbar.update(self.seen, (logs or {}).items(), finalize=False)

    def _finish(self, logs: Logs | None) -> None:
        if self.target is None:
            self.target = self._progbar.target = self.seen
        self._progbar.update(self.target, (logs or {}).items(), finalize=True)
