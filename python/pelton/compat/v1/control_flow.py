"""Owns branches and loops of graphs: nodes whose functions are built once, on symbolic tensors,
and run within sessions."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.evaluation import Plan, Run, place_of
from pelton.compat.v1.graph import get_default_graph, is_active
from pelton.compat.v1.operation import Operation, is_of_operation
from pelton.compat.v1.unranked import of_shape
from pelton.compat.v1.variables import RefVariable
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Body:
    """A function's outputs on symbolic arguments, computed again on values within a run.

    `captures`: the tensors of the graph around it that it uses, whose values follow those of the
    arguments in a call."""

    def __init__(self, arguments: list[Any], returned: Any) -> None:
        self.structure = returned
        self.outputs = [_as_tensor(leaf) for leaf in flatten(returned)]
        places = [place_of(one) for one in arguments]
        self.captures = Plan(self.outputs, places).not_from(places) if arguments else []
        self.reads = list(Plan(self.outputs, places).reads)
        self._plan = Plan(self.outputs, [*places, *(place_of(one) for one in self.captures)])

    def made_by(self, operations: set[Operation]) -> list[Any]:
        """The tensors of these nodes that it uses, and the variables that it reads."""
        found = [
            output
            for _, maker, _ in self._plan.steps
            if isinstance(maker, Operation) and maker in operations
            for output in maker.outputs
        ]
        return [*found, *self.reads]

    def __call__(self, run: Run, values: list[Any]) -> Any:
        inner = Run(run.session, self._plan, run)
        return pack_sequence_as(self.structure, inner.fetch(values))


def _as_tensor(leaf: Any) -> Any:
    if isinstance(leaf, Operation) or is_of_operation(leaf):
        return leaf
    tensor = leaf.value() if isinstance(leaf, RefVariable) else _functions.convert(leaf)
    if _functions.is_symbolic(tensor):
        return tensor
    return Operation(get_default_graph(), "Const", "Const", lambda: tensor).give(tensor)


def blank(leaf: Any) -> Any:
    """A symbolic tensor like a value, without a call that gave it."""
    tensor = _functions.convert(leaf)
    node = Operation(get_default_graph(), "Argument", "Argument", lambda: None)
    return node.give(_functions.symbolic(tensor.shape, tensor.dtype))


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """What `true_fn` or `false_fn` gives; both are called while the graph is built.

    Raises TypeError for what cannot be called, ValueError where their structures differ."""
    from pelton.functions.control_flow import cond as run_cond

    branches = (true_fn or fn1, false_fn or fn2)
    if not all(callable(branch) for branch in branches):
        raise TypeError("cond: `true_fn` and `false_fn` must be callable.")
    earlier = set(get_default_graph().get_operations())
    bodies = [Body([], branch()) for branch in branches]  # type: ignore[misc]
    used = [one for body in bodies for one in body.made_by(earlier)]
    if len(bodies[0].outputs) != len(bodies[1].outputs):
        raise ValueError(
            f"cond: true_fn gives {len(bodies[0].outputs)} tensors, false_fn "
            f"{len(bodies[1].outputs)}"
        )

    def compute(run: Run, value: Any, _: Any) -> Any:
        first, second = (lambda: bodies[0](run, [])), (lambda: bodies[1](run, []))
        return run_cond(value, first, second)

    node = Operation(
        get_default_graph(), "If", name or "cond", compute, (of_shape(pred, ()), used),
        takes_run=True,
    )  # fmt: skip
    if all(isinstance(one, Operation) for one in bodies[0].outputs):
        return node
    return node.give(pack_sequence_as(bodies[0].structure, bodies[0].outputs))


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function of the first predicate that holds gives, or `default`.

    Raises ValueError without a default, which graphs here need."""
    if not is_active():
        from pelton.functions.control_flow import case as run_case

        return run_case(pred_fn_pairs, default, exclusive, strict, name)
    if default is None:
        raise ValueError("case: `default` must be a function in graphs, got None")
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    chosen = default
    for pred, function in reversed(pairs):
        chosen = _either(pred, function, chosen)
    return chosen()


def switch_case(
    branch_index: Any, branch_fns: Any, default: Callable[[], Any] | None = None, name: Any = None
) -> Any:
    """What the function of number `branch_index` gives; `default`, or else the last, without."""
    from pelton._core.ops import equal
    from pelton.functions.control_flow import numbered_branches
    from pelton.functions.control_flow import switch_case as run_switch

    if not is_active():
        return run_switch(branch_index, branch_fns, default, name)
    known = numbered_branches(branch_fns)
    chosen = default or known[max(known)]
    for number, branch in reversed(known.items()):
        chosen = _either(equal(branch_index, number), branch, chosen)
    return chosen()


def _either(pred: Any, branch: Callable[[], Any], other: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: cond(pred, branch, other)


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """Calls `body` while `cond` holds, both of which are called once while the graph is built."""
    from pelton.functions.control_flow import while_loop as run_loop

    state = list(loop_vars)
    flows = map_structure(_flow, state)
    blanks = _blanks(flows, shape_invariants)
    test, step = _loop_bodies(cond, body, state, flatten(blanks))

    def compute(run: Run, values: Any, of_test: Any, of_step: Any) -> Any:
        return list(
            run_loop(
                lambda *now: test(run, [*flatten(list(now)), *of_test]),
                lambda *now: step(run, [*flatten(list(now)), *of_step]),
                list(values),
                maximum_iterations=maximum_iterations,
            )
        )

    given = map_structure(lambda leaf: _functions.convert(leaf), flows)
    node = Operation(
        get_default_graph(), "While", name or "while", compute,
        (given, test.captures, step.captures), takes_run=True,
    )  # fmt: skip
    made = _with_flows(state, flatten(node.give(blanks)))
    return made[0] if len(made) == 1 and not return_same_structure else made


def _loop_bodies(
    cond: Callable[..., Any], body: Callable[..., Any], state: Any, arguments: list[Any]
) -> tuple[Body, Body]:
    """A loop's condition and its body, of symbolic arguments."""
    shown = _with_flows(state, arguments)
    test = Body(arguments, cond(*shown))
    returned = body(*shown)
    returned = list(returned) if isinstance(returned, (list, tuple)) else [returned]
    if len(flatten(returned)) != len(arguments):
        raise ValueError(
            "while_loop: the body must give as many values as there are loop variables, "
            f"{len(arguments)}, got {len(flatten(returned))}"
        )
    return test, Body(arguments, map_structure(_flow, returned))


def _flow(leaf: Any) -> Any:
    """The tensor that stands for a TensorArray; anything else as it is."""
    return leaf.flow if hasattr(leaf, "with_flow") else leaf


def _with_flows(state: Any, flat: list[Any]) -> Any:
    """The tensors in the nest `state`, as TensorArrays where it has such."""
    pairs = zip(flatten(state), flat, strict=True)
    made = [old.with_flow(new) if hasattr(old, "with_flow") else new for old, new in pairs]
    return pack_sequence_as(state, made)


def _blanks(state: list[Any], shapes: Any) -> Any:
    """Symbolic tensors for the state of a loop, of its shapes or those given."""
    blanks = map_structure(blank, state)
    if shapes is None:
        return blanks
    from pelton.functions.control_flow import invariants

    flat = zip(flatten(blanks), invariants(shapes), strict=True)
    opened = [_functions.symbolic(getattr(one, "shape", one), leaf.dtype) for leaf, one in flat]
    return map_structure(blank, pack_sequence_as(state, opened))
