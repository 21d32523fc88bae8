"""Owns ``tf.io.decode_csv``: records of CSV as tensors, a column each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton import dtypes as _dtypes
from pelton._core import bind_data as _bind_data
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError

_bind_data()

from pelton._core import data as _data  # noqa: E402
from pelton.data import csv_rows as _csv_rows  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import Tensor
    from pelton._types import TensorLike


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
    columns = [_csv_rows.column_of(_functions.convert(default)) for default in record_defaults]
    if not isinstance(select_cols, (list, tuple, type(None))):
        raise TypeError(
            f"Expected list for 'select_cols' argument to 'decode_csv' Op, not {select_cols!r}."
        )
    if select_cols is not None and len(select_cols) != len(columns):
        raise InvalidArgumentError(
            f"decode_csv: select_cols must be {len(columns)} growing numbers, got {select_cols}"
        )
    form = (field_delim, use_quote_delim, na_value)
    layout = _csv_rows.layout_of("decode_csv", columns, select_cols, *form)
    return list(_data.decode_csv(_functions.convert(records, _dtypes.string), layout))
