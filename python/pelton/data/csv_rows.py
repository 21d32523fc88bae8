"""Owns the reading of CSV files: rows of typed fields."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.data.compressed_file import opener
from pelton.errors import InvalidArgumentError, NotFoundError

_LIMITS = {_dtypes.int32: 2**31, _dtypes.int64: 2**63}


class Column:
    """A field's dtype and default, and how text becomes a value of it."""

    def __init__(self, given: Any) -> None:
        try:
            self.dtype, self.default = _dtypes.as_dtype(given), None
        except TypeError:
            value = _functions.convert(given).numpy().reshape(-1)
            self.dtype = _dtypes.as_dtype("string" if value.dtype == object else value.dtype)
            self.default = value[0] if len(value) else None

    def value(self, number: int, text: str, na_value: str) -> Any:
        """Raises InvalidArgumentError for text that is no such value, or missing."""
        if text in ("", na_value):
            if self.default is None:
                raise InvalidArgumentError(f"Field {number} is required but missing in record!")
            return self.default
        if self.dtype == _dtypes.string:
            return text.encode(errors="surrogateescape")
        try:
            value: Any = float(text) if self.dtype.is_floating else int(text)
            if self.dtype in _LIMITS and not -_LIMITS[self.dtype] <= value < _LIMITS[self.dtype]:
                raise ValueError
            return value
        except ValueError:
            raise InvalidArgumentError(
                f"Field {number} in record is not a valid {self.dtype.name}: {text}"
            ) from None


class CsvForm:
    """How files are written."""

    def __init__(self, header: bool, delimiter: str, quotes: bool, compression: Any) -> None:
        self.header = header
        self._options = {
            "delimiter": delimiter,
            "quoting": csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE,
        }
        self._open = opener(compression)

    def _lines(self, name: str) -> Iterator[str]:
        if self._open is None:
            try:
                with open(name, encoding="utf-8", newline="") as file:
                    yield from file
            except FileNotFoundError as error:
                raise NotFoundError(f"{name}; No such file or directory") from error
            return
        file, parts = self._open(name), []
        while part := file.read(1 << 18):
            parts.append(part)
        yield from b"".join(parts).decode().splitlines(keepends=True)

    def rows(self, name: str) -> Iterator[list[str]]:
        """The fields of each row of a file, without its header."""
        rows = csv.reader(self._lines(name), **self._options)  # type: ignore[arg-type]
        if self.header:
            next(rows, None)
        return (row for row in rows if row)

    def names(self, name: str) -> list[str]:
        """The first row."""
        rows = csv.reader(self._lines(name), **self._options)  # type: ignore[arg-type]
        return next(rows, [])
