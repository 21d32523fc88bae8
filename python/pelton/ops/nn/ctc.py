"""Owns connectionist temporal classification: its loss, and runs of labels as one."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.row_loops import foldl
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

_NEVER = -1e30  # the logarithm of a probability of 0, of which differences can be taken


def _log_sum(*logs: Tensor) -> Tensor:
    return _ops.reduce_logsumexp(_ops.stack(list(logs), 0), 0)


def _shifted(x: Tensor, count: int) -> Tensor:
    """Columns ``count`` places further right, behind columns that are never reached."""
    rows = sizes_of(x)[0]
    never = _ops.fill(value=_functions.convert(_NEVER, x.dtype), dims=[rows, count])
    return _ops.concat([never, x[:, :-count]], 1)


def _log_likelihood(log_probs: Tensor, states: Tensor, lengths: tuple[Tensor, Tensor]) -> Tensor:
    """log p(labels) of each example: forward sums over time.

    ``log_probs`` [time, batch, classes], ``states`` [batch, 2 * labels + 1] with blanks between.
    """
    label_length, logit_length = lengths
    batch, count = sizes_of(states)
    emitted = _ops.transpose(log_probs, [1, 0, 2])
    steps = sizes_of(log_probs)[0]
    places = _ops.broadcast_to(_ops.expand_dims(states, 1), [batch, steps, count])
    emitted = _ops.transpose(_ops.batch_gather(emitted, places, 2), [1, 0, 2])
    number = _ops.iota(count, _dtypes.int32)
    never = _functions.convert(_NEVER, log_probs.dtype)
    # A label may follow the one before it directly, unless both are the same.
    is_label = _ops.equal(_ops.floormod(number, 2), 1)
    before = _ops.concat([_ops.negative(_ops.ones_like(states[:, :2])), states[:, :-2]], 1)
    may_skip = _ops.logical_and(is_label, _ops.not_equal(states, before))
    alpha = _ops.where(number < 2, emitted[0], never)

    def next_of(alpha: Tensor, step: Any, row: Tensor) -> Tensor:
        skipped = _ops.where(may_skip, _shifted(alpha, 2), never)
        moved = _log_sum(alpha, _shifted(alpha, 1), skipped) + row
        return _ops.where(_ops.expand_dims(step < logit_length, 1), moved, alpha)

    if isinstance(steps, int):
        for step in range(1, steps):
            alpha = next_of(alpha, step, emitted[step])
    else:
        rows = (_ops.iota(steps, _dtypes.int32)[1:], emitted[1:])
        alpha = foldl(lambda alpha, row: next_of(alpha, *row), rows, alpha)
    last = _ops.expand_dims(label_length * 2, 1)
    is_end = _ops.logical_or(_ops.equal(number, last), _ops.equal(number, last - 1))
    return _ops.reduce_logsumexp(_ops.where(is_end, alpha, never), 1)


def _blank(classes: Any, index: int) -> Tensor:
    """The class of the blank, which may count from the number of classes."""
    blank = index + classes if index < 0 else index
    if isinstance(classes, int) and not 0 <= blank < classes:
        raise ValueError(f"blank_index must be in [-{classes}, {classes}), got {index}")
    return _ops.cast(blank, _dtypes.int32)


def ctc_loss(
    labels: TensorLike,
    logits: TensorLike,
    label_length: TensorLike | None,
    logit_length: TensorLike,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """-log p(labels) of each example: ``labels`` [batch, most], logits [time, batch, classes].

    Logits come as [batch, time, classes] without ``logits_time_major``. ``blank_index``: 0 unless
    given; negative ones count from the number of classes. ``unique`` changes nothing. Sparse labels
    have the lengths of their rows; ValueError where no ``blank_index`` comes with them.
    """
    logits = _functions.convert(logits)
    if hasattr(labels, "dense_shape"):
        if blank_index is None:
            raise ValueError(
                "Argument `blank_index` must be provided when labels is a SparseTensor"
            )
        labels, label_length = _rows_of_labels(labels)
    labels = _functions.convert(labels)
    if logits.ndim != 3 or labels.ndim != 2 or label_length is None:
        raise InvalidArgumentError(
            "ctc_loss: needs labels [batch, most] with label_length and logits of 3 axes, got "
            f"labels: {tuple(labels.shape)}, logits: {tuple(logits.shape)}"
        )
    if not logits_time_major:
        logits = _ops.transpose(logits, [1, 0, 2])
    blank = _blank(sizes_of(logits)[2], 0 if blank_index is None else blank_index)
    lengths = tuple(
        _ops.cast(_functions.convert(length), _dtypes.int32)
        for length in (label_length, logit_length)
    )
    labels = _ops.cast(labels, _dtypes.int32)
    batch, most = sizes_of(labels)
    inside = _ops.iota(most, _dtypes.int32) < _ops.expand_dims(lengths[0], 1)
    labels = _ops.where(inside, labels, blank)
    blanks = _ops.zeros_like(labels) + blank
    pairs = _ops.reshape(_ops.stack([blanks, labels], 2), [batch, most * 2])
    states = _ops.concat([pairs, _ops.zeros_like(labels[:, :1]) + blank], 1)
    return _ops.negative(_log_likelihood(_ops.log_softmax(logits, 2), states, lengths))


def _rows_of_labels(labels: Any) -> tuple[Tensor, Tensor]:
    """Sparse labels as rows that end with zeros, and how many each row has."""
    from pelton.ops.math.segments import unsorted_segment_sum
    from pelton.sparse import to_dense

    ones = _ops.ones_like(_ops.cast(labels.indices[:, 0], _dtypes.int32))
    rows = to_dense(labels, validate_indices=False)
    return rows, unsorted_segment_sum(ones, labels.indices[:, 0], sizes_of(rows)[0])


def collapse_repeated(
    labels: TensorLike, seq_length: TensorLike, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Sequences [batch, most] in which runs of one label are that label once, and their lengths."""
    labels = _functions.convert(labels)
    lengths = _ops.cast(_functions.convert(seq_length), _dtypes.int32)
    steps = _ops.iota(sizes_of(labels)[1], _dtypes.int32)
    inside = steps < _ops.expand_dims(lengths, 1)
    before = _ops.concat([labels[:, :1], labels[:, :-1]], 1)
    is_new = _ops.logical_or(_ops.not_equal(labels, before), _ops.equal(steps, 0))
    kept = _ops.logical_and(is_new, inside)
    count = _ops.reduce_sum(_ops.cast(kept, _dtypes.int32), 1)
    # The kept ones first, in their order.
    order = _ops.argsort(_ops.cast(_ops.logical_not(kept), _dtypes.int32), 1)
    packed = _ops.batch_gather(labels, order, 1)
    most = int(_ops.reduce_max(count))
    packed = packed[:, :most]
    filled = _ops.iota(most, _dtypes.int32) < _ops.expand_dims(count, 1)
    return _ops.where(filled, packed, _ops.zeros_like(packed)), count
