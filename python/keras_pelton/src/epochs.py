"""Owns the batches of an epoch and who hears of them, as Keras has both, with less per batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from keras.src import tree, utils
from keras.src.callbacks.callback_list import CallbackList
from keras.src.trainers.data_adapters import array_data_adapter, array_slicing
from keras.src.trainers.epoch_iterator import EpochIterator

import pelton
from pelton._core import training as _training

BLOCK_BYTES = 1 << 20  # of rows that are taken and converted together, for several batches
MOST_BATCHES = 256  # in a block


class Epochs(EpochIterator):  # type: ignore[misc]
    """Keras's iterator over epochs, which takes rows of arrays without a walk for each batch."""

    def batches(self) -> Iterator[Any] | None:
        """One epoch's batches of tensors where they are rows of arrays, each a step; else None."""
        found = self._arrays()
        if found is None or self.steps_per_epoch or self.steps_per_execution != 1:
            return None
        return _batches(self.data_adapter, *found)

    def _arrays(self) -> tuple[Any, list[np.ndarray]] | None:
        """The nest whose leaves the batches are rows of, and these; None where one is no array."""
        adapter = self.data_adapter
        if type(adapter) is not array_data_adapter.ArrayDataAdapter:
            return None
        inputs = array_slicing.convert_to_sliceable(adapter._inputs, target_backend="numpy")
        leaves = tree.flatten(inputs)
        if not all(type(leaf) is array_slicing.NumpySliceable for leaf in leaves):
            return None
        return inputs, [leaf.array for leaf in leaves]

    def _get_iterator(self) -> Iterator[Any]:
        arrays = self._arrays()
        if arrays is not None:
            return _batches(self.data_adapter, *arrays)
        found: Iterator[Any] = self.data_adapter.get_numpy_iterator()
        return found


def _batches(adapter: Any, nest: Any, arrays: list[np.ndarray]) -> Iterator[Any]:
    """The rows of each batch as tensors in the nest, in the order of Keras on TensorFlow."""
    is_flat = type(nest) is tuple and len(nest) == len(arrays) and not any(map(_is_nest, nest))
    for batch in _rows(adapter, arrays):
        yield batch if is_flat else tree.pack_sequence_as(nest, batch)


def _is_nest(x: Any) -> bool:
    return x is None or bool(tree.is_nested(x))


def _rows(adapter: Any, arrays: list[np.ndarray]) -> Iterator[tuple[Any, ...]]:
    rows, size, shuffle = adapter._num_samples, adapter._batch_size, adapter._shuffle
    order = _order(rows) if shuffle and shuffle != "batch" else None
    block = size * (1 if shuffle == "batch" else _batches_of_block(arrays, rows, size))
    for start in range(0, rows, block):
        stop = min(start + block, rows)
        if shuffle == "batch":
            order = _order(stop - start) + start
            taken = [array.take(order, axis=0) for array in arrays]
        elif order is None:
            taken = [array[start:stop] for array in arrays]
        else:
            taken = [array.take(order[start:stop], axis=0) for array in arrays]
        yield from zip(*(_parts(array, size) for array in taken), strict=True)


def _order(rows: int) -> np.ndarray:
    found: np.ndarray = _training.shuffled_rows(rows).numpy()
    return found


def _batches_of_block(arrays: list[np.ndarray], rows: int, size: int) -> int:
    """How many batches are taken at once: many of few bytes, one of many."""
    bytes_of_batch = max(1, sum(array.nbytes for array in arrays) * size // max(1, rows))
    return max(1, min(MOST_BATCHES, BLOCK_BYTES // bytes_of_batch))


def _parts(array: np.ndarray, size: int) -> list[Any]:
    """Tensors of `size` rows each, the last one of what is left."""
    tensor = pelton.convert_to_tensor(array)
    rows = len(array)
    if rows <= size:
        return [tensor]
    sizes = [min(size, rows - start) for start in range(0, rows, size)]
    parts: list[Any] = pelton.split(tensor, sizes)
    return parts


def hears(callbacks: Any, phase: str) -> tuple[bool, bool]:
    """Whether any callback wants to hear that a batch of "train", "test" or "predict" begins, and
    that it is over; Keras's list reads the logs on the host for each, whoever asks."""
    if type(callbacks) is not CallbackList:
        return True, True
    begins, ends = (
        any(
            not utils.is_default(getattr(callback, hook))
            for callback in callbacks.callbacks
            for hook in (f"on_{phase}_batch_{when}", f"on_batch_{when}")
        )
        for when in ("begin", "end")
    )
    return begins, ends
