"""Owns UnrankedTensor, a tensor of a graph of which not even the number of axes is known, and how
functions take it."""

from __future__ import annotations

import functools
import operator

from pelton._core import functions as _functions
from pelton.compat.v1.graph import Graph, at_once, get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.nest import flatten, pack_sequence_as
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_RANKS = range(5)  # which a function is tried with


class Unranked:
    """For Operation.give: an output of the dtype and of any shape."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype

    def output_of(self, operation: Operation, index: int) -> UnrankedTensor:
        """The output itself."""
        return UnrankedTensor(operation, index, self.dtype)


class UnrankedTensor(Unranked):
    """Output `index` of `operation`, of any shape. Functions of it are nodes that run on its value;
    they are tried for several ranks when the graph is built, which tells shapes and mistakes."""

    __array_priority__ = 200

    def __init__(self, operation: Operation, index: int, dtype: Any) -> None:
        self.op = operation
        self.index = index
        super().__init__(dtype)
        self._views: dict[Any, Any] = {}
        self._said: Any = None  # what set_shape said

    @property
    def name(self) -> str:
        """The node's name and the number of the output."""
        return f"{self.op.name}:{self.index}"

    @property
    def graph(self) -> Graph:
        """The graph of its node."""
        return self.op.graph

    @property
    def device(self) -> str:
        """The device that was asked for."""
        return self.op.device

    @property
    def shape(self) -> TensorShape:
        """Unknown, unless set_shape said more."""
        return TensorShape(None) if self._said is None else self._said

    def get_shape(self) -> TensorShape:
        """The same as `shape`."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Says its shape: from now on functions take it as a tensor of that shape."""
        given = TensorShape(shape)
        if given.rank is not None:
            self._said = self.shape.merge_with(given)

    def with_shape(self, shape: Any) -> Any:
        """The symbolic tensor of the same value that has the shape, in which None is any size."""
        sizes = TensorShape(shape)
        key = tuple(sizes)
        if key not in self._views:
            with self.graph.as_default(), self.graph.control_dependencies(None):
                name = f"{self.op.name}/shape_{len(self._views)}/"
                made = Operation(self.graph, "EnsureShape", name, _same, (self,))
            self._views[key] = made.give(_functions.symbolic(sizes, self.dtype))
        return self._views[key]

    def known(self) -> Any:
        """Itself, or its tensor where set_shape has said the shape."""
        return self if self._said is None else self.with_shape(self._said)

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Its value in `session`, or the default one."""
        return self.graph.session_for(session).run(self, feed_dict)

    def ref(self) -> UnrankedTensor:
        """Itself: it is hashable."""
        return self

    experimental_ref = ref

    def consumers(self) -> list[Any]:
        """The nodes that Python made of it."""
        return [one for one in self.graph.get_operations() if self in one.inputs]

    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any:
        if self._said is None:
            raise TypeError(
                f"the number of axes of the tensor {self.name!r} is not known here: give its "
                "placeholder a shape, or call set_shape"
            )
        return self.with_shape(self._said)

    def __getitem__(self, key: Any) -> Any:
        return call(operator.getitem, (self, key), {})

    def __bool__(self) -> bool:
        raise _refused("Using a symbolic `tf.Tensor` as a Python `bool` is not allowed")

    def __iter__(self) -> Any:
        raise _refused("Iterating over a symbolic `tf.Tensor` is not allowed")

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). Please call `x.shape` "
            "rather than `len(x)` for shape information."
        )

    def __repr__(self) -> str:
        shown = "<unknown>" if self._said is None else self._said
        return f"<tf.Tensor '{self.name}' shape={shown} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        if self._said is not None:
            return f'Tensor("{self.name}", shape={self._said}, dtype={self.dtype.name})'
        return f'Tensor("{self.name}", dtype={self.dtype.name})'


def _refused(text: str) -> Exception:
    from pelton.errors import OperatorNotAllowedInGraphError

    return OperatorNotAllowedInGraphError(f"{text}: it has no value before a session runs it.")


def _same(value: Any) -> Any:
    return value


def _binary(apply: Callable[..., Any]) -> tuple[Any, Any]:
    def forward(self: UnrankedTensor, other: Any) -> Any:
        return call(apply, (self, other), {})

    def backward(self: UnrankedTensor, other: Any) -> Any:
        return call(apply, (other, self), {})

    return forward, backward


for _name in "add sub mul truediv floordiv mod pow matmul and_ or_ xor".split():
    _forward, _backward = _binary(getattr(operator, _name))
    setattr(UnrankedTensor, f"__{_name.rstrip('_')}__", _forward)
    setattr(UnrankedTensor, f"__r{_name.rstrip('_')}__", _backward)
for _name in "lt le gt ge".split():
    setattr(UnrankedTensor, f"__{_name}__", _binary(getattr(operator, _name))[0])
for _name in "neg abs invert".split():
    _applied = getattr(operator, _name)
    setattr(UnrankedTensor, f"__{_name}__", lambda self, f=_applied: call(f, (self,), {}))


def has_unranked(*values: Any) -> bool:
    """Whether an UnrankedTensor is among the values or in their nests."""
    return any(isinstance(leaf, UnrankedTensor) for leaf in flatten(list(values)))


def takes_unranked(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, which in graphs takes tensors of unknown rank too."""

    @functools.wraps(function)
    def taking(*args: Any, **kwargs: Any) -> Any:
        if not is_active() or not has_unranked(args, kwargs):
            return function(*args, **kwargs)
        return call(function, args, kwargs)

    return taking


def call(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """What `function` gives for arguments with an UnrankedTensor: as for others where only one rank
    is possible, else the outputs of a node. Raises what it raises for every rank."""
    given = [list(args), kwargs]
    leaves = [one.known() if isinstance(one, UnrankedTensor) else one for one in flatten(given)]
    unranked = list(dict.fromkeys(one for one in leaves if isinstance(one, UnrankedTensor)))
    found = _tries(function, given, leaves) if unranked else {0: None}
    if len(found) == 1 and len(unranked) <= 1:
        args, kwargs = _of_rank(given, leaves, next(iter(found)), get_default_graph())
        return function(*args, **kwargs)
    name = kwargs.get("name") or getattr(function, "__name__", "call").strip("_")
    args, kwargs = pack_sequence_as(given, leaves)
    made = Operation(
        get_default_graph(), name, name, _run, (args, kwargs), {"how": _Held(function)}
    )
    return made.give(_like(list(found.values())))


class _Held:
    """A function among the arguments of a node."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function


def _run(args: Any, kwargs: Any, how: _Held) -> Any:
    with at_once():
        return how.function(*args, **kwargs)


def _of_rank(given: Any, leaves: list[Any], rank: int, graph: Graph) -> Any:
    """The arguments with a tensor of this rank in place of each UnrankedTensor."""
    sizes = [None] * rank
    flat = [one.with_shape(sizes) if isinstance(one, UnrankedTensor) else one for one in leaves]
    return pack_sequence_as(given, flat)


def _tries(function: Callable[..., Any], given: Any, leaves: list[Any]) -> dict[int, Any]:
    """{rank: what the function gives}, built in graphs that are thrown away."""
    found, errors = {}, []
    for rank in _RANKS:
        scratch = Graph()
        with scratch.as_default():
            flat = [
                _functions.symbolic([None] * rank, one.dtype)
                if isinstance(one, UnrankedTensor) else one
                for one in leaves
            ]  # fmt: skip
            args, kwargs = pack_sequence_as(given, flat)
            try:
                found[rank] = function(*args, **kwargs)
            except Exception as error:
                errors.append(error)
    if not found:
        raise errors[-1]
    return found


def _like(results: list[Any]) -> Any:
    """What the results have in common: symbolic tensors, with an Unranked where ranks differ."""
    flat = [flatten(one) for one in results]
    most = max(len(one) for one in flat)
    kept = [one for one in flat if len(one) == most]
    first = next(one for one in results if len(flatten(one)) == most)
    return pack_sequence_as(first, [_common(column) for column in zip(*kept, strict=True)])


def _common(column: tuple[Any, ...]) -> Any:
    tensors = [_functions.convert(one) for one in column if not isinstance(one, UnrankedTensor)]
    if len(tensors) < len(column) or len({len(one.shape) for one in tensors}) > 1:
        return Unranked(column[0].dtype)
    axes = zip(*(tuple(one.shape) for one in tensors), strict=True)
    sizes = [axis[0] if len(set(axis)) == 1 else None for axis in axes]
    return _functions.symbolic(sizes, tensors[0].dtype)


def of_shape(value: Any, shape: Any) -> Any:
    """`value`; with `shape` where its rank is not known."""
    return value.with_shape(shape) if isinstance(value, UnrankedTensor) else value
