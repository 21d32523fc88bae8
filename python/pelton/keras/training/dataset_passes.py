"""Passes over a PyDataset for the training loops: order, hooks, and workers that read ahead."""

from __future__ import annotations

import collections
import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from typing import Any

from pelton.keras.utils.py_dataset import PyDataset

_shared: dict[str, Any] = {}  # the data set of a worker process


def _share(dataset: Any) -> None:
    _shared["dataset"] = dataset


def _shared_batch(index: int) -> Any:
    return _shared["dataset"][index]


class DatasetPasses:
    """An iterable whose every pass gives all batches of `dataset`, with `shuffle` in new order."""

    def __init__(self, dataset: PyDataset, shuffle: bool) -> None:
        self._dataset, self._shuffle = dataset, shuffle
        count = dataset.num_batches
        if count is not None and (not isinstance(count, int) or count < 0):
            raise ValueError(
                f"`{type(dataset).__name__}.num_batches` must be an integer or None, got {count!r}"
            )
        self._count = count
        self._endless = itertools.count()  # where a pass over an endless data set goes on

    def __iter__(self) -> Iterator[Any]:
        dataset = self._dataset
        dataset.on_epoch_begin()
        yield from self._batches(self._indices())
        dataset.on_epoch_end()

    def _indices(self) -> Iterable[int]:
        if self._count is None:
            return self._endless
        self._count = self._dataset.num_batches  # which `on_epoch_end` may have changed
        indices = list(range(self._count or 0))
        if self._shuffle:
            random.shuffle(indices)
        return indices

    def _batches(self, indices: Iterable[int]) -> Iterator[Any]:
        dataset = self._dataset
        if not dataset.use_multiprocessing and dataset.workers <= 1:
            for index in indices:
                yield dataset[index]
            return
        workers, ahead = max(dataset.workers, 1), max(dataset.max_queue_size, 1)
        if dataset.use_multiprocessing:
            pool: futures.Executor = futures.ProcessPoolExecutor(
                workers, initializer=_share, initargs=(dataset,)
            )
            yield from _read_ahead(pool, _shared_batch, indices, ahead)
        else:
            pool = futures.ThreadPoolExecutor(workers)
            yield from _read_ahead(pool, dataset.__getitem__, indices, ahead)


class CountedPasses(DatasetPasses):
    """The same for a data set with an end."""

    def __len__(self) -> int:
        return self._count or 0


def _read_ahead(
    pool: futures.Executor, read: Callable[[int], Any], indices: Iterable[int], ahead: int
) -> Iterator[Any]:
    """What `read` gives for the indices, in their order, at most `ahead` of them begun."""
    waiting: collections.deque[futures.Future[Any]] = collections.deque()
    left = iter(indices)
    try:
        for index in itertools.islice(left, ahead):
            waiting.append(pool.submit(read, index))
        while waiting:
            batch = waiting.popleft().result()
            for index in itertools.islice(left, 1):
                waiting.append(pool.submit(read, index))
            yield batch
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def passes_over(dataset: PyDataset, shuffle: bool) -> DatasetPasses:
    """`dataset` as an iterable of passes; with a length where it has an end."""
    return (DatasetPasses if dataset.num_batches is None else CountedPasses)(dataset, shuffle)
