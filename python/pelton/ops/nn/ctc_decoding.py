"""Owns the decoders of connectionist temporal classification (Graves et al. 2006)."""

from __future__ import annotations

import math

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import computed
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.sparse.sparse_tensor import SparseTensor


def _read(op: str, inputs: TensorLike, lengths: TensorLike) -> tuple[Tensor, Tensor]:
    """Logits [time, batch, classes] and lengths [batch]; raises ValueError for other shapes."""
    logits = _functions.convert(inputs)
    count = _ops.cast(_functions.convert(lengths), _dtypes.int32)
    sizes = [] if logits.ndim != 3 or count.ndim != 1 else [logits.shape[1], count.shape[0]]
    is_same = None in sizes or len(set(sizes)) == 1
    if logits.ndim != 3 or count.ndim != 1 or not is_same:
        raise ValueError(
            f"{op}: inputs must be [time, batch, classes] and sequence_length [batch], got "
            f"{tuple(logits.shape)} and {tuple(count.shape)}"
        )
    return logits, count


def ctc_greedy_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    merge_repeated: bool = True,
    blank_index: int | None = None,
) -> tuple[list[SparseTensor], Tensor]:
    """The classes of the largest logits at each time, without blanks and, with
    ``merge_repeated``, without repetitions: a list of one sparse tensor [batch, longest], int64.

    Also [batch, 1] of the negative sum of those logits. ``inputs`` is [time, batch, classes]; the
    blank is the last class, or ``blank_index``, which may count from the end."""
    from pelton.sparse.sparse_tensor import SparseTensor

    logits, lengths = _read("ctc_greedy_decoder", inputs, sequence_length)
    classes = sizes_of(logits)[2]
    blank = -1 if blank_index is None else blank_index
    blank = blank + classes if blank < 0 else blank
    if isinstance(classes, int) and not 0 <= blank < classes:
        raise ValueError(f"ctc_greedy_decoder: blank_index {blank_index} is not in [0, {classes})")
    steps = _ops.iota(sizes_of(logits)[0], _dtypes.int32)
    inside = _ops.expand_dims(steps, 0) < _ops.expand_dims(lengths, 1)
    best = _ops.transpose(_ops.argmax(logits, 2, _dtypes.int64))
    most = _ops.transpose(_ops.reduce_max(logits, 2))
    sums = _ops.reduce_sum(_ops.where(inside, most, _ops.zeros_like(most)), 1, keepdims=True)
    kept = _ops.logical_and(_ops.not_equal(best, _ops.cast(blank, _dtypes.int64)), inside)
    if merge_repeated:
        before = _ops.concat([_ops.zeros_like(best[:, :1]) - 1, best[:, :-1]], 1)
        kept = _ops.logical_and(kept, _ops.not_equal(best, before))
    numbers = _ops.cast(kept, _dtypes.int64)
    places = _ops.cumsum(numbers, 1) - 1
    at = _ops.cast(_ops.nonzero(kept), _dtypes.int64)
    columns = _ops.boolean_mask(places, kept)
    longest = _ops.reduce_max(_ops.reduce_sum(numbers, 1))
    shape = _ops.stack([_ops.cast(_ops.shape(logits)[1], _dtypes.int64), longest])
    indices = _ops.stack([at[:, 0], columns], 1)
    found = SparseTensor(indices, _ops.boolean_mask(best, kept), shape)
    return [found], _ops.negative(sums)


def _log_add(a: float, b: float) -> float:
    if a < b:
        a, b = b, a
    return a if b == -math.inf else a + math.log1p(math.exp(b - a))


def _extended(beams: dict[Any, Any], row: list[float], blank: int) -> dict[Any, list[float]]:
    """The beams one time later: of each prefix the logarithms of ending in a blank, or not."""
    grown: dict[Any, list[float]] = {}

    def add(prefix: Any, which: int, chance: float) -> None:
        entry = grown.setdefault(prefix, [-math.inf, -math.inf])
        entry[which] = _log_add(entry[which], chance)

    for prefix, (blanks, others) in beams.items():
        both = _log_add(blanks, others)
        add(prefix, 0, both + row[blank])
        for label, chance in enumerate(row):
            if label == blank:
                continue
            is_same = bool(prefix) and prefix[-1] == label
            if is_same:
                add(prefix, 1, others + chance)
            add((*prefix, label), 1, (blanks if is_same else both) + chance)
    return grown


def _beams(rows: list[list[float]], width: int, blank: int) -> list[tuple[Any, float]]:
    """The ``width`` likeliest sequences, best first, with the logarithms of their chances."""
    beams: dict[Any, list[float]] = {(): [0.0, -math.inf]}
    for row in rows:
        grown = _extended(beams, row, blank)
        best = sorted(grown.items(), key=lambda item: -_log_add(*item[1]))
        beams = dict(best[:width])
    return [(prefix, _log_add(*chances)) for prefix, chances in beams.items()]


def ctc_beam_search_decoder(
    inputs: TensorLike, sequence_length: TensorLike, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], Tensor]:
    """The ``top_paths`` likeliest label sequences as a list of sparse tensors, best first, and the
    logarithms of their probabilities [batch, top_paths].

    ``inputs`` are logits [time, batch, classes], the blank is the last class. Keeps ``beam_width``
    prefixes at each time, on the host."""
    from pelton.sparse.sparse_tensor import SparseTensor

    op = "ctc_beam_search_decoder"
    logits, lengths = _read(op, inputs, sequence_length)
    if not 1 <= top_paths <= beam_width:
        raise InvalidArgumentError(f"{op}: top_paths must be in [1, {beam_width}], got {top_paths}")
    path = [(_dtypes.int64, [None, 2]), (_dtypes.int64, [None]), (_dtypes.int64, [2])]
    outputs = [*path * top_paths, (logits.dtype, [logits.shape[1], top_paths])]

    def run(values: list[Tensor]) -> list[Tensor]:
        return _searched(op, values[0], values[1], beam_width, top_paths)

    *parts, chances = computed("CTCBeamSearchDecoder", [logits, lengths], run, outputs)
    paths = [SparseTensor(*parts[start : start + 3]) for start in range(0, 3 * top_paths, 3)]
    return paths, chances


def _searched(
    op: str, logits: Tensor, lengths: Tensor, beam_width: int, top_paths: int
) -> list[Tensor]:
    """The indices, values and shape of each path, then the logarithms of the probabilities."""
    scores = _ops.transpose(_ops.log_softmax(logits, 2), perm=[1, 0, 2]).numpy().tolist()
    counts = lengths.numpy().tolist()
    blank = logits.shape[2] - 1
    found = [
        _beams(rows[:count], beam_width, blank) for rows, count in zip(scores, counts, strict=True)
    ]
    if any(len(paths) < top_paths for paths in found):
        raise InvalidArgumentError(f"{op}: there are less than top_paths={top_paths} sequences")
    paths = [_sparse_parts([row[number][0] for row in found]) for number in range(top_paths)]
    chances = [[chance for _, chance in row[:top_paths]] for row in found]
    made = [part for path in paths for part in path]
    return [*made, _functions.convert(chances, logits.dtype)]


def _sparse_parts(rows: list[Any]) -> list[Tensor]:
    indices = [[i, j] for i, row in enumerate(rows) for j in range(len(row))]
    values = [label for row in rows for label in row]
    return [
        _ops.reshape(_functions.convert(indices or [0][:0], _dtypes.int64), [-1, 2]),
        _functions.convert(values, _dtypes.int64),
        _functions.convert([len(rows), max(map(len, rows))], _dtypes.int64),
    ]


def ctc_unique_labels(labels: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Of each row of labels [batch, time] its different ones in order, with zeros behind, and for
    each label its place among those (int32): both
    [batch, time]. The different ones are int64."""
    labels = _functions.convert(labels)
    if labels.ndim != 2:
        raise ValueError(f"ctc_unique_labels: labels must be [batch, time], got {labels.shape}")
    is_same = _ops.equal(_ops.expand_dims(labels, 2), _ops.expand_dims(labels, 1))
    first = _ops.argmax(_ops.cast(is_same, _dtypes.int32), 2, _dtypes.int32)
    is_first = _ops.equal(first, _ops.iota(sizes_of(labels)[1], _dtypes.int32))
    ones = _ops.cast(is_first, _dtypes.int32)
    places = _ops.batch_gather(_ops.cumsum(ones, 1) - 1, first, 1)
    order = _ops.argsort(1 - ones, 1)
    packed = _ops.batch_gather(labels, order, 1)
    count = _ops.reduce_sum(ones, 1, keepdims=True)
    filled = _ops.iota(sizes_of(labels)[1], _dtypes.int32) < count
    return _ops.cast(_ops.where(filled, packed, _ops.zeros_like(packed)), _dtypes.int64), places


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
