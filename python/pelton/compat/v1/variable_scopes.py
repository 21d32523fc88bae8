"""Owns variable_scope and get_variable: variables that are shared by their names."""

from __future__ import annotations

import contextlib
import functools
import inspect
import threading

from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton.compat.v1.graph import GraphKeys, at_once, get_default_graph, is_active
from pelton.compat.v1.operation import Operation, is_of_operation
from pelton.compat.v1.variables import RefVariable
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class _Reuse:
    def __repr__(self) -> str:
        return "_ReuseMode.AUTO_REUSE"


AUTO_REUSE = _Reuse()


class VariableScope:
    """A prefix of variables' names, with what get_variable takes where it is given nothing."""

    def __init__(self, name: str, reuse: Any = False, initializer: Any = None,
                 regularizer: Any = None, dtype: Any = None,
                 custom_getter: Any = None) -> None:  # fmt: skip
        self.name = name
        self.custom_getter = custom_getter
        self.original_name_scope = name + "/" if name else ""
        self.reuse = reuse
        self.initializer = initializer
        self.regularizer = regularizer
        self.dtype = dtype

    caching_device = constraint = partitioner = use_resource = None  # which change no value here

    def reuse_variables(self) -> None:
        """From now on get_variable gives the variables that are there."""
        self.reuse = True

    def set_initializer(self, initializer: Any) -> None:
        """What get_variable takes where it is given none."""
        self.initializer = initializer

    def set_regularizer(self, regularizer: Any) -> None:
        """What get_variable takes where it is given none."""
        self.regularizer = regularizer

    def set_dtype(self, dtype: Any) -> None:
        """The dtype that get_variable takes where it is given none."""
        self.dtype = dtype

    def set_custom_getter(self, custom_getter: Any) -> None:
        """What get_variable calls in its place."""
        self.custom_getter = custom_getter

    def set_use_resource(self, use_resource: bool) -> None:
        """Nothing: there is one kind of variables."""

    def set_partitioner(self, partitioner: Any) -> None:
        """Nothing: variables are in one part."""

    set_caching_device = set_partitioner

    def get_collection(self, name: Any) -> list[Any]:
        """The collection's members whose names begin with the scope's."""
        return get_default_graph().get_collection(name, self.name)

    def global_variables(self) -> list[Any]:
        """The scope's variables."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        """The scope's local variables."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def trainable_variables(self) -> list[Any]:
        """The scope's trainable variables."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)


class _Scopes(threading.local):
    def __init__(self) -> None:
        self.stack = [VariableScope("")]


_scopes = _Scopes()


def get_variable_scope() -> VariableScope:
    """The innermost variable scope."""
    return _scopes.stack[-1]


@contextlib.contextmanager
def variable_scope(
    name_or_scope: Any = None,
    default_name: str | None = None,
    values: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: bool | None = None,
    constraint: Any = None,
    auxiliary_name_scope: bool = True,
) -> Iterator[VariableScope]:
    """Names of variables and nodes that are made within it begin with the scope's.

    Raises ValueError where neither a name nor a default name is given."""
    graph, outer = get_default_graph(), get_variable_scope()
    prefix = f"{outer.name}/" if outer.name else ""
    base: Any = outer
    if isinstance(name_or_scope, VariableScope):
        full, base = name_or_scope.name, name_or_scope
    elif name_or_scope is not None:
        full = prefix + name_or_scope
    elif default_name is None:
        raise ValueError("If default_name is None then name_or_scope is required")
    else:
        full = _unused(graph, prefix + default_name)
    scope = VariableScope(
        full, outer.reuse if reuse is None else reuse,
        base.initializer if initializer is None else initializer, regularizer or base.regularizer,
        dtype or base.dtype, _within(base.custom_getter, custom_getter),
    )  # fmt: skip
    last, here = full.rpartition("/")[2] or None, contextlib.nullcontext(graph.current_name_scope)
    with graph.name_scope(last) if auxiliary_name_scope else here as name_scope:
        scope.original_name_scope = getattr(name_or_scope, "original_name_scope", name_scope)
        _scopes.stack.append(scope)
        try:
            yield scope
        finally:
            _scopes.stack.pop()
            _forget_subscopes(graph, full)


def _within(outer: Any, inner: Any) -> Any:
    """A scope's getter of variables, which gets them by that of the scope around."""
    if outer is None or inner is None:
        return inner or outer

    def get(getter: Any, *args: Any, **kwargs: Any) -> Any:
        return inner(functools.partial(outer, getter), *args, **kwargs)

    return get


def _unused(graph: Any, name: str) -> str:
    count = graph.scope_counts.get(name, 0)
    graph.scope_counts[name] = count + 1
    return name if count == 0 else f"{name}_{count}"


def _forget_subscopes(graph: Any, name: str) -> None:
    """Default names below a scope are counted anew when it is entered again, so that layers in it
    find their variables."""
    for one in [one for one in graph.scope_counts if one.startswith(f"{name}/")]:
        del graph.scope_counts[one]


def _initial_value(initializer: Any, shape: Any, dtype: Any) -> Any:
    if initializer is None:
        from pelton.keras.initializers import GlorotUniform, Zeros

        initializer = GlorotUniform() if dtype.is_floating else Zeros()
    if isinstance(initializer, type):
        initializer = initializer()
    if not callable(initializer):
        return initializer
    if shape is None:
        return initializer()
    sizes = [int(size) for size in TensorShape(shape)]

    def draw() -> Any:
        try:
            return initializer(sizes, dtype=dtype)
        except TypeError:
            return initializer(sizes)

    first = draw()
    if is_of_operation(first) or not is_active():
        return first

    def draw_anew() -> Any:
        with at_once():
            return draw()

    node = Operation(get_default_graph(), "Initializer", "Initializer", draw_anew)
    return node.give(_functions.convert(first))


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
) -> Any:
    """The variable of this name in the scope, or a new one, as the scope's `reuse` says.

    Raises ValueError for a name that is there without reuse, or not there with it, for another
    shape, and for a new variable without shape and initial value."""
    scope = get_variable_scope()
    if dtype is None and initializer is not None and not callable(initializer):
        dtype = _functions.convert(initializer).dtype  # a value has its own
    options = {
        "name": f"{scope.name}/{name}" if scope.name else name, "shape": shape,
        "dtype": _as_dtype(dtype or scope.dtype or "float32"),
        "initializer": scope.initializer if initializer is None else initializer,
        "regularizer": regularizer or scope.regularizer, "reuse": scope.reuse,
        "trainable": trainable, "collections": collections, "caching_device": caching_device,
        "partitioner": partitioner, "validate_shape": validate_shape,
        "use_resource": use_resource, "constraint": constraint,
        "synchronization": synchronization, "aggregation": aggregation,
    }  # fmt: skip
    getter = custom_getter or scope.custom_getter
    if getter is None:
        return _get(**options)
    with get_default_graph().name_scope(None):
        return getter(getter=_get, **options)


def _get(
    name: str, shape: Any = None, dtype: Any = "float32", initializer: Any = None,
    regularizer: Any = None, reuse: Any = None, trainable: bool | None = None,
    collections: Any = None, constraint: Any = None, **ignored: Any,
) -> Any:  # fmt: skip
    """The variable of the full name, or a new one: what getters of a scope's own call."""
    graph = get_default_graph()
    store = graph.variable_store
    if name in store:
        return _reused(store[name], name, shape, reuse)
    if reuse is True:
        raise ValueError(
            f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you "
            "mean to set reuse=tf.AUTO_REUSE in VarScope?"
        )
    kind = _as_dtype(dtype)
    _check_shape(name, shape, initializer)
    with graph.name_scope(None), graph.control_dependencies(None):
        value = _initial_value(initializer, shape, kind)
        if shape is None and callable(initializer):
            kind = _functions.convert(value).dtype
        made = RefVariable(
            value, trainable=trainable, collections=collections, name=name, dtype=kind,
            constraint=constraint,
        )  # fmt: skip
    store[name] = made
    _add_penalty(made, regularizer)
    return made


def _add_penalty(variable: RefVariable, penalty: Any) -> None:
    if penalty is None:
        return
    with variable.graph.name_scope(f"{variable.op.name}/Regularizer/"):
        found = penalty(variable.value())
        if found is not None:
            variable.graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, found)


def _reused(found: Any, full: str, shape: Any, reuse: Any) -> Any:
    if not reuse:
        raise ValueError(
            f"Variable {full} already exists, disallowed. Did you mean to set reuse=True or "
            "reuse=tf.AUTO_REUSE in VarScope?"
        )
    if shape is not None and not found.shape.is_compatible_with(shape):
        raise ValueError(
            f"Trying to share variable {full}, but specified shape {TensorShape(shape)} and found "
            f"shape {found.shape}."
        )
    return found


def _is_complete(initializer: Any) -> bool:
    """Whether a function makes the initial value without being told its shape."""
    if isinstance(initializer, type):
        return False
    given = inspect.signature(initializer).parameters.values()
    ways = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return all(one.default is not one.empty or one.kind not in ways for one in given)


def _check_shape(full: str, shape: Any, initializer: Any) -> None:
    if shape is None and initializer is None:
        raise ValueError(
            f"Variable {full} did not get an initializer, so its `shape` argument must be "
            "specified."
        )
    if shape is None and callable(initializer) and not _is_complete(initializer):
        raise ValueError(
            f"Shape of a new variable ({full}) must be fully defined, but instead was <unknown>."
        )
