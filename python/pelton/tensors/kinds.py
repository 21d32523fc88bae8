"""Owns whether a value is a sparse or a ragged tensor, asked without loading what they need."""

from __future__ import annotations

from pelton.names.loaded import is_loaded_instance

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def is_sparse(value: Any) -> bool:
    """Whether it is a SparseTensor; who has one has loaded its module."""
    return is_loaded_instance(value, "pelton.sparse.sparse_tensor", "SparseTensor")


def is_ragged(value: Any) -> bool:
    """Whether it is a RaggedTensor; who has one has loaded its module."""
    return is_loaded_instance(value, "pelton.ragged.ragged_tensor", "RaggedTensor")
