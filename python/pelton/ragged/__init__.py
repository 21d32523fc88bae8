"""``tf.ragged``: tensors with rows of different lengths."""

from __future__ import annotations

from pelton.names.named_refusals import name_refusals as _name_refusals
from pelton.ragged import dispatch as _dispatch  # noqa: F401 - ops take ragged tensors
from pelton.ragged.construction import boolean_mask as boolean_mask
from pelton.ragged.construction import constant as constant
from pelton.ragged.construction import range as range  # noqa: A004 - TensorFlow's name
from pelton.ragged.construction import row_splits_to_segment_ids as row_splits_to_segment_ids
from pelton.ragged.construction import segment_ids_to_row_splits as segment_ids_to_row_splits
from pelton.ragged.construction import stack as stack
from pelton.ragged.operators import map_flat_values as map_flat_values
from pelton.ragged.partitions import cross as cross
from pelton.ragged.partitions import cross_hashed as cross_hashed
from pelton.ragged.partitions import stack_dynamic_partitions as stack_dynamic_partitions

_name_refusals(__name__)
