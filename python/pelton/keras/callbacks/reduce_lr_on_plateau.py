"""Lowers the learning rate when a metric stops improving. Knows the optimizer's rate only."""

from __future__ import annotations

import warnings
from typing import Any

from pelton.keras.callbacks.callback import Logs
from pelton.keras.callbacks.learning_rates import as_float32, log_rates, optimizers_of, read_rate
from pelton.keras.callbacks.monitor_callback import MonitorCallback
from pelton.keras.utils.console import print_msg


class ReduceLROnPlateau(MonitorCallback):
    """Multiply the rate by `factor` after `patience` epochs without improvement.

    Then wait `cooldown` epochs before counting again; the rate never falls below `min_lr`.
    Adds `learning_rate` to the epoch's logs."""

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(monitor, mode, min_delta=min_delta)
        if factor >= 1.0:
            raise ValueError(
                f"ReduceLROnPlateau does not support a factor >= 1.0. Received factor={factor}"
            )
        self.factor = factor
        self.patience = patience
        self.verbose = verbose
        self.cooldown = cooldown
        self.min_lr = min_lr
        self.cooldown_counter = 0
        self.wait = 0

    def on_train_begin(self, logs: Logs | None = None) -> None:
        self.best = None
        self.cooldown_counter = 0
        self.wait = 0

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        if self.monitor_op is None:
            self._set_monitor_op()
        logs = {} if logs is None else logs
        log_rates(self.model, logs)
        current = logs.get(self.monitor)
        if current is None:
            warnings.warn(
                f"Learning rate reduction is conditioned on metric `{self.monitor}` which is not "
                f"available. Available metrics are: {','.join(logs)}.",
                stacklevel=2,
            )
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self._is_improvement(current, self.best):
            self.best = current
            self.wait = 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(epoch)

    def in_cooldown(self) -> bool:
        """Whether epochs after a reduction are still being let pass."""
        return self.cooldown_counter > 0

    def _reduce(self, epoch: int) -> None:
        for name, optimizer in optimizers_of(self.model):
            old = read_rate(optimizer)
            if old <= as_float32(self.min_lr):
                continue
            new = max(old * self.factor, self.min_lr)
            optimizer.learning_rate = new
            self.cooldown_counter = self.cooldown
            self.wait = 0
            if self.verbose > 0:
                label = f" {name}" if name else ""
                print_msg(
                    f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing{label} learning rate to "
                    f"{new}."
                )
