"""How a stateful layer keeps the states of a call for the next one."""

from __future__ import annotations

from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import layers as _core

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor


class Held:
    """Variables that are no weights of the layer that holds them."""

    def __init__(self, variables: Any) -> None:
        self.variables = variables


def state_variable(layer: Any, start: Tensor) -> Any:
    """A variable of the layer's path that begins as `start`; none of its weights."""
    variable = Variable(start, trainable=False, name="rnn_state")
    before = layer.weights[0].path.split(f"{layer.name}/")[0] if layer.weights else ""
    _core._set_path(variable, f"{before}{layer.name}/rnn_state")
    return variable


def keep(variables: Sequence[Any], states: Sequence[Tensor]) -> None:
    """Assigns the states, unless they are of a model's graph: within the symbolic trace of a
    function what a variable holds is symbolic too."""
    is_traced = _functions.is_symbolic(_functions.convert(variables[0]))
    if is_traced or not _functions.is_symbolic(states[0]):
        for variable, state in zip(variables, states, strict=True):
            variable.assign(state)
