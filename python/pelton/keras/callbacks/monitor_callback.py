"""What callbacks that watch one metric share: its direction and the test for improvement."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from pelton.keras.callbacks.callback import Callback
from pelton.keras.ops import greater, less


class MonitorCallback(Callback):
    """`mode` min or max says which way `monitor` improves; auto asks the model's metrics.

    A value must beat the best one by more than `min_delta`. As in Keras, the direction is
    found at the end of the first epoch, and one that cannot be found raises a ValueError."""

    def __init__(
        self,
        monitor: str = "val_loss",
        mode: str = "auto",
        baseline: float | None = None,
        min_delta: float = 0,
    ) -> None:
        super().__init__()
        if mode not in ("auto", "min", "max"):
            warnings.warn(
                f"{type(self).__name__} mode '{mode}' is unknown, fallback to auto mode.",
                stacklevel=3,
            )
            mode = "auto"
        self.monitor = monitor
        self.mode = mode
        self.best: Any = baseline
        self.min_delta = abs(min_delta)
        self.monitor_op: Callable[[Any, Any], Any] | None = None

    def _set_monitor_op(self) -> None:
        self.monitor_op = {"min": less, "max": greater}.get(self.mode)
        if self.monitor_op is None:
            self.monitor_op = self._direction_of(self.monitor.removeprefix("val_"))
        if self.monitor_op is less:
            self.min_delta *= -1

    def _direction_of(self, name: str) -> Callable[[Any, Any], Any]:
        if name == "loss":
            return less
        ahead = [*(getattr(self.model, "metrics", None) or ())]
        while ahead:
            metric = ahead.pop(0)
            if getattr(metric, "name", None) == name and hasattr(metric, "_direction"):
                return greater if metric._direction == "up" else less
            ahead += getattr(metric, "metrics", None) or ()
        raise ValueError(
            f"{type(self).__name__} callback received monitor={self.monitor}, but Keras isn't "
            "able to automatically determine whether that metric should be maximized or "
            "minimized. Pass `mode='max'` in order to monitor based on the highest metric value, "
            "or pass `mode='min'` in order to use the lowest value."
        )

    def _is_improvement(self, value: Any, reference: Any) -> bool:
        if reference is None or self.monitor_op is None:
            return True
        return bool(self.monitor_op(value - self.min_delta, reference))
