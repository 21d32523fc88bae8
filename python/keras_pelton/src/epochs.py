"""Owns the batches of an epoch and who hears of them, as Keras has both, with less per batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from keras.src import utils
from keras.src.callbacks.callback_list import CallbackList
from keras.src.trainers.data_adapters import array_data_adapter, array_slicing
from keras.src.trainers.epoch_iterator import EpochIterator


class Epochs(EpochIterator):  # type: ignore[misc]
    """Keras's iterator over epochs, which takes rows of arrays without a walk for each batch."""

    def _get_iterator(self) -> Iterator[Any]:
        adapter = self.data_adapter
        if type(adapter) is array_data_adapter.ArrayDataAdapter:
            inputs = array_slicing.convert_to_sliceable(adapter._inputs, target_backend="numpy")
            is_flat = isinstance(inputs, tuple) and all(
                type(one) is array_slicing.NumpySliceable for one in inputs
            )
            if is_flat:
                return _batches(adapter, [one.array for one in inputs])
        found: Iterator[Any] = adapter.get_numpy_iterator()
        return found


def _batches(adapter: Any, arrays: list[np.ndarray]) -> Iterator[tuple[np.ndarray, ...]]:
    """The rows of each batch, in the order that Keras's adapter draws."""
    rows, size, shuffle = adapter._num_samples, adapter._batch_size, adapter._shuffle
    order = np.random.permutation(rows) if shuffle and shuffle != "batch" else None
    for start in range(0, rows, size):
        stop = min(start + size, rows)
        if shuffle == "batch":
            places = np.random.permutation(stop - start) + start
        elif order is None:
            yield tuple(array[start:stop] for array in arrays)
            continue
        else:
            places = order[start:stop]
        yield tuple(array.take(places, axis=0) for array in arrays)


class Callbacks(CallbackList):  # type: ignore[misc]
    """Keras's list of callbacks, which reads no logs of a batch where none asks for them."""

    def _hears(self, *hooks: str) -> bool:
        return any(
            not utils.is_default(getattr(callback, hook))
            for callback in self.callbacks
            for hook in hooks
        )

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        if self._hears("on_train_batch_end", "on_batch_end"):
            super().on_train_batch_end(batch, logs)

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        if self._hears("on_train_batch_begin", "on_batch_begin"):
            super().on_train_batch_begin(batch, logs)
