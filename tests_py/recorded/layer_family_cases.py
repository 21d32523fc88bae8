"""More calls of layers whose facts are recorded: activations, noise, normalization, wrappers,
recurrent layers, attention."""

from layer_arguments import layer
from layer_case import case, mask
from recorder import integers

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

MASK = mask("1101", "0110", "1110")
FLAGS = ("return_sequences", "return_state", "go_backwards")
PAIR = [(3, 3), (3, 3)]


def recurrent(cls, state):
    """Calls that SimpleRNN and GRU share."""
    name = cls.lower()

    def one(text, *args, kwargs=None, **options):
        return case(f"{name}_{text}", cls, {"units": 3, **(kwargs or {})}, *args, **options)

    return [
        one("plain", (2, 4, 5)),
        one("one_step", (2, 1, 5)),
        *(one(flag, (2, 4, 5), kwargs={flag: True}) for flag in FLAGS),
        one("all_flags", (2, 4, 5), kwargs=dict.fromkeys(FLAGS, True)),
        one("states", (2, 4, 5), initial_state=[(2, 3)], kwargs={"return_state": True}),
        one("mask", (3, 4, 5), mask=MASK, kwargs={"return_state": True}, previous_mask=MASK),
        one(
            "mask_backwards",
            (3, 4, 5),
            mask=MASK,
            initial_state=[(3, 3)],
            kwargs=dict.fromkeys(FLAGS, True),
            previous_mask=MASK,
        ),
        one(
            "zero_output",
            (3, 4, 5),
            mask=MASK,
            kwargs={"zero_output_for_mask": True, "return_sequences": True},
        ),
        one("no_bias", (2, 4, 5), kwargs={"use_bias": False}),
        one("relu", (2, 4, 5), kwargs={"activation": "relu", "return_state": True}),
        one("dropout_off", (2, 4, 5), kwargs={"dropout": 0.5, "recurrent_dropout": 0.3}),
        one("stateful", (2, 4, 5), kwargs={"stateful": True, "return_sequences": True}, calls=2),
        one("unroll", (2, 4, 5), kwargs={"unroll": True, "seed": 3}),
        one("float64", (2, 4, 5), kwargs={"dtype": "float64"}),
        one("float16", (2, 4, 5), kwargs={"dtype": "mixed_float16"}),
        one(
            "regularizers",
            (2, 4, 5),
            kwargs={"kernel_regularizer": "l2", "bias_regularizer": "l1", "name": "own"},
        ),
        *state,
    ]


def cell(name, cls):
    """Calls of a cell, with its state in a list and by itself."""
    return [
        case(f"{name}_cell", cls, {"units": 3}, (2, 5), [(2, 3)]),
        case(f"{name}_cell_plain", cls, {"units": 3, "use_bias": False}, (2, 5), (2, 3)),
    ]


def bidirectional(name, *args, inner="LSTM", inner_options=None, options=None, **call):
    own = {"units": 3, **(inner_options or {})}
    kwargs = {"layer": layer(inner, **own), **(options or {})}
    return case(f"bidirectional_{name}", "Bidirectional", kwargs, *args, **call)


SEQUENCES = {"return_sequences": True}
RECURRENT = [
    *recurrent("SimpleRNN", cell("simplernn", "SimpleRNNCell")),
    *recurrent(
        "GRU",
        [
            *cell("gru", "GRUCell"),
            case("gru_before", "GRU", {"units": 3, "reset_after": False}, (2, 4, 5)),
            case(
                "gru_gates", "GRU", {"units": 3, "recurrent_activation": "hard_sigmoid"}, (2, 4, 5)
            ),
        ],
    ),
    *(
        bidirectional(str(mode).lower(), (2, 4, 5), options={"merge_mode": mode})
        for mode in ("concat", "sum", "mul", "ave", None)
    ),
    bidirectional("sequences", (2, 4, 5), inner_options=SEQUENCES),
    bidirectional("gru", (2, 4, 5), inner="GRU", inner_options={**SEQUENCES, "name": "g"}),
    bidirectional("rnn_states", (2, 4, 5), inner="SimpleRNN", inner_options={"return_state": True}),
    bidirectional(
        "pair_states",
        (2, 4, 5),
        inner_options={"return_state": True, **SEQUENCES},
        options={"merge_mode": None},
    ),
    bidirectional("mask", (3, 4, 5), inner_options=SEQUENCES, mask=MASK, previous_mask=MASK),
    bidirectional("given", (3, 4, 5), inner="GRU", initial_state=PAIR),
    bidirectional(
        "backward",
        (2, 4, 5),
        options={"backward_layer": layer("GRU", units=3, go_backwards=True)},
    ),
    case("rnn", "RNN", {"cell": layer("GRUCell", units=3)}, (2, 4, 5)),
    case(
        "rnn_flags",
        "RNN",
        {"cell": layer("LSTMCell", units=3), **dict.fromkeys(FLAGS, True)},
        (3, 4, 5),
        mask=MASK,
        previous_mask=MASK,
    ),
    case(
        "rnn_stacked",
        "RNN",
        {
            "cell": [layer("LSTMCell", units=3), layer("SimpleRNNCell", units=2)],
            "return_sequences": True,
        },
        (2, 4, 5),
    ),
    case(
        "stacked_cells",
        "StackedRNNCells",
        {"cells": [layer("GRUCell", units=3), layer("LSTMCell", units=2)]},
        (2, 5),
        [(2, 3), [(2, 2), (2, 2)]],
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
FAMILIES = [
    *ACTIVATIONS,
    *NOISE,
    *RESHAPING,
    *NORMALIZATION,
    *WRAPPERS,
    *RECURRENT,
    *ATTENTION,
]
SHAPES = [
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
