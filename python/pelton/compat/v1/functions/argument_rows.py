"""Owns which arguments functions had in TensorFlow 1, in their order: rows of words, where
"old>new" is an old name of today's argument and "old>" one that means nothing here."""

from __future__ import annotations

import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_CHECK_OF_TWO = "x y data> summarize message name"
_CHECK_OF_ONE = "x data> summarize message name"
_BLOCK = "input block_size name data_format"
_SEGMENT = "data indices segment_ids name num_segments sparse_gradient"
_SUM_OF_SPARSE = "sp_input axis keepdims reduction_axes>axis keep_dims>keepdims"
_SPARSE_CONCAT = (
    "axis sp_inputs name expand_nonconcat_dim>expand_nonconcat_dims concat_dim>axis "
    "expand_nonconcat_dims"
)
_SPARSE_SPLIT = "keyword_required> sp_input num_split axis name split_dim>axis"
_NORM = "tensor ord axis keepdims name keep_dims>keepdims"
_COUNT = (
    "input_tensor>input axis keepdims dtype name reduction_indices>axis keep_dims>keepdims input"
)
_JOIN = "inputs axis keep_dims>keepdims separator name reduction_indices>axis keepdims"
_PATCHES = "images ksizes>sizes strides rates padding name sizes"
_PARSE = "serialized features name example_names"
_CSV = "records record_defaults field_delim use_quote_delim name na_value select_cols"
_RAW = "input_bytes out_type little_endian name bytes>input_bytes"
_CONFUSION = "labels predictions num_classes dtype name weights"
_POISSON = "lam shape dtype seed name"
_MULTINOMIAL = "logits num_samples seed name output_dtype>dtype"
_SUBSTR = "input pos len name unit"
_BUCKET = "string_tensor>input num_buckets name input"
_TO_NUMBER = "string_tensor>input out_type name input"
_NCE = (
    "weights biases labels inputs num_sampled num_classes num_true sampled_values "
    "remove_accidental_hits partition_strategy> name"
)
ROWS = {  # by the names below `tf`
    **{
        prefix + name: _CHECK_OF_TWO
        for prefix in ("", "debugging.")
        for name in "assert_equal assert_greater assert_greater_equal assert_less "
        "assert_less_equal assert_none_equal".split()
    },
    **{
        prefix + name: _CHECK_OF_ONE
        for prefix in ("", "debugging.")
        for name in "assert_negative assert_non_negative assert_non_positive "
        "assert_positive".split()
    },
    **{
        prefix + name: "x rank data> summarize> message name"
        for prefix in ("", "debugging.")
        for name in ("assert_rank", "assert_rank_at_least")
    },
    "assert_rank_in": "x ranks data> summarize> message name",
    "assert_scalar": "tensor name message",
    "assert_near": "x y rtol atol data> summarize message name",
    "batch_to_space": "input crops block_size>block_shape name block_shape",
    "boolean_mask": "tensor mask name axis",
    "confusion_matrix": _CONFUSION,
    "convert_to_tensor": "value dtype name preferred_dtype>dtype_hint dtype_hint",
    "count_nonzero": _COUNT,
    "decode_csv": _CSV,
    "decode_raw": _RAW,
    "depth_to_space": _BLOCK,
    "extract_image_patches": _PATCHES,
    "gather": "params indices validate_indices> name axis batch_dims",
    "gather_nd": "params indices name batch_dims bad_indices_policy",
    **{f"gfile.{name}": "filename>path" for name in ("Exists", "Remove", "Stat")},
    **{
        f"gfile.{name}": "dirname>path"
        for name in "DeleteRecursively IsDirectory ListDirectory MakeDirs MkDir".split()
    },
    "gfile.Copy": "oldpath>src newpath>dst overwrite",
    "gfile.Glob": "filename>pattern",
    "gfile.Rename": "oldname>src newname>dst overwrite",
    "gfile.Walk": "top in_order>topdown",
    "image.crop_and_resize": "image boxes box_ind>box_indices crop_size method "
    "extrapolation_value name box_indices",
    "image.draw_bounding_boxes": "images boxes name colors",
    "image.extract_glimpse": "input size offsets centered normalized uniform_noise> name",
    "image.extract_image_patches": _PATCHES,
    "image.resize_image_with_pad": "image target_height target_width method align_corners>",
    "image.sample_distorted_bounding_box": "image_size bounding_boxes seed seed2> "
    "min_object_covered aspect_ratio_range area_range max_attempts "
    "use_image_if_no_bounding_boxes name",
    "io.decode_csv": _CSV,
    "io.decode_raw": _RAW,
    "io.parse_example": _PARSE,
    "io.parse_single_example": _PARSE,
    "linalg.norm": _NORM,
    "math.confusion_matrix": _CONFUSION,
    "math.count_nonzero": _COUNT,
    "math.in_top_k": "predictions targets k name",
    "multinomial": _MULTINOMIAL,
    "nn.avg_pool2d": "value>input ksize strides padding data_format name input",
    "nn.batch_norm_with_global_normalization": "t>input m>mean v>variance beta gamma "
    "variance_epsilon scale_after_normalization name input mean variance",
    "nn.conv1d": "value>input filters stride padding use_cudnn_on_gpu> data_format name input "
    "dilations",
    "nn.conv3d": "input filter>filters strides padding data_format dilations name filters",
    "nn.conv3d_transpose": "value>input filter>filters output_shape strides padding data_format "
    "name input filters dilations",
    "nn.convolution": "input filter>filters padding strides dilation_rate>dilations name "
    "data_format filters dilations",
    "nn.crelu": "features name axis",
    "nn.depth_to_space": _BLOCK,
    "nn.depthwise_conv2d": "input filter strides padding rate>dilations name data_format dilations",
    "nn.dilation2d": "input filter>filters strides rates>dilations padding name filters dilations",
    "nn.erosion2d": "value kernel>filters strides rates>dilations padding name",
    "nn.max_pool_with_argmax": "input ksize strides padding data_format Targmax>output_dtype name "
    "output_dtype include_batch_in_index",
    "nn.moments": "x axes shift name keep_dims>keepdims keepdims",
    "nn.nce_loss": _NCE,
    "nn.pool": "input window_shape pooling_type padding dilation_rate>dilations strides name "
    "data_format dilations",
    "nn.sampled_softmax_loss": f"{_NCE} seed",
    "nn.separable_conv2d": "input depthwise_filter pointwise_filter strides padding "
    "rate>dilations name data_format dilations",
    "nn.space_to_batch": "input paddings block_size>block_shape name block_shape",
    "nn.space_to_depth": _BLOCK,
    "nn.sufficient_statistics": "x axes shift keep_dims>keepdims name keepdims",
    "nn.weighted_cross_entropy_with_logits": "labels logits pos_weight name targets>labels",
    "nn.weighted_moments": "x axes frequency_weights name keep_dims>keepdims keepdims",
    "norm": _NORM,
    "ones_like": "tensor>input dtype name optimize>",
    "parse_example": _PARSE,
    "parse_single_example": _PARSE,
    "random.multinomial": _MULTINOMIAL,
    "random.poisson": _POISSON,
    "random_poisson": _POISSON,
    "reduce_join": _JOIN,
    "reverse_sequence": "input seq_lengths seq_axis batch_axis name seq_dim>seq_axis "
    "batch_dim>batch_axis",
    "shape": "input name out_type",
    "size": "input name out_type",
    "space_to_batch": "input paddings block_size>block_shape name block_shape",
    "space_to_depth": _BLOCK,
    "sparse.add": "a b threshold thresh>threshold",
    "sparse.concat": _SPARSE_CONCAT,
    "sparse.reduce_max": _SUM_OF_SPARSE,
    "sparse.reduce_sum": _SUM_OF_SPARSE,
    "sparse.segment_mean": _SEGMENT,
    "sparse.segment_sqrt_n": _SEGMENT,
    "sparse.segment_sum": _SEGMENT,
    "sparse.split": _SPARSE_SPLIT,
    "sparse_add": "a b threshold thresh>threshold",
    "sparse_concat": _SPARSE_CONCAT,
    "sparse_reduce_max": _SUM_OF_SPARSE,
    "sparse_reduce_sum": _SUM_OF_SPARSE,
    "sparse_segment_mean": _SEGMENT,
    "sparse_segment_sqrt_n": _SEGMENT,
    "sparse_segment_sum": _SEGMENT,
    "sparse_split": _SPARSE_SPLIT,
    "string_to_hash_bucket": _BUCKET,
    "string_to_number": _TO_NUMBER,
    "strings.length": "input name unit",
    "strings.reduce_join": _JOIN,
    "strings.substr": _SUBSTR,
    "strings.to_hash_bucket": _BUCKET,
    "strings.to_number": _TO_NUMBER,
    "substr": _SUBSTR,
    "transpose": "a perm name conjugate",
    "zeros_like": "tensor>input dtype name optimize>",
}
# What today's functions must be given where the old ones had defaults.
_DEFAULTS = {
    "image.draw_bounding_boxes": {"colors": None},
    "nn.dilation2d": {"data_format": "NHWC"},
    "nn.erosion2d": {"data_format": "NHWC"},
    "nn.pool": {"padding": "VALID"},
}


def as_of_1(function: Callable[..., Any], path: str) -> Callable[..., Any]:
    """`function` with the arguments that it had in TensorFlow 1 by `path`; itself where they are
    the same."""
    row = ROWS.get(path)
    if row is None:
        return function
    pairs = [word.partition(">") for word in row.split()]
    names = [old for old, _, _ in pairs]
    now = {old: new for old, arrow, new in pairs if arrow}

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = _bound(path, names, args, kwargs)
        found = dict(_DEFAULTS.get(path, {}))
        for key, value in given.items():
            if key not in now:
                found[key] = value
            elif now[key] and value is not None:
                found[now[key]] = value
        return function(**found)

    call.__signature__ = _signature(names)  # type: ignore[attr-defined]
    return call


def _signature(names: list[str]) -> Any:
    import inspect

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature([inspect.Parameter(one, kind, default=None) for one in names])


def _bound(path: str, names: list[str], args: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    if len(args) > len(names):
        raise TypeError(
            f"{path}() takes {len(names)} positional arguments but {len(args)} were given"
        )
    given = dict(zip(names, args, strict=False))
    for key in kwargs:
        if key in given:
            raise TypeError(f"{path}() got multiple values for argument {key!r}")
    return {**given, **kwargs}
