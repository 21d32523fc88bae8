"""The layer calls whose facts are recorded: class, keyword arguments, input, training flag."""

import numpy as np

from recorded.recorder import integers, numbers


def case(name, cls, kwargs, x, **options):
    """One recorded call; `x` is a shape of normal numbers or a ready array."""
    x = numbers(name + "/input", x) if isinstance(x, tuple) else x
    return {"name": name, "class": cls, "kwargs": kwargs, "input": x, **options}


DENSE = [
    case("dense", "Dense", {"units": 3}, (4, 5)),
    case("dense_relu", "Dense", {"units": 4, "activation": "relu"}, (3, 6)),
    case("dense_softmax", "Dense", {"units": 4, "activation": "softmax"}, (3, 6)),
    case("dense_sigmoid", "Dense", {"units": 2, "activation": "sigmoid"}, (3, 6)),
    case("dense_tanh", "Dense", {"units": 2, "activation": "tanh"}, (3, 6)),
    case("dense_no_bias", "Dense", {"units": 3, "use_bias": False}, (4, 5)),
    case("dense_rank_3", "Dense", {"units": 3}, (2, 3, 4)),
    case("dense_rank_4", "Dense", {"units": 2}, (2, 2, 3, 4)),
    case("dense_one_unit", "Dense", {"units": 1}, (4, 5)),
    case("dense_batch_0", "Dense", {"units": 3}, (0, 5)),
    case("dense_l2", "Dense", {"units": 3, "kernel_regularizer": "l2"}, (4, 5)),
    case("dense_l1_bias", "Dense", {"units": 3, "bias_regularizer": "l1"}, (4, 5)),
    case("dense_float64_input", "Dense", {"units": 2}, numbers("d64", (2, 3), dtype="float64")),
    case("dense_float16_input", "Dense", {"units": 2}, numbers("d16", (2, 3), dtype="float16")),
    case("dense_int32_input", "Dense", {"units": 2}, integers("di32", (2, 3), -4, 5)),
    case("dense_uint8_input", "Dense", {"units": 2}, integers("du8", (2, 3), 0, 255, "uint8")),
    case("dense_float64_layer", "Dense", {"units": 2, "dtype": "float64"}, (2, 3)),
    case("dense_float16_layer", "Dense", {"units": 2, "dtype": "float16"}, (2, 3)),
    case("dense_bfloat16_layer", "Dense", {"units": 2, "dtype": "bfloat16"}, (2, 3)),
    case("dense_mixed_float16", "Dense", {"units": 2, "dtype": "mixed_float16"}, (2, 3)),
]

CONV = [
    case("conv_valid", "Conv2D", {"filters": 4, "kernel_size": 3}, (2, 6, 7, 3)),
    case("conv_same", "Conv2D", {"filters": 3, "kernel_size": 3, "padding": "same"}, (2, 5, 6, 2)),
    case(
        "conv_relu",
        "Conv2D",
        {"filters": 4, "kernel_size": [3, 3], "activation": "relu"},
        (2, 6, 6, 1),
    ),
    case("conv_2x3", "Conv2D", {"filters": 3, "kernel_size": [2, 3]}, (2, 5, 5, 2)),
    case("conv_1x1", "Conv2D", {"filters": 5, "kernel_size": 1}, (2, 3, 4, 3)),
    case(
        "conv_strides_valid",
        "Conv2D",
        {"filters": 3, "kernel_size": 3, "strides": 2},
        (2, 8, 7, 2),
    ),
    case(
        "conv_strides_same",
        "Conv2D",
        {"filters": 3, "kernel_size": 3, "strides": 2, "padding": "same"},
        (2, 8, 7, 2),
    ),
    case(
        "conv_strides_2x1",
        "Conv2D",
        {"filters": 2, "kernel_size": [3, 2], "strides": [2, 1], "padding": "same"},
        (1, 6, 5, 2),
    ),
    case(
        "conv_strides_3_same_5",
        "Conv2D",
        {"filters": 2, "kernel_size": 5, "strides": 3, "padding": "same"},
        (1, 11, 10, 1),
    ),
    case(
        "conv_same_even_kernel",
        "Conv2D",
        {"filters": 2, "kernel_size": 4, "padding": "same"},
        (1, 6, 5, 2),
    ),
    case(
        "conv_dilation_valid",
        "Conv2D",
        {"filters": 3, "kernel_size": 3, "dilation_rate": 2},
        (1, 8, 7, 2),
    ),
    case(
        "conv_dilation_same",
        "Conv2D",
        {"filters": 2, "kernel_size": 3, "dilation_rate": [2, 3], "padding": "same"},
        (1, 7, 8, 2),
    ),
    case("conv_groups", "Conv2D", {"filters": 6, "kernel_size": 3, "groups": 2}, (2, 5, 5, 4)),
    case(
        "conv_groups_same_strides",
        "Conv2D",
        {"filters": 4, "kernel_size": 3, "groups": 4, "strides": 2, "padding": "same"},
        (1, 6, 7, 4),
    ),
    case(
        "conv_no_bias", "Conv2D", {"filters": 3, "kernel_size": 2, "use_bias": False}, (2, 4, 4, 2)
    ),
    case("conv_kernel_is_image", "Conv2D", {"filters": 2, "kernel_size": 4}, (2, 4, 4, 2)),
    case("conv_batch_0", "Conv2D", {"filters": 2, "kernel_size": 3}, (0, 5, 5, 2)),
    case(
        "conv_strides_and_dilation",
        "Conv2D",
        {"filters": 2, "kernel_size": 3, "strides": 2, "dilation_rate": 2},
        (1, 9, 9, 1),
    ),
    case(
        "conv_channels_first",
        "Conv2D",
        {"filters": 2, "kernel_size": 3, "data_format": "channels_first"},
        (1, 2, 5, 6),
    ),
    case(
        "conv_uint8_input",
        "Conv2D",
        {"filters": 2, "kernel_size": 3},
        integers("cu8", (1, 5, 5, 1), 0, 255, "uint8"),
    ),
    case(
        "conv_float64_input",
        "Conv2D",
        {"filters": 2, "kernel_size": 3},
        numbers("c64", (1, 5, 5, 1), dtype="float64"),
    ),
]

TIED = np.zeros((1, 4, 4, 1), "float32")

POOLING = [
    case("max_pool", "MaxPooling2D", {}, (2, 6, 6, 2)),
    case("max_pool_odd", "MaxPooling2D", {"pool_size": 2}, (2, 7, 5, 2)),
    case("max_pool_odd_same", "MaxPooling2D", {"pool_size": 2, "padding": "same"}, (2, 7, 5, 2)),
    case("max_pool_overlap", "MaxPooling2D", {"pool_size": 3, "strides": 2}, (1, 7, 8, 2)),
    case(
        "max_pool_overlap_same",
        "MaxPooling2D",
        {"pool_size": [3, 2], "strides": [2, 1], "padding": "same"},
        (1, 7, 6, 2),
    ),
    case("max_pool_ties", "MaxPooling2D", {"pool_size": 2}, TIED),
    case(
        "max_pool_negative_same",
        "MaxPooling2D",
        {"pool_size": 3, "strides": 1, "padding": "same"},
        -np.abs(numbers("mpn", (1, 4, 4, 1))) - np.float32(1),
    ),
    case("max_pool_uint8", "MaxPooling2D", {}, integers("mpu8", (1, 4, 4, 1), 0, 255, "uint8")),
    case("max_pool_int32", "MaxPooling2D", {}, integers("mpi32", (1, 4, 4, 1), -9, 9)),
    case(
        "max_pool_channels_first", "MaxPooling2D", {"data_format": "channels_first"}, (1, 2, 4, 4)
    ),
    case("average_pool", "AveragePooling2D", {"pool_size": 2}, (2, 6, 6, 2)),
    case("average_pool_odd", "AveragePooling2D", {"pool_size": 2}, (2, 7, 5, 2)),
    case(
        "average_pool_odd_same",
        "AveragePooling2D",
        {"pool_size": 2, "padding": "same"},
        (2, 7, 5, 2),
    ),
    case(
        "average_pool_overlap_same",
        "AveragePooling2D",
        {"pool_size": 3, "strides": 2, "padding": "same"},
        (1, 6, 7, 2),
    ),
    case(
        "average_pool_stride_1_same",
        "AveragePooling2D",
        {"pool_size": [3, 2], "strides": 1, "padding": "same"},
        (1, 4, 4, 1),
    ),
    case("average_pool_overlap", "AveragePooling2D", {"pool_size": 3, "strides": 2}, (1, 7, 8, 2)),
    case("global_average_pool", "GlobalAveragePooling2D", {}, (2, 3, 4, 5)),
    case(
        "global_average_pool_keepdims", "GlobalAveragePooling2D", {"keepdims": True}, (2, 3, 4, 5)
    ),
    case(
        "global_average_pool_channels_first",
        "GlobalAveragePooling2D",
        {"data_format": "channels_first"},
        (2, 3, 4, 5),
    ),
]

SHAPING = [
    case("flatten", "Flatten", {}, (2, 3, 4, 2)),
    case("flatten_rank_2", "Flatten", {}, (3, 4)),
    case("flatten_rank_1", "Flatten", {}, (3,)),
    case("flatten_channels_first", "Flatten", {"data_format": "channels_first"}, (2, 3, 2, 2)),
    case("flatten_uint8", "Flatten", {}, integers("fu8", (2, 2, 2), 0, 255, "uint8")),
    case("reshape", "Reshape", {"target_shape": [4, 3]}, (2, 12)),
    case("reshape_minus_1", "Reshape", {"target_shape": [-1, 2]}, (2, 3, 4)),
    case("reshape_flat", "Reshape", {"target_shape": [-1]}, (2, 3, 4)),
    case("reshape_rank_4", "Reshape", {"target_shape": [2, 3, 1]}, (3, 6)),
    case(
        "rescaling", "Rescaling", {"scale": 1 / 255}, integers("r8", (2, 3, 3, 1), 0, 256, "uint8")
    ),
    case("rescaling_offset", "Rescaling", {"scale": 2.0, "offset": -1.0}, (2, 3)),
    case(
        "rescaling_per_channel",
        "Rescaling",
        {"scale": [1.0, 2.0], "offset": [0.5, -1.0]},
        (2, 2, 2),
    ),
]

# Fixed points on, and on either side of, every threshold used below.
LINE = np.array([[-3, -1, -0.5, 0, 0.25], [0.5, 1, 2, 5.5, 7]], "float32")

ACTIVATIONS = [
    case(f"activation_{name}", "Activation", {"activation": name}, LINE)
    for name in (
        "celu elu exponential gelu hard_shrink hard_sigmoid hard_silu hard_tanh leaky_relu linear "
        "log_sigmoid log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus "
        "softsign squareplus tanh tanh_shrink"
    ).split()
] + [
    case("relu", "ReLU", {}, LINE),
    case("relu_max_value", "ReLU", {"max_value": 6.0}, LINE),
    case("relu_negative_slope", "ReLU", {"negative_slope": 0.25}, LINE),
    case("relu_threshold", "ReLU", {"threshold": 1.0}, LINE),
    case("relu_all", "ReLU", {"max_value": 5.0, "negative_slope": 0.1, "threshold": 0.5}, LINE),
    case("relu_max_and_slope", "ReLU", {"max_value": 6.0, "negative_slope": 0.1}, LINE),
    case("softmax", "Softmax", {}, (3, 5)),
    case("softmax_axis_1", "Softmax", {"axis": 1}, (2, 3, 4)),
    case("softmax_two_axes", "Softmax", {"axis": [1, 2]}, (2, 3, 4)),
    case("softmax_large", "Softmax", {}, np.array([[1000, 0, -1000], [88.8, 88.8, 0]], "float32")),
    case("dropout_inference", "Dropout", {"rate": 0.5}, (3, 4), training=False),
    case("dropout_rate_0", "Dropout", {"rate": 0.0}, (3, 4), training=True),
    case("dropout_default_call", "Dropout", {"rate": 0.5}, (3, 4)),
]

NORMALIZATION = [
    case("batch_norm_train", "BatchNormalization", {}, (6, 3), training=True),
    case("batch_norm_inference", "BatchNormalization", {}, (6, 3), training=False),
    case("batch_norm_default_call", "BatchNormalization", {}, (6, 3)),
    case("batch_norm_image_train", "BatchNormalization", {}, (3, 4, 5, 2), training=True),
    case("batch_norm_image_inference", "BatchNormalization", {}, (3, 4, 5, 2), training=False),
    case("batch_norm_axis_1", "BatchNormalization", {"axis": 1}, (4, 3, 5), training=True),
    case("batch_norm_no_scale", "BatchNormalization", {"scale": False}, (6, 3), training=True),
    case("batch_norm_no_center", "BatchNormalization", {"center": False}, (6, 3), training=True),
    case(
        "batch_norm_bare",
        "BatchNormalization",
        {"center": False, "scale": False},
        (6, 3),
        training=True,
    ),
    case(
        "batch_norm_momentum",
        "BatchNormalization",
        {"momentum": 0.9, "epsilon": 0.01},
        (6, 3),
        training=True,
    ),
    case("batch_norm_frozen", "BatchNormalization", {"trainable": False}, (6, 3), training=True),
    case("batch_norm_batch_1", "BatchNormalization", {}, (1, 3), training=True),
    case(
        "batch_norm_float16",
        "BatchNormalization",
        {"dtype": "mixed_float16"},
        (6, 3),
        training=True,
    ),
    case("layer_norm", "LayerNormalization", {}, (6, 5)),
    case("layer_norm_image", "LayerNormalization", {}, (3, 4, 5, 2)),
    case("layer_norm_two_axes", "LayerNormalization", {"axis": [1, 2]}, (2, 3, 4)),
    case("layer_norm_unsorted", "LayerNormalization", {"axis": [3, 1]}, (2, 3, 4, 5)),
    case("layer_norm_negative_first", "LayerNormalization", {"axis": [1, -1]}, (2, 3, 2, 5)),
    case("layer_norm_axis_1", "LayerNormalization", {"axis": 1}, (4, 3, 5)),
    case("layer_norm_batch", "LayerNormalization", {"axis": 0}, (4, 3)),
    case("layer_norm_all_axes", "LayerNormalization", {"axis": [0, 1]}, (4, 3)),
    case("layer_norm_no_scale", "LayerNormalization", {"scale": False}, (6, 3)),
    case("layer_norm_no_center", "LayerNormalization", {"center": False}, (6, 3)),
    case("layer_norm_bare", "LayerNormalization", {"center": False, "scale": False}, (6, 3)),
    case("layer_norm_epsilon", "LayerNormalization", {"epsilon": 0.5}, (6, 3)),
    case("layer_norm_rms", "LayerNormalization", {"rms_scaling": True}, (6, 3)),
    case(
        "layer_norm_rms_two_axes",
        "LayerNormalization",
        {"rms_scaling": True, "scale": False, "axis": [1, 2]},
        (2, 3, 4),
    ),
    case(
        "layer_norm_regularized",
        "LayerNormalization",
        {"gamma_regularizer": "l2", "beta_regularizer": "l1", "gamma_initializer": "he_normal"},
        (6, 3),
    ),
    case("layer_norm_frozen", "LayerNormalization", {"trainable": False}, (6, 3)),
    case("layer_norm_batch_0", "LayerNormalization", {}, (0, 3)),
    case("layer_norm_mixed", "LayerNormalization", {"dtype": "mixed_float16"}, (6, 3)),
    case(
        "layer_norm_mixed_half_input",
        "LayerNormalization",
        {"dtype": "mixed_float16"},
        numbers("ln16", (6, 3), dtype="float16"),
    ),
    case("layer_norm_float16", "LayerNormalization", {"dtype": "float16"}, (6, 3)),
    case("layer_norm_bfloat16", "LayerNormalization", {"dtype": "bfloat16"}, (6, 3)),
    case("layer_norm_float64", "LayerNormalization", {"dtype": "float64"}, (6, 3)),
    case(
        "layer_norm_float64_input",
        "LayerNormalization",
        {},
        numbers("ln64", (6, 3), dtype="float64"),
    ),
    case("layer_norm_int32_input", "LayerNormalization", {}, integers("lni32", (4, 3), -4, 5)),
    case(
        "layer_norm_uint8_input",
        "LayerNormalization",
        {},
        integers("lnu8", (4, 3), 0, 255, "uint8"),
    ),
]

CASES = DENSE + CONV + POOLING + SHAPING + ACTIVATIONS + NORMALIZATION
