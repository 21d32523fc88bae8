"""Owns how functions become nodes of a graph: by name, after control inputs, or because they draw
or make something anew in each run."""

from __future__ import annotations

import functools

from pelton._core import Tensor
from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton.compat.v1.graph import at_once, get_default_graph, is_active
from pelton.compat.v1.operation import Operation, known_call, note_call, note_value
from pelton.compat.v1.unranked import has_unranked, takes_unranked
from pelton.nest import flatten, map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def node(
    type: str, name: str | None, function: Callable[..., Any], *args: Any, **kwargs: Any
) -> Any:  # noqa: A002, E501
    """The outputs of a node that calls `function` in each run. It is called once now, on what is
    symbolic or known, for their shapes and dtypes."""
    operation = Operation(get_default_graph(), type, name or type, function, args, kwargs)
    return operation.give(function(*args, **kwargs))


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const",
             verify_shape: bool = False) -> Any:  # fmt: skip
    """A constant. Floating ones are nodes of the graph; others are tensors with values, as sizes
    and axes follow from them."""
    from pelton.ops.array.creation import constant as make

    made = make(value, dtype, shape)
    if not is_active():
        return made
    if not made.dtype.is_floating:
        return note_value(get_default_graph(), made, name)
    return Operation(get_default_graph(), "Const", name, lambda: made).give(made)


def zeros(shape: Any, dtype: Any = "float32", name: str | None = None) -> Any:
    """Zeros; a node of the graph, which may be fed, where they are floating."""
    from pelton.ops.array.creation import zeros as make

    return _filled(make, shape, dtype, name or "zeros")


def ones(shape: Any, dtype: Any = "float32", name: str | None = None) -> Any:
    """Ones; a node of the graph, which may be fed, where they are floating."""
    from pelton.ops.array.creation import ones as make

    return _filled(make, shape, dtype, name or "ones")


def _filled(make: Callable[..., Any], shape: Any, dtype: Any, name: str) -> Any:
    if not is_active() or not _as_dtype(dtype).is_floating:
        return make(shape, dtype)
    return node("Fill", name, make, shape, dtype)


def as_node(function: Callable[..., Any], type: str) -> Callable[..., Any]:  # noqa: A002
    """`function` as a node in graphs, so that each run calls it: for random draws."""

    def drawn(*args: Any, **kwargs: Any) -> Any:
        with at_once():
            return function(*args, **kwargs)

    @takes_unranked
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not is_active():
            return function(*args, **kwargs)
        name = kwargs.pop("name", None)
        if kwargs.get("seed") is None:
            return node(type, name, drawn, *args, **kwargs)
        return _seeded(type, name, drawn, args, kwargs)

    return call


def _seeded(
    type: str,
    name: Any,
    function: Callable[..., Any],
    args: Any,
    kwargs: Any,  # noqa: A002
) -> Any:
    """A node whose draws begin with the first numbers of its seed in each session: what it gives is
    told by a trace, which draws none."""
    from pelton.compat.v1.functions.host_nodes import likes_of

    def drawn(*given: Any, **options: Any) -> Any:
        if _functions.is_tracing():
            return function(*given, **options)
        from pelton.functions.recorded_function import function as recorded

        return recorded(lambda: function(*given, **options))()

    try:
        likes = likes_of(function, args, kwargs)
    except Exception:  # of what only its values tell
        return node(type, name, function, *args, **kwargs)
    operation = Operation(get_default_graph(), type, name or type, drawn, args, kwargs)
    operation.is_seeded = True
    return operation.give(likes)


def named(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with nodes of the graph's own where a name is given, or control inputs hold."""

    taking = takes_unranked(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if is_active() and has_unranked(args, kwargs):
            return taking(*args, **kwargs)
        graph = get_default_graph()
        controls = graph.current_control_inputs()
        name = kwargs.pop("name", None)
        if not is_active():
            return function(*args, **kwargs)
        made = _made(function, args, kwargs, name)
        leaves = flatten(made)
        if not all(isinstance(leaf, Tensor) for leaf in leaves):
            return made
        if controls:
            kind = function.__name__
            name = name if isinstance(name, str) else kind
            return Operation(graph, kind, name, function, args, kwargs).give(made)
        if len(leaves) == 1 and graph.has_overrides():
            from pelton.compat.v1.functions.gradient_overrides import of_engine_call

            other = of_engine_call(leaves[0], name if isinstance(name, str) else None)
            if other is not None:
                return other
        if any(_functions.is_symbolic(leaf) for leaf in leaves):
            return _with_name(graph, made, leaves, name)
        title = name if isinstance(name, str) else _title(function.__name__)
        return map_structure(lambda leaf: _constant_of(graph, leaf, title), made)

    return call


def _constant_of(graph: Any, tensor: Any, name: str) -> Any:
    """What a function of values alone gave: a node where it is floating, as `constant` does."""
    if not tensor.dtype.is_floating:
        return note_value(graph, tensor, name)
    return Operation(graph, "Const", name, lambda: tensor).give(tensor)


def _title(name: str) -> str:
    """A function's name as nodes have it."""
    return name if name[:1].isupper() else name[:1].upper() + name[1:]


def _with_name(graph: Any, made: Any, leaves: list[Any], name: Any) -> Any:
    """What a function gave, under its name in the graph, or those of the ops that it is made of."""
    if not isinstance(name, str):
        for leaf in leaves:
            note_call(graph, leaf, is_function=True)
        return made
    first = leaves[0]
    if len(leaves) == 1 and known_call(first) is None and note_call(graph, first, name):
        return made
    return Operation(graph, "Identity", name, _same, (made,)).give(made)


def _made(function: Callable[..., Any], args: Any, kwargs: Any, name: Any) -> Any:
    """What the function gives; of a node that calls it in each run where it needs values."""
    from pelton.compat.v1.functions.host_nodes import NEEDS_VALUES, of_values, takes_symbolic

    try:
        return function(*args, **kwargs)
    except NEEDS_VALUES:
        if not takes_symbolic(args, kwargs):
            raise
        try:
            return of_values(function, args, kwargs, name if isinstance(name, str) else None)
        except Exception:
            pass  # it is another mistake, which is told
        raise


def _same(value: Any) -> Any:
    return value
