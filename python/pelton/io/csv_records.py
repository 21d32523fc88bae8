"""Owns ``tf.io.decode_csv``: records of CSV as tensors, a column each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.data.csv_rows import Column
from pelton.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pelton._core import Tensor
    from pelton._types import TensorLike

_DTYPES = frozenset("float32 float64 int32 int64 string".split())


def _quoted(text: str, place: int) -> tuple[str, int]:
    """The field whose quote opens at a place, and where it ends; doubled quotes stand for one."""
    parts: list[str] = []
    while True:
        end = text.find('"', place + 1)
        if end < 0:
            raise InvalidArgumentError("decode_csv: Quoted field has to end with quote")
        parts.append(text[place + 1 : end])
        if text[end + 1 : end + 2] != '"':
            return '"'.join(parts), end + 1
        place = end + 1


def _fields(text: str, delimiter: str, has_quotes: bool) -> Iterator[str]:
    if not text:
        return
    if not has_quotes or ('"' not in text and "\n" not in text and "\r" not in text):
        yield from text.split(delimiter)
        return
    place = 0
    while place <= len(text):
        if text[place : place + 1] == '"':
            field, end = _quoted(text, place)
            if text[end : end + 1] not in ("", delimiter):
                raise InvalidArgumentError(
                    "decode_csv: Quoted field has to end with quote followed by delim or end"
                )
        else:
            end = text.find(delimiter, place)
            end = len(text) if end < 0 else end
            field = text[place:end]
            if any(mark in field for mark in '"\r\n'):
                raise InvalidArgumentError(
                    f"decode_csv: Unquoted fields cannot have quotes/CRLFs inside: {field!r}"
                )
        yield field
        place = end + 1


def _columns(record_defaults: Any) -> list[Column]:
    columns = []
    for default in record_defaults:
        tensor = _functions.convert(default)
        if (tensor.shape.rank or 0) > 1 or tensor.dtype.name not in _DTYPES:
            raise InvalidArgumentError(
                "decode_csv: record_defaults must be at most one value each of "
                f"{', '.join(sorted(_DTYPES))}, got {tensor!r}"
            )
        columns.append(Column(_ops.reshape(tensor, [-1])))
        columns[-1].dtype = tensor.dtype
    if not columns:
        raise InvalidArgumentError("decode_csv: record_defaults must have at least one column")
    return columns


def _row(i: int, fields: list[str], columns: list[Column], na_value: str) -> list[Any]:
    """The values of a record's fields."""
    if len(fields) != len(columns):
        raise InvalidArgumentError(
            f"decode_csv: Expect {len(columns)} fields but have {len(fields)} in record {i}"
        )
    try:
        pairs = zip(columns, fields, strict=True)
        return [column.value(k, field, na_value) for k, (column, field) in enumerate(pairs)]
    except InvalidArgumentError as error:
        raise InvalidArgumentError(f"decode_csv: record {i}: {error}") from None


def _check(field_delim: str, chosen: list[int] | None, count: int) -> None:
    if len(field_delim) != 1:
        raise InvalidArgumentError(
            f"decode_csv: field_delim should be only one char, got {field_delim!r}"
        )
    if chosen is not None and (len(chosen) != count or chosen != sorted(set(chosen))):
        raise InvalidArgumentError(
            f"decode_csv: select_cols must be {count} growing numbers, got {chosen}"
        )


def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """The fields of records as one tensor of their shape for each of `record_defaults`, whose
    dtypes are those of the columns and whose values stand for empty fields; no value: required.

    Raises InvalidArgumentError for records of other fields, which it names."""
    columns = _columns(record_defaults)
    strings = _functions.convert(records, _dtypes.string)
    chosen = None if select_cols is None else list(select_cols)
    _check(field_delim, chosen, len(columns))

    def fields_of(record: bytes) -> list[str]:
        text = record.decode(errors="surrogateescape")
        fields = list(_fields(text, field_delim, use_quote_delim))
        return fields if chosen is None else [fields[k] for k in chosen if k < len(fields)]

    def decode(tensors: list[Tensor]) -> list[Tensor]:
        import numpy as np

        array = np.asarray(tensors[0].numpy(), object)
        records = enumerate(array.ravel().tolist())
        rows = [_row(i, fields_of(record), columns, na_value) for i, record in records]
        made = []
        for k, column in enumerate(columns):
            kind = object if column.dtype == _dtypes.string else column.dtype.as_numpy_dtype
            values = np.empty(len(rows), kind)
            values[:] = [each[k] for each in rows]
            made.append(_functions.convert(values.reshape(array.shape), column.dtype))
        return made

    outputs = [(column.dtype, list(strings.shape)) for column in columns]
    return list(_functions.compute("decode_csv", [strings], decode, outputs))
