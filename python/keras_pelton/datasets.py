"""Makes Keras's trainer take datasets, Pelton's own and TensorFlow's, and arrays of texts."""

from __future__ import annotations

import warnings
from typing import Any

_IGNORED = (
    "`shuffle=True` was passed, but will be ignored since the data `x` was provided as a "
    "tf.data.Dataset. The Dataset is expected to already be shuffled (via "
    "`.shuffle(buffer_size)`)."
)


def teach(data_adapters: Any) -> None:
    """Replaces ``get_data_adapter`` where `x` is a dataset or texts; else it stays Keras's own."""
    others: Any = data_adapters.get_data_adapter

    def get_data_adapter(
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        batch_size: Any = None,
        steps_per_epoch: Any = None,
        shuffle: Any = False,
        class_weight: Any = None,
    ) -> Any:
        if _is_text(x):
            from keras_pelton.src.dataset_adapter import dataset_of_arrays

            x = dataset_of_arrays(x, y, sample_weight, batch_size, steps_per_epoch, shuffle)
            y, sample_weight, shuffle = None, None, False
        if not _is_dataset(x, data_adapters):
            return others(x, y, sample_weight, batch_size, steps_per_epoch, shuffle, class_weight)
        if y is not None:
            data_adapters.raise_unsupported_arg("y", "the targets", "tf.data.Dataset")
        if sample_weight is not None:
            name = "sample_weights"
            data_adapters.raise_unsupported_arg(name, "the sample weights", "tf.data.Dataset")
        if shuffle:
            warnings.warn(_IGNORED, stacklevel=2)
        from keras_pelton.src.dataset_adapter import DatasetAdapter

        return DatasetAdapter(x, class_weight)

    data_adapters.get_data_adapter = get_data_adapter


def _is_dataset(x: Any, data_adapters: Any) -> bool:
    from pelton.data import Dataset

    return isinstance(x, Dataset) or data_adapters.is_tf_dataset(x)


def _is_text(x: Any) -> bool:
    """Whether an array or tensor of `x` holds texts, which Keras's own slices do not carry."""
    from keras.src import tree

    def is_text(leaf: Any) -> bool:
        dtype = getattr(leaf, "dtype", None)
        return getattr(dtype, "name", None) == "string" or getattr(dtype, "kind", "") in ("O", "U")

    return any(is_text(leaf) for leaf in tree.flatten(x) if hasattr(leaf, "shape"))
