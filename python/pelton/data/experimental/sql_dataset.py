"""SqlDataset: the rows that a query gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data.dataset import Dataset
from pelton.errors import InvalidArgumentError, UnknownError
from pelton.tensors.tensor_spec import TensorSpec


def _text(value: Any) -> str:
    found = _functions.convert(value).numpy()
    return found.decode() if isinstance(found, bytes) else str(found)


def _rows(source: str, query: str, types: tuple[Any, ...]) -> Iterator[list[Any]]:
    import contextlib
    import pathlib
    import sqlite3

    place = f"{pathlib.Path(source).absolute().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(place, uri=True)) as connection:
            for row in connection.execute(query):
                if len(row) != len(types):
                    raise InvalidArgumentError(
                        f"The number of columns in query ({len(row)}) must match the number of "
                        f"elements in output_types ({len(types)})."
                    )
                yield [_field(*pair) for pair in zip(row, types, strict=True)]
    except sqlite3.Error as error:
        raise UnknownError(f"{source}: {error}") from error


def _field(value: Any, dtype: Any) -> Any:
    if dtype == _dtypes.string:
        return _functions.convert("" if value is None else str(value), dtype)
    try:
        return _functions.convert(0 if value is None else value, dtype)
    except (TypeError, ValueError) as error:
        raise InvalidArgumentError(f"{value!r} in a row is no {dtype.name}") from error


class SqlDataset(Dataset):
    """The rows that a query of an SQLite file gives, tuples of 0-d tensors of `output_types`.

    Raises InvalidArgumentError for another driver or number of columns, UnknownError for what
    SQLite refuses."""

    def __init__(
        self, driver_name: Any, data_source_name: Any, query: Any, output_types: Any
    ) -> None:
        if _text(driver_name) != "sqlite":
            raise InvalidArgumentError(
                f"tensorflow only supports the database driver sqlite, got {_text(driver_name)!r}"
            )
        source, text = _text(data_source_name), _text(query)
        types = tuple(_dtypes.as_dtype(dtype) for dtype in output_types)
        node = _data.from_python(lambda: _rows(source, text, types), -2, "Sql")
        super().__init__(node, tuple(TensorSpec((), dtype) for dtype in types), "SqlDatasetV2")
