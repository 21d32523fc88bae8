"""Ragged rows as samples: steps in Python take batches of them as ragged tensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pelton._core import functions as _functions
from pelton.names.loaded import is_loaded_instance, loaded
from pelton.nest import flatten, map_structure
from pelton.tensors.kinds import is_ragged


class _RaggedRows(NamedTuple):
    """A ragged tensor among the tensors of a batch, as the engine's loops carry it."""

    values: Any
    row_splits: tuple[Any, ...]


def holds_ragged(*nests: Any) -> bool:
    """Whether there is a ragged tensor among the samples, or in a dataset's batches."""
    if loaded("pelton.ragged.ragged_tensor", "RaggedTensor") is None:
        return False
    return any(is_ragged(leaf) or _gives_ragged(leaf) for nest in nests for leaf in _leaves(nest))


def _leaves(nest: Any) -> list[Any]:
    return flatten(nest) if isinstance(nest, (list, tuple, dict)) else [nest]


def _gives_ragged(value: Any) -> bool:
    if not is_loaded_instance(value, "pelton.data.dataset", "Dataset"):
        return False
    from pelton.ragged.ragged_tensor_spec import RaggedTensorSpec

    return any(isinstance(spec, RaggedTensorSpec) for spec in flatten(value.element_spec))


def _carried(leaf: Any) -> Any:
    if not is_ragged(leaf):
        return leaf
    return _RaggedRows(leaf.flat_values, tuple(leaf.nested_row_splits))


class RaggedBatches:
    """The batches of a dataset, or of samples of which some are ragged."""

    def __init__(self, x: Any, y: Any, sample_weight: Any, batch_size: int, shuffle: Any) -> None:
        self._dataset = x if _gives_ragged(x) else None
        if self._dataset is None:
            self._dataset = _dataset_of((x, y, sample_weight), batch_size, shuffle)

    def __iter__(self) -> Iterator[Any]:
        for batch in self._dataset:
            yield map_structure(_carried, batch)

    def __len__(self) -> int:
        return len(self._dataset)


def _dataset_of(parts: Any, batch_size: int, shuffle: Any) -> Any:
    from pelton.data import Dataset

    while len(parts) > 1 and parts[-1] is None:
        parts = parts[:-1]
    x, *rest = map_structure(_rows, parts)
    rows = len(flatten(x)[0])
    made = Dataset.from_tensor_slices((x, *rest))
    return (made.shuffle(rows) if shuffle is True else made).batch(batch_size)


def _rows(leaf: Any) -> Any:
    return leaf if is_ragged(leaf) else _functions.convert(leaf)


def restored(data: Any) -> Any:
    """What a step is given, with the ragged tensors of its batch."""
    if isinstance(data, _RaggedRows):
        from pelton.ragged.ragged_tensor import RaggedTensor

        return RaggedTensor.from_nested_row_splits(data.values, data.row_splits, validate=False)
    if isinstance(data, dict):
        return {key: restored(value) for key, value in data.items()}
    return type(data)(map(restored, data)) if type(data) in (list, tuple) else data
