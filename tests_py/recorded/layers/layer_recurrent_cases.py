"""Calls of recurrent layers but LSTM's, of their cells and of Bidirectional whose facts are
recorded."""

from recorded.layers.layer_arguments import layer
from recorded.layers.layer_case import case, mask

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
        *masked(one),
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


def masked(one):
    """The calls of `one` layer where steps are masked."""
    return [
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
