"""Elements by number, and datasets filled up to a number of elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelton.data import structure as _structure
from pelton.data.dataset import Dataset
from pelton.data.specs import DatasetSpec
from pelton.errors import FailedPreconditionError, OutOfRangeError, UnimplementedError
from pelton.tensors.tensor_spec import TensorSpec

# What stands for the number of shards in Dataset.shard.
SHARD_HINT = -1


def at(dataset: Dataset, index: Any) -> Any:
    """Element `index` of a dataset of known length; raises OutOfRangeError beyond its ends,
    FailedPreconditionError for an infinite one, UnimplementedError where the length is unknown."""
    count, place = dataset._node.cardinality, int(index)
    if count == -1:
        raise FailedPreconditionError(
            f"{dataset!r} has infinite cardinality, which does not support random access."
        )
    if count < 0:
        raise UnimplementedError(f"Random access is not implemented for {dataset!r}")
    if not 0 <= place < count:
        raise OutOfRangeError(f"Index out of range [0, {count}):{place}")
    return next(iter(dataset.skip(place)))


def _filler(spec: Any, rows: int) -> Any:
    """Zeros in place of an element, `rows` of them."""
    import pelton as tf

    def zeros(leaf: Any) -> Any:
        if not isinstance(leaf, TensorSpec) or isinstance(leaf, DatasetSpec):
            raise TypeError(f"`pad_to_cardinality` takes elements of tensors, got {leaf!r}")
        sizes = [0 if size is None else size for size in leaf.shape]
        return tf.repeat(tf.zeros([1, *sizes], leaf.dtype), rows, axis=0)

    return _structure.map_leaves(zeros, spec)


def pad_to_cardinality(cardinality: int, mask_key: str = "valid") -> Callable[[Dataset], Dataset]:
    """The dicts of a dataset, then dicts of zeros up to `cardinality` of them; `mask_key` says
    which are the dataset's. Raises ValueError for elements that are no dicts or have that key,
    and for a dataset of unknown or greater length."""

    def checked(dataset: Dataset) -> int:
        name = "`pad_to_cardinality`"
        if not isinstance(dataset.element_spec, dict):
            raise ValueError(f"{name} requires its input dataset to be a dictionary.")
        count = dataset._node.cardinality
        about = f"The dataset passed into {name} must have a"
        if count < 0:
            raise ValueError(f"{about} known cardinalty, but has cardinality {count}")
        if count > cardinality:
            raise ValueError(
                f"{about} cardinalty less than the target cardinality ({cardinality}), but has "
                f"cardinality {count}"
            )
        if mask_key in dataset.element_spec:
            raise ValueError(f"{name}: elements have the key {mask_key!r} of the mask already")
        return int(count)

    def apply(dataset: Dataset) -> Dataset:
        import pelton as tf

        missing = cardinality - checked(dataset)
        kept = dataset.map(lambda element: {**element, mask_key: tf.constant(True)})
        filler = {**_filler(dataset.element_spec, missing), mask_key: tf.fill([missing], False)}
        return kept.concatenate(Dataset.from_tensor_slices(filler))

    return apply
