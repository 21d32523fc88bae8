"""Owns ``tf.strings``: ops on tensors of strings, with TensorFlow's arguments."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import OutOfRangeError
from pelton.ops import text_encodings as _encodings
from pelton.ops.text_rows import ngrams as ngrams
from pelton.ops.text_rows import to_hash_bucket as to_hash_bucket
from pelton.ops.text_rows import unsorted_segment_join as unsorted_segment_join
from pelton.ops.unicode_scripts import unicode_script as unicode_script

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def _strings(value: Any) -> Tensor:
    return _functions.convert(value, _dtypes.string)


def _other_case(name: str, input: TensorLike, encoding: str, change: Any) -> Tensor:
    if encoding not in ("", "utf-8"):
        raise ValueError(f"{name}: encoding must be '' or 'utf-8', got {encoding!r}")
    if encoding == "":
        return getattr(_ops, f"string_{name}")(_strings(input))

    def changed(text: bytes) -> bytes:
        return change(text.decode("utf-8", "replace")).encode()  # type: ignore[no-any-return]

    return _encodings.changed_texts(f"String{name.title()}", _strings(input), changed)


def lower(input: TensorLike, encoding: str = "", name: str | None = None) -> Tensor:
    """Small letters: ASCII's, or with ``encoding="utf-8"`` all."""
    return _other_case("lower", input, encoding, str.lower)


def upper(input: TensorLike, encoding: str = "", name: str | None = None) -> Tensor:
    """Capital letters: ASCII's, or with ``encoding="utf-8"`` all."""
    return _other_case("upper", input, encoding, str.upper)


def strip(input: TensorLike, name: str | None = None) -> Tensor:
    """Without white space at both ends."""
    return _ops.string_strip(_strings(input))


def length(input: TensorLike, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """How many bytes, or characters with ``unit="UTF8_CHAR"``, as int32."""
    return _ops.string_length(_strings(input), unit=unit)


def substr(
    input: TensorLike,
    pos: TensorLike,
    len: TensorLike,  # noqa: A002 - TensorFlow's name
    unit: str = "BYTE",
    name: str | None = None,
) -> Tensor:
    """The part of each string that begins at ``pos``, which may count from the end."""
    return _ops.substr(_strings(input), pos, len, unit=unit)


def join(inputs: Sequence[Any], separator: str = "", name: str | None = None) -> Tensor:
    """Strings of a list of tensors of one shape, or scalars, one after the other."""
    if len(inputs) == 0:
        return _functions.convert("")
    return _ops.string_join([_strings(part) for part in inputs], separator=separator)


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Tensor:
    """The strings along ``axis`` as one; of several axes along the first, then along the next.

    Raises OutOfRangeError for an axis that is not there."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    if isinstance(inputs, RaggedTensor):
        from pelton.ragged.string_rows import join_rows

        return join_rows(inputs, axis, keepdims, separator)
    values = _strings(inputs)
    rank = len(values.shape)
    every = list(range(rank))[::-1]
    given = every if axis is None else [axis] if not hasattr(axis, "__len__") else axis
    axes = [int(a) + rank if int(a) < 0 else int(a) for a in given]
    if any(not 0 <= a < rank for a in axes):
        raise OutOfRangeError(
            f"reduce_join: Invalid reduction dimension {axis} for input with {rank} dimension(s)"
        )
    kept = [a for a in range(rank) if a not in axes]
    if rank == 0 or not axes:
        return values
    sizes = _ops.shape(values)
    moved = _ops.transpose(values, perm=kept + axes[::-1])
    count = 1
    for a in axes:
        count = count * sizes[a]
    rows = 1
    for a in kept:
        rows = rows * sizes[a]
    joined = _ops.string_join_rows(_ops.reshape(moved, [rows, count]), separator=separator)
    shape = [1 if a in axes else sizes[a] for a in range(rank) if keepdims or a in kept]
    return _ops.reshape(joined, shape)


def regex_replace(
    input: TensorLike,
    pattern: str,
    rewrite: str,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    """Each match of ``pattern`` (RE2's syntax) replaced by ``rewrite``; ``\\1`` is group 1."""
    return _ops.regex_replace(
        _strings(input),
        pattern=_text(pattern),
        rewrite=_text(rewrite),
        replace_global=replace_global,
    )


def regex_full_match(input: TensorLike, pattern: str, name: str | None = None) -> Tensor:
    """Whether ``pattern`` (RE2's syntax) matches the whole string."""
    return _ops.regex_full_match(_strings(input), pattern=_text(pattern))


def _text(value: Any) -> str:
    if hasattr(value, "numpy"):
        value = value.numpy()
    return value.decode() if isinstance(value, bytes) else value


def split(
    input: TensorLike,
    sep: str | None = None,
    maxsplit: int = -1,
    name: str | None = None,
) -> Any:
    """The parts between separators, at white space by default: a RaggedTensor.

    Of one string a vector.
    """
    values = _strings(input)
    given = {"sep": _text(sep or ""), "maxsplit": maxsplit}
    return _ragged_parts(
        values,
        lambda flat: _ops.string_split_counts(flat, **given),
        lambda flat: _ops.string_split_parts(flat, **given),
    )


def _ragged_parts(values: Tensor, count: Any, parts: Any) -> Any:
    """Rows of ``parts`` of each string; of a scalar the only row."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    flat = _ops.reshape(values, [-1])
    made = parts(flat)
    if len(values.shape) == 0:
        return made
    rows = RaggedTensor.from_row_lengths(made, count(flat), validate=False)
    for size in reversed(values.shape[1:].as_list()):
        rows = RaggedTensor.from_uniform_row_length(rows, size)
    return rows


def bytes_split(input: TensorLike, name: str | None = None) -> Any:
    """The bytes of each string, each one a string: a RaggedTensor, of one string a vector."""

    from pelton.ragged.row_partition import places_in_rows, row_ids, splits_of_lengths

    def bytes_of(flat: Tensor) -> Tensor:
        splits = splits_of_lengths(_ops.cast(_ops.string_length(flat), _dtypes.int64))
        at = places_in_rows(splits)
        return _ops.substr(_ops.gather(flat, row_ids(splits)), at, _ops.ones_like(at))

    return _ragged_parts(
        _strings(input), lambda flat: _ops.cast(_ops.string_length(flat), _dtypes.int64), bytes_of
    )


def to_number(
    input: TensorLike, out_type: DTypeLike = _dtypes.float32, name: str | None = None
) -> Tensor:
    """The number that each string says."""
    return _ops.string_to_number(_strings(input), out_type=out_type)


def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Each number as text, as C's printf writes it; complex ones as ``(real,imaginary)``."""
    values = _functions.convert(input)
    if values.dtype == _dtypes.string:
        return values
    given = (precision, scientific, shortest, width, fill)
    if values.dtype.is_complex:
        parts = [as_string(part, *given) for part in (_ops.real(values), _ops.imag(values))]
        return _ops.string_join([_strings("("), parts[0], _strings(","), parts[1], _strings(")")])
    return _ops.as_string(values, *given)


def to_hash_bucket_fast(input: TensorLike, num_buckets: int, name: str | None = None) -> Tensor:
    """FarmHash's fingerprint modulo ``num_buckets``, as int64."""
    return _ops.string_to_hash_bucket_fast(_strings(input), num_buckets=num_buckets)


def to_hash_bucket_strong(
    input: TensorLike, num_buckets: int, key: Sequence[int], name: str | None = None
) -> Tensor:
    """SipHash under ``key``, two integers, modulo ``num_buckets``, as int64."""
    return _ops.string_to_hash_bucket_strong(_strings(input), num_buckets=num_buckets, key=key)


def unicode_decode(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """The code of each character, int32: a RaggedTensor, of one string a vector.

    ``replace_control_characters``: those below 0x20 are ``replacement_char``."""
    given = {"errors": errors, "replacement_char": replacement_char}

    def codes_of(flat: Tensor) -> Tensor:
        codes = _ops.unicode_codes(flat, **given)[0]
        if not replace_control_characters:
            return codes
        return _ops.where(codes < 0x20, _functions.convert(replacement_char, codes.dtype), codes)

    return _ragged_parts(
        _encodings.as_utf8(_strings(input), input_encoding, errors, replacement_char),
        lambda flat: _ops.unicode_counts(flat, **given),
        codes_of,
    )


def unicode_decode_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The codes as of ``unicode_decode``, and the byte at which each character begins."""
    given = {"errors": errors, "replacement_char": replacement_char}
    codes = unicode_decode(
        input, input_encoding, errors, replacement_char, replace_control_characters
    )
    if not _encodings.is_utf8(input_encoding):
        return codes, _begins(codes, input_encoding)
    begins = _ragged_parts(
        _strings(input),
        lambda flat: _ops.unicode_counts(flat, **given),
        lambda flat: _ops.unicode_codes(flat, **given)[1],
    )
    return codes, begins


def _begins(codes: Any, encoding: str) -> Any:
    """The byte at which each character of a row begins in an encoding."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    if not isinstance(codes, RaggedTensor):
        return _ops.cumsum(_encodings.bytes_of_codes(codes, encoding), exclusive=True)
    if isinstance(codes.values, RaggedTensor):
        return codes.with_values(_begins(codes.values, encoding))
    before = _begins(codes.values, encoding)
    starts = _ops.gather(_ops.concat([before, before[:1] * 0], 0), codes.row_splits[:-1])
    return codes.with_values(before - _ops.gather(starts, codes.value_rowids()))


def unicode_split(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    name: str | None = None,
) -> Any:
    """Each character as a string: a RaggedTensor, of one string a vector."""
    from pelton.ragged.row_partition import splits_of_lengths

    given = {"errors": errors, "replacement_char": replacement_char}
    is_utf8 = _encodings.is_utf8(input_encoding)

    def characters(flat: Tensor) -> Tensor:
        codes = _ops.unicode_codes(flat, **given)[0]
        ones = _ops.ones_like(_ops.cast(codes, _dtypes.int64))
        made = _ops.unicode_encode(codes, splits_of_lengths(ones))
        return made if is_utf8 else _encodings.from_utf8(made, input_encoding)

    values = _encodings.as_utf8(_strings(input), input_encoding, errors, replacement_char)
    return _ragged_parts(values, lambda flat: _ops.unicode_counts(flat, **given), characters)


def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The characters as of ``unicode_split``, and the byte at which each begins."""
    given = (input, input_encoding, errors, replacement_char)
    return unicode_split(*given), unicode_decode_with_offsets(*given)[1]


def unicode_encode(
    input: Any,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    name: str | None = None,
) -> Tensor:
    """The string of each row of codes, which may be ragged."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    if not _encodings.is_utf8(output_encoding):
        _encodings.check_output(output_encoding)
        made = unicode_encode(input, "UTF-8", errors, replacement_char)
        if isinstance(made, RaggedTensor):
            return made.with_flat_values(_encodings.from_utf8(made.flat_values, output_encoding))
        return _encodings.from_utf8(made, output_encoding)
    given = {"errors": errors, "replacement_char": replacement_char}
    if not isinstance(input, RaggedTensor):
        codes = _functions.convert(input, _dtypes.int32)
        if len(codes.shape) == 1:
            splits = _ops.stack([0 * _ops.shape(codes)[0], _ops.shape(codes)[0]])
            made = _ops.unicode_encode(codes, _ops.cast(splits, _dtypes.int64), **given)
            return _ops.reshape(made, [])
        input = RaggedTensor.from_tensor(codes)
    if input.ragged_rank > 1:
        return input.with_values(unicode_encode(input.values, output_encoding, errors))
    return _ops.unicode_encode(input.values, input.row_splits, **given)


def unicode_transcode(
    input: TensorLike,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """The strings in another encoding, with what is no character replaced, or left out with
    ``errors="ignore"``. Raises InvalidArgumentError for unknown encodings; what it gives is in
    UTF-8, UTF-16-BE or UTF-32-BE."""
    _encodings.check_output(output_encoding)
    values = _strings(input)
    flat = _ops.reshape(values, [-1])
    codes = unicode_decode(flat, input_encoding, errors, replacement_char)
    return _ops.reshape(unicode_encode(codes, output_encoding), _ops.shape(values))


def format(  # noqa: A001 - TensorFlow's name
    template: str,
    inputs: Any,
    placeholder: str = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> Tensor:
    """``template`` with each placeholder replaced by a tensor's text, as ``tf.print`` has it."""
    from pelton.functions.host_functions import py_function
    from pelton.host.printing import text_of

    given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    tensors = [_functions.convert(value) for value in given]
    pieces = template.split(placeholder)
    if len(pieces) != len(tensors) + 1:
        raise ValueError(
            f"{len(pieces) - 1} placeholder(s) in template does not match {len(tensors)} "
            "tensor(s) provided as input"
        )

    def filled(*values: Tensor) -> Tensor:
        texts = [str(text_of(value, summarize)) for value in values]
        whole = pieces[0] + "".join(t + p for t, p in zip(texts, pieces[1:], strict=True))
        return _functions.convert(whole, _dtypes.string)

    return py_function(filled, tensors, _dtypes.string)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
