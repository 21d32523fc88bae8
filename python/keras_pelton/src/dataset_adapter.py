"""Owns how elements of datasets reach Keras's trainer: TensorFlow's go by NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keras.src import tree
from keras.src.trainers.data_adapters import data_adapter_utils
from keras.src.trainers.data_adapters.data_adapter import DataAdapter

import pelton


def _carried(leaf: Any) -> Any:
    return leaf if pelton.is_tensor(leaf) or not hasattr(leaf, "numpy") else leaf.numpy()


def _weighted(element: Any, class_weight: Any) -> Any:
    """(x, y, weights), the weights by the classes in `y`."""
    x, y, sample_weight = data_adapter_utils.unpack_x_y_sample_weight(element)
    if sample_weight is not None:
        raise ValueError("You cannot `class_weight` and `sample_weight` at the same time.")
    if tree.is_nested(y):
        raise ValueError("`class_weight` is only supported for Models with a single output.")
    return x, y, data_adapter_utils.class_weight_to_sample_weights(y, class_weight)


class DatasetAdapter(DataAdapter):  # type: ignore[misc]
    """The elements of a dataset as Keras's trainer takes them."""

    def __init__(self, dataset: Any, class_weight: Any) -> None:
        self._dataset = dataset
        self._class_weight = class_weight

    def get_numpy_iterator(self) -> Iterator[Any]:
        for element in self._dataset:
            batch = tree.map_structure(_carried, element, none_is_leaf=False)
            yield _weighted(batch, self._class_weight) if self._class_weight else batch

    def get_tf_dataset(self) -> Any:
        return self._dataset

    @property
    def num_batches(self) -> int | None:
        batches = int(self._dataset.cardinality())
        return None if batches < 0 else batches

    @property
    def batch_size(self) -> int | None:
        size: int | None = tree.flatten(self._dataset.element_spec)[0].shape[0]
        return size

    @property
    def has_partial_batch(self) -> None:
        return None

    @property
    def partial_batch_size(self) -> None:
        return None


def dataset_of_arrays(
    x: Any, y: Any, sample_weight: Any, batch_size: int | None, steps: int | None, shuffle: Any
) -> Any:
    """Batches of the arrays' rows, shuffled anew in each epoch with `shuffle`."""
    rows = int(tree.flatten(x)[0].shape[0])
    if not batch_size:
        batch_size = -(-rows // steps) if steps else 32
    arrays = data_adapter_utils.pack_x_y_sample_weight(x, y, sample_weight)
    dataset = pelton.data.Dataset.from_tensor_slices(arrays)
    return (dataset.shuffle(rows) if shuffle else dataset).batch(batch_size)
