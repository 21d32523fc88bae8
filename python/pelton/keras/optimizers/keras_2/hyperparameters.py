"""Numbers of Keras 2's optimizers, which are variables once the optimizer is used: set_hyper and
get_hyper by name, the rate of a step and what `decay` makes of it."""

from __future__ import annotations

from typing import Any

from pelton._core import Variable, init_scope
from pelton._core import ops as _ops
from pelton.keras.optimizers.schedules import LearningRateSchedule

_RATE = "learning_rate"


class Hyperparameters:
    """What an optimizer of Keras 2 keeps by name; attributes of these names are theirs."""

    _hyper: dict[str, Any]
    _initial_decay: float

    def _set_hyper(self, name: str, value: Any) -> None:
        """A number, a tensor, a schedule or a function without arguments that gives one."""
        held = self._hyper.get(name)
        if isinstance(held, Variable) and not callable(value):
            held.assign(value)
        else:
            self._hyper[name] = value

    def _get_hyper(self, name: str, dtype: Any = None) -> Any:
        """The number as a tensor of `dtype`, or the schedule."""
        self._create_hypers()
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            return value
        value = value() if callable(value) and not isinstance(value, Variable) else value
        return value if dtype is None else _ops.cast(value, dtype)

    def _create_hypers(self) -> None:
        """Numbers become variables, which a later step reads anew."""
        with init_scope():
            for name, value in self._hyper.items():
                if not callable(value) and not isinstance(value, Variable):
                    self._hyper[name] = Variable(value, trainable=False, name=name)

    def _serialize_hyperparameter(self, name: str) -> Any:
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            from pelton.keras.optimizers import schedules

            return schedules.serialize(value)
        value = value() if callable(value) and not isinstance(value, Variable) else value
        return value.numpy().item() if hasattr(value, "numpy") else value

    def _decayed_lr(self, var_dtype: Any) -> Any:
        """The rate of the step that is taken now, in `var_dtype`."""
        rate = self._get_hyper(_RATE, var_dtype)
        steps = _ops.cast(self.iterations, var_dtype)  # type: ignore[attr-defined]
        if isinstance(rate, LearningRateSchedule):
            rate = _ops.cast(rate(steps), var_dtype)
        if self._initial_decay > 0.0:
            rate = rate / (1.0 + self._initial_decay * steps)
        return rate

    @property
    def learning_rate(self) -> Any:
        """The rate as a variable, or the schedule."""
        return self._get_hyper(_RATE)

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        self._set_hyper(_RATE, value)

    lr = learning_rate

    def __getattr__(self, name: str) -> Any:
        hyper = self.__dict__.get("_hyper", {})
        if name in hyper:
            return self._get_hyper(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("_hyper", ()) and name != _RATE:
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)
