"""split_dataset: two datasets of the samples of one, or of arrays."""

from __future__ import annotations

import random
from typing import Any


def split_dataset(
    dataset: Any,
    left_size: float | None = None,
    right_size: float | None = None,
    shuffle: bool = False,
    seed: int | None = None,
    preferred_backend: str | None = None,
) -> tuple[Any, Any]:
    """The first samples and the last ones as two `tf.data` datasets; sizes are numbers of samples,
    or shares of them as floats. A dataset of batches is split by its samples.

    Raises TypeError for what is no dataset, array or list of arrays, and ValueError for sizes that
    are out of range."""
    from pelton.data import Dataset
    from pelton.keras.training.dataset_source import is_dataset

    if not is_dataset(dataset) and not _is_arrays(dataset):
        raise TypeError(
            "The `dataset` argument must be either a `tf.data.Dataset` object or a list/tuple of "
            f"arrays. Received: dataset={dataset} of type {type(dataset)}"
        )
    if left_size is None and right_size is None:
        raise ValueError(
            "At least one of the `left_size` or `right_size` must be specified. Received: "
            "left_size=None and right_size=None"
        )
    batch_size = _batch_size(dataset) if is_dataset(dataset) else None
    samples = _samples(dataset if batch_size is None else dataset.unbatch())
    if shuffle:
        chosen = random.randint(0, 10**6) if seed is None else seed
        random.seed(chosen)
        random.shuffle(samples)
    left, right = _counts(left_size, right_size, len(samples))
    parts = (samples[:left], samples[-right:])
    made = (Dataset.from_tensor_slices(_stacked(part)) for part in parts)
    first, last = made if batch_size is None else (one.batch(batch_size) for one in made)
    return first, last


def _is_arrays(dataset: Any) -> bool:
    return isinstance(dataset, (list, tuple)) or hasattr(dataset, "__array__")


def _batch_size(dataset: Any) -> int | None:
    """That of a dataset whose last step was `batch`; None of others."""
    if dataset._kind not in ("_BatchDataset", "_ParallelBatchDataset"):
        return None
    from pelton.nest import flatten

    for batch in dataset.take(1):
        return int(flatten(batch)[0].shape[0])
    return None


def _samples(dataset: Any) -> list[Any]:
    from pelton.nest import map_structure

    if hasattr(dataset, "element_spec"):
        return [map_structure(lambda leaf: leaf.numpy(), sample) for sample in dataset]
    return list(zip(*dataset, strict=True) if isinstance(dataset, (list, tuple)) else dataset)


def _stacked(samples: list[Any]) -> Any:
    import numpy as np

    from pelton.nest import map_structure

    return map_structure(lambda *leaves: np.array(leaves), *samples)


def _counts(left: Any, right: Any, total: int) -> tuple[int, int]:
    for name, size in (("left_size", left), ("right_size", right)):
        if size is not None and type(size) not in (int, float):
            raise TypeError(
                f"Invalid `{name}` Type. Expected: int or float or None, Received: "
                f"type({name})={type(size)}."
            )
        most = total if type(size) is int else 1
        if size is not None and not 0 < size < most:
            raise ValueError(
                f"`{name}` should be either a positive integer smaller than {total}, or a float "
                f"within the range `[0, 1]`. Received: {name}={size}"
            )
    if type(left) is type(right) is float and left + right > 1:
        raise ValueError(
            "The sum of `left_size` and `right_size` is greater than 1. It must be less than or "
            "equal to 1."
        )
    first, last = (round(one * total) if type(one) is float else one for one in (left, right))
    first = total - last if first is None else first
    last = total - first if last is None else last
    if first + last > total:
        raise ValueError(
            f"The sum of `left_size` and `right_size` should be smaller than the {total} samples. "
            f"Received: left_size={left}, right_size={right}"
        )
    if not first or not last:
        raise ValueError(
            f"With `dataset` of length={total}, `left_size`={left} and `right_size`={right}, one "
            "of the splits would be empty. Adjust the sizes."
        )
    return first, last


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
