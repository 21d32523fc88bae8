"""Sets the learning rate from a function of the epoch. Knows the optimizer's rate only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelton.keras.callbacks.callback import Callback, Logs
from pelton.keras.callbacks.learning_rates import log_rates, optimizers_of, read_rate
from pelton.keras.utils.console import print_msg
from pelton.names.named_refusals import shown


def _is_float(value: Any) -> bool:
    kind = getattr(getattr(value, "dtype", None), "name", "")
    return isinstance(value, float) or (kind == "float32" and getattr(value, "shape", None) == ())


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception:  # deeper than Python shows, or what refuses to be
        return shown(value)


class LearningRateScheduler(Callback):
    """Before each epoch set the rate to `schedule(epoch, rate)`, which must return a float.

    Adds `learning_rate` to the epoch's logs; verbose=1 prints each change."""

    def __init__(self, schedule: Callable[..., float], verbose: int = 0) -> None:
        super().__init__()
        self.schedule = schedule
        self.verbose = verbose

    def on_epoch_begin(self, epoch: int, logs: Logs | None = None) -> None:
        for name, optimizer in optimizers_of(self.model):
            if not hasattr(optimizer, "learning_rate"):
                raise ValueError('Optimizer must have a "learning_rate" attribute.')
            rate = self._next_rate(epoch, read_rate(optimizer))
            if not _is_float(rate):
                raise ValueError(
                    f"The output of the `schedule` function should be a float. Got: {_text(rate)}"
                )
            optimizer.learning_rate = rate
            if self.verbose > 0:
                label = f"{name} " if name else ""
                print_msg(
                    f"\nEpoch {epoch + 1}: LearningRateScheduler setting {label}learning rate to "
                    f"{rate}."
                )

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        if logs is not None:
            log_rates(self.model, logs)

    def _next_rate(self, epoch: int, rate: float) -> Any:
        try:
            return self.schedule(epoch, rate)
        except TypeError as error:  # perhaps a schedule of the epoch alone, as in older scripts
            try:
                return self.schedule(epoch)
            except TypeError:
                raise error from None
