"""Owns the functions that make nodes which only graphs have: placeholders, groups, initializers,
assignments, gradients."""

from __future__ import annotations

from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import GraphKeys, check_active, get_default_graph, is_active
from pelton.compat.v1.operation import EngineOperation, Operation, is_of_operation
from pelton.compat.v1.unranked import Unranked, takes_unranked
from pelton.compat.v1.variables import RefVariable, assign_node, is_variable
from pelton.errors import InvalidArgumentError
from pelton.nest import flatten, is_nested, map_structure
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Any:
    """A tensor that each run must be fed; None among the sizes is any size, None for `shape` any
    shape. Raises RuntimeError where code runs at once."""
    check_active("tf.placeholder()")
    sizes = TensorShape(shape)
    kind = _as_dtype(dtype)

    def unfed() -> Any:
        text = (
            f"placeholder tensor '{made.name}' with dtype {_OLD_DTYPES.get(kind.name, kind.name)}"
        )
        if sizes.rank is not None:
            text += f" and shape [{','.join('?' if size is None else str(size) for size in sizes)}]"
        raise InvalidArgumentError(f"You must feed a value for {text}")

    made = Operation(get_default_graph(), "Placeholder", name or "Placeholder", unfed)
    if sizes.rank is None:
        return made.give(Unranked(kind))
    return made.give(_functions.symbolic(sizes, kind))


_OLD_DTYPES = {"float32": "float", "float64": "double"}  # as TensorFlow's protobufs call them


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Any:  # noqa: A002
    """`input` unless it is fed; sizes that `shape` leaves open may differ."""
    check_active("tf.placeholder_with_default()")
    default = _functions.convert(input)
    made = Operation(
        get_default_graph(), "PlaceholderWithDefault", name or "PlaceholderWithDefault",
        lambda value: value, (default,),
    )  # fmt: skip
    sizes = TensorShape(shape)
    if sizes.rank is None:
        return made.give(Unranked(default.dtype))
    return made.give(_functions.symbolic(sizes, default.dtype))


def group(*inputs: Any, **kwargs: Any) -> Operation:
    """An operation that runs `inputs`. Raises ValueError for unknown keywords."""
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}")
    graph = get_default_graph()
    needed = [one for one in flatten(list(inputs)) if one is not None]
    with graph.control_dependencies([_as_control(one) for one in needed]):
        return Operation(graph, "NoOp", name or "group_deps", lambda: None)


def _as_control(value: Any) -> Any:
    if isinstance(value, EngineOperation):
        return value.outputs[0]
    return value.op if isinstance(value, RefVariable) else value


def no_op(name: str | None = None) -> Operation:
    """An operation that does nothing."""
    return Operation(get_default_graph(), "NoOp", name or "NoOp", lambda: None)


def tuple(  # noqa: A001 - TensorFlow's name
    tensors: Sequence[Any], name: str | None = None, control_inputs: Sequence[Any] | None = None
) -> list[Any]:
    """The tensors, each after all of them and the control inputs."""
    needed = [one for one in tensors if one is not None]
    with get_default_graph().control_dependencies([*needed, *(control_inputs or ())]):
        return [None if one is None else identity(one) for one in tensors]


@takes_unranked
def identity(input: Any, name: str | None = None) -> Any:  # noqa: A002 - TensorFlow's name
    """`input`, after the control inputs around the call."""
    graph = get_default_graph()
    tensor = _functions.convert(input)
    if not is_active():
        return _ops.identity(tensor)
    other = _overridden("Identity", name, [tensor], _ops.identity, tensor)
    if other is not None:
        return other
    made = Operation(graph, "Identity", name or "Identity", _ops.identity, (input,))
    return made.give(tensor)


def _overridden(type: str, name: Any, inputs: Any, forward: Any, like: Any) -> Any:  # noqa: A002
    """Such a node with the gradient that gradient_override_map names; None where it names none."""
    if not get_default_graph().has_overrides():
        return None
    from pelton.compat.v1.functions.gradient_overrides import overridden, override_of

    gradient = override_of(type)
    if gradient is None:
        return None
    return overridden(type, name, inputs, forward, gradient, like)


def assign(ref: Any, value: Any, validate_shape: bool = True, use_locking: bool = True,
           name: str | None = None) -> Any:  # fmt: skip
    """``ref.assign(value)``: a node of a graph, or at once for a variable of the engine."""
    if isinstance(ref, RefVariable):
        return assign_node(ref, value, "assign", name or "Assign")
    return ref.assign(value)


def assign_add(ref: Any, value: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """``ref.assign_add(value)``."""
    if isinstance(ref, RefVariable):
        return assign_node(ref, value, "assign_add", name or "AssignAdd")
    return ref.assign_add(value)


def assign_sub(ref: Any, value: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """``ref.assign_sub(value)``."""
    if isinstance(ref, RefVariable):
        return assign_node(ref, value, "assign_sub", name or "AssignSub")
    return ref.assign_sub(value)


def variables_initializer(var_list: Sequence[Any], name: str = "init") -> Operation:
    """An operation that gives each of the variables its initial value."""
    from pelton.compat.v1.saving.optimizer_states import OptimizerState

    kinds = (RefVariable, OptimizerState)
    return group(*(one.initializer for one in var_list if isinstance(one, kinds)), name=name)


def global_variables_initializer() -> Operation:
    """An operation that initializes the graph's variables, and the states of its optimizers."""
    from pelton.compat.v1.saving.optimizer_states import states_of

    return variables_initializer([*global_variables(), *states_of(get_default_graph())])


def local_variables_initializer() -> Operation:
    """An operation that initializes the local variables, such as those of metrics."""
    return variables_initializer(local_variables())


def initialize_all_variables() -> Operation:
    """The old name of global_variables_initializer; tells so."""
    import logging

    logging.getLogger("tensorflow").warning(
        "initialize_all_variables is deprecated and will be removed after 2017-03-02.\n"
        "Instructions for updating:\nUse `tf.global_variables_initializer` instead."
    )
    return global_variables_initializer()


def global_variables(scope: str | None = None) -> list[Any]:
    """The default graph's variables but the local ones."""
    return get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def tables_initializer(name: str = "init_all_tables") -> Operation:
    """An operation that does nothing: tables have their entries from the beginning."""
    return no_op(name)


initialize_all_tables = tables_initializer  # its name of before
all_variables = global_variables  # its name of before


def local_variables(scope: str | None = None) -> list[Any]:
    """The default graph's local variables."""
    return get_default_graph().get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The default graph's trainable variables."""
    return get_default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: Any = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = "none",
) -> list[Any]:
    """d sum(ys) / dx for each x of `xs`, tensors or variables; None where no y follows from x, or
    zeros. `stop_gradients`: tensors that count as constants. Raises RuntimeError where code runs
    at once."""
    check_active("tf.gradients")
    if stop_gradients is not None:
        stops = list(stop_gradients) if is_nested(stop_gradients) else [stop_gradients]
        return _stopped(ys, xs, grad_ys, stops, unconnected_gradients)
    return gradients_of(ys, xs, grad_ys, name, unconnected_gradients)


def _stopped(ys: Any, xs: Any, grad_ys: Any, stops: list[Any], unconnected: Any) -> list[Any]:
    """``gradients`` that pass none of `stops`."""
    from pelton.autograd.stopped_gradients import StoppedGradients
    from pelton.compat.v1.evaluation import place_of

    targets, sources = ([*one] if is_nested(one) else [one] for one in (ys, xs))
    weights = None if grad_ys is None else [*grad_ys] if is_nested(grad_ys) else [grad_ys]
    made = StoppedGradients(gradients_of, targets, weights, stops).by(sources)
    if getattr(unconnected, "value", unconnected) == "zero":
        return [
            _ops.zeros_like(x) if one is None else one for one, x in zip(made, sources, strict=True)
        ]
    outputs = [_tensor_of(one) for one in targets]
    fed = [(stop, place_of(stop)) for stop in stops if is_of_operation(stop)]
    met = [
        _connected(outputs, [x], [place for stop, place in fed if stop is not x])[0]
        for x in sources
    ]
    return [one if is_met else None for one, is_met in zip(made, met, strict=True)]


def gradients_of(
    ys: Any, xs: Any, grad_ys: Any = None, name: str = "gradients",
    unconnected_gradients: Any = "none",
) -> list[Any]:  # fmt: skip
    """``gradients`` of symbolic tensors, wherever they are from."""
    targets = list(ys) if is_nested(ys) else [ys]
    sources = list(xs) if is_nested(xs) else [xs]
    weights = None if grad_ys is None else list(grad_ys) if is_nested(grad_ys) else [grad_ys]
    graph = get_default_graph()
    node = Operation(
        graph, "Gradients", name, _gradients,
        kwargs={"ys": [_tensor_of(one) for one in targets], "xs": sources, "grads": weights},
        takes_run=True,
    )  # fmt: skip
    node.kwargs["node"] = _Self(node)
    blanks = [
        one if one.shape.rank is None else _functions.symbolic(one.shape, one.dtype)
        for one in sources
    ]
    made = node.give(blanks)
    connected = _connected(node.kwargs["ys"], sources)
    if getattr(unconnected_gradients, "value", unconnected_gradients) == "zero":
        return list(made)
    return [one if is_met else None for one, is_met in zip(made, connected, strict=True)]


def hessians(
    ys: Any, xs: Any, name: str = "hessians", colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False, aggregation_method: Any = None,
) -> list[Any]:  # fmt: skip
    """The second derivatives of sum(ys) by each x of `xs`: of x's shape twice. Raises ValueError
    where ys do not follow from an x, RuntimeError where code runs at once."""
    check_active("tf.hessians")
    sources = list(xs) if is_nested(xs) else [xs]
    slopes = gradients(ys, sources)
    if any(one is None for one in slopes):
        raise ValueError("hessians: `ys` do not follow from all of `xs`")
    return [_second(slope, x, name) for slope, x in zip(slopes, sources, strict=True)]


def _second(slope: Any, x: Any, name: str) -> Any:
    node = Operation(
        get_default_graph(), "Gradients", name, _jacobian,
        kwargs={"ys": [slope], "xs": [x]}, takes_run=True,
    )  # fmt: skip
    node.kwargs["node"] = _Self(node)
    return node.give(_functions.symbolic([*x.shape, *x.shape], x.dtype))


def _jacobian(run: Any, ys: Any, xs: Any, node: _Self) -> Any:
    return run.jacobian(node.node, ys[0], xs[0])


class _Self:
    """A node among its own arguments, by which it finds its tape."""

    def __init__(self, node: Operation) -> None:
        self.node = node


def _tensor_of(value: Any) -> Any:
    return value.value() if isinstance(value, RefVariable) else value


def _gradients(run: Any, ys: Any, xs: Any, grads: Any, node: _Self) -> Any:
    return run.gradient(node.node, list(ys), list(xs), None if grads is None else list(grads))


def _connected(ys: list[Any], xs: list[Any], known: Sequence[Any] = ()) -> list[bool]:
    """Which of xs some y follows from, beside the places that are `known`."""
    from pelton.compat.v1.evaluation import Plan, place_of

    plan = Plan(ys, known)
    keys = {key for key, _, _ in plan.steps}
    return [
        one in plan.reads if isinstance(one, RefVariable) else is_variable(one)
        or (is_of_operation(one) and place_of(one)[0] in keys)
        for one in xs
    ]  # fmt: skip


def py_func(func: Any, inp: Any, Tout: Any, stateful: bool = True, name: Any = None) -> Any:  # noqa: N803
    """``tf.numpy_function``: arrays of `Tout` that a Python function of arrays gives, in graphs
    tensors of unknown rank, of which set_shape may say more."""
    from pelton.functions.host_functions import numpy_function as run

    if not is_active():
        return run(func, inp, Tout)
    return _host_node("PyFunc" if stateful else "PyFuncStateless", run, func, inp, Tout, name)


def numpy_function(
    func: Any = None,
    inp: Any = None,
    Tout: Any = None,  # noqa: N803 - TensorFlow's name
    stateful: bool = True,
    name: Any = None,
) -> Any:
    """The same with TensorFlow 2's arguments."""
    from pelton.functions.host_functions import numpy_function as run

    if func is None or not is_active():
        return run(func, inp, Tout, stateful, name)
    return py_func(func, inp, Tout, stateful, name)


def py_function(func: Any = None, inp: Any = None, Tout: Any = None, name: Any = None) -> Any:  # noqa: N803
    """Tensors of `Tout` that a Python function of eager tensors gives, in graphs of unknown
    rank."""
    from pelton.functions.host_functions import py_function as run

    if func is None or not is_active():
        return run(func, inp, Tout, name)
    return _host_node("EagerPyFunc", run, func, inp, Tout, name)


def _host_node(kind: str, run: Any, func: Any, inp: Any, out: Any, name: Any) -> Any:
    types = list(out) if is_nested(out) else out
    likes = map_structure(lambda one: Unranked(_as_dtype(one)), types)
    other = _overridden(
        kind, name, list(inp), lambda *values: run(func, list(values), types), likes
    )
    if other is not None:
        return other
    named = "EagerPyFunc" if kind == "EagerPyFunc" else "PyFunc"
    node = Operation(
        get_default_graph(), named, name or named, lambda values: run(func, values, types),
        (list(inp),),
    )  # fmt: skip
    return node.give(likes)
