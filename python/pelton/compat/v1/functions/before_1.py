"""Owns what TensorFlow 1.0 dropped and programs of 2016 use: axes before values, summaries by
name."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def concat(values: Any, axis: Any = None, name: Any = None, concat_dim: Any = None) -> Any:
    """``tf.concat``; the axis may come first, as it did before 1.0."""
    from pelton import concat as run

    if concat_dim is not None:
        return run(values, concat_dim)
    if isinstance(values, int) and isinstance(axis, (list, tuple)):
        values, axis = axis, values
    return run(values, axis)


def split(value: Any, num_or_size_splits: Any = None, axis: Any = 0, num: Any = None,
          name: Any = None, split_dim: Any = None, num_split: Any = None) -> Any:  # fmt: skip
    """``tf.split``; the axis and the number may come first, as they did before 1.0."""
    from pelton import split as run

    if isinstance(value, int) and isinstance(num_or_size_splits, int):
        value, num_or_size_splits, axis = axis, num_or_size_splits, value
    count = num_or_size_splits if num_split is None else num_split
    return run(value, count, axis if split_dim is None else split_dim, num)


def listdiff(x: Any, y: Any, name: Any = None) -> Any:
    """``tf.setdiff1d``."""
    from pelton.compat.v1.functions.old_signatures import setdiff1d

    return setdiff1d(x, y)


def scalar_summary(tags: Any, values: Any, collections: Any = None, name: Any = None) -> Any:
    """``tf.summary.scalar``."""
    from pelton.compat.v1 import summary

    return summary.scalar(str(tags), values, collections)


def histogram_summary(tag: Any, values: Any, collections: Any = None, name: Any = None) -> Any:
    """``tf.summary.histogram``."""
    from pelton.compat.v1 import summary

    return summary.histogram(str(tag), values, collections)


def image_summary(
    tag: Any, tensor: Any, max_images: int = 3, collections: Any = None, name: Any = None
) -> Any:
    """``tf.summary.image``."""
    from pelton.compat.v1 import summary

    return summary.image(str(tag), tensor, max_images, collections)


def merge_summary(inputs: Any, collections: Any = None, name: Any = None) -> Any:
    """``tf.summary.merge``."""
    from pelton.compat.v1 import summary

    return summary.merge(inputs, collections, name)


def merge_all_summaries(key: str = "summaries") -> Any:
    """``tf.summary.merge_all``."""
    from pelton.compat.v1 import summary

    return summary.merge_all(key)
