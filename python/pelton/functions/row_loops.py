"""Owns TensorFlow's loops over the rows of tensors: ``map_fn``, ``scan``, ``foldl``, ``foldr``.

Called by itself, each is a Python loop. Within ``tf.function`` it is one step of the program whose
function is traced once, for a row."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.composite_rows import has_composites, map_rows
from pelton.functions.control_flow import are_steps
from pelton.functions.traced_structure import Leaves, check_alike
from pelton.nest import flatten, is_nested, map_structure, pack_sequence_as
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Rows:
    """Tensors in a nest that have equally many rows."""

    def __init__(self, structure: Any, leaves: list[Any]) -> None:
        self.structure = structure
        self.leaves = leaves

    @classmethod
    def of(cls, elems: Any, what: str) -> _Rows:
        """Those of `elems`. Raises ValueError for scalars and where the numbers of rows differ."""
        leaves = [_functions.convert(leaf) for leaf in flatten(elems)]
        counts = {leaf.shape[0] if leaf.shape.rank else -1 for leaf in leaves}
        if len(counts) != 1 or -1 in counts:
            raise ValueError(f"{what}: elems must have equally many rows, got {elems!r}")
        return cls(elems, leaves)

    def pack(self, leaves: Any) -> Any:
        """The same nest of others."""
        leaves = list(leaves)
        return pack_sequence_as(self.structure, leaves) if is_nested(self.structure) else leaves[0]

    def are_open(self) -> bool:
        """Whether a symbolic call does not know how many rows there are; a trace does its own."""
        return self.leaves[0].shape[0] is None and not _functions.is_tracing()

    def are_none(self) -> bool:
        """Whether there is no row."""
        return bool(self.leaves[0].shape[0] == 0)

    def rows(self, is_reversed: bool) -> list[Any]:
        """The nests of rows, each as often as there are rows."""
        columns = [_ops.unstack(leaf) for leaf in self.leaves]
        rows = [self.pack(row) for row in zip(*columns, strict=True)]
        return rows[::-1] if is_reversed else rows

    def first(self) -> Any:
        """The nest of the first row."""
        return self.pack(leaf[0] for leaf in self.leaves)


def _one_of_each(value: Any) -> Any:
    """What stands for a tensor like `value` of each of open rows: made by no op, for the layer that
    is called so runs its loop when the rows are there."""
    tensor = _functions.convert(value)
    return _functions.symbolic([None, *tensor.shape], tensor.dtype, "rows")


def _converted(leaf: Any, dtype: Any) -> Any:
    """A value as a tensor, of the dtype where it can be."""
    try:
        return _functions.convert_like(leaf, dtype)
    except TypeError:
        return _functions.convert(leaf)


def _as_dtypes(structure: Any, dtype: Any) -> Any:
    """Numbers in ``structure`` as tensors of the dtypes that were named, if any were."""
    if dtype is None:
        return map_structure(_functions.convert, structure)
    named = [getattr(leaf, "dtype", leaf) for leaf in flatten(dtype)]
    check_alike("map_fn", "fn_output_signature", dtype, structure, is_strict=True)
    leaves = flatten(structure)
    made = [_converted(leaf, one) for leaf, one in zip(leaves, named, strict=True)]
    for tensor, one in zip(made, named, strict=True):
        if tensor.dtype != one:
            raise InvalidArgumentError(
                f"TensorArray dtype is {one.name} but Op is trying to write dtype "
                f"{tensor.dtype.name}"
            )
    return pack_sequence_as(structure, made)


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

    ``fn_output_signature``: dtypes or specs of what it gives. Of no rows it is not called: they
    have the dtypes and shapes of the signature, without one the dtypes of ``elems`` and one axis.
    Rows of ragged and sparse tensors are taken, and given where the signature has their specs.
    Raises ValueError where the numbers of rows or the shapes of what `fn` gives differ, and
    InvalidArgumentError for another dtype than was named, or than `elems` have."""
    signature = dtype if fn_output_signature is None else fn_output_signature
    if has_composites(elems, signature):
        return map_rows(fn, elems, signature)
    rows = _Rows.of(elems, "map_fn")
    if signature is None:
        signature = rows.pack([leaf.dtype for leaf in rows.leaves])
    return _mapped(fn, elems, rows, signature)


def _mapped(fn: Callable[[Any], Any], elems: Any, rows: _Rows, signature: Any) -> Any:
    """``fn`` of each row, stacked again; of the dtypes of `signature` unless it is None."""
    if are_steps(*rows.leaves):
        returned: list[Leaves] = []

        def once(*leaves: Any) -> list[Any]:
            returned.append(Leaves(_as_dtypes(fn(rows.pack(leaves)), signature)))
            return returned[0].tensors

        found = _functions.trace_loop("map_fn", None, once, [], rows.leaves, [])
        if found is not None:
            return returned[0].pack(found)
    if rows.are_none():
        return map_structure(_none_of, elems if signature is None else signature)
    if rows.are_open():
        return map_structure(_one_of_each, _as_dtypes(fn(rows.first()), signature))
    results = [_as_dtypes(fn(row), signature) for row in rows.rows(False)]
    return map_structure(lambda *parts: _stacked(parts), *results)


def _stacked(parts: tuple[Any, ...]) -> Any:
    for part in parts:
        if part.shape != parts[0].shape:
            shapes = part.shape.as_list(), parts[0].shape.as_list()
            shown = (tuple(shape) for shape in shapes)
            raise ValueError("Incompatible shape for value ({}), expected ({})".format(*shown))
    return _ops.stack(list(parts), 0)


def vectorized_map(
    fn: Callable[[Any], Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True
) -> Any:
    """``fn`` of each row of ``elems``, stacked again, row by row; of any dtypes and structure."""
    if has_composites(elems, None):
        return map_rows(fn, elems, None)
    return _mapped(fn, elems, _Rows.of(elems, "vectorized_map"), None)


def _first_row(rows: _Rows, is_reversed: bool, what: str) -> tuple[Any, _Rows]:
    """The row that a fold without initializer begins with, and the others."""
    if rows.are_none():
        raise ValueError(f"{what}: elems has no rows, and there is no initializer")
    first, rest = [], []
    for leaf in rows.leaves:
        first.append(leaf[-1] if is_reversed else leaf[0])
        rest.append(leaf[:-1] if is_reversed else leaf[1:])
    return rows.pack(first), _Rows(rows.structure, rest)


def _none_of(declared: Any) -> Any:
    """No rows of what a spec or a dtype declares; of a tensor, of its dtype."""
    sizes = declared.shape if isinstance(declared, TensorSpec) else ()
    dtype = getattr(declared, "dtype", None) or _dtypes.as_dtype(declared)
    return _functions.zeros([0, *(size or 0 for size in sizes)], dtype)


def _no_rows(like: Any) -> Any:
    return _functions.zeros([0, *like.shape.as_list()], like.dtype)


def _accumulate(
    fn: Callable[[Any, Any], Any], rows: _Rows, start: Any, is_reversed: bool, name: str
) -> tuple[Any, Any]:
    """The last value of ``fn(value, row)``, and all of them by row."""
    state = Leaves(start)
    if are_steps(*state.tensors, *rows.leaves):

        def once(*leaves: Any) -> list[Any]:
            count = len(state.tensors)
            made = fn(state.pack(leaves[:count]), rows.pack(leaves[count:]))
            return state.converted(made, name, "initializer", name == "scan") * 2

        found = _functions.trace_loop(
            name, None, once, state.tensors, rows.leaves, state.shapes(), is_reversed=is_reversed
        )
        if found is not None:
            count = len(state.tensors)
            return state.pack(found[:count]), state.pack(found[count:])
    value, values = state.pack(state.tensors), []
    if rows.are_open():
        made = state.converted(fn(value, rows.first()), name, "initializer", name == "scan")
        value = state.pack(made)
        return value, map_structure(_one_of_each, value)
    for row in rows.rows(is_reversed) if rows.leaves[0].shape[0] else []:
        made = state.converted(fn(value, row), name, "initializer", name == "scan")
        value = state.pack(made)
        values.append(value)
    if not values:
        return value, map_structure(_no_rows, value)
    ordered = values[::-1] if is_reversed else values
    return value, map_structure(lambda *parts: _ops.stack(list(parts), 0), *ordered)


def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All values of ``value = fn(value, row)`` over the rows of ``elems``, stacked by row.

    It begins with ``initializer``, else with the first row, which is then the first value. Raises
    TypeError for what cannot be called, ValueError for other than equally many rows or where
    ``fn`` gives another structure."""
    if not callable(fn):
        raise TypeError(f"fn must be callable, got {fn!r}")
    rows = _Rows.of(elems, "scan")
    if initializer is not None:
        return _accumulate(fn, rows, initializer, reverse, "scan")[1]
    start, rest = _first_row(rows, reverse, "scan")
    values = _accumulate(fn, rest, start, reverse, "scan")[1]

    def with_start(first: Any, others: Any) -> Any:
        row = _ops.expand_dims(first, 0)
        return _ops.concat([others, row] if reverse else [row, others], 0)

    return map_structure(with_start, start, values)


def _fold(
    fn: Callable[[Any, Any], Any], elems: Any, initializer: Any, is_reversed: bool, name: str
) -> Any:
    if not callable(fn):
        raise TypeError(f"fn must be callable, got {fn!r}")
    rows = _Rows.of(elems, name)
    if initializer is None:
        initializer, rows = _first_row(rows, is_reversed, name)
    if any(hasattr(leaf, "_with_state") for leaf in flatten(initializer)):
        return _fold_arrays(fn, rows, initializer, is_reversed)
    return _accumulate(fn, rows, initializer, is_reversed, name)[0]


def _fold_arrays(fn: Callable[[Any, Any], Any], rows: _Rows, start: Any, is_reversed: bool) -> Any:
    """A fold that carries TensorArrays, whose shapes are those of what is written."""
    from pelton.functions.control_flow import while_loop

    count = _ops.shape(rows.leaves[0])[0]

    def step(at: Any, value: Any) -> tuple[Any, Any]:
        row = count - 1 - at if is_reversed else at
        return at + 1, fn(value, rows.pack(_ops.gather(leaf, row) for leaf in rows.leaves))

    return while_loop(lambda at, _: at < count, step, (_functions.convert(0), start))[1]


def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last ``value = fn(value, row)`` over the rows of ``elems``, from the first one on.

    Begins and raises as ``scan``."""
    return _fold(fn, elems, initializer, False, "foldl")


def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last ``value = fn(value, row)`` over the rows of ``elems``, from the last one on.

    Begins and raises as ``scan``."""
    return _fold(fn, elems, initializer, True, "foldr")


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
