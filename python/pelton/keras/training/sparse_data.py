"""Sparse samples: a model of inputs and outputs takes them made dense, as Keras's do."""

from __future__ import annotations

from typing import Any

from pelton._core.layers import Sequential
from pelton.keras.training.composite_batches import is_scipy
from pelton.keras.training.dataset_source import is_dataset
from pelton.nest import flatten, map_structure
from pelton.tensors.kinds import is_sparse


def dense(value: Any) -> Any:
    """A tensor for a sparse one, an array for a matrix of SciPy's; other values as they are."""
    if is_sparse(value):
        from pelton.sparse import to_dense

        return to_dense(value)
    return value.toarray() if is_scipy(value) else value


def _dense_batches(dataset: Any) -> Any:
    from pelton.data.structure import has_parts
    from pelton.sparse.sparse_tensor_spec import SparseTensorSpec

    spec = dataset.element_spec
    if not has_parts(spec) or not any(isinstance(one, SparseTensorSpec) for one in flatten(spec)):
        return dataset

    def dense_parts(*parts: Any) -> Any:
        made = map_structure(dense, parts)
        return made if isinstance(spec, tuple) else made[0]

    return dataset.map(dense_parts)


def keeps_composites(model: Any) -> bool:
    """Whether a model has sparse or ragged inputs and calls code of the user's, which may want them
    so."""
    state = vars(model)
    layers = state.get("_input_layers", ())
    has_them = any(layer.sparse or layer.ragged for layer in layers)
    return has_them and state.get("_call_records") is None


def dense_samples(model: Any, *given: Any) -> tuple[Any, ...]:
    """The arrays, nests of arrays or datasets, without sparse tensors and matrices of SciPy's where
    the model makes them dense itself: a Sequential, or one of inputs and outputs."""
    has_graph = "_graph" in vars(model)
    if not (isinstance(model, Sequential) or has_graph) or (has_graph and keeps_composites(model)):
        return given
    found: list[Any] = []
    for value in given:
        if is_dataset(value):
            found.append(_dense_batches(value))
        elif any(is_sparse(leaf) or is_scipy(leaf) for leaf in flatten(value)):
            found.append(map_structure(dense, value))
        else:
            found.append(value)
    return tuple(found)
