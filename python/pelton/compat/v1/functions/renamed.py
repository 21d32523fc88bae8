"""Owns which names of TensorFlow 1 stand for which of today's."""

from __future__ import annotations

# Of these modules, under the functions' own names.
_SAME = {
    "debugging": "assert_greater_equal assert_integer assert_less_equal assert_near "
    "assert_negative assert_non_negative "
    "assert_non_positive assert_none_equal assert_positive assert_proper_iterable "
    "assert_rank_at_least assert_rank_in assert_same_float_dtype assert_scalar "
    "assert_type check_numerics is_numeric_tensor",
    "io": "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature "
    "decode_base64 decode_compressed decode_csv decode_raw encode_base64 "
    "parse_example parse_single_example parse_single_sequence_example "
    "parse_tensor serialize_tensor",
    "linalg": "cholesky cholesky_solve cross global_norm matrix_transpose qr svd trace",
    "math": "accumulate_n angle betainc bincount ceil confusion_matrix conj count_nonzero "
    "cumprod digamma erf erfc expm1 floordiv floormod igamma igammac imag "
    "invert_permutation is_finite is_inf is_nan is_non_decreasing "
    "is_strictly_increasing lbeta lgamma log log1p log_sigmoid logical_xor polygamma "
    "real reciprocal rint rsqrt segment_max segment_mean segment_min segment_prod "
    "segment_sum softplus squared_difference unsorted_segment_max "
    "unsorted_segment_mean unsorted_segment_min unsorted_segment_prod "
    "unsorted_segment_sqrt_n unsorted_segment_sum zeta",
    "nn": "depth_to_space space_to_depth",
    "quantization": "fake_quant_with_min_max_args fake_quant_with_min_max_vars",
    "signal": "fft fft2d fft3d ifft ifft2d ifft3d",
    "strings": "reduce_join regex_replace substr",
}
# Of these modules, with a prefix before the functions' names.
_PREFIXED = {
    (
        "sparse_",
        "sparse",
    ): "add concat fill_empty_rows mask maximum minimum reduce_max "
    "reduce_sum reorder "
    "reset_shape reshape retain segment_mean segment_sqrt_n segment_sum slice softmax "
    "split to_indicator transpose",
    ("string_", "strings"): "strip to_hash_bucket_fast to_hash_bucket_strong to_number",
}
RENAMED = {  # gone names and where they are now in pelton
    **{name: f"{module}.{name}" for module, names in _SAME.items() for name in names.split()},
    **{
        prefix + name: f"{module}.{name}"
        for (prefix, module), names in _PREFIXED.items()
        for name in names.split()
    },
    "OpError": "errors.OpError",
    "arg_max": "argmax",
    "arg_min": "argmin",
    "batch_gather": "gather",
    "batch_to_space_nd": "batch_to_space",
    "verify_tensor_all_finite": "debugging.assert_all_finite",
    "batch_matmul": "matmul",
    "complex_abs": "abs",
    "concat_v2": "concat",
    "inv": "math.reciprocal",
    "mul": "math.multiply",
    "neg": "math.negative",
    "pack": "stack",
    "select": "where",
    "sub": "math.subtract",
    "unpack": "unstack",
    "diag": "linalg.tensor_diag",
    "diag_part": "linalg.tensor_diag_part",
    "div_no_nan": "math.divide_no_nan",
    "extract_image_patches": "image.extract_patches",
    "floor_div": "math.floordiv",
    "lin_space": "linspace",
    "matrix_band_part": "linalg.band_part",
    "matrix_determinant": "linalg.det",
    "matrix_diag": "linalg.diag",
    "matrix_diag_part": "linalg.diag_part",
    "matrix_inverse": "linalg.inv",
    "matrix_set_diag": "linalg.set_diag",
    "matrix_solve": "linalg.solve",
    "matrix_solve_ls": "linalg.lstsq",
    "matrix_triangular_solve": "linalg.triangular_solve",
    "mod": "math.floormod",
    "random_shuffle": "random.shuffle",
    "reverse_v2": "reverse",
    "self_adjoint_eig": "linalg.eigh",
    "self_adjoint_eigvals": "linalg.eigvalsh",
    "sparse_tensor_dense_matmul": "sparse.sparse_dense_matmul",
    "sparse_tensor_to_dense": "sparse.to_dense",
    "string_join": "strings.join",
    "string_to_hash_bucket": "strings.to_hash_bucket",
    "tensor_scatter_add": "tensor_scatter_nd_add",
    "tensor_scatter_sub": "tensor_scatter_nd_sub",
    "tensor_scatter_update": "tensor_scatter_nd_update",
    "where_v2": "where",
}
DRAWS = {  # functions whose results differ from run to run
    "random_normal": "random.normal",
    "random_uniform": "random.uniform",
    "truncated_normal": "random.truncated_normal",
    "random_gamma": "random.gamma",
    "random_poisson": "random.poisson",
    "multinomial": "random.categorical",
    "random_crop": "image.random_crop",
    "random_shuffle": "random.shuffle",
}
