"""Owns datasets whose elements are those of one of several datasets in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.data.element_methods import common_spec
from pelton.data.random_numbers import random_dataset
from pelton.errors import InvalidArgumentError
from pelton.tensors.tensor_spec import TensorSpec


def _passes(datasets: list[Any], choices: Callable[[], Iterator[int]], stops: bool) -> Any:
    """begin() for a dataset of what `choices` choose."""

    def begin() -> Iterator[Any]:
        iterators = [iter(dataset) for dataset in datasets]
        left = set(range(len(iterators)))
        for choice in choices():
            if not 0 <= choice < len(iterators):
                raise InvalidArgumentError(
                    f"Selector index out of range: {choice} >= {len(iterators)}"
                )
            if choice not in left:
                continue
            try:
                element = next(iterators[choice])
            except StopIteration:
                left.discard(choice)
                if stops or not left:
                    return
                continue
            yield element

    return begin


def _made(datasets: list[Any], choices: Any, stops: bool, source: Any) -> Any:
    """`source`: the dataset that the choices come from."""
    from pelton.data.dataset import check_dataset, from_passes

    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    spec = check_dataset("datasets", datasets[0]).element_spec
    for place, other in enumerate(datasets[1:], 1):
        own = check_dataset("datasets", other).element_spec
        try:
            spec = common_spec(spec, own)
        except TypeError:
            raise TypeError(
                "Invalid `datasets`. `datasets` must have compatible element specs.\n Dataset 0 "
                f"element_spec={spec}.\nDataset {place} element_spec={own}."
            ) from None
    begin = _passes(datasets, choices, stops)
    inputs = [*datasets, source]
    is_infinite = any(dataset._node.cardinality == -1 for dataset in datasets)
    cardinality = -1 if is_infinite else -2  # as TensorFlow tells it, whatever the choices are
    return from_passes(begin, spec, "_DirectedInterleaveDataset", cardinality, inputs)


def chosen(datasets: list[Any], choice_dataset: Any, stops: bool) -> Any:
    """The elements of the datasets whose numbers `choice_dataset` gives."""
    from pelton.data.dataset import Dataset

    if not isinstance(choice_dataset, Dataset):
        raise TypeError(
            "Invalid `choice_dataset`. `choice_dataset` should be a `tf.data.Dataset` but is "
            f"{type(choice_dataset)}."
        )
    if choice_dataset.element_spec != TensorSpec((), _dtypes.int64):
        raise TypeError(
            "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` "
            f"tensors but are {choice_dataset.element_spec}."
        )
    numbers = lambda: (int(choice) for choice in choice_dataset)  # noqa: E731
    return _made(datasets, numbers, stops, choice_dataset)


def _weights(weights: Any, count: int) -> Any:
    """An array of a weight for each dataset; raises ValueError for another number of them, and
    TypeError for numbers that are no floats."""
    import numpy as np

    if weights is None:
        return np.ones(count, np.float32)
    given = _functions.convert(weights)
    if not given.dtype.is_floating:
        raise TypeError(
            "Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is "
            f"{given.dtype}."
        )
    if given.shape.rank != 1 or given.shape[0] != count:
        raise ValueError(
            "Invalid `weights`. `weights` should have the same length as `datasets` but got "
            f"`len(weights)={len(given)}` vs. `len(datasets)={count}`."
        )
    return given.numpy()


def sampled(datasets: list[Any], weights: Any, seed: Any, stops: bool, rerandomizes: bool) -> Any:
    """Elements of datasets drawn at random; `rerandomizes`: by other numbers in each pass."""
    from pelton.data.dataset import Dataset
    from pelton.data.drawn_choices import drawn

    if not isinstance(weights, Dataset):
        shares = _weights(weights, len(datasets) or 1)
        if isinstance(weights, (list, tuple)):
            datasets = [d for d, share in zip(datasets, shares, strict=True) if share > 0]
            shares = shares[shares > 0]
        if len(datasets) == 1:
            return datasets[0]
        weights = shares
    words = random_dataset(seed, rerandomizes)
    return _made(datasets, lambda: drawn(words, weights), stops, words)
