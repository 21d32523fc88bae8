"""Ragged rows and sparse tensors as samples: steps in Python take batches of them as they are."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from pelton._core import functions as _functions
from pelton.names.loaded import is_loaded_instance, loaded
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.kinds import is_ragged, is_sparse


class _RaggedRows(NamedTuple):
    """A ragged tensor among the tensors of a batch, as the engine's loops carry it."""

    values: Any
    row_splits: tuple[Any, ...]


class _SparseParts(NamedTuple):
    """A sparse tensor likewise; its class says which sizes are the same in all batches."""

    indices: Any
    values: Any
    dense_shape: Any


@functools.cache
def _sparse_class(sizes: tuple[int | None, ...]) -> type:
    return type("_SparseParts", (_SparseParts,), {"sizes": sizes, "__slots__": ()})


def is_scipy(value: Any) -> bool:
    """Whether it is a sparse matrix of SciPy."""
    return type(value).__module__.startswith("scipy.sparse") and hasattr(value, "toarray")


def holds_composites(*nests: Any) -> bool:
    """Whether there is a ragged or sparse tensor among the samples, or in a dataset's batches."""
    return any(_is_composite(leaf) or _gives_them(leaf) for nest in nests for leaf in _leaves(nest))


def _is_composite(value: Any) -> bool:
    return is_ragged(value) or is_sparse(value) or is_scipy(value)


def _leaves(nest: Any) -> list[Any]:
    return flatten(nest) if isinstance(nest, (list, tuple, dict)) else [nest]


def _gives_them(value: Any) -> bool:
    if not is_loaded_instance(value, "pelton.data.dataset", "Dataset"):
        return False
    specs = (
        ("pelton.ragged.ragged_tensor_spec", "RaggedTensorSpec"),
        ("pelton.sparse.sparse_tensor_spec", "SparseTensorSpec"),
    )
    classes = tuple(kind for one in specs if (kind := loaded(*one)) is not None)
    return any(isinstance(spec, classes) for spec in flatten(value.element_spec))


def _carried(leaf: Any, spec: Any) -> Any:
    if is_ragged(leaf):
        return _RaggedRows(leaf.flat_values, tuple(leaf.nested_row_splits))
    if not is_sparse(leaf):
        return leaf
    sizes = spec.shape.as_list() if spec.shape.rank is not None else [None] * len(leaf.shape)
    return _sparse_class(tuple(sizes))(leaf.indices, leaf.values, leaf.dense_shape)


class CompositeBatches:
    """The batches of a dataset, or of samples of which some are ragged or sparse."""

    def __init__(self, x: Any, y: Any, sample_weight: Any, batch_size: int, shuffle: Any) -> None:
        if _gives_them(x):
            self._dataset, self._structure = x, x.element_spec
            return
        self._structure = _given(x, y, sample_weight)
        self._dataset = _dataset_of(self._structure, batch_size, shuffle)

    def __iter__(self) -> Iterator[Any]:
        specs = flatten(self._dataset.element_spec)
        for batch in self._dataset:
            leaves = map(_carried, flatten(batch), specs)
            yield pack_sequence_as(self._structure, list(leaves))

    def __len__(self) -> int:
        return len(self._dataset)


def _given(*parts: Any) -> tuple[Any, ...]:
    while len(parts) > 1 and parts[-1] is None:
        parts = parts[:-1]
    return parts


def whole_batch(*parts: Any) -> Any:
    """(x, y, sample_weight), as far as they are given, with tensors for arrays."""
    return map_structure(_rows, _given(*parts))


def _dataset_of(parts: Any, batch_size: int, shuffle: Any) -> Any:
    """A dataset of the leaves: lists of them would be one tensor each."""
    from pelton.data import Dataset

    leaves = tuple(map(_rows, flatten(parts)))
    rows = int(leaves[0].shape[0])
    made = Dataset.from_tensor_slices(leaves)
    return (made.shuffle(rows) if shuffle is True else made).batch(batch_size)


def _rows(leaf: Any) -> Any:
    if is_scipy(leaf):
        import numpy as np

        from pelton.sparse import SparseTensor, reorder

        found = leaf.tocoo()
        places = np.stack((found.row, found.col), axis=1).astype(np.int64)
        return reorder(SparseTensor(places, found.data, found.shape))
    return leaf if _is_composite(leaf) else _functions.convert(leaf)


def carries_composites(data: Any) -> bool:
    """Whether a step is given ragged or sparse tensors."""
    if isinstance(data, (_RaggedRows, _SparseParts)):
        return True
    parts = data.values() if isinstance(data, dict) else data
    return type(data) in (list, tuple, dict) and any(map(carries_composites, parts))


def restored(data: Any) -> Any:
    """What a step is given, with the ragged and sparse tensors of its batch."""
    if isinstance(data, _RaggedRows):
        from pelton.ragged.ragged_tensor import RaggedTensor

        return RaggedTensor.from_nested_row_splits(data.values, data.row_splits, validate=False)
    if isinstance(data, _SparseParts):
        from pelton.sparse import SparseTensor

        made = SparseTensor(*data)
        made.set_shape(type(data).sizes)
        return made
    if isinstance(data, dict):
        return {key: restored(value) for key, value in data.items()}
    return type(data)(map(restored, data)) if type(data) in (list, tuple) else data
