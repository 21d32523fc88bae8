"""Owns ExponentialMovingAverage: shadows of variables that follow them slowly."""

from __future__ import annotations

from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor


class ExponentialMovingAverage:
    """shadow -= (1 - decay) * (shadow - variable) at each `apply`.

    With `num_updates` the decay is at most (1 + num_updates) / (10 + num_updates). `zero_debias`
    changes nothing for variables, whose shadows begin with their values."""

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._name = name
        self._averages: dict[int, tuple[Variable, Variable]] = {}

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    def _kept(self, dtype: Any) -> Tensor:
        decay = _ops.cast(_functions.convert(self._decay), dtype)
        if self._num_updates is None:
            return decay
        count = _ops.cast(_functions.convert(self._num_updates), dtype)
        return _ops.minimum(decay, (1.0 + count) / (10.0 + count))

    def apply(self, var_list: Sequence[Variable] | None = None) -> None:
        """Makes the shadows of `var_list` that there are none of, with the variables' values, and
        moves them; without a list those of none, as code that runs at once has no collections.
        Raises TypeError for what is no floating variable."""
        for variable in var_list or ():
            is_floating = isinstance(variable, Variable) and variable.dtype.is_floating
            if not is_floating:
                raise TypeError(
                    f"ExponentialMovingAverage: The variables must be half, float, or double: "
                    f"{variable!r}"
                )
            if id(variable) not in self._averages:
                name = self.average_name(variable)
                shadow = Variable(variable.read_value(), trainable=False, name=name)
                self._averages[id(variable)] = (variable, shadow)
            shadow = self._averages[id(variable)][1]
            rate = 1.0 - self._kept(variable.dtype)
            shadow.assign_sub(rate * (shadow - variable))

    def average_name(self, var: Variable) -> str:
        """The name of the shadow of a variable, such as "w/ExponentialMovingAverage"."""
        return f"{var.name.split(':')[0]}/{self._name}"

    def average(self, var: Variable) -> Variable | None:
        """The shadow of a variable, None where there is none."""
        found = self._averages.get(id(var))
        return None if found is None else found[1]


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
