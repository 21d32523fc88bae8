"""Owns ``tf.compat.v1.wrap_function``: functions that build graphs, as functions of tensors."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.operation import EngineOperation, Operation
from pelton.compat.v1.wrapped.func_graph import FuncGraph
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class WrappedFunction:
    """What a graph gives at some of its nodes for tensors in the place of others.

    Variables of the graph begin with their initial values and are one for all functions that are
    pruned of it."""

    def __init__(self, graph: Any, feeds: Any, fetches: Any, session: Any = None) -> None:
        from pelton.compat.v1.session import Session

        self.graph = graph
        self.structured_outputs = fetches
        self._feeds = [graph.as_graph_element(one) for one in flatten(feeds)]
        self._fetches = map_structure(graph.as_graph_element, fetches)
        self._session = Session(graph=graph) if session is None else session
        self._is_ready = False

    @property
    def inputs(self) -> list[Any]:
        """The tensors that arguments take the place of."""
        return list(self._feeds)

    @property
    def outputs(self) -> list[Any]:
        """The tensors that it gives, flat."""
        return [one for one in flatten(self._fetches) if not _is_node(one)]

    @property
    def structured_input_signature(self) -> Any:
        """The specs of its arguments, all by position."""
        from pelton.tensors.tensor_spec import TensorSpec

        specs = [TensorSpec(one.shape, one.dtype, _name(one)) for one in self._feeds]
        return tuple(specs), {}

    def prune(
        self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None
    ) -> WrappedFunction:
        """A function of the same graph and variables, of the tensors `feeds` and what they are
        named by, which gives what `fetches` nests."""
        made = WrappedFunction(self.graph, feeds, fetches, self._session)
        made._is_ready = self._is_ready
        return made

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the graph gives for these tensors, by position or by the names of placeholders.
        Raises TypeError for another number of them or an unknown name."""
        values = [_functions.convert(one) for one in flatten(args)]
        by_name = {_name(one): one for one in self._feeds}
        unknown = sorted(set(kwargs) - set(by_name))
        if unknown or len(values) + len(kwargs) != len(self._feeds):
            raise TypeError(
                f"expected {len(self._feeds)} tensors ({', '.join(by_name)}), got {len(values)} "
                f"and {sorted(kwargs)}"
            )
        fed = {one: kwargs.get(_name(one)) for one in self._feeds if _name(one) in kwargs}
        rest = [one for one in self._feeds if _name(one) not in kwargs]
        fed.update(zip(rest, values, strict=True))
        self._begin()
        wanted = flatten(self._fetches)
        found = self._session.run(wanted, {key: _array(value) for key, value in fed.items()})
        leaves = [
            None if _is_node(one) else _functions.convert(value, one.dtype)
            for one, value in zip(wanted, found, strict=True)
        ]
        return pack_sequence_as(self._fetches, leaves)

    def _begin(self) -> None:
        """Gives variables their initial values, once."""
        if self._is_ready:
            return
        from pelton.compat.v1.graph_ops import global_variables_initializer

        with self.graph.as_default():
            self._session.run(global_variables_initializer())
        self._is_ready = True

    def __repr__(self) -> str:
        return f"<WrappedFunction of {self.graph!r}>"


def _array(value: Any) -> Any:
    tensor = _functions.convert(value)
    return tensor.numpy()


def _is_node(value: Any) -> bool:
    return value is None or isinstance(value, (Operation, EngineOperation))


def _name(tensor: Any) -> str:
    return str(tensor.name).rpartition(":")[0]


def wrap_function(
    fn: Callable[..., Any], signature: Sequence[Any], name: str | None = None
) -> WrappedFunction:
    """``fn``, called once within a graph with a placeholder for each spec of `signature`, as a
    function of tensors."""
    from pelton.compat.v1.graph_ops import placeholder

    graph = FuncGraph(name or getattr(fn, "__name__", "wrapped"))
    with graph.as_default():
        specs = flatten(list(signature))
        graph.inputs = [
            placeholder(one.dtype, one.shape, name=one.name or f"args_{place}")
            for place, one in enumerate(specs)
        ]
        made = fn(*pack_sequence_as(list(signature), graph.inputs))
    graph.structured_outputs = made
    graph.outputs = [one for one in flatten(made) if one is not None]
    return WrappedFunction(graph, graph.inputs, made)
