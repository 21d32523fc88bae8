"""CsvDataset and make_csv_dataset."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data.csv_rows import Column, CsvForm
from pelton.data.dataset import Dataset
from pelton.data.file_datasets import list_files
from pelton.errors import InvalidArgumentError
from pelton.tensor_spec import TensorSpec

# Dtypes that a column may be found to have, the first that holds all its values.
_GUESSES = (_dtypes.int32, _dtypes.int64, _dtypes.float32, _dtypes.string)


def _names_of(filenames: Any) -> list[str]:
    if isinstance(filenames, Dataset):
        return [name.numpy().decode() for name in filenames]
    value = _functions.convert(filenames).numpy()
    return [value.decode()] if isinstance(value, bytes) else [n.decode() for n in value.reshape(-1)]


def _rows(
    names: Sequence[str], form: CsvForm, columns: list[Column], chosen: Any, na_value: str
) -> Iterator[list[Any]]:
    places = list(range(len(columns))) if chosen is None else list(chosen)
    for name in names:
        for row in form.rows(name):
            if chosen is None and len(row) != len(columns):
                raise InvalidArgumentError(
                    f"Expect {len(columns)} fields but have {len(row)} in record"
                )
            if places and max(places) >= len(row):
                raise InvalidArgumentError(
                    f"Expect {max(places) + 1} fields but have {len(row)} in record"
                )
            yield [
                _functions.convert(column.value(number, row[place], na_value), column.dtype)
                for number, (place, column) in enumerate(zip(places, columns, strict=True))
            ]


class CsvDataset(Dataset):
    """The rows of CSV files, tuples of 0-d tensors; `record_defaults` has a dtype for each field
    that must be there, or a default."""

    def __init__(
        self,
        filenames: Any,
        record_defaults: Sequence[Any],
        compression_type: str | None = None,
        buffer_size: Any = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[int] | None = None,
        exclude_cols: Sequence[int] | None = None,
    ) -> None:
        columns = [Column(given) for given in record_defaults]
        form = CsvForm(bool(header), field_delim, bool(use_quote_delim), compression_type)
        if exclude_cols is not None:
            left_out = set(exclude_cols)
            width = len(columns) + len(left_out)
            select_cols = [place for place in range(width) if place not in left_out]

        def begin() -> Iterator[Any]:
            return _rows(_names_of(filenames), form, columns, select_cols, na_value)

        spec = tuple(TensorSpec((), column.dtype) for column in columns)
        super().__init__(_data.from_python(begin, -2), spec, "CsvDatasetV2")


def _fits(text: str, dtype: Any, na_value: str) -> bool:
    column = Column(dtype)
    if text in ("", na_value):
        return True
    try:
        column.value(0, text, na_value)
    except InvalidArgumentError:
        return False
    return True


def _guessed(names: list[str], form: CsvForm, places: list[int], na: str, most: Any) -> list[Any]:
    """A default of the narrowest dtype that holds the first `most` values of each column."""
    guesses = [0] * len(places)
    count = 0
    for name in names:
        for row in form.rows(name):
            if most is not None and count >= most:
                break
            count += 1
            for i, place in enumerate(places):
                while not _fits(row[place], _GUESSES[guesses[i]], na):
                    guesses[i] += 1
    return [[""] if _GUESSES[g] == _dtypes.string else _zero(_GUESSES[g]) for g in guesses]


def _zero(dtype: Any) -> Any:
    import pelton as tf

    return tf.zeros([1], dtype)


def make_csv_dataset(
    file_pattern: Any,
    batch_size: int,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: Any = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    """Batches of rows as dicts of columns, or (dict, label): dtypes are found from the first rows
    where no defaults are given. Raises ValueError for columns that are not there."""
    names = _names_of(list_files(file_pattern, False, None))
    _check_encoding(encoding)
    form = CsvForm(bool(header), field_delim, use_quote_delim, compression_type)
    found = list(column_names) if column_names is not None else form.names(names[0])
    chosen = _chosen(found, select_columns, label_name)
    places = [found.index(name) for name in chosen]
    defaults = column_defaults
    if defaults is None:
        defaults = _guessed(names, form, places, na_value, num_rows_for_inference)
    form_of_rows = (header, field_delim, use_quote_delim, na_value, places)
    rows: Dataset = CsvDataset(names, defaults, compression_type, None, *form_of_rows)
    if ignore_errors:
        rows = rows.ignore_errors()
    if shuffle:
        rows = rows.shuffle(shuffle_buffer_size, shuffle_seed)
    batches = rows.repeat(num_epochs).batch(batch_size, drop_remainder=num_epochs is None)
    return batches.map(_named(chosen, label_name)).prefetch(prefetch_buffer_size or 1)


def _check_encoding(encoding: str) -> None:
    """Raises ValueError for what CSV files are not read in."""
    if encoding.lower().replace("_", "-") not in ("utf-8", "utf8", "ascii"):
        raise ValueError(f"make_csv_dataset: encoding {encoding!r} is not read, only UTF-8")


def _named(columns: list[str], label_name: str | None) -> Any:
    """A function of the columns that gives them by name, and the label by itself."""

    def named(*values: Any) -> Any:
        features = OrderedDict(zip(columns, values, strict=True))
        return features if label_name is None else (features, features.pop(label_name))

    return named


def _chosen(found: list[str], select_columns: Any, label_name: str | None) -> list[str]:
    """The columns that are wanted; raises ValueError where the label is none of them."""
    chosen = found if select_columns is None else [_column(found, c) for c in select_columns]
    if label_name is not None and label_name not in chosen:
        raise ValueError("`label_name` provided must be one of the columns.")
    return chosen


def _column(found: list[str], column: Any) -> str:
    if isinstance(column, int):
        return found[column]
    if column not in found:
        raise ValueError(f"Value '{column}' is not a valid column name: {found}")
    return str(column)
