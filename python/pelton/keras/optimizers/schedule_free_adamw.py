"""ScheduleFreeAdamW: steps of AdamW whose average stands in for a schedule of the rate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelton._core import ops as _ops
from pelton._core import optimizers as _optimizers
from pelton.keras.optimizers import settings

_Base = _optimizers.Optimizer
_NUMBERS = ("beta_1", "beta_2", "epsilon", "warmup_steps")


class ScheduleFreeAdamW(_Base):
    """Two sequences per variable: z steps by gradients over the root of their mean squares, x is
    the mean of all z so far; the variable is (1 - beta_1) z + beta_1 x. The slot `momentum` holds
    z. In the first `warmup_steps` steps the rate grows linearly.

    Source: The Road Less Scheduled (Defazio et al., 2024), with Keras's slots."""

    def __init__(
        self,
        learning_rate: Any = 0.0025,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-8,
        warmup_steps: int = 0,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        given = locals()
        shared = {name: given[name] for name in settings.SHARED}
        shared["weight_decay"] = weight_decay
        settings.take_shared(self, _Base, name=name, **shared, **kwargs)
        settings.take(self, {}, {name: given[name] for name in _NUMBERS})

    def build(self, variables: Sequence[Any]) -> None:
        """Makes z, which begins at the variables' values, and the mean squares of gradients."""
        if self.built:
            return
        super().build(variables)
        slots = self.add_optimizer_variables(variables, ["momentum", "velocity"])
        self._slots = list(zip(*slots, strict=True))
        for variable, (z, _) in zip(variables, self._slots, strict=True):
            self.assign(z, variable + 0)

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """One step of one variable."""
        dtype = variable.dtype
        z, squares = self._slots[self._get_variable_index(variable)]
        gradient, rate = _ops.cast(gradient, dtype), _ops.cast(learning_rate, dtype)
        step = _ops.cast(self.iterations + 1, dtype)
        if self.warmup_steps > 0:
            rate = rate * _ops.minimum(step / self.warmup_steps, _ops.cast(1.0, dtype))
        self.assign(squares, squares + (_ops.square(gradient) - squares) * (1.0 - self.beta_2))
        share = 1.0 - _ops.pow(_ops.cast(self.beta_2, dtype), step)
        change = rate * gradient / (_ops.sqrt(squares / share) + self.epsilon)
        self.assign(z, z - change)
        # By the new z, as Keras on TensorFlow has it, whose variables are read when they are used.
        mean = (variable - z * (1.0 - self.beta_1)) / self.beta_1
        mean = mean * (1.0 - 1.0 / step) + z * (1.0 / step)
        self.assign(variable, z * (1.0 - self.beta_1) + mean * self.beta_1)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **{name: getattr(self, name) for name in _NUMBERS}}
