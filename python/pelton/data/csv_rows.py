"""Owns what CSV's fields are: their dtypes and defaults, and the names in a file's first row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.data.compressed_file import opener
from pelton.errors import InvalidArgumentError


def column_of(given: Any) -> tuple[Any, Any]:
    """The dtype of a column and its default, None for fields that must be there; `given` is a dtype
    or at most one value."""
    import numpy as np

    try:  # numbers may be those of dtypes
        return _dtypes.as_dtype(int(given) if isinstance(given, np.integer) else given), None
    except TypeError:
        tensor = _functions.convert(given)
    if (tensor.shape.rank or 0) > 1 or (tensor.shape.num_elements() or 0) > 1:
        raise InvalidArgumentError(
            f"record_defaults must be at most one value each, got {tensor!r}"
        )
    values = _ops.reshape(tensor, [-1])
    return tensor.dtype, values if values.shape[0] else None


def layout_of(
    op: str,
    columns: Sequence[tuple[Any, Any]],
    places: Sequence[int] | None,
    delimiter: str,
    has_quotes: bool,
    na_value: str,
) -> Any:
    """Raises InvalidArgumentError for what no record can have; `places` are those of the columns
    among the fields."""
    if not isinstance(delimiter, str) or len(delimiter.encode()) != 1:
        raise InvalidArgumentError(f"{op}: field_delim should be only one char, got {delimiter!r}")
    chosen = [] if places is None else [int(place) for place in places]
    return _data.csv_layout(op, list(columns), chosen, delimiter, bool(has_quotes), na_value)


def first_row(name: str, delimiter: str, has_quotes: bool, compression: Any) -> list[str]:
    """The fields of a file's first row."""
    row = _data.csv_first_row(name, opener(compression), delimiter, has_quotes)
    return [field.decode(errors="surrogateescape") for field in row]
