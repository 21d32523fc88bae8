"""Adafactor: steps by gradients over the root of their mean squares, of which matrices keep only
those of rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core import optimizers as _optimizers
from pelton.keras.optimizers import settings

_Base = _optimizers.Optimizer
_NUMBERS = ("beta_2_decay", "epsilon_1", "epsilon_2", "clip_threshold")


def _name(variable: Any) -> str:
    """The variable's, without the number of an output."""
    return str(variable.name).partition(":")[0]


def _rms(x: Any) -> Any:
    return _ops.sqrt(_ops.reduce_mean(_ops.square(x)))


def _squares(gradient: Any) -> Any:
    """Its squares; of a gradient in slices, which an embedding has, the sums of theirs."""
    slices = _functions.slices_of(gradient)
    if slices is None:
        return _ops.square(gradient)
    rows, indices = slices
    return _ops.scatter_add(_ops.square(rows), indices, shape=gradient.shape)


class Adafactor(_Base):
    """Adaptive steps in sublinear memory. The decay of the mean squares is 1 - step^beta_2_decay;
    steps are at least `epsilon_2` times the parameters' root mean square, and their own is cut at
    `clip_threshold`. With `relative_step` the rate falls with the root of the step.

    Source: Adafactor (Shazeer and Stern, 2018), with Keras's slots."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_2_decay: float = -0.8,
        epsilon_1: float = 1e-30,
        epsilon_2: float = 1e-3,
        clip_threshold: float = 1.0,
        relative_step: bool = True,
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
        settings.take_shared(self, _Base, name=name or "adafactor", **shared, **kwargs)
        numbers = {name: given[name] for name in _NUMBERS}
        settings.take(self, {"relative_step": relative_step}, numbers)

    def build(self, variables: Sequence[Any]) -> None:
        """Makes the mean squares of `variables`: of rows, of columns, and of all elements."""
        if self.built:
            return
        super().build(variables)
        self._slots = []
        for variable in variables:
            shape = tuple(variable.shape)
            is_matrix = len(shape) >= 2  # else both are one unused number, as in Keras's files
            sizes = (shape[:-1], (*shape[:-2], shape[-1])) if is_matrix else ((), ())
            dtype = variable.dtype if is_matrix else "int32"
            rows, columns = (
                self.add_variable(one, dtype=dtype, name=_name(variable)) for one in sizes
            )
            squares = self.add_variable_from_reference(variable, name="velocity")
            self._slots.append((rows, columns, squares))

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """One step of one variable."""
        dtype = variable.dtype
        squared = _ops.cast(_squares(gradient), dtype)
        gradient = _ops.cast(gradient, dtype)
        step = _ops.cast(self.iterations + 1, dtype)
        least = 1.0 / _ops.sqrt(step)
        rate = _ops.minimum(_ops.cast(learning_rate, dtype), least)
        size = _ops.maximum(_rms(variable), _ops.cast(self.epsilon_2, dtype))
        decay = 1.0 - _ops.pow(step, _ops.cast(self.beta_2_decay, dtype))
        squares = self._mean_squares(variable, squared + self.epsilon_1, decay)
        change = gradient / _ops.sqrt(squares)
        length = _ops.sqrt(_ops.reduce_mean(squared / squares))
        cut = _ops.maximum(length / self.clip_threshold, _ops.cast(1.0, dtype))
        self.assign_sub(variable, size * rate * change / cut)

    def _mean_squares(self, variable: Any, squared: Any, decay: Any) -> Any:
        """The new ones, which the slots keep."""
        rows, columns, squares = self._slots[self._get_variable_index(variable)]
        if len(variable.shape) < 2:
            self.assign(squares, decay * squares + (1.0 - decay) * squared)
            return squares
        by_row = _ops.reduce_mean(squared, axis=[-1])
        by_column = _ops.reduce_mean(squared, axis=[-2])
        self.assign(rows, decay * rows + (1.0 - decay) * by_row)
        self.assign(columns, decay * columns + (1.0 - decay) * by_column)
        share = rows / _ops.reduce_mean(rows, axis=[-1], keepdims=True)
        self.assign(squares, share[..., None] * columns[..., None, :])
        return squares

    def get_config(self) -> dict[str, Any]:
        names = (*_NUMBERS, "relative_step")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}
