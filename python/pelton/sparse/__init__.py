"""``tf.sparse``: tensors given by the places and values of what is not zero."""

from __future__ import annotations

from pelton.names.named_refusals import name_refusals as _name_refusals
from pelton.sparse.crossing import cross as cross
from pelton.sparse.crossing import cross_hashed as cross_hashed
from pelton.sparse.rows import bincount as bincount
from pelton.sparse.rows import fill_empty_rows as fill_empty_rows
from pelton.sparse.rows import reset_shape as reset_shape
from pelton.sparse.rows import sampled_addmm as sampled_addmm
from pelton.sparse.slicing import expand_dims as expand_dims
from pelton.sparse.slicing import eye as eye
from pelton.sparse.slicing import mask as mask
from pelton.sparse.slicing import maximum as maximum
from pelton.sparse.slicing import minimum as minimum
from pelton.sparse.slicing import segment_mean as segment_mean
from pelton.sparse.slicing import segment_sqrt_n as segment_sqrt_n
from pelton.sparse.slicing import segment_sum as segment_sum
from pelton.sparse.slicing import slice as slice
from pelton.sparse.slicing import softmax as softmax
from pelton.sparse.slicing import split as split
from pelton.sparse.slicing import to_indicator as to_indicator
from pelton.sparse.sparse_ops import add as add
from pelton.sparse.sparse_ops import concat as concat
from pelton.sparse.sparse_ops import from_dense as from_dense
from pelton.sparse.sparse_ops import map_values as map_values
from pelton.sparse.sparse_ops import reduce_max as reduce_max
from pelton.sparse.sparse_ops import reduce_sum as reduce_sum
from pelton.sparse.sparse_ops import reorder as reorder
from pelton.sparse.sparse_ops import reshape as reshape
from pelton.sparse.sparse_ops import retain as retain
from pelton.sparse.sparse_ops import sparse_dense_matmul as sparse_dense_matmul
from pelton.sparse.sparse_ops import to_dense as to_dense
from pelton.sparse.sparse_ops import transpose as transpose
from pelton.sparse.sparse_tensor import SparseTensor as SparseTensor

_name_refusals(__name__)
