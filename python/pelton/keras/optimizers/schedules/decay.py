"""Owns Decay, what all schedules share: their arguments, their config and the kinds of steps that
they are called with. Knows no formula."""

from __future__ import annotations

from typing import Any

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton._core.optimizers import LearningRateSchedule
from pelton.device import device
from pelton.keras.backend import floatx
from pelton.ops.array.creation import constant


class Decay(LearningRateSchedule):
    """A schedule of `arguments`: its attributes, and in that order its config."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__()
        self._names = tuple(arguments)
        vars(self).update(arguments)

    def __call__(self, step: Any) -> Tensor:
        """The rate of step number `step`, counted from 0: a scalar of keras.backend.floatx(), or
        one for each element of a tensor of steps."""
        dtype = floatx()
        if isinstance(step, (int, float)):
            with device("/CPU:0"):  # where optimizers keep their counters
                return self.rate(constant(step, dtype))
        return self.rate(_ops.cast(step, dtype))

    def rate(self, step: Tensor) -> Tensor:
        """The formula, in the dtype of the step, as Keras computes it."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {name: getattr(self, name) for name in self._names}

    def number(self, argument: str) -> float:
        """The attribute as a float; raises ValueError, naming class and argument, if it is none."""
        value = getattr(self, argument)
        try:
            if isinstance(value, str):
                raise TypeError
            return float(value)
        except (TypeError, ValueError):
            raise ValueError(
                f"Argument `{argument}` should be a number. Received: {argument}={value} "
                f"[{type(self).__name__}]"
            ) from None

    def check(self, *arguments: str, above_zero: str | None = None) -> None:
        """Raises ValueError unless all are numbers and `above_zero` is a positive one."""
        for argument in arguments:
            self.number(argument)
        if above_zero is not None and not self.number(above_zero) > 0:
            raise ValueError(
                f"Argument `{above_zero}` must be > 0. "
                f"Received: {above_zero}={getattr(self, above_zero)} [{type(self).__name__}]"
            )
