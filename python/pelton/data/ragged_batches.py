"""Owns batches of tensors of different sizes: ragged_batch and sparse_batch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.data import structure as _structure
from pelton.data.batch_methods import batched_spec
from pelton.data.composite_rows import batches
from pelton.data.regrouping import derived
from pelton.errors import DataLossError
from pelton.ragged.ragged_tensor_spec import RaggedTensorSpec
from pelton.sparse.sparse_tensor_spec import SparseTensorSpec
from pelton.tensor_shape import TensorShape
from pelton.tensors.tensor_spec import TensorSpec


def _ragged_spec(spec: Any, row_splits_dtype: Any) -> Any:
    """The spec of such elements as rows of a ragged tensor: ragged up to the last open size."""
    if not isinstance(spec, TensorSpec) or spec.shape.is_fully_defined():
        return spec
    if spec.shape.rank is None:
        raise ValueError(f"`ragged_batch` takes elements of known rank, got {spec!r}")
    last = max(axis for axis, size in enumerate(spec.shape.as_list()) if size is None)
    return RaggedTensorSpec(spec.shape, spec.dtype, last, row_splits_dtype)


def _as_ragged(spec: Any, leaf: Any) -> Any:
    if isinstance(spec, RaggedTensorSpec) and spec.ragged_rank > 0:
        from pelton.ragged.ragged_tensor import RaggedTensor

        is_ragged = isinstance(leaf, RaggedTensor)
        return leaf if is_ragged else RaggedTensor.from_tensor(leaf, ragged_rank=spec.ragged_rank)
    return leaf


def ragged_batched(dataset: Any, size: int, drops_remainder: bool, row_splits_dtype: Any) -> Any:
    """The dataset of batches."""
    row = _structure.map_leaves(
        lambda leaf: _ragged_spec(leaf, row_splits_dtype), dataset.element_spec
    )
    specs = _structure.specs_in(row)

    def rows() -> Iterator[Any]:
        for element in dataset:
            leaves = zip(specs, _functions.flatten(element), strict=True)
            yield _functions.pack(row, [_as_ragged(*pair) for pair in leaves])

    if not _structure.has_parts(row):
        return dataset.batch(size, drops_remainder)
    ragged = derived(dataset, rows, row, "_MapDataset", dataset._node.cardinality)
    spec = batched_spec(row, size if drops_remainder else None)
    return batches(ragged, size, drops_remainder, spec, "_BatchDataset")


def _sparse(tensors: list[Any], row_shape: list[int | None]) -> Any:
    import numpy as np

    sizes = [tensor.shape.as_list() for tensor in tensors]
    for one in sizes:
        if len(one) != len(row_shape) or any(
            most is not None and n > most for n, most in zip(one, row_shape, strict=True)
        ):
            raise DataLossError(
                f"Input element had shape ({one}) that is larger than the row shape ({row_shape})."
            )
    largest = np.max(sizes, axis=0) if row_shape else []
    places = [
        np.stack([np.full(n := int(np.prod(one)), i), *np.indices(one).reshape(len(one), n)], 1)
        for i, one in enumerate(sizes)
    ]
    return SparseTensorSpec().value_type(
        np.concatenate(places),
        _ops.concat([_ops.reshape(tensor, [-1]) for tensor in tensors], 0),
        [len(tensors), *(b if a is None else a for a, b in zip(row_shape, largest, strict=True))],
    )


def _sizes(shape: Any) -> list[Any]:
    return shape.as_list() if isinstance(shape, TensorShape) else list(shape)


def sparse_batched(dataset: Any, size: int, row_shape: Any) -> Any:
    """The dataset of batches; raises TypeError for elements that are not one tensor."""
    row = dataset.element_spec
    if not isinstance(row, TensorSpec):
        raise TypeError(f"`sparse_batch` takes elements that are one tensor, got {row!r}")
    shape = [None if n is None or int(n) < 0 else int(n) for n in _sizes(row_shape)]

    def begin() -> Iterator[Any]:
        iterator = iter(dataset)
        while taken := list(islice(iterator, size)):
            yield _sparse(taken, shape)

    count = dataset._node.cardinality
    whole = count if count < 0 else -(-count // size)
    spec = SparseTensorSpec([None, *shape], row.dtype)
    return derived(dataset, begin, spec, "_DenseToSparseBatchDataset", whole)
