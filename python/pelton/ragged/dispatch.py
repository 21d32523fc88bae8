"""Owns what ops do that are called with ragged tensors: the table of ops by name."""

from __future__ import annotations

from pelton import _core
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged import string_rows
from pelton.ragged.broadcasting import elementwise
from pelton.ragged.operators import leaves, map_flat_values
from pelton.ragged.ops import axes, products, reductions, rows
from pelton.ragged.ragged_tensor import RaggedTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Ops of each element by itself: those that broadcast, and others.
BROADCASTING = frozenset(_core.elementwise_ops()) | {"add", "divide", "multiply", "subtract"}
ELEMENTWISE = frozenset(
    "as_string bitcast cast decode_base64 dropout encode_base64 identity one_hot "
    "ones_like regex_full_match regex_replace stateless_dropout stop_gradient string_join "
    "string_length string_lower string_strip string_to_hash_bucket_fast "
    "string_to_hash_bucket_strong string_to_number string_upper substr zeros_like".split()
)
# Functions that read their arguments before they call ops, by module and name.
ELEMENTWISE_FUNCTIONS = frozenset(
    "ops.math.arithmetic.add_n ops.array.basic.one_hot ops.array.creation.ones_like "
    "ops.array.creation.zeros_like "
    "strings.as_string strings.bytes_split strings.join strings.length strings.lower "
    "strings.regex_full_match strings.regex_replace strings.split strings.strip strings.substr "
    "strings.to_hash_bucket "
    "strings.to_hash_bucket_fast strings.to_hash_bucket_strong strings.to_number "
    "strings.unicode_decode strings.unicode_split strings.upper".split()
)


def _embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: Any = None) -> Any:
    from pelton.ops.array.indexing import embedding_lookup

    return ids.with_flat_values(embedding_lookup(params, ids.flat_values, max_norm))


def _softmax(x: RaggedTensor, axis: int = -1) -> RaggedTensor:
    if rows.as_axis("softmax", axis, rows.rank_of(x)) != x.ragged_rank:
        return x.with_flat_values(_ops.softmax(x.flat_values))
    if x.ragged_rank > 1:
        return x.with_values(_softmax(x.values))
    ids = x.value_rowids()
    highest = _ops.gather(reductions.reduce("reduce_max", x, 1), ids)
    powers = x.with_values(_ops.exp(x.values - _ops.stop_gradient(highest)))
    sums = _ops.gather(reductions.reduce("reduce_sum", powers, 1), ids)
    return x.with_values(powers.values / sums)


def _size(input: RaggedTensor, out_type: Any = "int32", name: Any = None) -> Any:
    return _ops.cast(_ops.reduce_prod(_ops.shape(input.flat_values)), out_type)


def _rank(input: RaggedTensor, name: Any = None) -> Any:
    return _functions.convert(rows.rank_of(input))


def _reverse(tensor: RaggedTensor, axis: Any) -> RaggedTensor:
    for given in _functions.convert(axis).numpy().reshape(-1).tolist():
        one = rows.as_axis("reverse", given, rows.rank_of(tensor))
        tensor = _reversed(tensor, one)
    return tensor


def _reversed(x: Any, axis: int) -> Any:
    if not isinstance(x, RaggedTensor):
        return _ops.reverse(x, [axis])
    if axis > 1:
        return x.with_values(_reversed(x.values, axis - 1))
    if axis == 0:
        return rows.gather(x, _ops.reverse(_ops.iota(int(x.nrows()), "int64"), [0]))
    places = _ops.iota(int(x.row_splits[-1]), "int64")
    ids = x.value_rowids()
    at = _ops.gather(x.row_starts() + x.row_limits() - 1, ids) - places
    return x.with_values(rows.gather(x.values, at))


def _reshape(tensor: RaggedTensor, shape: Any, name: Any = None) -> Any:
    """The values in a dense tensor of that shape."""
    return _ops.reshape(tensor.flat_values, shape)


def _unsorted(reduction: str) -> Callable[..., Any]:
    def fold(data: Any, segment_ids: Any, num_segments: Any, name: Any = None) -> Any:
        return reductions.by_segments(reduction, data, segment_ids, num_segments)

    return fold


# What takes an op's arguments by their names.
OPS: dict[str, Callable[..., Any]] = {
    "batch_gather": rows.gather,
    "boolean_mask": rows.boolean_mask,
    "concat": lambda values, axis=0, name=None: rows.concat(list(values), axis),
    "expand_dims": lambda input, axis, name=None: rows.expand_dims(input, axis),
    "gather": lambda params, indices, axis=0, batch_dims=0, name=None: rows.gather(
        params, indices, axis, batch_dims
    ),
    "matmul": products.matmul,
    "reshape": _reshape,
    "reverse": lambda tensor, axis, name=None: _reverse(tensor, axis),
    "split": axes.split,
    "squeeze": axes.squeeze,
    "softmax": lambda logits, axis=-1, name=None: _softmax(logits, axis),
    "stack": lambda values, axis=0, name=None: rows.stack(list(values), axis),
    "tile": lambda input, multiples, name=None: rows.tile(input, multiples),
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "ops.array.basic.rank": _rank,
    "ops.array.basic.size": _size,
    "ops.array.basic.where": axes.true_places,
    "ops.array.indexing.embedding_lookup": _embedding_lookup,
    "ops.array.indexing.gather_nd": rows.gather_nd,
    "strings.format": string_rows.format_rows,
    **{
        f"ops.math.segments.unsorted_segment_{name}": _unsorted(f"reduce_{name}")
        for name in ("sum", "prod", "max", "min", "mean")
    },
}


def of_op(op: str, given: dict[str, Any]) -> Any:
    """What the op of that name gives for those arguments, of which some are ragged.

    Raises ValueError for ops that take no ragged tensors."""
    if op in reductions.REDUCTIONS:
        x, axis = given.pop("input_tensor", None), given.get("axis")
        x = x if x is not None else next(iter(given.values()))
        return reductions.reduce(op, x, axis, bool(given.get("keepdims", False)))
    if op in BROADCASTING:
        return elementwise(getattr(_ops, op), **given)
    if op in ELEMENTWISE:
        return map_flat_values(getattr(_ops, op), **given)
    if op in OPS:
        return OPS[op](**given)
    raise ValueError(
        f"{op}: a RaggedTensor is not taken here; to_tensor() pads its rows, and "
        "tf.ragged.map_flat_values(op, ...) has the op work on its values"
    )


def of_function(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The same of a function that is made of ops; NotImplemented where it takes no ragged
    tensors."""
    name = f"{function.__module__.removeprefix('pelton.')}.{function.__name__}"
    if not any(isinstance(value, RaggedTensor) for value in leaves((*args, *kwargs.values()))):
        return NotImplemented
    if name in ELEMENTWISE_FUNCTIONS:
        return map_flat_values(function, *args, **kwargs)
    return FUNCTIONS[name](*args, **kwargs) if name in FUNCTIONS else NotImplemented
