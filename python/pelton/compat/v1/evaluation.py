"""Owns Plan: what must run, in which order, for some fetches and feeds of a graph, and Run, one
such run within a session."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import layers as _layers
from pelton.compat.v1.operation import Operation, is_of_operation
from pelton.compat.v1.unranked import UnrankedTensor
from pelton.compat.v1.variables import RefVariable
from pelton.errors import InvalidArgumentError
from pelton.gradient_tape import GradientTape
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pelton.compat.v1.graph import Graph
    from pelton.compat.v1.session import Session

Place = tuple[object, int]


class _Call:
    """A call of an op of the engine, by one of its outputs."""

    def __init__(self, tensor: Any, arguments: list[Any], named: list[Any]) -> None:
        self.tensor = tensor
        self.arguments = arguments
        self.named = named

    def leaves(self) -> list[Any]:
        return [*self.arguments, *self.named]


class _LayerCall:
    """A call of a Keras layer, or of a function of keras.ops, on symbolic tensors."""

    def __init__(self, node: Any) -> None:
        self.node = node
        self.call = node.layer if hasattr(node, "layer") else node.function

    def leaves(self) -> list[Any]:
        return flatten((self.node.args, self.node.kwargs))


Maker = Operation | _Call | _LayerCall | None


def _maker(tensor: Any) -> tuple[Any, Maker, int]:
    """(key, what gave a symbolic tensor, number of the output)."""
    if isinstance(tensor, UnrankedTensor):
        return id(tensor.op), tensor.op, tensor.index
    found = _layers._history(tensor)
    if found is not None:
        node, index = found
        return id(node), node if isinstance(node, Operation) else _LayerCall(node), index
    call = _layers._call_of(tensor)
    if call is None:
        return tensor.name, None, 0
    key, index, _, arguments, named = call
    return key, _Call(tensor, arguments, named), index


def place_of(tensor: Any) -> Place:
    """What tells a symbolic tensor from others."""
    key, _, index = _maker(tensor)
    return key, index


class Plan:
    """The steps that give `fetches`, tensors and operations, when the places `fed` are known."""

    def __init__(self, fetches: Iterable[Any], fed: Iterable[Place]) -> None:
        self.fetches = list(fetches)
        self.fed = list(fed)
        self.steps: list[tuple[Any, Maker, list[Any]]] = []  # key, maker, leaves of its arguments
        self.reads: dict[RefVariable, None] = {}
        self.gradients: list[Operation] = []
        self.drawn: list[Operation] = []  # whose outputs are drawn anew for each run
        self._held: list[Any] = []  # tensors, so that ids in keys stay theirs
        self._done = {key for key, _ in self.fed}
        for fetch in self.fetches:
            self._visit(fetch)

    def _visit(self, wanted: Any) -> None:
        """Adds what `wanted` needs, without recursion: graphs may be long."""
        ahead: list[tuple[Any, Any]] = [(wanted, None)]
        while ahead:
            item, ready = ahead.pop()
            if ready is not None:
                self.steps.append(ready)
                continue
            if isinstance(item, RefVariable):
                self.reads[item] = None
                continue
            key, maker = self._key_of(item)
            if key is None or key in self._done:
                continue
            self._done.add(key)
            leaves = maker.leaves() if maker is not None else []
            ahead.append((None, (key, maker, leaves)))
            if isinstance(maker, Operation):
                if maker.draw is not None:
                    self.drawn.append(maker)
                if maker.type == "Gradients" and "xs" in maker.kwargs:
                    self.gradients.append(maker)
                ahead.extend((one, None) for one in reversed(leaves))
                ahead.extend((one, None) for one in reversed(maker.control_inputs))
            else:
                ahead.extend((one, None) for one in reversed(leaves))

    def check_graph(self, graph: Graph) -> None:
        """Raises ValueError where a node is of another graph."""
        for _, maker, _ in self.steps:
            if isinstance(maker, Operation) and not graph.holds(maker.graph):
                raise ValueError(
                    f"Tensor or operation {maker.name!r} is not an element of this graph."
                )

    def _key_of(self, item: Any) -> tuple[Any, Maker]:
        if isinstance(item, Operation):
            return id(item), item
        if not is_of_operation(item):
            return None, None
        self._held.append(item)
        key, maker, _ = _maker(item)
        return key, maker

    def not_from(self, places: list[Place]) -> list[Any]:
        """The tensors that do not follow from `places`, but are used by what does."""
        dependent = {key for key, _ in places}
        found: dict[Place, Any] = {}
        for key, _, leaves in self.steps:
            symbolic = [leaf for leaf in leaves if is_of_operation(leaf)]
            if any(place_of(leaf)[0] in dependent for leaf in symbolic):
                dependent.add(key)
                for leaf in symbolic:
                    if place_of(leaf)[0] not in dependent:
                        found[place_of(leaf)] = leaf
        for fetch in self.fetches:
            if is_of_operation(fetch) and place_of(fetch)[0] not in dependent:
                found[place_of(fetch)] = fetch
        return list(found.values())

    def operations(self) -> list[tuple[str, str, str]]:
        """(name, type, device asked for) of each step, in order."""
        found = []
        for _, maker, _ in self.steps:
            if isinstance(maker, Operation):
                found.append((maker.name, maker.type, maker.device))
            elif isinstance(maker, _Call):
                kind, device = _layers._call_place(maker.tensor)
                found.append((maker.tensor.name.rpartition(":")[0], kind, device))
        return found


class Run:
    """One run of a plan in a session: the values so far and the tapes of its gradients."""

    def __init__(self, session: Session, plan: Plan, outer: Run | None = None) -> None:
        self.session = session
        self._plan = plan
        self._known: dict[Place, Any] = {} if outer is None else dict(outer._known)
        self._tapes: dict[int, Any] = {}
        self._watched: dict[Place, list[Any]] = {} if outer is None else dict(outer._watched)

    def variable(self, reference: RefVariable) -> Any:
        """The session's variable behind a RefVariable."""
        return self.session.variable(reference)

    def fetch(self, feeds: list[Any]) -> list[Any]:
        """Values of the plan's fetches, None for operations."""
        self._begin_tapes()
        try:
            for place, value in zip(self._plan.fed, feeds, strict=True):
                self._know(place, value)
            for key, maker, leaves in self._plan.steps:
                self._step(key, maker, leaves)
            return [self._fetched(one) for one in self._plan.fetches]
        finally:
            for tape in self._tapes.values():
                tape.__exit__(None, None, None)

    def _begin_tapes(self) -> None:
        for operation in self._plan.gradients:
            tape = GradientTape()
            tape.__enter__()
            self._tapes[id(operation)] = tape
            for source in operation.kwargs["xs"]:
                if isinstance(source, RefVariable):
                    tape.watch(self.variable(source))
                elif is_of_operation(source):
                    self._watched.setdefault(place_of(source), []).append(tape)

    def _know(self, place: Place, value: Any) -> None:
        self._known[place] = value
        for tape in self._watched.get(place, ()):
            tape.watch(value)

    def _fetched(self, fetch: Any) -> Any:
        if isinstance(fetch, Operation):
            return None
        if isinstance(fetch, RefVariable):
            return self.variable(fetch).value()
        return self.value(fetch)

    def value(self, leaf: Any) -> Any:
        """The value of a symbolic tensor, or variable; anything else as it is."""
        if isinstance(leaf, RefVariable):
            return self.variable(leaf)
        return self._known[place_of(leaf)] if is_of_operation(leaf) else leaf

    def gradient(self, operation: Operation, ys: list[Any], xs: list[Any], grads: Any) -> list[Any]:
        """What the operation's tape gives for the values of ys and xs."""
        found: list[Any] = self._tapes[id(operation)].gradient(
            ys, xs, output_gradients=grads, unconnected_gradients="zero"
        )
        return [_functions.convert(one) for one in found]  # IndexedSlices too

    def jacobian(self, operation: Operation, y: Any, x: Any) -> Any:
        """The derivative of each element of y by each of x, from the operation's tape."""
        return self._tapes[id(operation)].jacobian(y, x)

    def _step(self, key: Any, maker: Maker, leaves: list[Any]) -> None:
        if (key, 0) in self._known:
            return
        if maker is None:
            raise InvalidArgumentError(f"no value is fed for {key!r}, which no operation gives")
        values = [self.value(leaf) for leaf in leaves]
        if isinstance(maker, _Call):
            count = len(maker.arguments)
            made = _layers._run_call(maker.tensor, values[:count], values[count:])
        elif isinstance(maker, _LayerCall):
            args, kwargs = pack_sequence_as((maker.node.args, maker.node.kwargs), values)
            made = flatten(maker.call(*args, **kwargs))
        else:
            args, kwargs = pack_sequence_as([maker.args, maker.kwargs], values)
            if maker.takes_run:
                args = [self, *args]
            returned = maker.function(*args, **kwargs)
            made = flatten(returned) if maker.outputs else []
        for index, value in enumerate(made):
            self._know((key, index), value)
