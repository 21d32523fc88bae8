"""Owns TensorFlow's functions for branches and loops over any state: ``cond``, ``while_loop``.

Called by itself, each is the Python that it stands for. Within ``tf.function``, and where a layer
is called on a model's symbolic tensors, its functions are traced, and it is one step of the
program, with gradients of every order; where they read values (``.numpy()``, ``if`` over a tensor),
the function that calls it runs as Python code."""

from __future__ import annotations

from pelton._core import Tensor as _Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.functions.traced_structure import Leaves, check_alike, outline
from pelton.host.graph_effects import builds_graph
from pelton.nest import flatten, is_nested, map_structure, pack_sequence_as
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_array import TensorArray

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


def _is_known(value: object) -> bool:
    """Whether it is no tensor, so that a trace may decide by it."""
    return not isinstance(value, _Tensor)


def are_steps(*values: Any) -> bool:
    """Whether branches and loops over the values are steps of a trace, or of a layer's call on a
    model's symbolic tensors: their functions are traced."""
    if _functions.is_tracing() or _functions.is_in_symbolic_call():
        return True
    if builds_graph():
        return False  # its nodes are the ops that they stand for
    return any(_functions.is_symbolic(value) for value in values)


def _has_unshaped(nest: Any) -> bool:
    """Whether there is an array in it whose elements' shape is not known."""
    arrays = (leaf for leaf in flatten(nest) if isinstance(leaf, TensorArray))
    return not all(array._is_shaped() for array in arrays)


def _learn_from(branches: list[Callable[[], Any]]) -> None:
    """Traces the branches once for the shapes of what one of them writes to arrays."""

    def once() -> list[Any]:
        for branch in branches:
            branch()
        return []

    _functions.trace_probe(once, [])


def _trace_branches(name: str, index: Any, branches: list[Callable[[], Any]]) -> Any:
    """What the branch of number ``index`` returns, in a list; None where it cannot be traced."""
    returned: list[Leaves] = []

    def traced(branch: Callable[[], Any]) -> Callable[[], list[Any]]:
        def call() -> list[Any]:
            made = branch()
            if _has_unshaped(made):
                _learn_from(branches)
            leaves = Leaves(made)
            if returned and not returned[0].is_like(leaves):
                raise TypeError(
                    f"{name}: branches must return the same structure, got "
                    f"{outline(returned[0].structure)} and {outline(leaves.structure)}"
                )
            returned.append(leaves)
            return leaves.tensors

        return call

    found = _functions.trace_branches(name, index, [traced(branch) for branch in branches])
    return None if found is None else [returned[0].pack(found)]


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """``true_fn()`` where ``pred``, a scalar, is true, else ``false_fn()``.

    Within a trace both must return the same structure with the same dtypes (TypeError) and ranks
    (ValueError). Raises TypeError for what cannot be called."""
    for which, branch in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(branch):
            raise TypeError(f"'{which}' must be callable.")
    if not _is_known(pred) and are_steps(pred):
        index = pred if pred.dtype.is_bool else _ops.not_equal(pred, 0)
        found = _trace_branches("cond", index, [false_fn, true_fn])  # type: ignore[list-item]
        if found is not None:
            return found[0]
    chosen = true_fn if pred else false_fn
    return chosen()  # type: ignore[misc]


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function of the first pair (predicate, function) returns whose predicate is true.

    ``default()`` where none is; without it the last function. Outside of traces
    InvalidArgumentError where none is true and there is no default, and with `exclusive` where
    several are. Raises TypeError for other than pairs."""
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    if not pairs:
        raise ValueError("case: pred_fn_pairs must have at least one pair")
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not callable(pair[1]):
            raise TypeError(f"case: a pair of a predicate and a function is wanted, got {pair!r}")
    if not are_steps(*(pred for pred, _ in pairs)):
        _check_true([n for n, (pred, _) in enumerate(pairs) if pred], default, exclusive)
    chosen = pairs[-1][1] if default is None else default
    for pred, branch in reversed(pairs if default is not None else pairs[:-1]):
        chosen = _either(pred, branch, chosen)
    return chosen()


def _check_true(true: list[int], default: Any, exclusive: bool) -> None:
    """Raises InvalidArgumentError unless as many predicates are true as may be."""
    from pelton.errors import InvalidArgumentError

    if not true and default is None:
        raise InvalidArgumentError("case: None of conditions evaluated as True")
    if exclusive and len(true) > 1:
        raise InvalidArgumentError(f"case: more than one predicate is true: numbers {true}")


def _either(pred: Any, branch: Callable[[], Any], other: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: cond(pred, branch, other)


def switch_case(
    branch_index: Any,
    branch_fns: Sequence[Any] | Mapping[int, Callable[[], Any]],
    default: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """What the function of number ``branch_index`` returns; ``default``, or else the last, without.

    ``branch_fns``: functions, pairs (number, function) or a dict of them. Within a trace all must
    return the same structure with the same dtypes (TypeError) and ranks (ValueError)."""
    known = numbered_branches(branch_fns)
    last = default or known[max(known)]
    if not _is_known(branch_index) and are_steps(branch_index):
        # As many branches as numbers that lead to one, and the last for all others.
        place = _ops.full([], len(known), "int64")
        for at, number in enumerate(known):
            is_this = _ops.equal(_ops.cast(branch_index, "int64"), number)
            place = _ops.where(is_this, _ops.full([], at, "int64"), place)
        found = _trace_branches("switch_case", place, [*known.values(), last])
        if found is not None:
            return found[0]
    return known.get(int(branch_index), last)()


def numbered_branches(branch_fns: Any) -> dict[int, Callable[[], Any]]:
    """The functions of a list, of pairs (number, function) or of a dict, by number. Raises
    TypeError for what cannot be called, ValueError for none."""
    if isinstance(branch_fns, dict):
        pairs = list(branch_fns.items())
    elif not isinstance(branch_fns, (list, tuple)):
        got = type(branch_fns).__name__
        raise TypeError(f"switch_case: branch_fns must be a list, tuple or dict, got {got}")
    else:
        pairs = [
            branch if isinstance(branch, tuple) else (n, branch)
            for n, branch in enumerate(branch_fns)  # type: ignore[arg-type]
        ]
    if not pairs:
        raise ValueError("branch_fns must have at least one branch")
    for number, branch in pairs:
        if not callable(branch):
            raise TypeError(f"branch {number} must be callable, got {branch!r}")
    return dict(pairs)


def invariants(given: Any) -> list[Any]:
    """The shapes and specs in a nest of them, in the order of its leaves."""
    if isinstance(given, TensorShape) or not is_nested(given):
        return [given]
    parts = [given[key] for key in sorted(given)] if isinstance(given, dict) else given
    return [leaf for part in parts for leaf in invariants(part)]


def _open_shapes(shape_invariants: Any, leaves: Leaves) -> list[Any] | None:
    """The shapes that loop variables may have, or None where a rank is unknown."""
    found = None if shape_invariants is None else invariants(shape_invariants)
    if found is not None and len(found) != len(leaves.parts):
        raise ValueError(
            f"while_loop: {len(found)} shape invariants were given for {len(leaves.parts)} loop "
            "variables"
        )
    return leaves.shapes(found)


def _learn_elements(body: Callable[..., Any], loop_vars: Any) -> None:
    """Traces the body once for the shapes of what it writes to arrays that have none yet."""
    if not _has_unshaped(loop_vars):
        return
    leaves = flatten(loop_vars)

    def once(*tensors: Any) -> list[Any]:
        rest = iter(others.pack(tensors))
        filled = [leaf._copy() if isinstance(leaf, TensorArray) else next(rest) for leaf in leaves]
        body(*pack_sequence_as(loop_vars, filled))
        return []

    others = Leaves([leaf for leaf in leaves if not isinstance(leaf, TensorArray)])
    _functions.trace_probe(once, others.tensors)


def _most_steps(maximum_iterations: Any) -> int:
    """-1 where there is no limit."""
    return -1 if maximum_iterations is None else max(0, int(maximum_iterations))


def _trace_while(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any,
    maximum_iterations: Any,
) -> Any:
    """What the loop variables become, in a list; None where the loop cannot be traced."""
    _learn_elements(body, loop_vars)
    start = Leaves(loop_vars)
    shapes = _open_shapes(shape_invariants, start)
    if shapes is None:
        return None
    is_counted = not _is_known(maximum_iterations)
    counter = [_ops.full([], 0, "int64")] if is_counted else []
    shapes = [[]] * len(counter) + shapes if shapes else shapes

    def goes_on(*tensors: Any) -> list[Any]:
        found = _functions.convert(cond(*start.pack(tensors[len(counter) :])))
        found = _ops.reshape(found, [])
        if is_counted:
            limit = _ops.cast(maximum_iterations, "int64")
            found = _ops.logical_and(_ops.less(tensors[0], limit), found)
        return [found]

    def once(*tensors: Any) -> list[Any]:
        made = body(*start.pack(tensors[len(counter) :]))
        made = made if isinstance(made, (list, tuple)) else [made]
        counted = [_ops.add(tensors[0], 1)] if is_counted else []
        return counted + start.converted(made, "while_loop", "loop_vars")

    most = -1 if is_counted else _most_steps(maximum_iterations)
    found = _functions.trace_loop(
        "while_loop", goes_on, once, counter + start.tensors, [], shapes, most_steps=most
    )
    return None if found is None else [start.pack(found[len(counter) :])]


def _goes_on(pred: Any) -> Any:
    """What the condition of a loop gave; TypeError for fractions and texts, as in a graph."""
    if isinstance(pred, _Tensor) and not (pred.dtype.is_bool or pred.dtype.is_integer):
        raise TypeError(f"while_loop: cond must return a truth value, got {pred.dtype.name}")
    return pred


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Sequence[Any],
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """``loop_vars``, replaced by ``body(*loop_vars)`` while ``cond(*loop_vars)`` is true.

    At most ``maximum_iterations`` times. What the body gives must be nested as ``loop_vars``, lists
    and tuples being alike (ValueError, TypeError). Within a trace, shapes must stay as they were,
    or as ``shape_invariants`` says (ValueError), and dtypes (TypeError). Raises TypeError for what
    cannot be called, ValueError for no variables."""
    if not callable(cond) or not callable(body):
        raise TypeError("'cond' and 'body' must be callable.")
    if not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    if are_steps(*flatten(loop_vars)):
        found = _trace_while(cond, body, loop_vars, shape_invariants, maximum_iterations)
        if found is not None:
            return found[0]
    left = _most_steps(maximum_iterations)
    values = loop_vars  # Python's numbers stay such, as TensorFlow leaves them in eager loops
    while left != 0 and _goes_on(cond(*values)):
        made = body(*values)
        left -= 1
        made = made if isinstance(made, (list, tuple)) else [made]
        check_alike("while_loop", "loop_vars", loop_vars, made)
        values = pack_sequence_as(loop_vars, flatten(made))
    return map_structure(_convert, values)


def _convert(value: Any) -> Any:
    is_kept = isinstance(value, (TensorArray, CompositeValue))
    return value if is_kept else _functions.convert(value)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
