"""What gives batches one by one, as an iterable whose every pass is an epoch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from pelton.names.loaded import is_loaded_instance


def passes_of(x: Any, shuffle: Any) -> Any:
    """`x` as an iterable of batches: iterators, data sets with workers, loaders, anything else."""
    if _is_py_dataset(x):  # those of images are iterators too
        from pelton.keras.training.dataset_passes import passes_over

        return passes_over(x, shuffle is True)
    if hasattr(x, "__next__"):
        return _OneTimeBatches(x)
    return _ListsAsTuples(x) if _gives_lists(x) else x


def _is_py_dataset(x: Any) -> bool:
    """Whether `x` is a keras.utils.PyDataset; who has one has loaded its module."""
    return is_loaded_instance(x, "pelton.keras.utils.py_dataset", "PyDataset")


def is_endless(x: Any) -> bool:
    """Whether `x` is a PyDataset that does not know how many batches it has."""
    return _is_py_dataset(x) and getattr(x, "num_batches", None) is None


def _gives_lists(x: Any) -> bool:
    """Whether `x` is a torch DataLoader, whose batches are lists."""
    return is_loaded_instance(x, "torch.utils.data", "DataLoader")


class _ListsAsTuples:
    """The batches of a loader with a length; lists of inputs and targets as tuples."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __len__(self) -> int:
        return len(self._loader)

    def __iter__(self) -> Iterator[Any]:
        for batch in self._loader:
            yield tuple(batch) if isinstance(batch, list) else batch


class _OneTimeBatches:
    """Batches of an iterator, which gives each of them once. A pass after the first begins with the
    first two again, which were looked at before all others, and goes on with what is left.

    Raises ValueError when there is none."""

    def __init__(self, iterator: Iterator[Any]) -> None:
        from pelton.keras.training.data import copies

        self._iterator = iterator
        # Copied: the iterator may fill the same arrays again.
        self._first = [copies(batch) for batch in itertools.islice(iterator, 2)]
        if not self._first:
            raise ValueError(
                "When passing a Python generator or iterator to a Keras model, it must yield at "
                f"least one batch. Received an empty one: {iterator!r}"
            )

    def __iter__(self) -> Iterator[Any]:
        return itertools.chain(self._first, self._iterator)
