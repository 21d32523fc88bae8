"""Owns the rows and batches of elements that have ragged or sparse tensors, and their passes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.data import structure as _structure
from pelton.data.regrouping import derived
from pelton.data.specs import DatasetSpec
from pelton.tensors.composite_specs import PartsSpec


def _stacked_leaf(spec: Any, values: list[Any]) -> Any:
    if isinstance(spec, PartsSpec):
        return spec.stacked(values)
    return None if values[0] is None else _ops.stack(values, axis=0)


def stacked(spec: Any, elements: list[Any]) -> Any:
    """Elements of `spec` as one batch."""
    columns = zip(*(_functions.flatten(element) for element in elements), strict=True)
    leaves = [
        _stacked_leaf(leaf, list(column))
        for leaf, column in zip(_structure.specs_in(spec), columns, strict=True)
    ]
    return _functions.pack(spec, leaves)


def _rows_of_leaf(spec: Any, value: Any) -> Iterator[Any]:
    return iter(spec.rows_of(value) if isinstance(spec, PartsSpec) else value)


def rows_of(spec: Any, element: Any) -> Iterator[Any]:
    """The rows of an element of `spec`; raises InvalidArgumentError for different numbers."""
    from pelton.errors import InvalidArgumentError

    specs, leaves = _structure.specs_in(spec), _functions.flatten(element)
    given = [place for place, leaf in enumerate(leaves) if leaf is not None]
    rows = zip(*(_rows_of_leaf(specs[place], leaves[place]) for place in given), strict=True)
    made: list[Any] = [None] * len(leaves)
    try:
        for row in rows:
            for place, value in zip(given, row, strict=True):
                made[place] = value
            yield _functions.pack(spec, list(made))
    except ValueError as error:
        shapes = [leaf if leaf is None else leaf.shape for leaf in leaves]
        raise InvalidArgumentError(
            f"Input element must have the same batch size in each component, got {shapes}"
        ) from error


def slices(element: Any, row_spec: Any, count: int) -> Any:
    """The dataset of an element's rows."""
    from pelton.data.dataset import from_passes

    spec = _structure.spec_of(element)
    return from_passes(lambda: rows_of(spec, element), row_spec, "_TensorSliceDataset", count)


def batches(dataset: Any, size: int, drops_remainder: bool, spec: Any, kind: str) -> Any:
    """The dataset of batches, of which `spec` tells."""
    from itertools import islice

    row = dataset.element_spec

    def begin() -> Iterator[Any]:
        iterator = iter(dataset)
        while taken := list(islice(iterator, size)):
            if drops_remainder and len(taken) < size:
                return
            yield stacked(row, taken)

    count = dataset._node.cardinality
    whole = count if count < 0 else count // size if drops_remainder else -(-count // size)
    return derived(dataset, begin, spec, kind, whole)


def unbatched(dataset: Any, spec: Any) -> Any:
    """The dataset of the rows of the elements."""
    batch = dataset.element_spec

    def begin() -> Iterator[Any]:
        for element in dataset:
            yield from rows_of(batch, element)

    return derived(dataset, begin, spec, "_UnbatchDataset")


def windows(dataset: Any, size: int, shift: int, stride: int, drops_remainder: bool) -> Any:
    """Datasets of `size` elements, as Dataset.window makes them: one for each leaf."""
    from pelton.data.dataset import from_passes

    row = dataset.element_spec
    width = (size - 1) * stride + 1

    def window(elements: list[Any]) -> Any:
        columns = zip(*(_functions.flatten(element) for element in elements), strict=True)
        leaves = [
            from_passes(lambda column=column: iter(column), leaf, "_VariantDataset", len(column))
            for leaf, column in zip(_structure.specs_in(row), columns, strict=True)
        ]
        return _functions.pack(row, leaves)

    def begin() -> Iterator[Any]:
        held: deque[Any] = deque()
        first, number = 0, 0
        for number, element in enumerate(dataset):
            if number >= first:
                held.append(element)
            if len(held) == width:
                yield window(list(held)[::stride])
                first += shift
                for _ in range(min(shift, len(held))):
                    held.popleft()
        while held and not drops_remainder:
            yield window(list(held)[::stride])
            for _ in range(min(shift, len(held))):
                held.popleft()

    spec, count = _structure.map_leaves(DatasetSpec, row), dataset._node.cardinality
    if count >= 0:
        count = max(0, count - width + shift) // shift if drops_remainder else -(-count // shift)
    return derived(dataset, begin, spec, "_WindowDataset", count)
