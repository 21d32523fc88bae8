"""The calls of convolutions and pools over one to three axes, transposed, by channel and separable:
class, keyword arguments, input."""

from recorded.layers.layer_cases import case
from recorded.recorder import integers

# A typical input of each rank.
LINE, IMAGE, VOLUME = (2, 7, 4), (2, 6, 7, 4), (1, 5, 4, 6, 2)


def variants(name, cls, base, shape, extra):
    """One case with `base` alone and one for each of `extra`: a name and more arguments."""
    return [case(name, cls, base, shape)] + [
        case(f"{name}_{word}", cls, {**base, **kwargs}, given[0] if given else shape)
        for word, kwargs, *given in extra
    ]


CONV = [
    *variants(
        "conv1d",
        "Conv1D",
        {"filters": 3, "kernel_size": 3},
        LINE,
        [
            ("same", {"padding": "same"}),
            ("causal", {"padding": "causal"}),
            ("causal_dilated", {"padding": "causal", "dilation_rate": 2}),
            ("causal_strides", {"padding": "causal", "strides": 2}),
            ("strides", {"strides": 2, "padding": "same"}),
            ("dilated", {"dilation_rate": 2}),
            ("groups", {"groups": 2, "filters": 4}),
            ("relu", {"activation": "relu"}),
            ("no_bias", {"use_bias": False}),
            ("regularized", {"kernel_regularizer": "l2", "bias_regularizer": "l1"}),
            ("float16", {"dtype": "mixed_float16"}),
            ("window_beyond", {"kernel_size": 8}),
        ],
    ),
    *variants(
        "conv3d",
        "Conv3D",
        {"filters": 3, "kernel_size": 2},
        VOLUME,
        [
            ("same", {"padding": "same", "kernel_size": 3}),
            ("strides", {"strides": [2, 1, 2]}),
            ("strides_same", {"strides": 2, "padding": "same"}),
            ("dilated", {"dilation_rate": [2, 1, 2]}),
            ("relu_no_bias", {"activation": "relu", "use_bias": False}),
            ("window_beyond", {"kernel_size": 6}),
        ],
    ),
]

TRANSPOSED = [
    *variants(
        "conv1d_transpose",
        "Conv1DTranspose",
        {"filters": 3, "kernel_size": 3},
        LINE,
        [
            ("same", {"padding": "same", "strides": 2}),
            ("strides", {"strides": 2}),
            ("gaps", {"strides": 3, "kernel_size": 2}),
            ("output_padding", {"strides": 2, "output_padding": 1}),
        ],
    ),
    *variants(
        "conv2d_transpose",
        "Conv2DTranspose",
        {"filters": 3, "kernel_size": 3},
        IMAGE,
        [
            ("same", {"padding": "same", "strides": 2}),
            ("strides", {"strides": [2, 1], "kernel_size": [3, 2]}),
            ("even_same", {"padding": "same", "strides": 2, "kernel_size": 4}),
            ("output_padding", {"strides": 2, "output_padding": 1}),
            ("output_padding_0", {"strides": 2, "output_padding": 0, "padding": "same"}),
            ("output_padding_same", {"strides": 2, "output_padding": 1, "padding": "same"}),
            ("dilated", {"dilation_rate": 2}),
            ("relu_no_bias", {"activation": "relu", "use_bias": False}),
            ("regularized", {"kernel_regularizer": "l2", "kernel_initializer": "he_normal"}),
        ],
    ),
    *variants(
        "conv3d_transpose",
        "Conv3DTranspose",
        {"filters": 3, "kernel_size": 2},
        (1, 3, 2, 3, 2),
        [
            ("same", {"padding": "same", "strides": 2, "kernel_size": 3}),
            ("strides", {"strides": 2}),
            ("output_padding", {"strides": 2, "kernel_size": 3, "output_padding": 1}),
        ],
    ),
]

BY_CHANNEL = [
    *variants(
        "depthwise_conv1d",
        "DepthwiseConv1D",
        {"kernel_size": 3},
        LINE,
        [
            ("same", {"padding": "same", "strides": 2}),
            ("multiplier", {"depth_multiplier": 2}),
            ("relu", {"activation": "relu"}),
        ],
    ),
    *variants(
        "depthwise_conv2d",
        "DepthwiseConv2D",
        {"kernel_size": 3},
        IMAGE,
        [
            ("same", {"padding": "same"}),
            ("strides", {"strides": 2, "padding": "same"}),
            ("multiplier", {"depth_multiplier": 3, "kernel_size": [2, 3]}),
            ("dilated", {"dilation_rate": 2}),
            ("relu_no_bias", {"activation": "relu", "use_bias": False}),
            ("regularized", {"depthwise_regularizer": "l2", "bias_regularizer": "l1"}),
            ("one_channel", {}, (2, 5, 5, 1)),
            ("window_beyond", {"kernel_size": 7}),
        ],
    ),
    *variants(
        "separable_conv1d",
        "SeparableConv1D",
        {"filters": 3, "kernel_size": 3},
        LINE,
        [
            ("same", {"padding": "same", "strides": 2}),
            ("multiplier", {"depth_multiplier": 2, "activation": "relu"}),
        ],
    ),
    *variants(
        "separable_conv2d",
        "SeparableConv2D",
        {"filters": 3, "kernel_size": 3},
        IMAGE,
        [
            ("same", {"padding": "same", "strides": 2}),
            ("multiplier", {"depth_multiplier": 2, "activation": "relu"}),
            ("no_bias", {"use_bias": False}),
            ("dilated", {"dilation_rate": 2}),
            ("regularized", {"depthwise_regularizer": "l2", "pointwise_regularizer": "l1"}),
        ],
    ),
]

POOLS = [
    *variants(
        "max_pool1d",
        "MaxPooling1D",
        {},
        LINE,
        [
            ("same", {"padding": "same"}),
            ("overlap", {"pool_size": 3, "strides": 2}),
            ("channels_first", {"data_format": "channels_first"}),
        ],
    ),
    *variants(
        "max_pool3d",
        "MaxPooling3D",
        {},
        VOLUME,
        [
            ("same", {"padding": "same"}),
            ("overlap_same", {"pool_size": [3, 2, 3], "strides": [1, 2, 2], "padding": "same"}),
        ],
    ),
    case("max_pool1d_int32", "MaxPooling1D", {}, integers("mp1", (1, 4, 2), -9, 9)),
    *variants(
        "average_pool1d",
        "AveragePooling1D",
        {"pool_size": 2},
        LINE,
        [("same", {"padding": "same"}), ("overlap_same", {"pool_size": 3, "padding": "same"})],
    ),
    *variants(
        "average_pool3d",
        "AveragePooling3D",
        {"pool_size": 2},
        VOLUME,
        [
            ("same", {"padding": "same"}),
            ("overlap_same", {"pool_size": 3, "strides": 2, "padding": "same"}),
        ],
    ),
]

CASES = CONV + TRANSPOSED + BY_CHANNEL + POOLS
