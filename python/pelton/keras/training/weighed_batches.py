"""Batches of nested inputs, of datasets and iterables, weighed by their targets' classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pelton as tf


class WeighedBatches:
    """The batches (x, y) of an iterable as (x, y, weights); raises what `weighed` does."""

    def __init__(self, batches: Any, weights: dict[int, float]) -> None:
        self._batches = batches
        self._weights = weights
        if hasattr(batches, "__len__"):
            self.__class__ = _CountedBatches

    def __iter__(self) -> Iterator[Any]:
        for batch in self._batches:
            parts = batch if isinstance(batch, tuple) else (batch,)
            yield weighed(self._weights, *parts)


class _CountedBatches(WeighedBatches):
    def __len__(self) -> int:
        return len(self._batches)


def weighed_dataset(dataset: Any, weights: dict[int, float]) -> Any:
    """The dataset of (x, y, weights) for one of (x, y); raises what `weighed` does."""
    return dataset.map(lambda *parts: weighed(weights, *parts))


def weighed(weights: dict[int, float], *parts: Any) -> tuple[Any, Any, Any]:
    """A batch (x, y) with the weight of each target's class, 1 for those that have none. Raises
    ValueError for a batch that has weights already, or has no target or several."""
    if len(parts) == 3 and parts[2] is not None:
        raise ValueError("You cannot `class_weight` and `sample_weight` at the same time.")
    if len(parts) < 2 or parts[1] is None:
        raise ValueError("`class_weight` needs targets with one class per sample")
    x, y = parts[:2]
    if isinstance(y, (Mapping, tuple, list)):
        raise ValueError(
            "`class_weight` is only supported for Models with a single output, got targets "
            f"{type(y)}"
        )
    return x, y, _weights_of(tf.convert_to_tensor(y), weights)


def _weights_of(y: Any, weights: dict[int, float]) -> Any:
    if y.ndim > 1 and y.shape[-1] != 1:
        labels = tf.argmax(y, axis=-1)
    else:
        labels = tf.squeeze(y, axis=[-1]) if y.ndim > 1 else y
        labels = tf.round(labels) if labels.dtype.is_floating else labels
        labels = tf.cast(labels, "int64")
    count = max(0, *weights) + 1
    table = tf.constant([weights.get(label, 1.0) for label in range(count)], "float32")
    is_known = (labels >= 0) & (labels < count)
    return tf.where(is_known, tf.gather(table, tf.where(is_known, labels, 0)), 1.0)
