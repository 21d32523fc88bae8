"""Owns Dataset.random: numbers without end."""

from __future__ import annotations

from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton.data import seeds as _seeds
from pelton.tensors.tensor_spec import TensorSpec


def random_dataset(seed: Any, rerandomizes: bool) -> Any:
    """The words of a Philox stream as int64; `rerandomizes`: each pass has a stream of its own."""
    from pelton.data.dataset import Dataset

    node = _data.random(*_seeds.pair(seed), rerandomizes)
    return Dataset(node, TensorSpec((), _dtypes.int64), "_RandomDataset")
