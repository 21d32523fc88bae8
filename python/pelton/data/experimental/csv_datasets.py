"""CsvDataset and make_csv_dataset."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data.compressed_file import opener
from pelton.data.csv_rows import column_of, first_row, layout_of
from pelton.data.dataset import Dataset
from pelton.data.file_datasets import list_files, node_of_names
from pelton.tensors.tensor_spec import TensorSpec

# Dtypes that a column may be found to have, the first that holds all its values.
_GUESSES = (_dtypes.int32, _dtypes.int64, _dtypes.float32, _dtypes.string)


def _names_of(filenames: Any) -> list[str]:
    if isinstance(filenames, Dataset):
        return [name.numpy().decode() for name in filenames]
    value = _functions.convert(filenames).numpy()
    return [value.decode()] if isinstance(value, bytes) else [n.decode() for n in value.reshape(-1)]


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
        columns = [column_of(given) for given in record_defaults]
        if exclude_cols is not None:
            left_out = set(exclude_cols)
            width = len(columns) + len(left_out)
            select_cols = [place for place in range(width) if place not in left_out]
        form = (field_delim, use_quote_delim, na_value)
        layout = layout_of("CsvDataset", columns, select_cols, *form)
        node = _data.csv_rows(node_of_names(filenames), opener(compression_type), layout, header)
        spec = tuple(TensorSpec((), dtype) for dtype, _ in columns)
        super().__init__(node, spec, "CsvDatasetV2")


def _guessed(texts: Dataset, most: int | None, na_value: str) -> list[Any]:
    """A default of the narrowest dtype that holds the first `most` values of each column."""
    guesses = [0] * len(texts.element_spec)
    for row in texts.take(-1 if most is None else most):
        for i, field in enumerate(row):
            text = field.numpy().decode(errors="surrogateescape")
            while text not in ("", na_value) and not _data.is_csv_value(text, _GUESSES[guesses[i]]):
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
    if column_names is None:
        column_names = first_row(names[0], field_delim, use_quote_delim, compression_type)
    chosen = _chosen(list(column_names), select_columns, label_name)
    places = [list(column_names).index(name) for name in chosen]
    form = (compression_type, None, header, field_delim, use_quote_delim)
    if column_defaults is None:
        texts = CsvDataset(names, [[""]] * len(places), *form, select_cols=places)
        column_defaults = _guessed(texts, num_rows_for_inference, na_value)
    rows: Dataset = CsvDataset(names, column_defaults, *form, na_value, places)
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
    """The columns that are wanted, as they lie in the file; raises ValueError where the label is
    none of them."""
    if select_columns is None:
        chosen = found
    else:
        chosen = sorted({_column(found, c) for c in select_columns}, key=found.index)
    if label_name is not None and label_name not in chosen:
        raise ValueError("`label_name` provided must be one of the columns.")
    return chosen


def _column(found: list[str], column: Any) -> str:
    if isinstance(column, int):
        return found[column]
    if column not in found:
        raise ValueError(f"Value '{column}' is not a valid column name: {found}")
    return str(column)
