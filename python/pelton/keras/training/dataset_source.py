"""Turns datasets (tf.data) into batch sources of the engine, which take batches without Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelton._core import training as _training
from pelton.names.loaded import is_loaded_instance

_ARGUMENTS = {"y": "the targets", "sample_weight": "the sample weights"}


def is_dataset(value: Any) -> bool:
    """Whether it is a tf.data.Dataset, without loading pelton.data for what is none."""
    return is_loaded_instance(value, "pelton.data.dataset", "Dataset")


def _parts(dataset: Any) -> tuple[Any, ...]:
    """The specs of x, y and sample_weight; raises ValueError for longer tuples and
    for ragged and sparse tensors."""
    from pelton.data.structure import has_parts

    spec = dataset.element_spec
    if has_parts(spec):
        raise ValueError(
            "Models are trained on dense tensors: batches have ragged or sparse tensors, which "
            f"map() makes dense by to_tensor() or tf.sparse.to_dense(): {spec}"
        )
    if not isinstance(spec, tuple):
        return (spec,)
    if not 1 <= len(spec) <= 3:
        raise ValueError(
            "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, "
            f"found: {spec}"
        )
    return spec


def has_nested_batches(value: Any) -> bool:
    """Whether it is a dataset with several inputs, targets or weights."""
    return is_dataset(value) and any(isinstance(part, (Mapping, tuple)) for part in _parts(value))


def dataset_source(
    dataset: Any, y: Any, sample_weight: Any, weights: dict[int, float], nested: bool
) -> Any:
    """The source; raises ValueError for targets beside the dataset's, and for nested batches where
    the steps take one input and one target."""
    for name, value in (("y", y), ("sample_weight", sample_weight)):
        if value is not None:
            raise ValueError(
                f"When providing `x` as a tf.data.Dataset, `{name}` should not be passed. "
                f"Instead, {_ARGUMENTS[name]} should be included as part of the tf.data.Dataset."
            )
    parts = _parts(dataset)
    if nested:
        return _training.nested_dataset_batches(dataset._settled_node(), dataset.element_spec)
    for part in parts:
        if isinstance(part, (Mapping, tuple)):
            raise ValueError(
                f"Models take one input and one target here: a batch must hold arrays, got {part!r}"
            )
    return _training.DatasetBatches(dataset._settled_node(), weights)
