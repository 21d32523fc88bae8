"""Owns the schedules that fall by a power, a root, a quotient or in stairs."""

from __future__ import annotations

from collections.abc import Sequence

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.optimizers.schedules.decay import Decay
from pelton.ops.array.creation import constant


class StairDecay(Decay):
    """What ExponentialDecay and InverseTimeDecay share: their arguments and how they count."""

    staircase: bool

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool,
        name: str,
    ) -> None:
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            decay_rate=decay_rate,
            staircase=staircase,
            name=name,
        )
        self.check("initial_learning_rate", "decay_rate", above_zero="decay_steps")

    def turns(self, step: Tensor) -> Tensor:
        """How often decay_steps went by; whole times only with `staircase`."""
        turns = step / self.number("decay_steps")
        return _ops.floor(turns) if self.staircase else turns


class ExponentialDecay(StairDecay):
    """initial_learning_rate * decay_rate ** (step / decay_steps); `staircase` rounds the exponent
    down. Raises ValueError for decay_steps that are not positive."""

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool = False,
        name: str = "ExponentialDecay",
    ) -> None:
        super().__init__(initial_learning_rate, decay_steps, decay_rate, staircase, name)

    def rate(self, step: Tensor) -> Tensor:
        factor = _ops.pow(self.number("decay_rate"), self.turns(step))
        return self.number("initial_learning_rate") * factor


class InverseTimeDecay(StairDecay):
    """initial_learning_rate / (1 + decay_rate * step / decay_steps); `staircase` rounds the
    quotient down. Raises ValueError for decay_steps that are not positive."""

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool = False,
        name: str = "InverseTimeDecay",
    ) -> None:
        super().__init__(initial_learning_rate, decay_steps, decay_rate, staircase, name)

    def rate(self, step: Tensor) -> Tensor:
        divisor = 1.0 + self.number("decay_rate") * self.turns(step)
        return self.number("initial_learning_rate") / divisor


class PolynomialDecay(Decay):
    """From initial_learning_rate to end_learning_rate within decay_steps, by
    (1 - step / decay_steps) ** power; with `cycle` the span grows to the next multiple of
    decay_steps in place of ending. Raises ValueError for decay_steps that are not positive."""

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        end_learning_rate: float = 0.0001,
        power: float = 1.0,
        cycle: bool = False,
        name: str = "PolynomialDecay",
    ) -> None:
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            end_learning_rate=end_learning_rate,
            power=power,
            cycle=cycle,
            name=name,
        )
        self.check("initial_learning_rate", "end_learning_rate", "power", above_zero="decay_steps")

    def rate(self, step: Tensor) -> Tensor:
        span = self.number("decay_steps")
        if self.cycle:
            span = span * _ops.maximum(_ops.ceil(step / span), 1.0)
        else:
            step = _ops.minimum(step, span)
        first, end = self.number("initial_learning_rate"), self.number("end_learning_rate")
        left = _ops.pow(1.0 - step / span, self.number("power"))
        return (constant(first, step.dtype) - end) * left + end


class PiecewiseConstantDecay(Decay):
    """values[i] up to and including step boundaries[i], values[-1] after the last one.

    Raises ValueError unless there is one value more than boundaries and these do not fall."""

    def __init__(
        self,
        boundaries: Sequence[float],
        values: Sequence[float],
        name: str = "PiecewiseConstant",
    ) -> None:
        super().__init__(
            boundaries=boundaries,
            values=values,
            name=name,
        )
        owner = type(self).__name__
        for argument in ("boundaries", "values"):
            self._numbers(argument)
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of "
                f"length {len(values)}. [{owner}]"
            )
        bounds = self._numbers("boundaries")
        if any(low > high for low, high in zip(bounds, bounds[1:], strict=False)):
            raise ValueError(
                f"Argument `boundaries` must not fall. Received: boundaries={boundaries} [{owner}]"
            )

    def rate(self, step: Tensor) -> Tensor:
        values = self._numbers("values")
        rate = step * 0.0 + values[0]
        for boundary, value in zip(self._numbers("boundaries"), values[1:], strict=True):
            rate = _ops.where(step > boundary, value, rate)
        return rate

    def _numbers(self, argument: str) -> list[float]:
        given = getattr(self, argument)
        try:
            if isinstance(given, str):
                raise TypeError
            return [float(value) for value in given]
        except (TypeError, ValueError):
            raise ValueError(
                f"Argument `{argument}` should be a list of numbers. Received: "
                f"{argument}={given} [{type(self).__name__}]"
            ) from None
