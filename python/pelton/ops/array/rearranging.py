"""Owns the functions that move whole blocks of elements: roll, repeat, meshgrid, space_to_batch."""

from __future__ import annotations

import builtins
import math

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import integers, place, product, scalar_size, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike
    from pelton.ops.array.sizes import Size


def _vector(op: str, name: str, value: Any) -> list[Size]:
    """One integer or a vector of them."""
    if isinstance(value, builtins.int) or (hasattr(value, "ndim") and value.ndim == 0):
        return [scalar_size(value)]
    return integers(op, name, value)


def _rolled(x: Tensor, shift: Size, axis: int) -> Tensor:
    """``x`` with its elements ``shift`` places further along ``axis``; the last ones come first."""
    size = x.shape[axis]
    if size is None or not isinstance(shift, builtins.int):
        count = sizes_of(x)[axis]
        places = _ops.subtract(_ops.iota(count, _dtypes.int64), _ops.cast(shift, _dtypes.int64))
        return _ops.gather(x, _ops.floormod(places, _ops.cast(count, _dtypes.int64)), axis)
    if size == 0 or shift % size == 0:
        return x
    before = (builtins.slice(None),) * axis
    cut = size - shift % size
    parts = [x[(*before, builtins.slice(cut, None))], x[(*before, builtins.slice(cut))]]
    return _ops.concat(parts, axis)


def roll(input: TensorLike, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """The elements ``shift`` places further along ``axis``, round the end; several may be given."""
    x = _functions.convert(input)
    shifts, axes = _vector("roll", "shift", shift), _vector("roll", "axis", axis)
    if len(shifts) != len(axes):
        raise InvalidArgumentError(
            f"roll: shift and axis must have the same size, got {len(shifts)} and {len(axes)}"
        )
    for one, at in zip(shifts, axes, strict=True):
        x = _rolled(x, one, place("roll", at, x.ndim))
    return x


def repeat(
    input: TensorLike, repeats: TensorLike, axis: int | None = None, name: str | None = None
) -> Tensor:
    """Each slice along ``axis`` ``repeats`` times, one number or one for each; None: flattened."""
    x, counts = _functions.convert(input), _functions.convert(repeats)
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    at = place("repeat", axis, x.ndim)
    if not counts.dtype.is_integer:
        raise TypeError(
            "repeat: Argument `repeats` must be of type integer. Received: "
            f"repeats={repeats!r} of dtype {counts.dtype.name}"
        )
    if counts.ndim > 1:
        raise InvalidArgumentError(
            f"repeat: repeats must be a scalar or a vector, got shape {tuple(counts.shape)}"
        )
    if counts.shape.num_elements() == 1:
        count = scalar_size(_ops.cast(_ops.reshape(counts, []), _dtypes.int64))
        sizes = sizes_of(x)
        spread = [*sizes[: at + 1], count, *sizes[at + 1 :]]
        copies = _ops.broadcast_to(_ops.expand_dims(x, at + 1), spread)
        return _ops.reshape(copies, [*sizes[:at], product([sizes[at], count]), *sizes[at + 1 :]])
    counts = _ops.maximum(_ops.cast(counts, _dtypes.int64), 0)
    counts = _ops.broadcast_to(counts, [sizes_of(x)[at]])
    ends = _ops.cumsum(counts)
    total = scalar_size(_ops.reduce_sum(counts))
    return _ops.gather(x, _ops.searchsorted(ends, _ops.iota(total, _dtypes.int64), "right"), at)


def meshgrid(*args: TensorLike, indexing: str = "xy", name: str | None = None) -> list[Tensor]:
    """The coordinates of a grid over vectors, one tensor for each; "xy" or "ij" order of axes."""
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'"
        )
    rank = len(args)
    vectors = [_functions.convert(one) for one in args]
    axes = list(builtins.range(rank))
    if indexing == "xy" and rank > 1:
        axes[:2] = [1, 0]
    vectors = [_ops.reshape(one, [-1]) for one in vectors]
    shape: list[Size] = [0] * rank
    for axis, vector in zip(axes, vectors, strict=True):
        shape[axis] = sizes_of(vector)[0]
    return [
        _ops.broadcast_to(
            _ops.reshape(vector, [-1 if i == axis else 1 for i in builtins.range(rank)]), shape
        )
        for axis, vector in zip(axes, vectors, strict=True)
    ]


def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The first ``seq_lengths[b]`` elements along ``seq_axis`` of each batch b in reverse order."""
    x, lengths = _functions.convert(input), _functions.convert(seq_lengths)
    if seq_axis is None:
        raise ValueError("reverse_sequence: seq_axis must be given")
    time = place("reverse_sequence", seq_axis, x.ndim)
    batch = place("reverse_sequence", batch_axis or 0, x.ndim)
    if time == batch or lengths.ndim != 1:
        raise InvalidArgumentError(
            f"reverse_sequence: seq_axis {time} and batch_axis {batch} must differ, and "
            f"seq_lengths be a vector, got shape {tuple(lengths.shape)}"
        )
    others = [i for i in builtins.range(x.ndim) if i not in (batch, time)]
    perm = [batch, time, *others]
    rows = _ops.transpose(x, perm)
    steps = _ops.iota(sizes_of(rows)[1], lengths.dtype)
    ends = _ops.expand_dims(lengths, 1)
    places = _ops.where(steps < ends, ends - 1 - steps, steps)
    reversed_rows = _ops.batch_gather(rows, places, 1)
    return _ops.transpose(reversed_rows, [perm.index(i) for i in builtins.range(x.ndim)])


def sequence_mask(
    lengths: TensorLike,
    maxlen: TensorLike | None = None,
    dtype: DTypeLike = _dtypes.bool,
    name: str | None = None,
) -> Tensor:
    """True in the first ``lengths`` of ``maxlen`` places of a new last axis; None: the longest."""
    lengths = _functions.convert(lengths)
    if maxlen is None:
        maxlen = _ops.maximum(_ops.reduce_max(lengths), _functions.convert(0, lengths.dtype))
    if isinstance(maxlen, (list, tuple)) or getattr(maxlen, "ndim", 0) != 0:
        raise ValueError("Argument `maxlen` must be scalar for sequence_mask")
    if isinstance(maxlen, float):  # as many places as lie before it
        maxlen = math.ceil(maxlen)
    steps = _ops.iota(scalar_size(maxlen), lengths.dtype)
    mask = steps < _ops.expand_dims(lengths, -1)
    return mask if _dtypes.as_dtype(dtype) == _dtypes.bool else _ops.cast(mask, dtype)


def _pairs(op: str, name: str, value: Any, count: int) -> list[list[Size]]:
    """``count`` pairs of numbers."""
    if hasattr(value, "numpy"):
        value = value.numpy().tolist()
    has_others = hasattr(value, "__len__") and len(value) != count  # however many these are
    rows = [] if has_others else [integers(op, name, row) for row in value]
    if has_others or len(rows) != count or any(len(row) != 2 for row in rows):
        raise InvalidArgumentError(f"{op}: {name} must be {count} pairs, got {value!r}")
    return rows


def _blocks(op: str, block_shape: Any, pairs: Any) -> list[Size]:
    """The sizes of blocks; one number stands for as many as there are pairs."""
    blocks = _vector(op, "block_shape", block_shape)
    if isinstance(block_shape, builtins.int) and hasattr(pairs, "__len__"):
        blocks = blocks * len(pairs)
    if any(isinstance(block, builtins.int) and block < 1 for block in blocks):
        raise InvalidArgumentError(f"{op}: block_shape must be positive, got {block_shape!r}")
    return blocks


def space_to_batch(
    input: TensorLike, block_shape: Any, paddings: Any, name: str | None = None
) -> Tensor:
    """Blocks of the axes after the first, padded, whose places become batches of their own."""
    x = _functions.convert(input)
    blocks = _blocks("space_to_batch", block_shape, paddings)
    pairs = _pairs("space_to_batch", "paddings", paddings, len(blocks))
    if x.ndim < len(blocks) + 1:
        raise InvalidArgumentError(
            f"space_to_batch: input must have {len(blocks) + 1} axes or more, got {tuple(x.shape)}"
        )
    count = len(blocks)
    rest = [0, 0] * (x.ndim - count - 1)
    x = _ops.pad(x, [0, 0, *(n for pair in pairs for n in pair), *rest])
    batch, *sizes = sizes_of(x)
    shape: list[Size] = [batch]
    for size, block in zip(sizes[:count], blocks, strict=True):
        if isinstance(size, builtins.int) and size % block:
            raise InvalidArgumentError(
                f"space_to_batch: padded size {size} is no multiple of block size {block}"
            )
        shape += [size // block, block]
    split = _ops.reshape(x, [*shape, *sizes[count:]])
    inner = [2 * i + 2 for i in builtins.range(count)]
    outer = [2 * i + 1 for i in builtins.range(count)]
    tail = list(builtins.range(2 * count + 1, split.ndim))
    moved = _ops.transpose(split, [*inner, 0, *outer, *tail])
    kept = [size // block for size, block in zip(sizes[:count], blocks, strict=True)]
    return _ops.reshape(moved, [product([batch, *blocks]), *kept, *sizes[count:]])


def batch_to_space(
    input: TensorLike, block_shape: Any, crops: Any, name: str | None = None
) -> Tensor:
    """What space_to_batch took apart, without the first and last elements that ``crops`` says."""
    x = _functions.convert(input)
    blocks = _blocks("batch_to_space", block_shape, crops)
    pairs = _pairs("batch_to_space", "crops", crops, len(blocks))
    count = len(blocks)
    batch, *sizes = sizes_of(x)
    of_blocks = product(blocks)
    if len(sizes) < count or (isinstance(batch, builtins.int) and batch % of_blocks):
        raise InvalidArgumentError(
            f"batch_to_space: input of shape {tuple(x.shape)} does not hold batches of blocks of "
            f"shape {blocks}"
        )
    split = _ops.reshape(x, [*blocks, batch // of_blocks, *sizes])
    order = [count]
    for i in builtins.range(count):
        order += [count + 1 + i, i]
    moved = _ops.transpose(split, [*order, *builtins.range(2 * count + 1, split.ndim)])
    whole = [product(pair) for pair in zip(sizes[:count], blocks, strict=True)]
    joined = _ops.reshape(moved, [batch // of_blocks, *whole, *sizes[count:]])
    ranges = [
        builtins.slice(first, size - last) for (first, last), size in zip(pairs, whole, strict=True)
    ]
    return joined[(builtins.slice(None), *ranges)]


def _channels_last(op: str, x: Tensor, data_format: str) -> bool:
    if data_format not in ("NHWC", "NCHW"):
        raise ValueError(f"{op}: data_format must be 'NHWC' or 'NCHW', got {data_format!r}")
    if x.ndim != 4:
        raise InvalidArgumentError(f"{op}: input must have 4 axes, got shape {tuple(x.shape)}")
    return data_format == "NHWC"


def space_to_depth(
    input: TensorLike, block_size: int, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """Blocks of ``block_size`` x ``block_size`` pixels as channels of one pixel."""
    x, b = _functions.convert(input), block_size
    last = _channels_last("space_to_depth", x, data_format)
    n, h, w, c = sizes_of(x if last else _ops.transpose(x, [0, 2, 3, 1]))
    if b < 2 or any(isinstance(size, builtins.int) and size % b for size in (h, w)):
        raise InvalidArgumentError(
            f"space_to_depth: block_size {b} must be 2 or more and divide height and width of "
            f"input {tuple(x.shape)}"
        )
    if last:
        split = _ops.reshape(x, [n, h // b, b, w // b, b, c])
        return _ops.reshape(
            _ops.transpose(split, [0, 1, 3, 2, 4, 5]), [n, h // b, w // b, product([b * b, c])]
        )
    split = _ops.reshape(x, [n, c, h // b, b, w // b, b])
    return _ops.reshape(
        _ops.transpose(split, [0, 3, 5, 1, 2, 4]), [n, product([b * b, c]), h // b, w // b]
    )


def depth_to_space(
    input: TensorLike, block_size: int, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """Channels of one pixel as blocks of ``block_size`` x ``block_size`` pixels."""
    x, b = _functions.convert(input), block_size
    last = _channels_last("depth_to_space", x, data_format)
    n, h, w, c = sizes_of(x if last else _ops.transpose(x, [0, 2, 3, 1]))
    if b < 2 or (isinstance(c, builtins.int) and c % (b * b)):
        raise InvalidArgumentError(
            f"depth_to_space: block_size {b} must be 2 or more and its square divide the channels "
            f"of input {tuple(x.shape)}"
        )
    if last:
        split = _ops.reshape(x, [n, h, w, b, b, c // (b * b)])
        return _ops.reshape(
            _ops.transpose(split, [0, 1, 3, 2, 4, 5]),
            [n, product([h, b]), product([w, b]), c // (b * b)],
        )
    split = _ops.reshape(x, [n, b, b, c // (b * b), h, w])
    return _ops.reshape(
        _ops.transpose(split, [0, 3, 4, 1, 5, 2]),
        [n, c // (b * b), product([h, b]), product([w, b])],
    )


def parallel_stack(values: Sequence[TensorLike], name: str = "parallel_stack") -> Tensor:
    """Tensors of one shape along a new first axis."""
    return _ops.stack(list(values), 0)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
