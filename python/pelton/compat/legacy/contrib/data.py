"""Owns ``tf.contrib.data``: what datasets have as methods today, as functions for ``apply``."""

from __future__ import annotations

from pelton import data as _data

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

AUTOTUNE = _data.AUTOTUNE
Dataset = _data.Dataset
TFRecordDataset = _data.TFRecordDataset
TextLineDataset = _data.TextLineDataset


def batch_and_drop_remainder(batch_size: Any) -> Callable[..., Any]:
    """Whole batches alone."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def map_and_batch(
    map_func: Any, batch_size: Any, num_parallel_batches: Any = None, drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Callable[..., Any]:  # fmt: skip
    """``map``, then ``batch``."""
    return lambda dataset: dataset.map(map_func).batch(batch_size, drop_remainder=drop_remainder)


def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Callable[..., Any]:
    """``shuffle``, then ``repeat``."""
    return lambda dataset: dataset.shuffle(buffer_size, seed=seed).repeat(count)


def parallel_interleave(
    map_func: Any, cycle_length: int, block_length: int = 1, **options: Any
) -> Callable[..., Any]:
    """``interleave``."""
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


def unbatch() -> Callable[..., Any]:
    """The rows of batches one by one."""
    return lambda dataset: dataset.unbatch()


def ignore_errors() -> Callable[..., Any]:
    """Without the elements that raise."""
    return lambda dataset: dataset.ignore_errors()


def prefetch_to_device(device: Any, buffer_size: Any = None) -> Callable[..., Any]:
    """``prefetch``."""
    return lambda dataset: dataset.prefetch(buffer_size or AUTOTUNE)
