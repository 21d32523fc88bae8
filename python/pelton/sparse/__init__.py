"""``tf.sparse``: tensors given by the places and values of what is not zero."""

from __future__ import annotations

from pelton.names.lazy_names import lazy_names as _lazy_names

__all__, __getattr__, __dir__ = _lazy_names(
    __name__,
    {
        "pelton.sparse.crossing": "cross cross_hashed",
        "pelton.sparse.rows": "bincount fill_empty_rows reset_shape sampled_addmm",
        "pelton.sparse.slicing": "expand_dims eye mask maximum minimum segment_mean "
        "segment_sqrt_n segment_sum slice softmax split to_indicator",
        "pelton.sparse.sparse_ops": "add concat from_dense map_values reduce_max reduce_sum "
        "reorder reshape retain sparse_dense_matmul to_dense transpose",
        "pelton.sparse.sparse_tensor": "SparseTensor",
    },
)
