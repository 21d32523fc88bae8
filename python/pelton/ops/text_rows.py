"""Owns the functions of ``tf.strings`` that put words of a row together, and their hashes."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import on_arrays
from pelton.ops.array.sizes import product, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _row_of_ngrams(
    words: list[bytes], widths: list[int], pads: Any, padding: int, joint: bytes, short: bool
) -> list[bytes]:
    found: list[bytes] = []
    for width in widths:
        count = min(padding if padding >= 0 else width - 1, width - 1)
        whole = [pads[0]] * count + words + [pads[1]] * count if pads else words
        found += [joint.join(whole[k : k + width]) for k in range(len(whole) - width + 1)]
    if not found and short and words:
        count = min(padding if padding >= 0 else widths[0] - 1, widths[0] - 1) if pads else 0
        found = [joint.join([pads[0]] * count + words + [pads[1]] * count if pads else words)]
    return found


def _joined_rows(words: Any, splits: Any, given: Any) -> Any:
    """The n-grams of all rows and where the rows end, as NumPy arrays."""
    import numpy as np

    made: list[bytes] = []
    ends = [0]
    texts = words.tolist()
    for start, end in zip(splits[:-1], splits[1:], strict=True):
        made += _row_of_ngrams(texts[start:end], *given)
        ends.append(len(made))
    return np.array(made, object), np.array(ends, splits.dtype)


def _settings(ngram_width: Any, pad_values: Any, padding_width: int | None) -> tuple[Any, Any]:
    """The widths as a list, and what stands left and right of each row."""
    widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    if not widths or any(not isinstance(w, int) or w < 1 for w in widths):
        raise ValueError(f"ngrams: All ngram_widths must be greater than 0, got {ngram_width}")
    if padding_width is not None and padding_width < 1:
        raise ValueError(f"ngrams: padding_width must be greater than 0. Received: {padding_width}")
    if padding_width is not None and pad_values is None:
        raise ValueError("ngrams: pad_values must be provided if padding_width is set.")
    both = pad_values if isinstance(pad_values, (list, tuple)) else [pad_values, pad_values]
    if pad_values is not None and not (len(both) == 2 and all(type(x) is str for x in both)):
        raise TypeError(f"ngrams: pad_values must be a string or a pair of strings: {pad_values!r}")
    pads = None if pad_values is None else [text.encode() for text in both]
    return widths, pads


def ngrams(
    data: Any,
    ngram_width: Any,
    separator: str = " ",
    pad_values: Any = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Neighbours along the last axis joined: `ngram_width` at a time, or each of several widths.

    `data`: strings [n], [..., n] or ragged; the result is dense where `data` is. `pad_values`: a
    text, or one for the left and one for the right, put `padding_width` times (None, and at most:
    the width less one) around each row. `preserve_short_sequences`: a row too short for any is
    joined as a whole."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    widths, pads = _settings(ngram_width, pad_values, padding_width)
    if isinstance(data, RaggedTensor) and data.ragged_rank > 1:
        inner = (ngram_width, separator, pad_values, padding_width, preserve_short_sequences)
        return data.with_values(ngrams(data.values, *inner))
    if isinstance(data, RaggedTensor):
        rows = data
    else:
        dense = _functions.convert(data, _dtypes.string)
        if dense.ndim == 0:
            raise ValueError("ngrams: data must have at least 1 axis, got a scalar")
        sizes = sizes_of(dense)
        flat = _ops.reshape(dense, [product(sizes[:-1]), sizes[-1]])
        rows = RaggedTensor.from_tensor(flat)
    limit = -1 if padding_width is None else padding_width
    given = (widths, pads, limit, separator.encode(), preserve_short_sequences)

    splits = rows.row_splits
    found = on_arrays(
        "StringNGrams",
        [rows.values, splits],
        lambda *arrays: _joined_rows(*arrays, given),
        [(_dtypes.string, [None]), (splits.dtype, list(splits.shape))],
    )
    ragged = RaggedTensor.from_row_splits(*found)
    if isinstance(data, RaggedTensor):
        return ragged
    if dense.ndim == 1:
        return ragged.values
    return _ops.reshape(ragged.to_tensor(""), [*sizes[:-1], -1])


_SEED, _MULTIPLIER, _BITS = 0xDECAFCAFFE, 0xC6A4A7935BD1E995, 2**64 - 1


def _murmur(text: bytes) -> int:
    """MurmurHash64A with TensorFlow's seed. Source: Austin Appleby, public domain."""
    found = _SEED ^ (len(text) * _MULTIPLIER & _BITS)
    whole = len(text) & ~7
    for at in range(0, whole, 8):
        part = int.from_bytes(text[at : at + 8], "little") * _MULTIPLIER & _BITS
        part = (part ^ part >> 47) * _MULTIPLIER & _BITS
        found = (found ^ part) * _MULTIPLIER & _BITS
    if whole < len(text):
        found = (found ^ int.from_bytes(text[whole:], "little")) * _MULTIPLIER & _BITS
    found = (found ^ found >> 47) * _MULTIPLIER & _BITS
    return found ^ found >> 47


def to_hash_bucket(input: TensorLike, num_buckets: int, name: str | None = None) -> Tensor:
    """A number in [0, num_buckets) by TensorFlow's first hash; ``to_hash_bucket_fast`` is the one
    for new programs."""
    if num_buckets < 1:
        raise InvalidArgumentError(f"to_hash_bucket: num_buckets must be at least 1: {num_buckets}")
    texts = _functions.convert(input, _dtypes.string)

    def run(values: Any) -> Any:
        import numpy as np

        values = np.asarray(values, object)
        found = [_murmur(text) % num_buckets for text in values.ravel().tolist()]
        return [np.array(found, np.int64).reshape(values.shape)]

    outputs = [(_dtypes.int64, list(texts.shape))]
    return on_arrays("StringToHashBucket", [texts], run, outputs)[0]


def _joined_segments(texts: Any, numbers: Any, count: int, joint: bytes) -> Any:
    """The strings [count, ...] of each number, joined."""
    import numpy as np

    values = np.asarray(texts, object)
    if ((numbers < 0) | (numbers >= count)).any():
        raise InvalidArgumentError(f"unsorted_segment_join: segment_ids must be in [0, {count})")
    table = values.reshape(numbers.size, -1)
    kept: list[list[Any]] = [[] for _ in range(count)]
    for number, row in zip(numbers.ravel().tolist(), table, strict=True):
        kept[number].append(row)
    made = [[joint.join(row[at] for row in rows) for at in range(table.shape[1])] for rows in kept]
    return np.array(made, object).reshape((count, *values.shape[numbers.ndim :]))


def unsorted_segment_join(
    inputs: TensorLike,
    segment_ids: TensorLike,
    num_segments: Any,
    separator: str = "",
    name: str | None = None,
) -> Tensor:
    """The strings of each of `num_segments` segments joined: [num_segments, ...]. Raises
    InvalidArgumentError for a number outside [0, num_segments)."""
    texts = _functions.convert(inputs, _dtypes.string)
    ids = _functions.convert(segment_ids)
    front = tuple(texts.shape)[: ids.ndim]
    if front != tuple(ids.shape) and None not in (*front, *ids.shape):
        raise InvalidArgumentError(
            f"unsorted_segment_join: inputs.shape must begin with segment_ids.shape, got "
            f"{tuple(texts.shape)} and {tuple(ids.shape)}"
        )
    rank = ids.ndim

    def run(values: Any, numbers: Any, count: Any) -> list[Any]:
        return [_joined_segments(values, numbers, int(count), separator.encode())]

    segments = _functions.convert(num_segments)
    rows = None if _functions.is_symbolic(segments) else int(segments)
    outputs = [(_dtypes.string, [rows, *list(texts.shape)[rank:]])]
    return on_arrays("UnsortedSegmentJoin", [texts, ids, segments], run, outputs)[0]
