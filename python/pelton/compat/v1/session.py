"""Owns Session: runs parts of a graph on fed values, with variables of its own."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton.compat.v1 import placement
from pelton.compat.v1.evaluation import Plan, Run, place_of
from pelton.compat.v1.graph import Graph, get_default_graph
from pelton.compat.v1.host_value import HostValue
from pelton.compat.v1.operation import EngineOperation, Operation, is_of_operation, operation_of
from pelton.compat.v1.unranked import UnrankedTensor
from pelton.compat.v1.variables import RefVariable
from pelton.errors import FailedPreconditionError
from pelton.names.named_refusals import shown, truth
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Sessions(threading.local):
    def __init__(self) -> None:
        self.stack: list[Session] = []


_sessions = _Sessions()


def get_default_session() -> Session | None:
    """The innermost session of ``with session:``, an InteractiveSession, or None."""
    return _sessions.stack[-1] if _sessions.stack else None


class _Prepared:
    """A plan with what has run of it: at first op by op, then from a trace."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.drawn: list[Any] = plan.drawn
        self.run_count = 0
        self.traced: Callable[[list[Any]], list[Any]] | None = None


class Session:
    """``Session(target="", graph=None, config=None)``.

    The first run of some fetches goes op by op, later ones of the same fetches and feeds run one
    traced program. Each session has its own values of variables."""

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        for name, given, wanted, kind in (
            ("target", target, (str, bytes), "a string"),
            ("graph", graph, (Graph, type(None)), "a tf.Graph"),
        ):
            if not isinstance(given, wanted):
                got = type(given).__name__
                raise TypeError(f'Argument `{name}` must be {kind}, but got "{got}"')
        if target not in ("", b"", "local"):
            raise ValueError(f"Session: target {target!r}: only this process can run sessions")
        self.graph = graph or get_default_graph()
        self._config = config
        self._values: dict[RefVariable, Any] = {}
        self._initialized: set[RefVariable] = set()
        self._prepared: dict[Any, _Prepared] = {}
        self._resources: dict[Any, Any] = {}
        self._lock = threading.RLock()  # of what threads make at first
        self.placed: set[str] = set()  # names of what placement has told of
        self._is_closed = False
        placement.begin(config)

    # --- variables

    def variable(self, reference: RefVariable, is_written: bool = False) -> Any:
        """This session's variable behind `reference`, made of zeros before it is initialized."""
        found = self._values.get(reference)
        if found is None:
            from pelton.ops.array.creation import zeros

            sizes = [0 if size is None else size for size in reference.shape]
            made = Variable(
                zeros(sizes, reference.dtype), trainable=reference.trainable,
                shape=reference.shape, name=reference.op.name,
            )  # fmt: skip
            found = self._values.setdefault(reference, made)
        if is_written:
            self._initialized.add(reference)
        elif reference not in self._initialized:
            raise FailedPreconditionError(
                f"Attempting to use uninitialized value {reference.op.name}"
            )
        return found

    def is_initialized(self, reference: RefVariable) -> bool:
        """Whether the variable has a value here."""
        return reference in self._initialized

    def assign(self, reference: RefVariable, value: Any) -> None:
        """Assigns a value at once."""
        self.variable(reference, is_written=True).assign(value)

    def resource(self, owner: Any, make: Callable[[], Any]) -> Any:
        """What this session has for `owner`, such as the elements of a queue; made at first."""
        with self._lock:
            if owner not in self._resources:
                self._resources[owner] = make()
            return self._resources[owner]

    # --- running

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """The values of `fetches` (tensors, variables, operations, their names, in any nest) as
        arrays, None for operations; `feed_dict` gives tensors values.

        Raises RuntimeError for a closed session, TypeError for what cannot be fetched or fed,
        ValueError for a fed value of another shape, FailedPreconditionError for a variable that is
        not initialized, InvalidArgumentError for a placeholder that is not fed."""
        if self._is_closed:
            raise RuntimeError("Attempted to use a closed Session.")
        leaves = flatten(fetches) if not isinstance(fetches, str) else [fetches]
        wanted = [self._fetch(leaf) for leaf in leaves]
        fed = self._feeds(feed_dict if truth("feed_dict", feed_dict) else {})
        spread = [part for one in wanted for part in _parts(one)]
        needed = [one for one in spread if _is_of_graph(one)]
        values = iter(self._values_of(needed, fed))
        arrays = iter([_array(next(values) if _is_of_graph(one) else one) for one in spread])
        found = [_made(one, [next(arrays) for _ in _parts(one)]) for one in wanted]
        return found[0] if isinstance(fetches, str) else pack_sequence_as(fetches, found)

    def _fetch(self, leaf: Any) -> Any:
        try:
            found = self.graph.as_graph_element(leaf)
        except KeyError as error:
            raise ValueError(
                f'Argument `fetch` = {leaf} cannot be interpreted as a Tensor. ("{error.args[0]}")'
            ) from None
        if isinstance(found, (Tensor, Variable, RefVariable, Operation, HostValue, UnrankedTensor)):
            return found
        if isinstance(found, EngineOperation):
            return HostValue(found.name, found.outputs, lambda arrays: None)
        if hasattr(found, "fetch_of"):
            return found.fetch_of()
        if hasattr(found, "dense_shape"):
            from pelton.compat.v1.sparse_graphs import fetched

            return fetched(found)
        kind = type(leaf).__name__
        hint = f"(Can not convert a {kind} into a Tensor or Operation.)"
        hint = "Cannot be None" if leaf is None else f"must be a string or Tensor. {hint}"
        raise TypeError(f'Argument `fetch` = {leaf} has invalid type "{kind}". {hint}')

    def _feeds(self, feed_dict: Any) -> dict[Any, Any]:
        """{place: tensor} of what is fed."""
        if not isinstance(feed_dict, Mapping):
            raise TypeError(f"`feed_dict` must be a dictionary, got {shown(feed_dict)}")
        fed: dict[Any, Any] = {}
        for key, value in feed_dict.items():
            if isinstance(key, (tuple, list)):
                fed.update(self._feeds(_spread(key, value)))
                continue
            if hasattr(key, "dense_shape"):
                from pelton.compat.v1.sparse_graphs import fed as parts_of

                fed.update(self._feeds(parts_of(key, value)))
                continue
            try:
                target = self.graph.as_graph_element(key, allow_operation=False)
            except (KeyError, ValueError) as error:
                raise TypeError(
                    f"Cannot interpret feed_dict key as Tensor: {error.args[0]}"
                ) from None
            if isinstance(target, RefVariable):
                target = target.value()
            if not is_of_operation(target):
                raise TypeError(f"Cannot interpret feed_dict key as Tensor: {key!r}")
            fed[place_of(target)] = _fed(target, value)
        return fed

    def _values_of(self, needed: list[Any], fed: dict[Any, Any]) -> list[Any]:
        if not needed:
            return []
        key = (tuple(_identity(one) for one in needed), tuple(fed))
        prepared = self._prepared.get(key) or self._prepare(key, needed, fed)
        values = list(fed.values())
        for operation in prepared.drawn:
            values += operation.draw(self, fed)
        prepared.run_count += 1
        if prepared.run_count == 1 and not self._begins_traced(prepared.plan):
            return Run(self, prepared.plan).fetch(values)
        if prepared.traced is None:
            from pelton.functions.recorded_function import function

            plan = prepared.plan
            prepared.traced = function(lambda given: Run(self, plan).fetch(given))
        return prepared.traced(values)

    def _begins_traced(self, plan: Plan) -> bool:
        """Whether the first run is traced too: of draws by seeds of their own, whose numbers go on
        from run to run; not where variables are new."""
        makers = [maker for _, maker, _ in plan.steps if isinstance(maker, Operation)]
        if not any(maker.is_seeded for maker in makers):
            return False
        leaves = [leaf for maker in makers for leaf in maker.leaves()]
        held = [getattr(leaf, "variable", leaf) for leaf in leaves]
        held += [one for leaf in leaves for one in getattr(leaf, "variables", ())]
        return all(one in self._values for one in held if isinstance(one, RefVariable))

    def _prepare(self, key: Any, needed: list[Any], fed: dict[Any, Any]) -> _Prepared:
        with self._lock:
            if key not in self._prepared:
                plan = _plan(needed, list(fed))
                plan.check_graph(self.graph)
                placement.place(plan, self, self._config)
                self._prepared[key] = _Prepared(plan)
            return self._prepared[key]

    def values_given(self, needed: list[Any], fed: dict[Any, Any]) -> list[Any]:
        """The tensors `needed` within a run that is fed `fed`, by place."""
        spread = [one for one in needed if place_of(one) not in fed]
        found = iter(self._values_of(spread, fed))
        return [fed[place_of(one)] if place_of(one) in fed else next(found) for one in needed]

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any:
        """What ``partial_run`` takes for a run of `fetches` in parts, fed `feeds` as it goes."""
        from pelton.compat.v1.monitored.partial_runs import PartialRun

        return PartialRun(self, fetches, feeds)

    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any:
        """The values of `fetches` in a run that is made in parts; what parts before it were fed
        and gave is known. Raises TypeError unless `handle` is of partial_run_setup."""
        from pelton.compat.v1.monitored.partial_runs import PartialRun

        if not isinstance(handle, PartialRun):
            raise TypeError(f"partial_run: `handle` must be of partial_run_setup, got {handle!r}")
        return handle.run(fetches, feed_dict or {})

    def make_callable(
        self, fetches: Any, feed_list: Any = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function of the values of `feed_list` that runs `fetches`."""
        targets = _fed_list(feed_list)

        def call(*values: Any) -> Any:
            if len(values) != len(targets):
                raise ValueError(
                    f"make_callable: a value for each of {len(targets)} tensors of `feed_list` is "
                    f"wanted, got {len(values)}"
                )
            return self.run(fetches, dict(zip(targets, values, strict=True)))

        return call

    def list_devices(self) -> list[Any]:
        """The devices that ops can run on."""
        from pelton.config import list_logical_devices

        return list_logical_devices()

    # --- its life

    @property
    def graph_def(self) -> Any:
        """The graph's nodes as a GraphDef."""
        return self.graph.as_graph_def()

    def as_default(self) -> _AsDefault:
        """Within it this is the session of ``tensor.eval()`` and ``operation.run()``."""
        return _AsDefault(self)

    def close(self) -> None:
        """Frees its variables; it cannot run any more."""
        self._is_closed = True
        for one in self._resources.values():
            if hasattr(one, "queue_ref") and not one.queue_ref.is_closed:
                one.close(cancel_pending_enqueues=True)  # which lets waiting threads go
        self._values.clear()
        self._prepared.clear()

    def __enter__(self) -> Session:
        self._graph_scope = self.graph.as_default()
        self._graph_scope.__enter__()
        _sessions.stack.append(self)
        return self

    def __exit__(self, *error: Any) -> None:
        _sessions.stack.remove(self)
        self._graph_scope.__exit__(None, None, None)
        self.close()


class _AsDefault:
    def __init__(self, session: Session) -> None:
        self._session = session

    def __enter__(self) -> Session:
        _sessions.stack.append(self._session)
        return self._session

    def __exit__(self, *error: Any) -> None:
        _sessions.stack.remove(self._session)


class InteractiveSession(Session):
    """A Session that is the default one from the beginning until it is closed."""

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        _sessions.stack.append(self)

    def close(self) -> None:
        """Frees its variables; another session is the default one from now on."""
        if self in _sessions.stack:
            _sessions.stack.remove(self)
        super().close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def _plan(needed: list[Any], fed: list[Any]) -> Plan:
    """The plan of fetches and feeds, to which what is drawn for each run is fed too."""
    plan = Plan(needed, fed)
    drawn = plan.drawn
    if drawn:
        places = [place_of(one) for operation in drawn for one in operation.outputs]
        plan = Plan(needed, [*fed, *places])
        plan.drawn = drawn
    return plan


def _parts(fetch: Any) -> list[Any]:
    """What must run for a fetch."""
    return fetch.parts if isinstance(fetch, HostValue) else [fetch]


def _made(fetch: Any, arrays: list[Any]) -> Any:
    return fetch.made_of(arrays) if isinstance(fetch, HostValue) else arrays[0]


def _is_of_graph(fetch: Any) -> bool:
    return isinstance(fetch, (Operation, RefVariable)) or is_of_operation(fetch)


def _identity(fetch: Any) -> Any:
    return place_of(fetch) if is_of_operation(fetch) else id(fetch)


def _spread(key: Any, value: Any) -> dict[Any, Any]:
    """{tensor: value} of a nest of tensors and one of values. ValueError where they differ."""
    if not isinstance(key, (tuple, list)):
        return {key: value}
    if not hasattr(value, "__len__") or len(value) != len(key):
        raise ValueError(
            f"feed_dict: a value of {len(key)} parts is wanted for the key {key!r}, got {value!r}"
        )
    found: dict[Any, Any] = {}
    for one, part in zip(key, value, strict=True):
        found.update(_spread(one, part))
    return found


def _fed_list(feed_list: Any) -> list[Any]:
    """The tensors and names of a `feed_list`; raises TypeError for none."""
    if not isinstance(feed_list, (list, tuple, type(None))):
        raise TypeError(
            f"Argument `feed_list` must be a list or tuple. Received: feed_list={shown(feed_list)}"
        )
    for one in feed_list or ():
        if isinstance(one, (list, dict)):
            raise TypeError(f"make_callable: `feed_list` must hold tensors, got {shown(one)}")
    return list(feed_list or ())


def _array(value: Any) -> Any:
    return None if value is None else value.numpy()


def _fed(target: Any, value: Any) -> Tensor:
    """A fed value as a tensor of the target's dtype. Raises as TensorFlow's sessions do."""
    import numpy as np

    if isinstance(value, (Tensor, Variable, RefVariable, UnrankedTensor)):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include "
            "Python scalars, strings, lists, numpy ndarrays, or TensorHandles. For reference, the "
            f"tensor object was {value!s} which was passed to the argument `feed_dict` "
            f"with key {target!s}."
        )
    try:
        array = np.asarray(value, dtype=target.dtype.as_numpy_dtype)
    except (TypeError, ValueError, OverflowError) as error:
        if len(error.args) == 1:  # one of a text
            error.args = (f"{error}; fed for Tensor {target.name}",)
        raise
    if not target.shape.is_compatible_with(array.shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape} for Tensor {target.name}, which has shape "
            f"{target.shape}"
        )
    made: Tensor = _functions.convert(array)
    return made


def eval_tensor(tensor: Any, feed_dict: Any = None, session: Any = None) -> Any:
    """The value of a symbolic tensor in `session`, or the default one."""
    graph = operation_of(tensor).graph if is_of_operation(tensor) else get_default_graph()
    return graph.session_for(session).run(tensor, feed_dict)
