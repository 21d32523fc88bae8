"""Calls of layers with several inputs, keywords and outputs whose facts are recorded: the class,
its arguments, positional inputs (arrays and lists of them), keywords of the call."""

import numpy as np

from recorded.layers.layer_case import case, mask
from recorded.layers.layer_family_cases import FAMILIES
from recorded.layers.layer_family_cases import SHAPES as FAMILY_SHAPES
from recorded.recorder import integers


def merging(cls):
    """Calls that all elementwise merging layers share."""
    name = cls.lower()
    cases = [
        case(f"{name}_two", cls, {}, [(2, 3), (2, 3)]),
        case(f"{name}_broadcast", cls, {}, [(2, 3, 4), (2, 1, 4)]),
        case(f"{name}_ranks", cls, {}, [(2, 3, 4), (2, 4)]),
        case(f"{name}_float16", cls, {"dtype": "mixed_float16"}, [(2, 3), (2, 3)]),
        case(
            f"{name}_masks",
            cls,
            {},
            [(2, 3, 2), (2, 3, 2)],
            previous_mask=[mask("110", "100"), mask("011", "100")],
        ),
        case(
            f"{name}_one_mask", cls, {}, [(2, 3), (2, 3)], previous_mask=[mask("110", "100"), None]
        ),
    ]
    if cls != "Subtract":
        cases.append(case(f"{name}_three", cls, {}, [(3, 4), (3, 4), (3, 1)]))
        cases.append(case(f"{name}_one", cls, {}, [(2, 3)]))
    return cases


MERGING = [
    *(c for cls in "Add Subtract Multiply Average Maximum Minimum".split() for c in merging(cls)),
    case("add_int", "Add", {}, [integers("a", (2, 3), -4, 5), integers("b", (2, 3), -4, 5)]),
    case("add_int_float", "Add", {}, [integers("a", (2, 3), -4, 5), (2, 3)]),
    case(
        "average_int", "Average", {}, [integers("c", (2, 3), -4, 5), integers("d", (2, 3), -4, 5)]
    ),
    case("concatenate", "Concatenate", {}, [(2, 3), (2, 5)]),
    case("concatenate_axis_1", "Concatenate", {"axis": 1}, [(2, 3, 4), (2, 1, 4), (2, 2, 4)]),
    case("concatenate_one", "Concatenate", {}, [(2, 3)]),
    case("concatenate_int_float", "Concatenate", {}, [integers("e", (2, 3), 0, 9), (2, 2)]),
    case(
        "concatenate_masks",
        "Concatenate",
        {"axis": 1},
        [(2, 3, 4), (2, 2, 4)],
        previous_mask=[mask("110", "100"), None],
    ),
    case(
        "concatenate_last_masks",
        "Concatenate",
        {},
        [(2, 3, 4), (2, 3, 1)],
        previous_mask=[mask("110", "100"), mask("011", "100")],
    ),
    case("dot_matrices", "Dot", {"axes": 1}, [(3, 4), (3, 4)]),
    case("dot_normalized", "Dot", {"axes": -1, "normalize": True}, [(3, 4), (3, 4)]),
    case("dot_rank_3", "Dot", {"axes": [2, 1]}, [(2, 3, 4), (2, 4, 5)]),
    case("dot_last", "Dot", {"axes": -1}, [(2, 3, 4), (2, 5, 4)]),
    case("dot_axis_1", "Dot", {"axes": 1}, [(2, 3, 4), (2, 3, 5)]),
    case("dot_ranks", "Dot", {"axes": [2, 1]}, [(2, 3, 4), (2, 4)]),
    case("dot_ranks_back", "Dot", {"axes": [1, 2]}, [(2, 4), (2, 3, 4)]),
    case("dot_rank_4", "Dot", {"axes": [1, 2]}, [(2, 3, 4, 5), (2, 5, 3)]),
    case("dot_normalized_3", "Dot", {"axes": 2, "normalize": True}, [(2, 3, 4), (2, 5, 4)]),
]

IDS = integers("ids", (2, 3), 0, 5)
EMBEDDING = [
    case("embedding", "Embedding", {"input_dim": 5, "output_dim": 3}, IDS),
    case("embedding_int64", "Embedding", {"input_dim": 5, "output_dim": 3}, IDS.astype("int64")),
    case("embedding_uint8", "Embedding", {"input_dim": 5, "output_dim": 3}, IDS.astype("uint8")),
    case("embedding_float", "Embedding", {"input_dim": 5, "output_dim": 3}, IDS.astype("float32")),
    case("embedding_rank_1", "Embedding", {"input_dim": 5, "output_dim": 2}, IDS[0]),
    case("embedding_rank_3", "Embedding", {"input_dim": 9, "output_dim": 1}, IDS[None]),
    case(
        "embedding_options",
        "Embedding",
        {
            "input_dim": 5,
            "output_dim": 2,
            "mask_zero": True,
            "embeddings_initializer": "ones",
            "embeddings_regularizer": "l2",
            "name": "words",
        },
        np.array([[1, 0, 2], [0, 0, 4]], "int32"),
    ),
    case(
        "embedding_mixed_float16",
        "Embedding",
        {"input_dim": 5, "output_dim": 3, "dtype": "mixed_float16"},
        IDS,
    ),
    case("reversible_embedding", "ReversibleEmbedding", {"input_dim": 5, "output_dim": 3}, IDS),
    case(
        "reversible_embedding_back",
        "ReversibleEmbedding",
        {"input_dim": 5, "output_dim": 3},
        (2, 4, 3),
        reverse=True,
    ),
    case(
        "reversible_embedding_untied",
        "ReversibleEmbedding",
        {"input_dim": 5, "output_dim": 3, "tie_weights": False, "logit_soft_cap": 0.5},
        (2, 3),
        reverse=True,
    ),
    case(
        "reversible_embedding_masks",
        "ReversibleEmbedding",
        {"input_dim": 5, "output_dim": 3, "mask_zero": True},
        IDS,
    ),
    case(
        "masking",
        "Masking",
        {},
        np.array([[[1, 2], [0, 0], [0, 1]], [[0, 0], [3, 0], [0, 0]]], "float32"),
    ),
    case(
        "masking_value",
        "Masking",
        {"mask_value": 2.0},
        np.array([[[1, 2], [2, 2], [0, 2]]], "float32"),
    ),
    case("masking_int", "Masking", {"mask_value": 1}, np.array([[[1, 2], [1, 1]]], "int32")),
]

MASK = mask("1101", "0110", "1110")
FLAGS = ("return_sequences", "return_state", "go_backwards")


def lstm(name, *args, kwargs=None, **options):
    return case(name, "LSTM", {"units": 3, **(kwargs or {})}, *args, **options)


LSTM = [
    lstm("lstm", (2, 4, 5)),
    lstm("lstm_one_step", (2, 1, 5)),
    lstm("lstm_wide", (3, 6, 2), kwargs={"units": 17}),
    *(lstm(f"lstm_{flag}", (2, 4, 5), kwargs={flag: True}) for flag in FLAGS),
    lstm("lstm_all_flags", (2, 4, 5), kwargs=dict.fromkeys(FLAGS, True)),
    lstm("lstm_states", (2, 4, 5), initial_state=[(2, 3), (2, 3)], kwargs={"return_state": True}),
    lstm("lstm_mask", (3, 4, 5), mask=MASK, kwargs={"return_state": True}, previous_mask=MASK),
    lstm(
        "lstm_mask_sequences",
        (3, 4, 5),
        mask=MASK,
        kwargs=dict.fromkeys(FLAGS[:2], True),
        previous_mask=MASK,
    ),
    lstm(
        "lstm_mask_backwards",
        (3, 4, 5),
        mask=MASK,
        initial_state=[(3, 3), (3, 3)],
        kwargs=dict.fromkeys(FLAGS, True),
        previous_mask=MASK,
    ),
    lstm("lstm_mask_last", (3, 4, 5), mask=MASK, previous_mask=MASK),
    lstm(
        "lstm_zero_output",
        (3, 4, 5),
        mask=MASK,
        kwargs={"zero_output_for_mask": True, "return_sequences": True},
    ),
    lstm("lstm_zero_output_last", (3, 4, 5), mask=MASK, kwargs={"zero_output_for_mask": True}),
    lstm("lstm_no_bias", (2, 4, 5), kwargs={"use_bias": False, "unit_forget_bias": False}),
    lstm("lstm_relu", (2, 4, 5), kwargs={"activation": "relu", "return_state": True}),
    lstm(
        "lstm_steps",
        (3, 4, 5),
        mask=MASK,
        initial_state=[(3, 3), (3, 3)],
        kwargs={"recurrent_activation": "hard_sigmoid", **dict.fromkeys(FLAGS, True)},
    ),
    lstm(
        "lstm_steps_zero_output",
        (3, 4, 5),
        mask=MASK,
        kwargs={"activation": "elu", "zero_output_for_mask": True, "return_sequences": True},
    ),
    lstm(
        "lstm_regularizers",
        (2, 4, 5),
        kwargs={
            "kernel_regularizer": "l2",
            "recurrent_regularizer": "l1",
            "bias_regularizer": "l2",
            "recurrent_initializer": "glorot_normal",
            "bias_initializer": "ones",
        },
    ),
    lstm("lstm_dropout_off", (2, 4, 5), kwargs={"dropout": 0.5, "recurrent_dropout": 0.3}),
    lstm("lstm_stateful", (2, 4, 5), kwargs={"stateful": True, "return_sequences": True}, calls=2),
    lstm("lstm_unroll", (2, 4, 5), kwargs={"unroll": True, "seed": 3}),
    lstm("lstm_float64", (2, 4, 5), kwargs={"dtype": "float64"}),
    lstm("lstm_mixed_float16", (2, 4, 5), kwargs={"dtype": "mixed_float16"}),
    case("lstm_cell", "LSTMCell", {"units": 3}, (2, 5), [(2, 3), (2, 3)]),
    case(
        "lstm_cell_options",
        "LSTMCell",
        {"units": 2, "activation": "relu", "recurrent_activation": "tanh", "use_bias": False},
        (3, 4),
        [(3, 2), (3, 2)],
    ),
]


def attention(name, *args, kwargs=None, **options):
    given = {"num_heads": 2, "key_dim": 3, **(kwargs or {})}
    return case(name, "MultiHeadAttention", given, *args, **options)


QUERIES, KEYS = mask("110", "100"), mask("1011", "0110")
PAIRS = np.stack([mask("1011", "1100", "0001"), mask("1110", "0110", "1001")])
ATTENTION = [
    attention("attention", (2, 3, 5), (2, 4, 6)),
    attention("attention_key", (2, 3, 5), (2, 4, 6), (2, 4, 7)),
    attention("attention_one_head", (2, 3, 5), (2, 3, 5), kwargs={"num_heads": 1, "key_dim": 8}),
    attention(
        "attention_sizes",
        (2, 3, 5),
        (2, 4, 6),
        kwargs={"value_dim": 4, "output_shape": 7, "use_bias": False},
    ),
    attention("attention_output", (2, 3, 5), (2, 4, 6), kwargs={"output_shape": [2, 3]}),
    attention("attention_causal", (2, 4, 5), (2, 4, 6), use_causal_mask=True),
    attention("attention_causal_wide", (2, 3, 5), (2, 5, 6), use_causal_mask=True),
    attention("attention_mask", (2, 3, 5), (2, 4, 6), attention_mask=PAIRS),
    attention("attention_mask_matrix", (2, 3, 5), (2, 4, 6), attention_mask=PAIRS[0]),
    attention(
        "attention_mask_heads", (2, 3, 5), (2, 4, 6), attention_mask=np.stack([PAIRS, ~PAIRS], 1)
    ),
    attention("attention_mask_row", (2, 3, 5), (2, 4, 6), attention_mask=PAIRS[:, :1]),
    attention("attention_value_mask", (2, 3, 5), (2, 4, 6), value_mask=KEYS),
    attention(
        "attention_masks",
        (2, 3, 5),
        (2, 4, 6),
        (2, 4, 2),
        query_mask=QUERIES,
        value_mask=KEYS,
        key_mask=mask("1111", "0111"),
        attention_mask=PAIRS,
        use_causal_mask=True,
        previous_mask=QUERIES,
    ),
    attention("attention_axis_1", (2, 3, 2, 4), (2, 4, 2, 5), kwargs={"attention_axes": 1}),
    attention("attention_axis_2", (2, 2, 3, 4), (2, 2, 4, 5), kwargs={"attention_axes": [2]}),
    attention("attention_last_axis", (2, 2, 3, 4), (2, 2, 4, 4), kwargs={"attention_axes": [-2]}),
    attention("attention_all_axes", (2, 2, 3, 4), (2, 3, 2, 4)),
    attention(
        "attention_axes_turned", (2, 2, 3, 4), (2, 3, 2, 4), kwargs={"attention_axes": [2, 1]}
    ),
    attention(
        "attention_axes_mask",
        (2, 2, 3, 4),
        (2, 2, 2, 4),
        kwargs={"attention_axes": [2]},
        attention_mask=mask("10", "11", "01")[None],
    ),
    attention(
        "attention_axes_scores",
        (2, 2, 3, 4),
        (2, 2, 2, 4),
        kwargs={"attention_axes": [2]},
        return_attention_scores=True,
    ),
    attention("attention_scores", (2, 3, 5), (2, 4, 6), return_attention_scores=True),
    attention(
        "attention_scores_masks",
        (2, 3, 5),
        (2, 4, 6),
        return_attention_scores=True,
        value_mask=KEYS,
        use_causal_mask=True,
    ),
    attention(
        "attention_blind_dropout",
        (2, 3, 5),
        (2, 4, 6),
        kwargs={"dropout": 0.5},
        attention_mask=PAIRS & (np.arange(3) > 0)[:, None],
    ),
    attention(
        "attention_blind",
        (2, 3, 5),
        (2, 4, 6),
        attention_mask=PAIRS & (np.arange(3) > 0)[:, None],
    ),
    attention(
        "attention_options",
        (2, 3, 5),
        (2, 4, 6),
        kwargs={
            "dropout": 0.5,
            "kernel_initializer": "ones",
            "bias_initializer": "normal",
            "kernel_regularizer": "l2",
            "bias_regularizer": "l1",
            "seed": 4,
            "name": "looks",
        },
    ),
    attention("attention_float16", (2, 3, 5), (2, 4, 6), kwargs={"dtype": "mixed_float16"}),
    attention("attention_float64", (2, 3, 5), (2, 4, 6), kwargs={"dtype": "float64"}),
]

CASES = [*MERGING, *EMBEDDING, *LSTM, *ATTENTION, *FAMILIES]

# Class, arguments, and shapes whose output shape is recorded.
SHAPES = [
    ("Add", {}, [[(None, 3), (None, 1)]]),
    ("Add", {}, [[(2, 3), (None, 3)]]),
    ("Add", {}, [[(None, 3, 4), (None, 4)]]),
    ("Concatenate", {"axis": 1}, [[(None, 3, 4), (None, None, 4)]]),
    ("Concatenate", {"axis": -2}, [[(None, 3, 4), (None, 2, None)]]),
    ("Dot", {"axes": 1}, [[(None, 3, 4), (None, 3, 5)]]),
    ("Dot", {"axes": 1}, [[(None, 3), (None, 3)]]),
    ("Embedding", {"input_dim": 4, "output_dim": 2}, [(None, None)]),
    ("Masking", {}, [(None, None, 3)]),
    ("LSTM", {"units": 4}, [(None, None, 3)]),
    ("LSTM", {"units": 4, "return_sequences": True}, [(None, None, 3)]),
    ("LSTM", {"units": 4, "return_sequences": True, "return_state": True}, [(2, 5, 3)]),
    ("LSTM", {"units": 4, "return_state": True}, [(None, 5, 3)]),
    ("MultiHeadAttention", {"num_heads": 2, "key_dim": 3}, [(None, None, 4), (None, 5, 6)]),
    (
        "MultiHeadAttention",
        {"num_heads": 2, "key_dim": 3, "output_shape": 7},
        [(None, 3, 4), (None, 5, 6), (None, 5, 2)],
    ),
    *FAMILY_SHAPES,
]
