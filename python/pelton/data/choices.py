"""Owns datasets whose elements are those of one of several datasets in turn."""

from __future__ import annotations

import random as _random
from collections.abc import Callable, Iterator
from typing import Any

from pelton import dtypes as _dtypes
from pelton.data import seeds as _seeds
from pelton.data.element_methods import _common_spec
from pelton.errors import InvalidArgumentError
from pelton.tensor_spec import TensorSpec


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


def _made(datasets: list[Any], choices: Any, stops: bool) -> Any:
    from pelton.data.dataset import check_dataset, from_passes

    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    spec = check_dataset("datasets", datasets[0]).element_spec
    for other in datasets[1:]:
        spec = _common_spec(spec, check_dataset("datasets", other).element_spec)
    begin = _passes(datasets, choices, stops)
    return from_passes(begin, spec, "_DirectedInterleaveDataset")


def chosen(datasets: list[Any], choice_dataset: Any, stops: bool) -> Any:
    """The elements of the datasets whose numbers `choice_dataset` gives."""
    if choice_dataset.element_spec != TensorSpec((), _dtypes.int64):
        raise TypeError(
            "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` "
            f"tensors but are {choice_dataset.element_spec}."
        )
    return _made(datasets, lambda: (int(choice) for choice in choice_dataset), stops)


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


def sampled(datasets: list[Any], weights: Any, seed: Any, stops: bool) -> Any:
    """Elements of datasets drawn at random; each pass draws other numbers."""
    shares = _weights(weights, len(datasets) or 1)
    if len(datasets) > 1 and sum(share > 0 for share in shares) == 1:
        return next(d for d, share in zip(datasets, shares, strict=True) if share > 0)
    passes = _random.Random(repr(_seeds.pair(seed)))

    def choices() -> Iterator[int]:
        draws = _random.Random(passes.getrandbits(64))
        numbers = range(len(shares))
        while True:
            yield draws.choices(numbers, shares)[0]

    return _made(datasets, choices, stops)
