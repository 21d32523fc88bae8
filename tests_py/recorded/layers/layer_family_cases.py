"""More calls of layers whose facts are recorded: activations, noise, normalization, wrappers,
attention."""

from recorded.layers.layer_arguments import layer
from recorded.layers.layer_case import case, mask
from recorded.layers.layer_recurrent_cases import RECURRENT
from recorded.recorder import integers

ACTIVATIONS = [
    case("leaky_relu", "LeakyReLU", {}, (2, 3)),
    case("leaky_relu_slope", "LeakyReLU", {"negative_slope": 0.1}, (2, 3, 4)),
    case("elu", "ELU", {}, (2, 3)),
    case("elu_alpha", "ELU", {"alpha": 0.5, "dtype": "float64"}, (2, 3)),
    case("prelu", "PReLU", {}, (2, 3)),
    case("prelu_shared", "PReLU", {"shared_axes": [1, 2]}, (2, 3, 4, 5)),
    case("prelu_one", "PReLU", {"shared_axes": 1, "alpha_regularizer": "l2"}, (2, 3, 4)),
    case("prelu_float16", "PReLU", {"dtype": "mixed_float16"}, (2, 3)),
]
NOISE = [
    case("gaussian_noise", "GaussianNoise", {"stddev": 0.5}, (2, 3)),
    case("gaussian_dropout", "GaussianDropout", {"rate": 0.5, "seed": 3}, (2, 3)),
    case("alpha_dropout", "AlphaDropout", {"rate": 0.5, "noise_shape": [None, 1]}, (2, 3)),
    case("spatial_1d", "SpatialDropout1D", {"rate": 0.5}, (2, 3, 4)),
    case("spatial_2d", "SpatialDropout2D", {"rate": 0.5}, (2, 3, 4, 2)),
    case("spatial_3d", "SpatialDropout3D", {"rate": 0.5, "seed": 1}, (1, 2, 3, 4, 2)),
    case("activity", "ActivityRegularization", {"l1": 0.1, "l2": 0.01}, (2, 3)),
]
RESHAPING = [
    case("permute", "Permute", {"dims": [2, 1]}, (2, 3, 4)),
    case("permute_int", "Permute", {"dims": [3, 1, 2]}, integers("p", (2, 3, 4, 5), 0, 9)),
    case("repeat_vector", "RepeatVector", {"n": 3}, (2, 4)),
    case("identity", "Identity", {}, (2, 3)),
]
NORMALIZATION = [
    case("unit", "UnitNormalization", {}, (3, 4)),
    case("unit_axes", "UnitNormalization", {"axis": [1, 2]}, (2, 3, 4)),
    case("unit_float16", "UnitNormalization", {"axis": 1, "dtype": "mixed_float16"}, (3, 4)),
    case("rms", "RMSNormalization", {}, (3, 4)),
    case("rms_axes", "RMSNormalization", {"axis": [1, 2], "epsilon": 0.1}, (2, 3, 4)),
    case("rms_float16", "RMSNormalization", {"dtype": "mixed_float16"}, (3, 4)),
    case("group", "GroupNormalization", {"groups": 2}, (2, 3, 4)),
    case("group_images", "GroupNormalization", {"groups": 3}, (2, 4, 5, 6)),
    case("group_instance", "GroupNormalization", {"groups": -1, "epsilon": 0.1}, (2, 5, 3)),
    case("group_axis", "GroupNormalization", {"groups": 2, "axis": 1}, (2, 4, 3)),
    case(
        "group_plain",
        "GroupNormalization",
        {"groups": 2, "center": False, "scale": False, "gamma_regularizer": "l2"},
        (2, 3, 4),
    ),
    case("group_float16", "GroupNormalization", {"groups": 2, "dtype": "mixed_float16"}, (2, 6, 4)),
    case("spectral", "SpectralNormalization", {"layer": layer("Dense", units=3)}, (2, 4)),
    case(
        "spectral_training",
        "SpectralNormalization",
        {"layer": layer("Dense", units=3), "power_iterations": 2},
        (2, 4),
        training=True,
    ),
]
WRAPPERS = [
    case("wrapper", "TimeDistributed", {"layer": layer("Dense", units=3)}, (2, 4, 5)),
    case(
        "time_distributed_rank_4",
        "TimeDistributed",
        {"layer": layer("Dense", units=2, activation="relu")},
        (2, 3, 4, 5),
    ),
    case("time_distributed_flatten", "TimeDistributed", {"layer": layer("Flatten")}, (2, 3, 4, 5)),
    case(
        "time_distributed_lstm",
        "TimeDistributed",
        {"layer": layer("LSTM", units=2, name="inner")},
        (2, 3, 4, 5),
    ),
]

ATTENTION = [
    case("dot_attention", "Attention", {}, [(2, 3, 4), (2, 5, 4)]),
    case("dot_attention_key", "Attention", {"use_scale": True}, [(2, 3, 4), (2, 5, 6), (2, 5, 4)]),
    case("concat_attention", "Attention", {"score_mode": "concat"}, [(2, 3, 4), (2, 5, 4)]),
    case(
        "concat_attention_scale",
        "Attention",
        {"score_mode": "concat", "use_scale": True, "dropout": 0.5},
        [(2, 3, 4), (2, 5, 4)],
        return_attention_scores=True,
    ),
    case("dot_attention_causal", "Attention", {}, [(2, 4, 3), (2, 4, 3)], use_causal_mask=True),
    case(
        "dot_attention_masks",
        "Attention",
        {},
        [(2, 3, 4), (2, 4, 4)],
        mask=[mask("110", "100"), mask("1011", "0110")],
        previous_mask=[mask("110", "100"), mask("1011", "0110")],
        use_causal_mask=True,
    ),
    case("additive_attention", "AdditiveAttention", {}, [(2, 3, 4), (2, 5, 4)]),
    case(
        "additive_attention_plain",
        "AdditiveAttention",
        {"use_scale": False},
        [(2, 3, 4), (2, 5, 4)],
        mask=[None, mask("10110", "01100")],
    ),
]
EINSUM = [
    case("einsum", "EinsumDense", {"equation": "ab,bc->ac", "output_shape": 4}, (2, 3)),
    case(
        "einsum_bias",
        "EinsumDense",
        {"equation": "abc,cd->abd", "output_shape": [None, 4], "bias_axes": "d"},
        (2, 3, 5),
    ),
    case(
        "einsum_heads",
        "EinsumDense",
        {
            "equation": "abc,cde->abde",
            "output_shape": [None, 2, 4],
            "bias_axes": "de",
            "activation": "relu",
            "kernel_regularizer": "l2",
        },
        (2, 3, 5),
    ),
    case(
        "einsum_left",
        "EinsumDense",
        {"equation": "...x,xy->...y", "output_shape": 4, "bias_axes": "y"},
        (2, 3, 2, 5),
    ),
    case(
        "einsum_right",
        "EinsumDense",
        {"equation": "ab...,bc->ac...", "output_shape": 4, "bias_axes": "c"},
        (2, 3, 2),
    ),
    case(
        "einsum_half",
        "EinsumDense",
        {"equation": "ab,bc->ac", "output_shape": 4, "dtype": "mixed_float16"},
        (2, 3),
    ),
]
FAMILIES = [
    *EINSUM,
    *ACTIVATIONS,
    *NOISE,
    *RESHAPING,
    *NORMALIZATION,
    *WRAPPERS,
    *RECURRENT,
    *ATTENTION,
]
SHAPES = [
    (
        "EinsumDense",
        {"equation": "abc,cd->abd", "output_shape": [None, 4], "bias_axes": "d"},
        [(None, None, 3)],
    ),
    ("Bidirectional", {"layer": layer("LSTM", units=4)}, [(None, None, 3)]),
    (
        "Bidirectional",
        {"layer": layer("GRU", units=4, return_sequences=True), "merge_mode": "sum"},
        [(None, 5, 3)],
    ),
    ("GRU", {"units": 4, "return_sequences": True}, [(None, None, 3)]),
    ("SimpleRNN", {"units": 4, "return_state": True}, [(None, 5, 3)]),
    ("RNN", {"cell": layer("LSTMCell", units=4), "return_state": True}, [(None, None, 3)]),
    ("TimeDistributed", {"layer": layer("Dense", units=4)}, [(None, None, 3)]),
    ("TimeDistributed", {"layer": layer("Dense", units=4)}, [(None, 7, 2, 3)]),
    ("Permute", {"dims": [2, 1]}, [(None, None, 3)]),
    ("RepeatVector", {"n": 3}, [(None, 4)]),
    ("GroupNormalization", {"groups": 2}, [(None, None, 4)]),
    ("Attention", {}, [[(None, None, 4), (None, 5, 4)]]),
    ("PReLU", {"shared_axes": [1]}, [(None, None, 3)]),
]
