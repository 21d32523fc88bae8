"""Owns TensorFlow's functions for branches and loops, as the Python that they stand for.

What they decide depends on values: a ``tf.function`` that uses them on other than constants is no
record and runs as Python code."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.nest import flatten, is_nested, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """``true_fn()`` where ``pred``, a scalar, is true, else ``false_fn()``.

    Raises TypeError for what cannot be called."""
    for which, branch in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(branch):
            raise TypeError(f"'{which}' must be callable.")
    chosen = true_fn if pred else false_fn
    return chosen()  # type: ignore[misc]


def switch_case(
    branch_index: Any,
    branch_fns: Sequence[Any] | Mapping[int, Callable[[], Any]],
    default: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """What the function of number ``branch_index`` returns; ``default``, or else the last, without.

    ``branch_fns``: functions, pairs (number, function) or a dict of them."""
    if isinstance(branch_fns, dict):
        pairs = list(branch_fns.items())
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
    known = dict(pairs)
    last = default or known[max(known)]
    return known.get(int(branch_index), last)()


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

    At most ``maximum_iterations`` times. Raises TypeError for what cannot be called, ValueError
    for no variables."""
    if not callable(cond) or not callable(body):
        raise TypeError("'cond' and 'body' must be callable.")
    if not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    left = -1 if maximum_iterations is None else int(maximum_iterations)
    values = map_structure(_functions.convert, loop_vars)
    while left != 0 and cond(*values):
        made = body(*values)
        left -= 1
        made = made if isinstance(made, (list, tuple)) else [made]
        values = pack_sequence_as(loop_vars, flatten(list(made)))
    return values


def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """``fn`` of each row of ``elems`` (a tensor or a nest of them), stacked again.

    Raises ValueError where there are no rows or their numbers differ."""
    leaves = [_functions.convert(leaf) for leaf in flatten(elems)]
    counts = {leaf.shape[0] if leaf.shape.rank else 0 for leaf in leaves}
    if len(counts) != 1 or 0 in counts:
        raise ValueError(f"map_fn: elems must have equally many rows, got {elems!r}")
    columns = [_functions.unstack(leaf, 0) for leaf in leaves]
    rows = [
        fn(pack_sequence_as(elems, list(row)) if is_nested(elems) else row[0])
        for row in zip(*columns, strict=True)
    ]
    return map_structure(lambda *parts: _ops.stack(list(parts), 0), *rows)
