"""Stops training when the loss is no longer finite. Knows only the loss."""

from __future__ import annotations

import math

from pelton.keras.callbacks.callback import Callback, Logs
from pelton.keras.utils.console import print_msg


class TerminateOnNaN(Callback):
    """Checks the loss after each batch; with raise_error it raises RuntimeError, else it stops."""

    def __init__(self, raise_error: bool = False) -> None:
        super().__init__()
        self.raise_error = raise_error

    def on_train_batch_end(self, batch: int, logs: Logs | None = None) -> None:
        loss = (logs or {}).get("loss")
        if loss is None or math.isfinite(loss):
            return
        if self.raise_error:
            raise RuntimeError(
                f"NaN or Inf loss encountered at batch {batch}. Loss value: {loss}. "
                "Terminating training immediately."
            )
        print_msg(f"Batch {batch}: Invalid loss, terminating training")
        self.model.stop_training = True
