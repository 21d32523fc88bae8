"""timeseries_dataset_from_array: windows of a time series, with a target each, as batches."""

from __future__ import annotations

from typing import Any

from pelton.keras.utils.folder_datasets import check_format, checked_count, checked_seed


def timeseries_dataset_from_array(
    data: Any,
    targets: Any,
    sequence_length: int,
    sequence_stride: int = 1,
    sampling_rate: int = 1,
    batch_size: int | None = 128,
    shuffle: bool = False,
    seed: int | None = None,
    start_index: int | None = None,
    end_index: int | None = None,
    format: str = "tf",
) -> Any:
    """A dataset of windows (batch, sequence_length, ...) of the rows of `data` from `start_index`
    to `end_index`, with targets[i] for the window that begins at row i unless targets is None.

    Raises ValueError, naming the argument, for what is no positive integer or is too large."""
    check_format(format)
    count = _rows("data", data)
    first, end = _checked_range(start_index, end_index, count)
    length = _as_integer("sequence_length", sequence_length)
    stride = _checked_step("sequence_stride", sequence_stride, count)
    rate = _checked_step("sampling_rate", sampling_rate, count)
    if length < 0:
        raise ValueError(f"`sequence_length` must be 0 or greater. Received: {length}")
    end_of_starts = end - (length - 1) * rate
    if targets is not None:
        end_of_starts = min(end_of_starts, _rows("targets", targets))
    starts = _starts(first, end_of_starts, stride)
    batch_size = checked_count("batch_size", batch_size)
    if shuffle:
        starts = _shuffled(starts, batch_size, checked_seed(seed))
    length = min(length, count + 1)  # longer ones have no windows either
    return _windows(data, targets, starts, length, rate, batch_size)


def _starts(first: int, end: int, stride: int) -> Any:
    """The rows that windows begin at."""
    import numpy as np

    return np.arange(first, max(end, first), stride, dtype="int64")


def _shuffled(starts: Any, batch_size: int | None, seed: int) -> Any:
    """A dataset of the rows in another order in each pass."""
    import numpy as np

    import pelton as tf

    np.random.RandomState(seed).shuffle(starts)
    size = 1024 if batch_size is None else 8 * batch_size
    return tf.data.Dataset.from_tensor_slices(starts).shuffle(size, seed=seed)


def _windows(
    data: Any, targets: Any, starts: Any, length: int, rate: int, batch_size: int | None
) -> Any:
    """A dataset that takes a whole batch of windows at once from the data."""
    import pelton as tf

    rows = tf.convert_to_tensor(data)
    wanted = None if targets is None else tf.convert_to_tensor(targets)
    offsets = tf.range(length, dtype=tf.int64) * rate

    def windows(begin: Any) -> Any:
        found = tf.gather(rows, tf.expand_dims(begin, -1) + offsets)
        return found if wanted is None else (found, tf.gather(wanted, begin))

    if not isinstance(starts, tf.data.Dataset):
        starts = tf.data.Dataset.from_tensor_slices(starts)
    if batch_size is not None:
        starts = starts.batch(batch_size)
    return starts.map(windows, num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)


def _rows(name: str, value: Any) -> int:
    shape = getattr(value, "shape", None)
    if isinstance(value, (str, bytes)) or (shape is not None and len(shape) == 0):
        value = None
    try:
        return len(value)
    except TypeError:
        raise TypeError(
            f"`{name}` must be an array or a list of rows. Received: type {type(value)}"
        ) from None


def _as_integer(name: str, value: Any) -> int:
    import operator

    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"`{name}` must be an integer. Received: {name}={value!r}") from None


def _checked_range(start_index: Any, end_index: Any, count: int) -> tuple[int, int]:
    first = _as_integer("start_index", start_index or 0)
    end = count if end_index is None else _as_integer("end_index", end_index)
    too_large = "`{0}` must be lower than the length of the data. Received: {0}={1}, for data of "
    if first < 0:
        raise ValueError(f"`start_index` must be 0 or greater. Received: start_index={first}")
    if first and first >= count:
        raise ValueError(too_large.format("start_index", first) + f"length {count}")
    if end_index and first and end <= first:
        raise ValueError(
            "`end_index` must be higher than `start_index`. Received: "
            f"start_index={first}, and end_index={end}"
        )
    if end_index and end >= count:
        raise ValueError(too_large.format("end_index", end) + f"length {count}")
    if end < 0:
        raise ValueError(f"`end_index` must be higher than 0. Received: end_index={end}")
    return first, end


def _checked_step(name: str, value: Any, count: int) -> int:
    step = _as_integer(name, value)
    if step <= 0:
        raise ValueError(f"`{name}` must be higher than 0. Received: {name}={step}")
    if step >= count:
        raise ValueError(
            f"`{name}` must be lower than the length of the data. Received: {name}={step}, for "
            f"data of length {count}"
        )
    return step


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
