"""Owns ``convert_variables_to_constants_v2``: functions whose variables are constants."""

from __future__ import annotations

from pelton.compat.v1.wrapped.func_graph import graph_of
from pelton.compat.v1.wrapped.wrapped_function import WrappedFunction
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class FrozenFunction(WrappedFunction):
    """A concrete function as it was when its variables became constants."""

    def __init__(self, concrete: Any) -> None:
        graph = graph_of(concrete, is_frozen=True)
        super().__init__(graph, graph.inputs, graph.outputs)
        self.name = concrete.name
        self.structured_outputs = concrete.structured_outputs
        self.variables: tuple[Any, ...] = ()
        self._concrete = concrete

    @property
    def structured_input_signature(self) -> Any:
        """The arguments by position and by name."""
        return self._concrete.structured_input_signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function gives, flat, in a list."""
        tensors = [*flatten(args), *flatten([kwargs[name] for name in kwargs])]
        return super().__call__(*tensors)


def convert_variables_to_constants_v2(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> FrozenFunction:
    """A concrete function with the values that its variables have now; it returns a flat list, and
    its ``graph`` has no variables. Raises ValueError for a function that is not concrete."""
    if not hasattr(func, "_fresh_trace"):
        raise ValueError(
            f"convert_variables_to_constants_v2 takes a concrete function, got {func!r}"
        )
    return FrozenFunction(func)


def convert_variables_to_constants_v2_as_graph(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[FrozenFunction, Any]:
    """The function that ``convert_variables_to_constants_v2`` gives, and its GraphDef."""
    frozen = convert_variables_to_constants_v2(func)
    return frozen, frozen.graph.as_graph_def()
