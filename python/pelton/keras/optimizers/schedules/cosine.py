"""Owns the schedules that fall by half a cosine (Loshchilov and Hutter, "SGDR: Stochastic Gradient
Descent with Warm Restarts", 2017)."""

from __future__ import annotations

import math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.optimizers.schedules.decay import Decay
from pelton.ops.array.creation import constant


def half_cosine(done: Tensor) -> Tensor:
    """1 where nothing is done, 0 where all is."""
    return 0.5 * (1.0 + _ops.cos(math.pi * done))


class CosineDecay(Decay):
    """By half a cosine within decay_steps, to `alpha` times where it started. With a
    `warmup_target` it starts there, after a straight line of warmup_steps from
    initial_learning_rate. Raises ValueError for decay_steps that are not positive."""

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        alpha: float = 0.0,
        name: str = "CosineDecay",
        warmup_target: float | None = None,
        warmup_steps: float = 0,
    ) -> None:
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            alpha=alpha,
            name=name,
            warmup_target=warmup_target,
            warmup_steps=warmup_steps,
        )
        self.check("initial_learning_rate", "alpha", "warmup_steps", above_zero="decay_steps")
        if warmup_target is not None:
            self.check("warmup_target")

    def rate(self, step: Tensor) -> Tensor:
        start = self.number("initial_learning_rate")
        if self.warmup_target is None:
            return start * self._left(step)
        target, steps = self.number("warmup_target"), self.number("warmup_steps")
        falling = target * self._left(step - steps)
        if steps <= 0:
            return falling
        rising = (constant(target, step.dtype) - start) * (step / steps) + start
        return _ops.where(step < steps, rising, falling)

    def _left(self, step: Tensor) -> Tensor:
        span, alpha = self.number("decay_steps"), self.number("alpha")
        return (1.0 - alpha) * half_cosine(_ops.minimum(step, span) / span) + alpha


class CosineDecayRestarts(Decay):
    """CosineDecay that starts again: each run is t_mul times as long as the one before and starts
    at m_mul times its height; the first takes first_decay_steps.

    Raises ValueError for first_decay_steps or a t_mul that are not positive."""

    def __init__(
        self,
        initial_learning_rate: float,
        first_decay_steps: float,
        t_mul: float = 2.0,
        m_mul: float = 1.0,
        alpha: float = 0.0,
        name: str = "SGDRDecay",
    ) -> None:
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            first_decay_steps=first_decay_steps,
            t_mul=t_mul,
            m_mul=m_mul,
            alpha=alpha,
            name=name,
        )
        self.check("initial_learning_rate", "m_mul", "alpha", above_zero="first_decay_steps")
        self.check(above_zero="t_mul")

    def rate(self, step: Tensor) -> Tensor:
        run, done = self._place(step / self.number("first_decay_steps"))
        alpha = self.number("alpha")
        left = half_cosine(done) * _ops.pow(self.number("m_mul"), run)
        return self.number("initial_learning_rate") * ((1.0 - alpha) * left + alpha)

    def _place(self, turns: Tensor) -> tuple[Tensor, Tensor]:
        """The number of the run and which share of it is done, after `turns` first runs' steps."""
        growth = self.number("t_mul")
        if growth == 1.0:
            run = _ops.floor(turns)
            return run, turns - run
        run = _ops.floor(_ops.log(1.0 + turns * (growth - 1.0)) / math.log(growth))
        late = self._done(run, turns) >= 1.0  # where the logarithm was rounded down
        run = _ops.where(late, run + 1.0, run)
        return run, self._done(run, turns)

    def _done(self, run: Tensor, turns: Tensor) -> Tensor:
        """The share of a run; all before it took (growth^run - 1) / (growth - 1) first runs."""
        growth = self.number("t_mul")
        length = _ops.pow(growth, run)
        return (turns - (length - 1.0) / (growth - 1.0)) / length
