"""Owns ExponentialMovingAverage: shadows of variables that follow them slowly."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.graph_ops import global_variables, group, trainable_variables
from pelton.compat.v1.operation import is_of_operation
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class ExponentialMovingAverage:
    """shadow -= (1 - decay) * (shadow - variable) each time that what `apply` gave runs.

    With `num_updates` the decay is at most (1 + num_updates) / (10 + num_updates). With
    `zero_debias` ValueError is raised: it is not there."""

    def __init__(
        self, decay: Any, num_updates: Any = None, zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:  # fmt: skip
        if zero_debias:
            raise ValueError("ExponentialMovingAverage: `zero_debias` must be False, got True")
        self._decay = decay
        self._num_updates = num_updates
        self._name = name
        self._averages: dict[Any, RefVariable] = {}  # by variable, or name of a tensor

    @property
    def name(self) -> str:
        """What the names of shadows end in."""
        return self._name

    def _rate(self) -> Any:
        if self._num_updates is None:
            return 1.0 - self._decay
        given = self._num_updates
        count = given.value() if isinstance(given, RefVariable) else _functions.convert(given)
        count = _ops.cast(count, "float32")
        return 1.0 - _ops.minimum(
            _functions.convert(self._decay, "float32"), (1.0 + count) / (10.0 + count)
        )

    def _shadow(self, variable: RefVariable) -> RefVariable:
        graph = get_default_graph()
        with graph.name_scope(None):
            return RefVariable(
                variable.initialized_value(), trainable=False,
                name=f"{variable.op.name}/{self._name}",
            )  # fmt: skip

    def apply(self, var_list: Sequence[Any] | None = None) -> Any:
        """An operation that moves the shadows of `var_list`, variables and tensors, or of all
        trainable variables. Shadows of tensors begin with zeros.

        Raises TypeError for what is neither or has no floating dtype."""
        found = trainable_variables() if var_list is None else list(var_list)
        for one in found:
            is_one = isinstance(one, RefVariable) or is_of_operation(one)
            if not is_one or not one.dtype.is_floating:
                raise TypeError(f"ExponentialMovingAverage.apply: a floating variable, got {one!r}")
            if _key(one) not in self._averages:
                is_variable = isinstance(one, RefVariable)
                self._averages[_key(one)] = self._shadow(one) if is_variable else self._zeros(one)
                if is_variable:
                    moved = GraphKeys.MOVING_AVERAGE_VARIABLES
                    get_default_graph().add_to_collection(moved, one)
        rate = self._rate()
        steps = []
        for one in found:
            shadow = self._averages[_key(one)]
            value = one.read_value() if isinstance(one, RefVariable) else one
            steps.append(shadow.assign_sub((shadow.value() - value) * rate))
        return group(*steps, name=self._name)

    def _zeros(self, tensor: Any) -> RefVariable:
        """A variable of zeros for a tensor."""
        from pelton.ops.array.creation import zeros

        sizes = [int(size) for size in tensor.shape]
        with get_default_graph().name_scope(None):
            return RefVariable(
                zeros(sizes, tensor.dtype), trainable=False, name=f"{tensor.op.name}/{self._name}"
            )

    def average(self, var: RefVariable) -> RefVariable | None:
        """The variable's shadow; None before apply."""
        return self._averages.get(_key(var))

    def average_name(self, var: RefVariable) -> str:
        """The shadow's name in checkpoints."""
        found = self._averages.get(_key(var))
        return f"{var.op.name}/{self._name}" if found is None else found.op.name

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, RefVariable]:
        """For a Saver: variables under the names of their shadows, others under their own."""
        averaged = moving_avg_variables
        if averaged is None:
            moved = get_default_graph().get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES)
            averaged = [*trainable_variables(), *moved]
        names = {self.average_name(one): one for one in averaged}
        shadows = list(self._averages.values())
        rest = [one for one in global_variables() if one not in averaged and one not in shadows]
        return {**names, **{one.op.name: one for one in rest}}


def _key(value: Any) -> Any:
    """What tells a variable, or a tensor, from others."""
    return value.name if is_of_operation(value) else value
