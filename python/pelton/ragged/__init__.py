"""``tf.ragged``: tensors with rows of different lengths."""

from __future__ import annotations

from pelton.names.lazy_names import lazy_names as _lazy_names

__all__, __getattr__, __dir__ = _lazy_names(
    __name__,
    {
        "pelton.ragged.construction": "boolean_mask constant range row_splits_to_segment_ids "
        "segment_ids_to_row_splits stack",
        "pelton.ragged.operators": "map_flat_values",
        "pelton.ragged.partitions": "cross cross_hashed stack_dynamic_partitions",
    },
)
