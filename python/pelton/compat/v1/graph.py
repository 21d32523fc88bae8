"""Owns Graph, the nodes that code of TensorFlow 1 builds before a session runs them, and which
graph is the default one."""

from __future__ import annotations

import bisect
import contextlib
import re
import threading

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from pelton.compat.v1.operation import Operation


_IN_SCOPE = re.compile(r"[A-Za-z0-9_.\\/>-]*")
_AT_ROOT = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*|")


def _check_name(name: str, is_root: bool) -> None:
    """Raises ValueError for what TensorFlow takes for no name of a node or a scope."""
    pattern = _AT_ROOT if is_root else _IN_SCOPE
    if pattern.fullmatch(name) is None:
        kind = "root scope name" if is_root else "scope name"
        raise ValueError(f"{name!a} is not a valid {kind}: it has to match {pattern.pattern}")


class GraphKeys:
    """Names of collections."""

    GLOBAL_VARIABLES = "variables"
    LOCAL_VARIABLES = "local_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    MODEL_VARIABLES = "model_variables"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    METRIC_VARIABLES = "metric_variables"
    SUMMARIES = "summaries"
    LOSSES = "losses"
    REGULARIZATION_LOSSES = "regularization_losses"
    UPDATE_OPS = "update_ops"
    TRAIN_OP = "train_op"
    GLOBAL_STEP = "global_step"
    TABLE_INITIALIZERS = "table_initializer"
    WEIGHTS = "weights"
    BIASES = "biases"
    ACTIVATIONS = "activations"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    READY_OP = "ready_op"
    SUMMARY_OP = "summary_op"
    TRAINABLE_RESOURCE_VARIABLES = "trainable_resource_variables"
    SAVERS = "savers"
    QUEUE_RUNNERS = "queue_runners"


def _number_of(tensor: Any) -> int:
    """The number of a tensor in the order in which all are made."""
    from pelton._core import layers

    return int(layers._call_number(tensor))


class Graph:
    """Operations, variables and collections that belong together; each has its own names."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.variable_store: dict[str, Any] = {}
        self.scope_counts: dict[str, int] = {}
        self._operations: dict[str, Operation] = {}
        self._names: dict[str, int] = {}
        self._collections: dict[Any, list[Any]] = {}
        self._controls: list[Any] = []
        self._devices: list[str] = []
        self._scopes: list[str] = [""]
        # The scopes that began, and went on, with the number of the tensor made then.
        self._scope_marks: list[tuple[int, str]] = []
        self._named: dict[str, Any] = {}
        self._is_final = False
        self._overrides: list[dict[str, str]] = []
        self._adopted: list[Graph] = []  # whose nodes are this one's too

    def adopt(self, other: Graph) -> None:
        """Makes the nodes, names and collections of another graph its own too."""
        if other is self or self.holds(other):
            return
        self._adopted += [other, *other._adopted]
        self._operations = {**other._operations, **self._operations}
        self._named = {**other._named, **self._named}
        self.variable_store = {**other.variable_store, **self.variable_store}
        for name, count in other._names.items():
            self._names[name] = max(count, self._names.get(name, 0))
        for key, values in other._collections.items():
            self._collections.setdefault(key, []).extend(values)

    def holds(self, other: Any) -> bool:
        """Whether nodes of the graph `other` are nodes of this one."""
        return other is self or any(one is other for one in self._adopted)

    def as_default(self) -> contextlib.AbstractContextManager[Graph]:
        """Within it new nodes belong to this graph."""
        from pelton.compat.v1.tensor_methods import install_methods

        install_methods()
        return _default(self)

    # --- names and scopes

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` below the name scopes around it, with a number where it was used before; a name
        that ends in "/" is the whole scope."""
        if not isinstance(name, str):
            raise TypeError(f"`name` of a node or a scope must be a text, got {name!r}")
        _check_name(name, is_root=not self._scopes[-1])
        is_whole = name.endswith("/")
        full = name[:-1] if is_whole else self._scopes[-1] + name
        key = full.lower()
        if is_whole and full not in self._operations:
            self._names[key] = max(1, self._names.get(key, 0))
            return full
        count = self._names.get(key, 0)
        if mark_as_used:
            self._names[key] = count + 1
        if count == 0:
            return full
        made = f"{full}_{count}"
        while made.lower() in self._names:
            count += 1
            made = f"{full}_{count}"
        if mark_as_used:
            self._names[made.lower()] = 1
        return made

    @contextlib.contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Names of nodes that are made within it begin with the scope's."""
        if not name:
            scope = ""
        else:
            scope = name if name.endswith("/") else self.unique_name(name) + "/"
        self._scopes.append(scope)
        self._mark_scope()
        try:
            yield scope
        finally:
            self._scopes.pop()
            self._mark_scope()

    def _mark_scope(self) -> None:
        number = _number_of(_functions.symbolic([], "bool"))
        self._scope_marks.append((number, self._scopes[-1]))

    def unique_name_of(self, tensor: Any, name: str) -> str:
        """As unique_name, below the name scopes in which the tensor was made."""
        number = _number_of(tensor)
        at = bisect.bisect_left(self._scope_marks, number, key=lambda mark: mark[0])
        self._scopes.append(self._scope_marks[at - 1][1] if at else "")
        try:
            return self.unique_name(name)
        finally:
            self._scopes.pop()

    def get_name_scope(self) -> str:
        """The innermost scope's name; "" outside of scopes."""
        return self._scopes[-1].rstrip("/")

    @property
    def current_name_scope(self) -> str:
        """The innermost scope, with a "/" at its end; "" outside of scopes."""
        return self._scopes[-1]

    # --- nodes

    def add(self, operation: Operation) -> None:
        """Takes a new node in. Raises RuntimeError for a finalized graph."""
        if self._is_final:
            raise RuntimeError("Graph is finalized and cannot be modified.")
        self._operations[operation.name] = operation

    def note_name(self, name: str, tensor: Any) -> None:
        """Lets get_tensor_by_name find a tensor."""
        self._named[name] = tensor

    def get_operations(self) -> list[Operation]:
        """The nodes that Python made and the named calls of the engine's ops, in order."""
        return list(self._operations.values())

    def get_operation_by_name(self, name: str) -> Operation:
        """Raises KeyError for a name that no node has."""
        if name not in self._operations:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
        return self._operations[name]

    def get_tensor_by_name(self, name: str) -> Any:
        """Output `index` of a node by "name:index". Raises ValueError for another form, KeyError
        where there is none."""
        node, colon, index = name.rpartition(":")
        if not colon or not index.isdigit():
            raise ValueError(
                f"The name {name!r} looks like an (invalid) Operation name, not a Tensor. Tensor "
                'names must be of the form "<op_name>:<output_index>".'
            )
        if name in self._named:
            return self._named[name]
        outputs = self._operations[node].outputs if node in self._operations else []
        if int(index) >= len(outputs):
            raise KeyError(
                f"The name {name!r} refers to a Tensor which does not exist. The operation, "
                f"{node!r}, does not exist in the graph."
            )
        return outputs[int(index)]

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or node that a name stands for; anything else as it is."""
        if not isinstance(obj, str):
            return obj
        return self.get_tensor_by_name(obj) if ":" in obj else self.get_operation_by_name(obj)

    def as_graph_def(self, from_version: Any = None, add_shapes: bool = False) -> Any:
        """The graph's nodes as a GraphDef."""
        from pelton.compat.v1.graph_defs.writing import GraphWriter

        return GraphWriter(self).write()

    def finalize(self) -> None:
        """From now on no node can be added."""
        self._is_final = True

    def reopen(self) -> None:
        """Takes finalize back."""
        self._is_final = False

    @property
    def finalized(self) -> bool:
        """Whether finalize was called."""
        return self._is_final

    # --- scopes of control inputs and devices

    @contextlib.contextmanager
    def control_dependencies(self, control_inputs: Any) -> Iterator[None]:
        """Nodes that are made within it run after `control_inputs`; None forgets those around."""
        outer = self._controls
        if control_inputs is not None:
            from pelton.compat.v1.operation import EngineOperation

            given = [
                one.outputs[0] if isinstance(one, EngineOperation) else one
                for one in control_inputs
            ]
        self._controls = [] if control_inputs is None else [*outer, *given]
        try:
            yield
        finally:
            self._controls = outer

    def current_control_inputs(self) -> list[Any]:
        """What the control_dependencies around the caller name."""
        return list(self._controls)

    @contextlib.contextmanager
    def device(self, name: Any) -> Iterator[None]:
        """Nodes that are made within it are asked to run on the device."""
        from pelton.device import device

        self._devices.append(name if isinstance(name, str) else "")
        try:
            with device(name if isinstance(name, str) else None):
                yield
        finally:
            self._devices.pop()

    def current_device(self) -> str:
        """The innermost device scope; "" outside of all."""
        return self._devices[-1] if self._devices else ""

    # --- gradients

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Calls of ops of these types that are made within it take the gradients registered under
        the names. Raises TypeError for what is no dict of texts."""
        if not isinstance(op_type_map, dict) or not all(
            isinstance(one, str) for pair in op_type_map.items() for one in pair
        ):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        self._overrides.append(op_type_map)
        try:
            yield
        finally:
            self._overrides.pop()

    def has_overrides(self) -> bool:
        """Whether a gradient_override_map is around the caller."""
        return bool(self._overrides)

    def gradient_override(self, type: str) -> str | None:  # noqa: A002 - TensorFlow's name
        """The name that the innermost map has for ops of the type."""
        found = (one[type] for one in reversed(self._overrides) if type in one)
        return next(found, None)

    # --- collections

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to the collection; it has its name from then on, of the scopes around
        the caller."""
        getattr(value, "name", None)
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each of the collections."""
        for name in [names] if isinstance(names, str) else names or ():
            self.add_to_collection(name, value)

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of the collection; with `scope` what has a name that matches it at its start."""
        import re

        found = self._collections.get(name, [])
        if scope is None:
            return list(found)
        return [one for one in found if re.match(scope, getattr(one, "name", ""))]

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection itself."""
        return self._collections.setdefault(name, [])

    def clear_collection(self, name: Any) -> None:
        """Empties the collection."""
        self._collections.pop(name, None)

    def get_all_collection_keys(self) -> list[Any]:
        """The names of the collections that are not empty."""
        return [name for name, found in self._collections.items() if found]

    @property
    def collections(self) -> list[Any]:
        """The same."""
        return self.get_all_collection_keys()

    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Any:
        """A context in which nodes are where another one is: where they are anyway."""
        return contextlib.nullcontext()

    def container(self, container_name: str) -> Any:
        """A context of states of another name; here each session has its own."""
        return contextlib.nullcontext(container_name)

    def is_feedable(self, tensor: Any) -> bool:
        """Whether sessions take values for it: always."""
        return True

    is_fetchable = is_feedable

    def session_for(self, session: Any) -> Any:
        """`session`, or the default one. Raises ValueError where there is none."""
        from pelton.compat.v1.session import get_default_session

        found = session or get_default_session()
        if found is None:
            raise ValueError(
                "Cannot evaluate tensor using `eval()`: No default session is registered. Use "
                "`with sess.as_default()` or pass an explicit session to `eval(session=sess)`"
            )
        return found


class _Defaults(threading.local):
    def __init__(self) -> None:
        self.stack: list[Graph] = []
        self.at_once = False


_defaults = _Defaults()
_global_graph = Graph()
_is_on = False


@contextlib.contextmanager
def _default(graph: Graph) -> Iterator[Graph]:
    from pelton.compat.v1.functions import root_names

    _defaults.stack.append(graph)
    try:
        with contextlib.nullcontext() if _is_on else root_names.installed():
            yield graph
    finally:
        _defaults.stack.remove(graph)


def get_default_graph() -> Graph:
    """The innermost graph of as_default, or the global one."""
    return _defaults.stack[-1] if _defaults.stack else _global_graph


def reset_default_graph() -> None:
    """Makes the global graph an empty one. Raises AssertionError within as_default."""
    global _global_graph
    if _defaults.stack:
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared "
            "graph, exit the nesting and create a new graph."
        )
    _global_graph = Graph()


def is_active() -> bool:
    """Whether new nodes go to a graph: after disable_v2_behavior(), or within as_default, but not
    in functions that are traced, such as those of datasets."""
    from pelton._core import functions as _functions

    is_on = (_is_on or bool(_defaults.stack)) and not _defaults.at_once
    return is_on and not _functions.is_tracing()


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """Within it code runs at once, as functions do that a session calls on values."""
    before, _defaults.at_once = _defaults.at_once, True
    try:
        yield
    finally:
        _defaults.at_once = before


def turn_on() -> None:
    """From now on code builds graphs."""
    global _is_on
    _is_on = True


def turn_off() -> None:
    """From now on code runs at once, outside of Graph.as_default."""
    global _is_on
    _is_on = False


def check_active(what: str) -> None:
    """Raises RuntimeError where code runs at once."""
    if not is_active():
        raise RuntimeError(f"{what} is not compatible with eager execution.")


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
