"""Owns RefVariable, a variable of a graph, whose value each session has for itself."""

from __future__ import annotations

import importlib
import operator

from pelton._core import Tensor
from pelton._core import Variable as EngineVariable
from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import GraphKeys, get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.unranked import of_shape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike


class ResourceSwitch:
    """Whether variables are shown as TensorFlow 2's: not after ``disable_v2_behavior()``."""

    is_on = True


def _initial(value: Any, dtype: Any) -> Any:
    """A tensor, symbolic or not, of the dtype."""
    if callable(value):
        value = value()
    if isinstance(value, RefVariable):
        value = value.value()
    if isinstance(value, (Tensor, EngineVariable)):
        tensor = _functions.convert(value)
        return tensor if dtype is None or tensor.dtype == dtype else _ops.cast(tensor, dtype)
    return _functions.convert(value, dtype)


def _node_of(graph: Any, value: Any, name: str) -> Any:
    """A symbolic tensor of a value, which may be one."""
    if _functions.is_symbolic(value):
        return value
    made = Operation(graph, "Const", f"{name}/initial_value/", lambda: value)
    return made.give(value)


class RefVariable:
    """``tf.compat.v1.Variable``: its initializer must run before it is read.

    Ops, operators and slices take it as a tensor. Raises ValueError without an initial value."""

    __array_priority__ = 100

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = True,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: DTypeLike | None = None,
        expected_shape: Any = None,
        import_scope: Any = None,
        constraint: Any = None,
        use_resource: bool | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ) -> None:
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        graph = get_default_graph()
        with graph.control_dependencies(None):
            self._build(graph, initial_value, name or "Variable", dtype)
        self.trainable = trainable is None or bool(trainable)
        self.constraint = constraint
        keys = list(collections) if collections is not None else [GraphKeys.GLOBAL_VARIABLES]
        if self.trainable and GraphKeys.TRAINABLE_VARIABLES not in keys:
            keys.append(GraphKeys.TRAINABLE_VARIABLES)
        graph.add_to_collections(keys, self)

    def _build(self, graph: Any, initial_value: Any, name: str, dtype: Any) -> None:
        self.graph = graph
        kind = None if dtype is None else _as_dtype(dtype)
        self.op = Operation(graph, "VariableV2", name, lambda: None)
        self._initial_value = _node_of(graph, _initial(initial_value, kind), self.op.name)
        self.dtype = self._initial_value.dtype
        self.shape = self._initial_value.shape
        self.initializer = Operation(
            graph, "Assign", f"{self.op.name}/Assign/", _assign, (self._initial_value,),
            {"target": _Held(self), "kind": "assign"}, takes_run=True,
        )  # fmt: skip
        self._read = self.read_value(f"{self.op.name}/read/")
        graph.note_name(self.name, self._read)

    @property
    def name(self) -> str:
        """The node's name, with ":0"."""
        return f"{self.op.name}:0"

    @property
    def device(self) -> str:
        """The device that was asked for."""
        return self.op.device

    @property
    def initial_value(self) -> Any:
        """What the initializer assigns."""
        return self._initial_value

    def value(self) -> Any:
        """The symbolic tensor of its value."""
        return self._read

    def read_value(self, name: str = "read") -> Any:
        """Another symbolic tensor of its value, read after the control inputs around the call."""
        made = Operation(self.graph, "Identity", name, lambda variable: variable.value(), (self,))
        return made.give(_functions.symbolic(self.shape, self.dtype))

    def initialized_value(self) -> Any:
        """Its value at the beginning of a run; where it has none yet, what the initializer
        assigns."""
        if not self.shape.is_fully_defined():
            return self._initial_value
        from pelton.compat.v1.initialization import is_variable_initialized, value_or_zeros

        known, now = is_variable_initialized(self), value_or_zeros(self)
        return _ops.where(known, now, _functions.convert(self._initial_value))

    def get_shape(self) -> Any:
        """Its shape."""
        return self.shape

    def eval(self, session: Any = None) -> Any:
        """Its value in `session`, or the default one, as an array."""
        return self.graph.session_for(session).run(self)

    def load(self, value: Any, session: Any = None) -> None:
        """Assigns a value in `session`, or the default one, at once."""
        self.graph.session_for(session).assign(self, value)

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """A tensor of `value`; a run that needs it assigns it."""
        return assign_node(self, value, "assign", name or "Assign")

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """A tensor of the sum; a run that needs it adds `delta`."""
        return assign_node(self, delta, "assign_add", name or "AssignAdd")

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """A tensor of the difference; a run that needs it subtracts `delta`."""
        return assign_node(self, delta, "assign_sub", name or "AssignSub")

    def count_up_to(self, limit: int) -> Any:
        """Its value before it is made 1 more; runs raise OutOfRangeError once it is `limit`."""
        from pelton.compat.v1.queues.producers import count_up_to

        return count_up_to(self, limit)

    def set_shape(self, shape: Any) -> None:
        """Raises ValueError where the shape does not fit."""
        self.shape.assert_is_compatible_with(shape)

    def ref(self) -> Any:
        """Itself: it is hashable."""
        return self

    experimental_ref = ref

    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any:
        return self._read

    def __getitem__(self, key: Any) -> Any:
        return self._read[key]

    def __iter__(self) -> Any:
        raise TypeError("'Variable' object is not iterable.")

    def __repr__(self) -> str:
        kind = "" if ResourceSwitch.is_on else "_ref"
        shape = tuple(self.shape)
        return f"<tf.Variable '{self.name}' shape={shape} dtype={self.dtype.name}{kind}>"


class _Dispatched(type):
    """The class of Variable: calls make variables of graphs, or of the engine where code runs at
    once, and both are its instances."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is not Variable:
            return super().__call__(*args, **kwargs)
        return (RefVariable if is_active() else EngineVariable)(*args, **kwargs)

    def __instancecheck__(cls, value: object) -> bool:
        return is_variable(value) if cls is Variable else super().__instancecheck__(value)


class Variable(metaclass=_Dispatched):
    """A variable of the default graph; of the engine where code runs at once."""


class _Held:
    """A variable among the arguments of a node that must not read it first."""

    def __init__(self, variable: RefVariable) -> None:
        self.variable = variable


def _assign(run: Any, value: Any, target: _Held, kind: str) -> Any:
    variable = run.session.variable(target.variable, is_written=kind == "assign")
    getattr(variable, kind)(value)
    return variable.value()


def assign_node(reference: RefVariable, value: Any, kind: str, name: str) -> Any:
    """A node that changes a variable; gives its new value. Raises ValueError for another shape."""
    given = _functions.convert_like(of_shape(value, reference.shape), reference.dtype)
    if not reference.shape.is_compatible_with(given.shape):
        raise ValueError(
            f"{name}: a value of shape {given.shape} for the variable {reference.name!r} of shape "
            f"{reference.shape}"
        )
    types = {"assign": "Assign", "assign_add": "AssignAdd", "assign_sub": "AssignSub"}
    node = Operation(
        reference.graph, types[kind], name, _assign, (given,),
        {"target": _Held(reference), "kind": kind}, takes_run=True,
    )  # fmt: skip
    return node.give(_functions.symbolic(reference.shape, reference.dtype))


def _operator(name: str) -> Any:
    apply = getattr(operator, name)

    def forward(self: RefVariable, other: Any) -> Any:
        right = other.value() if isinstance(other, RefVariable) else other
        return apply(self.value(), right)

    def backward(self: RefVariable, other: Any) -> Any:
        return apply(other, self.value())

    return forward, backward


for _name in "add sub mul truediv floordiv mod pow matmul and_ or_ xor".split():
    _forward, _backward = _operator(_name)
    setattr(RefVariable, f"__{_name.rstrip('_')}__", _forward)
    setattr(RefVariable, f"__r{_name.rstrip('_')}__", _backward)
for _name in "lt le gt ge".split():
    setattr(RefVariable, f"__{_name}__", _operator(_name)[0])


def _unary(name: str) -> Any:
    apply = getattr(operator, name)
    return lambda self: apply(self.value())


for _name in "neg abs invert".split():
    setattr(RefVariable, f"__{_name}__", _unary(_name))


def _scatter(name: str) -> Any:
    """The method of that name: the function of ``tf``, of slices or of indices and updates."""

    def of_rows(self: RefVariable, sparse_delta: Any, use_locking: bool = False,
                name: str | None = None) -> Any:  # fmt: skip
        change = getattr(importlib.import_module("pelton.compat.v1"), method)
        return change(self, sparse_delta.indices, sparse_delta.values)

    def of_elements(self: RefVariable, indices: Any, updates: Any,
                    name: str | None = None) -> Any:  # fmt: skip
        change = getattr(importlib.import_module("pelton.compat.v1"), method)
        return change(self, indices, updates)

    method = name
    return of_elements if name.startswith("scatter_nd") else of_rows


def _read(name: str) -> Any:
    """The method of that name: ``tf``'s function of the value."""

    def read(self: RefVariable, indices: Any, name: str | None = None) -> Any:
        return getattr(importlib.import_module("pelton.compat.v1"), method)(self.value(), indices)

    method = "gather" if name == "sparse_read" else name
    return read


for _name in "update add sub mul div min max nd_update nd_add nd_sub".split():
    setattr(RefVariable, f"scatter_{_name}", _scatter(f"scatter_{_name}"))
for _name in ("sparse_read", "gather_nd"):
    setattr(RefVariable, _name, _read(_name))


def is_variable(value: object) -> bool:
    """Whether it is a variable, of a graph or of the engine."""
    return isinstance(value, (RefVariable, EngineVariable))
