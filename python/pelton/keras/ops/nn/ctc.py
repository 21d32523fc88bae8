"""Owns connectionist temporal classification: its loss, and the labels that are read off."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, convert_as, floating, scalar
from pelton.keras.ops.core.rows import scan
from pelton.keras.ops.dtypes import result_type
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike

_NEVER = -1e30  # the logarithm of no probability, finite so that gradients are


def _shifted(x: Tensor, count: int) -> Tensor:
    """[n, s]: each row moved by `count` places, what comes in impossible."""
    gap = _ops.fill(scalar(_NEVER, x), [sizes_of(x)[0], count])
    return _ops.concat([gap, x[:, :-count]], 1)


def _with_blanks(target: Tensor, blank: int) -> tuple[Tensor, Tensor]:
    """[n, 2 l + 1]: blanks around all labels, and where the blank before a label may be skipped.

    A label is known by its place: in a padded row it may be the blank's class too."""
    rows, count = sizes_of(target)
    blanks = _ops.fill(convert_as(blank, "int32"), [rows, count])
    pairs = _ops.reshape(_ops.stack([blanks, target], 2), [rows, 2 * count])
    states = _ops.concat([pairs, blanks[:, :1]], 1)
    before = _ops.concat([_ops.fill(convert_as(blank, "int32"), [rows, 2]), states[:, :-2]], 1)
    is_label = _ops.equal(_ops.floormod(_ops.iota(2 * count + 1, "int32"), 2), 1)
    is_free = _ops.logical_and(is_label, _ops.not_equal(states, before))
    return states, is_free


def ctc_loss(
    target: TensorLike,
    output: TensorLike,
    target_length: TensorLike,
    output_length: TensorLike,
    mask_index: int = 0,
) -> Tensor:
    """[n]: -log of the probability of labels [n, l] among all ways to spread them over logits
    [n, t, classes]; `mask_index` is the class that stands for none."""
    from pelton.keras.ops.numpy.arithmetic import logaddexp

    target, given = convert_as(target, "int32"), floating(output)
    name = result_type(given.dtype.name, "float32")
    logs = _ops.log_softmax(cast_to(given, name), axis=-1)
    blank = _ops.cast(mask_index % sizes_of(logs)[-1], "int32")
    states, is_free = _with_blanks(target, blank)
    emitted = _ops.transpose(_ops.batch_gather(logs, _repeated(states, logs), 2), [1, 0, 2])
    ends = convert_as(output_length, "int32")
    place = _ops.iota(sizes_of(states)[1], "int32")
    start = _ops.where(_ops.less(place, 2), emitted[0], scalar(_NEVER, logs))
    is_running = _ops.less(_ops.reshape(_ops.iota(sizes_of(logs)[1], "int32"), [-1, 1]), ends)

    def step(carry: Tensor, row: Any) -> tuple[Tensor, Tensor]:
        now, running = row
        skipped = _ops.where(is_free, _shifted(carry, 2), scalar(_NEVER, carry))
        found = logaddexp(logaddexp(carry, _shifted(carry, 1)), skipped)
        found = _ops.where(_ops.expand_dims(running, -1), _ops.add(found, now), carry)
        return found, found[:, 0]

    last, _ = scan(step, start, (emitted[1:], is_running[1:]))
    count = convert_as(target_length, "int32")
    end = _ops.expand_dims(_ops.multiply(count, 2), 1)
    at_blank = _ops.squeeze(_ops.batch_gather(last, end, 1), [1])
    at_label = _ops.squeeze(_ops.batch_gather(last, _ops.maximum(end - 1, 0), 1), [1])
    at_label = _ops.where(_ops.equal(count, 0), scalar(_NEVER, at_label), at_label)
    return _ops.negative(logaddexp(at_blank, at_label))


def _repeated(states: Tensor, logs: Tensor) -> Tensor:
    """[n, t, s]: the states, for each time."""
    rows, count = sizes_of(states)
    shape = [rows, sizes_of(logs)[1], count]
    return _ops.broadcast_to(_ops.expand_dims(states, 1), shape)


def ctc_decode(
    inputs: TensorLike,
    sequence_lengths: TensorLike,
    strategy: str = "greedy",
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
    mask_index: int = 0,
) -> tuple[Tensor, Tensor]:
    """The int32 labels [1, n, t] of logits [n, t, classes], -1 behind them, and minus the sums
    [n, 1] of what was picked. By "beam_search" the likeliest `top_paths` [top_paths, n, t], best
    first, and the logarithms of their probabilities [n, top_paths]."""
    if strategy == "beam_search":
        return _by_beams(inputs, sequence_lengths, beam_width, top_paths, mask_index)
    if strategy != "greedy":
        raise ValueError(
            f"Invalid strategy {strategy}. Supported values are 'greedy' and 'beam_search'."
        )
    x = convert(inputs)
    x = cast_to(x, result_type(x.dtype.name, "float32"))
    rows, steps, classes = sizes_of(x)
    lengths = _ops.reshape(convert_as(sequence_lengths, "int32"), [-1, 1])
    is_running = _ops.less(_ops.iota(steps, "int32"), lengths)
    best = _ops.argmax(x, 2, "int32")
    largest = _ops.reduce_max(x, [2])
    scores = _ops.reduce_sum(_ops.where(is_running, largest, _ops.zeros_like(largest)), [1], True)
    is_label = _ops.logical_and(
        _ops.not_equal(best, _ops.cast(mask_index % classes, "int32")), is_running
    )
    if merge_repeated:
        is_new = _ops.not_equal(best[:, 1:], best[:, :-1])
        is_label = _ops.logical_and(
            is_label, _ops.concat([_ops.ones([rows, 1], "bool"), is_new], 1)
        )
    return _ops.expand_dims(_to_the_left(best, is_label), 0), _ops.negative(scores)


def _by_beams(
    inputs: TensorLike, lengths: TensorLike, beam_width: int, top_paths: int, mask_index: int | None
) -> tuple[Tensor, Tensor]:
    """As `ctc_decode`; the decoder wants the blank as the last class."""
    from pelton.ops.nn.ctc_decoding import ctc_beam_search_decoder

    x = convert(inputs)
    x = cast_to(x, result_type(x.dtype.name, "float32"))
    rows, steps, classes = sizes_of(x)
    blank = classes - 1 if mask_index is None else mask_index % classes
    parts = [x[..., :blank], x[..., blank + 1 :], x[..., blank : blank + 1]]
    logits = _ops.transpose(_ops.concat(parts, -1), [1, 0, 2])
    paths, scores = ctc_beam_search_decoder(logits, lengths, beam_width, top_paths)
    found = []
    for path in paths:
        at = _ops.add(
            _ops.multiply(path.indices[:, 0], _ops.cast(steps, "int64")), path.indices[:, 1]
        )
        values = _ops.add(cast_to(path.values, "int32"), 1)
        flat = _ops.scatter_add(values, at, [rows * steps])
        found.append(_ops.subtract(_ops.reshape(flat, [rows, steps]), 1))
    labels = _ops.stack(found, 0)
    return _ops.where(
        _ops.greater_equal(labels, _ops.cast(blank, "int32")), _ops.add(labels, 1), labels
    ), scores


def _to_the_left(x: Tensor, is_kept: Tensor) -> Tensor:
    """[n, t]: the kept numbers of each row, then -1."""
    from pelton.keras.ops.numpy.cumulative import cumsum

    rows, count = (_ops.cast(size, "int32") for size in sizes_of(x))
    kept = _ops.cast(is_kept, "int32")
    place = _ops.where(is_kept, _ops.subtract(cumsum(kept, 1), 1), convert_as(count, "int32"))
    starts = _ops.reshape(_ops.iota(rows, "int32") * (count + 1), [-1, 1])
    flat = _ops.reshape(_ops.add(place, starts), [-1])
    values = _ops.reshape(_ops.where(is_kept, _ops.add(x, 1), _ops.zeros_like(x)), [-1])
    found = _ops.scatter_add(values, flat, [rows * (count + 1)])
    return _ops.subtract(_ops.reshape(found, [rows, count + 1])[:, :count], 1)
