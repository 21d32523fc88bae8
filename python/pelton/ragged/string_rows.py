"""Owns joining the strings of ragged rows."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.ragged.ragged_tensor import RaggedTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def join_rows(x: RaggedTensor, axis: Any, keepdims: bool, separator: str) -> Any:
    """``tf.strings.reduce_join`` along one axis, several (the last one first) or all."""
    from pelton import strings
    from pelton._core import ops as _ops
    from pelton.ragged.ops.rows import as_axis, expand_dims, rank_of

    rank = rank_of(x)
    if axis is None:
        whole = strings.reduce_join(_ops.reshape(x.flat_values, [-1]), 0, separator=separator)
        return _ops.reshape(whole, [1] * rank) if keepdims else whole
    given = _functions.convert(axis, "int32").numpy().reshape(-1).tolist()
    axes = sorted({as_axis("reduce_join", one, rank) for one in given})
    made: Any = x
    for one in reversed(axes):
        made = _joined(made, one, separator)
        if keepdims:
            is_ragged = isinstance(made, RaggedTensor)
            made = expand_dims(made, one) if is_ragged else _ops.expand_dims(made, one)
    return made


def _joined(x: Any, axis: int, separator: str) -> Any:
    """The strings along one axis, joined."""
    from pelton import strings
    from pelton._core import ops as _ops
    from pelton.ops.text_rows import unsorted_segment_join
    from pelton.ragged.dense import to_tensor
    from pelton.ragged.ops.reductions import over_outer_axis
    from pelton.ragged.row_partition import places_in_rows

    if not isinstance(x, RaggedTensor):
        return strings.reduce_join(x, axis, separator=separator)
    inner = x.values
    if axis > 1:
        return x.with_values(_joined(inner, axis - 1, separator))
    if axis == 0 or isinstance(inner, RaggedTensor) or inner.ndim != 1:

        def fold(texts: Any, ids: Any, count: Any) -> Any:
            return unsorted_segment_join(texts, ids, count, separator)

        return over_outer_axis(fold, x, axis)
    # A part begins with the separator unless it is the first of its row.
    is_first = _ops.equal(places_in_rows(x.row_splits), 0)
    parts = _ops.where(is_first, inner, _ops.string_join([separator, inner]))
    return _ops.string_join_rows(to_tensor(x.with_values(parts)))


def format_rows(
    template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: Any = None
) -> Any:
    """As ``tf.strings.format``, ragged tensors as nested lists of their values."""
    from pelton import strings

    given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    texts = [_text_of(one) if isinstance(one, RaggedTensor) else one for one in given]
    parts: list[Any] = [strings.format(placeholder, one, placeholder, summarize)
                        if not isinstance(one, str) else one for one in texts]  # fmt: skip
    pieces = template.split(placeholder)
    if len(pieces) != len(parts) + 1:
        raise ValueError(
            f"{len(pieces) - 1} placeholder(s) in template does not match {len(parts)} "
            "tensor(s) provided as input"
        )
    joined: list[Any] = [pieces[0]]
    for part, piece in zip(parts, pieces[1:], strict=True):
        joined += [part, piece]
    return strings.join(joined)


def _text_of(x: RaggedTensor) -> str:
    def text(value: Any) -> str:
        if isinstance(value, list):
            return "[" + ", ".join(text(one) for one in value) + "]"
        shown = value.decode("utf-8", "replace")
        return repr(shown) if is_text else str(shown)

    from pelton import strings

    is_text = x.dtype == "string"
    return text((x if is_text else strings.as_string(x)).to_list())
