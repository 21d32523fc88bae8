"""Owns rejection_resample: elements kept or left out so that classes come as often as wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pelton._core import functions as _functions
from pelton.data import structure as _structure
from pelton.data.random_numbers import random_dataset
from pelton.errors import InvalidArgumentError


def _distribution(name: str, value: Any) -> list[float]:
    import numpy as np

    numbers = [float(p) for p in np.asarray(_functions.convert(value)).reshape(-1)]
    if not numbers:
        raise ValueError(f"`{name}` must not be empty")
    return numbers


class _Acceptance:
    """The chance with which an element of each class is kept."""

    def __init__(self, target: list[float], initial: list[float] | None) -> None:
        self._target = target
        self._counts = initial or [0.0] * len(target)
        self._counts_meanwhile = initial is None

    def of(self, number: int) -> float:
        """Of an element of this class, which is counted where nobody has said how many come.

        Raises InvalidArgumentError for a class that `target_dist` does not have."""
        if not 0 <= number < len(self._target):
            raise InvalidArgumentError(
                f"rejection_resample: class_func gave {number}, which is none of the "
                f"{len(self._target)} classes of target_dist"
            )
        if self._counts_meanwhile:
            self._counts[number] += 1
        total = sum(self._counts)
        ratios = [
            want / (count / total) if count > 0 else 0.0
            for want, count in zip(self._target, self._counts, strict=True)
        ]
        most = max(ratios)
        return ratios[number] / most if most > 0 else 0.0


def _kind(target: list[float], initial: list[float] | None) -> str:
    """What TensorFlow calls the dataset: where all classes come as they should all are kept, where
    one is not wanted all are drawn for, else some."""
    if initial is None or 0.0 in initial or len(initial) != len(target):
        return "_DirectedInterleaveDataset"
    ratios = [want / count for want, count in zip(target, initial, strict=True)]
    if min(ratios) == max(ratios):
        return "_MapDataset"
    return "_PrefetchDataset" if min(ratios) == 0 else "_DirectedInterleaveDataset"


def resampled(
    dataset: Any, class_func: Callable[..., Any], target_dist: Any, initial_dist: Any, seed: Any
) -> Any:
    """(class, element) of the elements that are kept."""
    from pelton.data.dataset import from_passes

    target = _distribution("target_dist", target_dist)
    initial = None if initial_dist is None else _distribution("initial_dist", initial_dist)
    draws = random_dataset(seed, True)

    def begin() -> Iterator[Any]:
        acceptance = _Acceptance(target, initial and list(initial))
        for element, word in zip(dataset, draws, strict=False):
            kind = _functions.convert(class_func(*_structure.arguments(element)))
            if int(word) / 2**32 < acceptance.of(int(kind)):
                yield kind, element

    spec = (dataset.map(class_func).element_spec, dataset.element_spec)
    kind = _kind(target, initial)
    count = dataset._node.cardinality if kind == "_MapDataset" else -2
    return from_passes(begin, spec, kind, count, [dataset, draws])
