"""Owns the names that TensorFlow's own modules have for functions that are public under others."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# A path below tf with a colon, then the names that mean it.
_TABLE = """
argmax: argmax_v2
argmin: argmin_v2
boolean_mask: boolean_mask_v2
compat.v1.constant_initializer: Constant
compat.v1.data.Dataset: DatasetV1 DatasetV1Adapter
compat.v1.data.get_output_shapes: get_legacy_output_shapes
compat.v1.data.get_output_types: get_legacy_output_types
compat.v1.glorot_uniform_initializer: GlorotUniform
compat.v1.initializers.identity: Identity
compat.v1.ones_initializer: Ones
compat.v1.orthogonal_initializer: Orthogonal
compat.v1.random_normal_initializer: RandomNormal
compat.v1.random_uniform_initializer: RandomUniform
compat.v1.truncated_normal_initializer: TruncatedNormal
compat.v1.uniform_unit_scaling_initializer: UniformUnitScaling
compat.v1.variance_scaling_initializer: VarianceScaling
compat.v1.zeros_initializer: Zeros
config.functions_run_eagerly: functions_run_eagerly
config.run_functions_eagerly: run_functions_eagerly
convert_to_tensor: convert_to_tensor_v2 internal_convert_to_tensor
data.Dataset: DatasetV2
data.experimental.get_next_as_optional: get_next_as_optional
data.experimental.get_structure: get_structure
expand_dims: expand_dims_v2
gather: gather_v2
get_static_value: constant_value
gradients: gradients_v2
image.extract_patches: extract_image_patches_v2
image.resize: resize_images_v2
is_tensor: is_tf_type is_tensor_or_variable
linalg.det: matrix_determinant
linalg.eigh: self_adjoint_eig
linalg.expm: matrix_exponential
linalg.inv: matrix_inverse
linalg.lstsq: matrix_solve_ls
linalg.normalize: normalize
linalg.solve: matrix_solve
linalg.sqrtm: matrix_square_root
linalg.triangular_solve: matrix_triangular_solve
linspace: linspace_nd
make_ndarray: MakeNdarray
math.add: add_v2
math.count_nonzero: count_nonzero_v2
math.equal: tensor_equals
nn.avg_pool: avg_pool_v2
nn.conv1d: conv1d_v2
nn.conv2d: conv2d_v2
nn.conv2d_transpose: conv2d_transpose_v2
nn.conv3d: conv3d_v2
nn.convolution: convolution_v2 convolution_internal
nn.crelu: crelu_v2
nn.depthwise_conv2d: depthwise_conv2d_v2
nn.dropout: dropout_v2
nn.embedding_lookup: embedding_lookup_v2
nn.embedding_lookup_sparse: embedding_lookup_sparse_v2
nn.log_softmax: log_softmax_v2
nn.max_pool: max_pool_v2
nn.moments: moments_v2
nn.pool: pool_v2
nn.safe_embedding_lookup_sparse: safe_embedding_lookup_sparse_v2
nn.separable_conv2d: separable_conv2d_v2
nn.softmax: softmax_v2
nn.softmax_cross_entropy_with_logits: softmax_cross_entropy_with_logits_v2
norm: norm_v2
ones_like: ones_like_v2
py_function: eager_py_func
quantization.quantize_and_dequantize: quantize_and_dequantize
rank: rank_internal
repeat: repeat_with_axis
shape: shape_internal shape_v2
size: size_internal size_v2
squeeze: squeeze_v2
summary.create_file_writer: create_file_writer_v2
transpose: transpose_v2
types.experimental.ConcreteFunction: ConcreteFunction
types.experimental.PolymorphicFunction: Function
Variable: BaseResourceVariable ResourceVariable
zeros_like: zeros_like_v2
"""
_PATHS = {
    name: line.partition(":")[0]
    for line in _TABLE.strip().splitlines()
    for name in line.partition(":")[2].split()
}


def __getattr__(name: str) -> Any:
    if name not in _PATHS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import pelton

    found: Any = pelton
    for part in _PATHS[name].split("."):
        found = getattr(found, part)
    return found


def __dir__() -> list[str]:
    return sorted(_PATHS)
