"""Owns OptimizerState, what a graph knows of the state that an optimizer has in each session."""

from __future__ import annotations

from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.initialization import told

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def states_of(graph: Any) -> list[OptimizerState]:
    """The states of all optimizers whose steps are in the graph."""
    found: list[OptimizerState] = vars(graph).setdefault("_optimizer_states", [])
    return found


class OptimizerState:
    """The state of the optimizer `owner` for the variables that one of its steps changes.

    It stands among the optimizer's variables; `initializer` sets it back in the session that runs
    it."""

    trainable = False

    def __init__(self, owner: Any, targets: Any, name: str) -> None:
        self._owner, self._targets = owner, targets
        self.graph = get_default_graph()
        self.name = f"{name}/State:0"
        self._initializer: Any = None
        states_of(self.graph).append(self)

    @property
    def initializer(self) -> Any:
        """What sets the state back to that before the first step."""
        if self._initializer is None:
            from pelton.ops.array.creation import constant

            def reset(session: Any) -> Any:
                self._owner.reset(session, self._targets)
                return constant(True)

            name = self.name.replace(":0", "/Assign")
            with self.graph.as_default(), self.graph.control_dependencies(None):
                self._initializer = told("Assign", name, constant(True), reset)
        return self._initializer

    def __repr__(self) -> str:
        return f"<OptimizerState {self.name!r}>"
