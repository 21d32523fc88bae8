"""Owns joining the strings of ragged rows."""

from __future__ import annotations

from pelton.ragged.ragged_tensor import RaggedTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def join_rows(x: RaggedTensor, axis: Any, keepdims: bool, separator: str) -> Any:
    """``tf.strings.reduce_join`` along the innermost ragged axis."""
    from pelton._core import ops as _ops
    from pelton.ragged.dense import to_tensor

    last = len(x.shape) - 1
    if axis not in (-1, last) or keepdims:
        raise ValueError(
            f"reduce_join of a ragged tensor is along its last axis {last} without keepdims, got "
            f"axis={axis}, keepdims={keepdims}"
        )
    inner = x.values
    if isinstance(inner, RaggedTensor):
        return x.with_values(join_rows(inner, -1, False, separator))
    # A part begins with the separator unless it is the first of its row.
    from pelton.ragged.row_partition import places_in_rows

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
