"""Owns datasets whose elements are those of one of several datasets in turn."""

from __future__ import annotations

import bisect as _bisect
import itertools as _itertools
from collections.abc import Callable, Iterator
from typing import Any

from pelton import dtypes as _dtypes
from pelton.data.element_methods import _common_spec
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


def _cardinality(datasets: list[Any], choices: int, stops: bool) -> int:
    """Of elements in turn, where there are `choices` of them."""
    counts = [dataset._node.cardinality for dataset in datasets]
    if choices == -1 and all(count == -1 for count in counts):
        return -1
    if choices == -1 and not stops and all(count >= 0 for count in counts):
        return sum(counts)
    return 0 if choices == 0 else -2


def _made(datasets: list[Any], choices: Any, stops: bool, source: Any) -> Any:
    """`source`: the dataset that the choices come from."""
    from pelton.data.dataset import check_dataset, from_passes

    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    spec = check_dataset("datasets", datasets[0]).element_spec
    for other in datasets[1:]:
        spec = _common_spec(spec, check_dataset("datasets", other).element_spec)
    begin = _passes(datasets, choices, stops)
    inputs = [*datasets, source]
    cardinality = _cardinality(datasets, source._node.cardinality, stops)
    return from_passes(begin, spec, "_DirectedInterleaveDataset", cardinality, inputs)


def chosen(datasets: list[Any], choice_dataset: Any, stops: bool) -> Any:
    """The elements of the datasets whose numbers `choice_dataset` gives."""
    if choice_dataset.element_spec != TensorSpec((), _dtypes.int64):
        raise TypeError(
            "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` "
            f"tensors but are {choice_dataset.element_spec}."
        )
    numbers = lambda: (int(choice) for choice in choice_dataset)  # noqa: E731
    return _made(datasets, numbers, stops, choice_dataset)


def _weights(weights: Any, count: int) -> list[float]:
    import numpy as np

    if weights is None:
        return [1.0 / count] * count
    given = [float(weight) for weight in np.asarray(weights).reshape(-1)]
    if len(given) != count:
        raise ValueError(
            "Invalid `weights`. `weights` should have the same length as `datasets` but got "
            f"`len(weights)={len(given)}` vs. `len(datasets)={count}`."
        )
    return given


def sampled(datasets: list[Any], weights: Any, seed: Any, stops: bool, rerandomizes: bool) -> Any:
    """Elements of datasets drawn at random; `rerandomizes`: by other numbers in each pass."""
    shares = _weights(weights, len(datasets) or 1)
    if len(datasets) > 1 and sum(share > 0 for share in shares) == 1:
        return next(d for d, share in zip(datasets, shares, strict=True) if share > 0)
    limits = list(_itertools.accumulate(shares))
    words = random_dataset(seed, rerandomizes)

    def choices() -> Iterator[int]:
        last = max((place for place, share in enumerate(shares) if share > 0), default=0)
        for word in words:
            yield min(_bisect.bisect_right(limits, int(word) / 2**32 * limits[-1]), last)

    return _made(datasets, choices, stops, words)
