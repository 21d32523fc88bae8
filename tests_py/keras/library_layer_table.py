"""Calls that the layers made in Python must refuse, by class. Every one of them needs a row."""

from __future__ import annotations

import numpy as np
from augmentation_call_table import ROWS as AUGMENTATION
from layer_family_rows import FAMILY_ROWS
from layer_row import Bad, bad, called_twice
from preprocessing_call_table import ROWS as PREPROCESSING
from spatial_call_table import ROWS as SPATIAL

import pelton as tf
from pelton.keras import layers as L  # noqa: N812


def ones(*shape, dtype="float32"):
    return np.ones(shape, dtype)


PAIR = [ones(2, 3), ones(2, 3)]


def merging(cls) -> list[Bad]:
    """What all elementwise merging layers refuse."""
    return [
        bad(lambda: cls()(ones(2, 3)), ValueError, "a list of inputs", "(2, 3)"),
        bad(lambda: cls()([]), ValueError, "a list of inputs", "[]"),
        bad(lambda: cls()([ones(2, 3), None]), ValueError, "[(2, 3), None]"),
        bad(lambda: cls()({"a": ones(2, 3)}), ValueError, "a list of inputs", "'a': (2, 3)"),
        bad(lambda: cls()([ones(2, 3), ones(2, 4)]), ValueError, "shapes (3,) and (4,)"),
        bad(lambda: cls()([ones(2, 3), ones(3, 3)]), ValueError, "[(2, 3), (3, 3)]"),
        bad(lambda: called_twice(cls(), PAIR, [ones(2, 3), ones(2, 2)]), ValueError, "(2,)"),
        bad(lambda: called_twice(cls(), PAIR, ones(2, 3)), ValueError, "a list of tensors"),
        bad(lambda: cls(axis=1), ValueError, "{'axis': 1}"),
        bad(lambda: cls().compute_output_shape((2, 3)), ValueError, "(2, 3)"),
        bad(lambda: cls().compute_mask(PAIR, [None]), ValueError, "2 inputs and 1 masks"),
        bad(lambda: cls().compute_mask(PAIR, ones(2)), ValueError, "`mask` should be a list"),
    ]


CONCATENATE = [
    bad(lambda: L.Concatenate("last"), ValueError, "`axis`", "last"),
    bad(lambda: L.Concatenate()(ones(2, 3)), ValueError, "at least 1 input", "(2, 3)"),
    bad(lambda: L.Concatenate()([ones(2, 3), ones(3, 3)]), ValueError, "[(2, 3), (3, 3)]"),
    bad(lambda: L.Concatenate()([ones(2, 3), ones(2, 3, 1)]), ValueError, "(2, 3, 1)"),
    bad(lambda: L.Concatenate(axis=2)(PAIR), ValueError, "axis=2", "[(2, 3), (2, 3)]"),
    bad(lambda: L.Concatenate(axis=-3)(PAIR), ValueError, "axis=-3"),
    bad(lambda: L.Concatenate().compute_mask(PAIR, [None] * 3), ValueError, "3 masks"),
]
DOT = [
    bad(lambda: L.Dot(), TypeError, "'axes'"),
    bad(lambda: L.Dot("a"), TypeError, "`axes`", "axes=a"),
    bad(lambda: L.Dot((1, 2, 3)), ValueError, "two elements", "(1, 2, 3)"),
    bad(lambda: L.Dot((1, "a")), ValueError, "integers", "(1, 'a')"),
    bad(lambda: L.Dot(1)(ones(2, 3)), ValueError, "a list of 2 inputs", "(2, 3)"),
    bad(lambda: L.Dot(1)([*PAIR, ones(2, 3)]), ValueError, "a list of 2 inputs"),
    bad(lambda: L.Dot(0)(PAIR), ValueError, "Axis 0", "axes=0"),
    bad(lambda: L.Dot(2)(PAIR), ValueError, "Axis 2", "[(2, 3), (2, 3)]"),
    bad(lambda: L.Dot(1)([ones(2, 3), ones(2, 4)]), ValueError, "values 3", "4", "(2, 4)"),
    bad(lambda: L.Dot(1)([ones(2, 3), ones(5, 3)]), ValueError, "batch sizes", "(5, 3)"),
]
EMBEDDING = [
    bad(lambda: L.Embedding(4), TypeError, "'output_dim'"),
    bad(lambda: L.Embedding(0, 2), ValueError, "`input_dim`", "input_dim=0"),
    bad(lambda: L.Embedding(4, 2.5), ValueError, "`output_dim`", "2.5"),
    bad(lambda: L.Embedding(True, 2), ValueError, "`input_dim`", "True"),
    bad(lambda: L.Embedding(4, 2, "no"), ValueError, "no", "`embeddings_initializer`"),
    bad(lambda: L.Embedding(4, 2, embeddings_regularizer="x"), ValueError, "_regularizer`"),
    bad(lambda: L.Embedding(4, 2, embeddings_constraint="x"), ValueError, "constraint", "x"),
    bad(lambda: L.Embedding(4, 2, weights=[ones(3, 2)]), ValueError, "(4, 2)", "(3, 2)"),
    bad(lambda: L.Embedding(4, 2, size=3), ValueError, "{'size': 3}"),
    bad(
        lambda: L.Embedding(4, 2)(np.array([[0, 4]])),
        tf.errors.InvalidArgumentError,
        "indices[0,1] = 4 is not in [0, 4)",
        "(1, 2)",
    ),
    bad(lambda: L.Embedding(4, 2)(np.array([-5])), IndexError, "= -1 is not in [0, 4)"),
    bad(lambda: L.Embedding(4, 2)("a"), ValueError, "Only input tensors"),
]
REVERSIBLE = [
    bad(lambda: L.ReversibleEmbedding(4), TypeError, "'output_dim'"),
    bad(lambda: L.ReversibleEmbedding(0, 2), ValueError, "`input_dim`", "input_dim=0"),
    bad(lambda: L.ReversibleEmbedding(4, 2.5), ValueError, "`output_dim`", "2.5"),
    bad(lambda: L.ReversibleEmbedding(4, 2, size=3), ValueError, "{'size': 3}"),
    bad(
        lambda: L.ReversibleEmbedding(4, 2)(ones(2, 3), reverse=True),
        tf.errors.InvalidArgumentError,
        "(2, 3)",
    ),
    bad(lambda: L.ReversibleEmbedding(4, 2)(np.array([4])), IndexError, "= 4 is not in [0, 4)"),
]
MASKING = [
    bad(lambda: L.Masking("a"), ValueError, "`mask_value`", "mask_value=a"),
    bad(lambda: L.Masking(None), ValueError, "mask_value=None"),
    bad(lambda: L.Masking([1.0]), ValueError, "[1.0]"),
    bad(lambda: L.Masking(axis=1), ValueError, "{'axis': 1}"),
    bad(lambda: L.Masking()(np.float32(1)), ValueError, "at least one axis", "()"),
    bad(lambda: L.Masking()("a"), ValueError, "Only input tensors"),
]
X, STATES = ones(2, 3, 4), [ones(2, 5), ones(2, 5)]


def recurrent(cls) -> list[Bad]:
    """What the arguments of LSTM and of its cell refuse."""
    return [
        bad(lambda: cls(), TypeError, "'units'"),
        bad(lambda: cls(0), ValueError, "`units`", "units=0"),
        bad(lambda: cls("a"), ValueError, "units=a"),
        bad(lambda: cls(5, activation="no"), ValueError, "no", "argument `activation`"),
        bad(lambda: cls(5, recurrent_initializer="no"), ValueError, "`recurrent_initializer`"),
        bad(lambda: cls(5, bias_regularizer="no"), ValueError, "`bias_regularizer`"),
        bad(lambda: cls(5, recurrent_constraint="no"), ValueError, "`recurrent_constraint`"),
        bad(lambda: cls(5, dropout=1.5), ValueError, "`dropout`", "dropout=1.5"),
        bad(lambda: cls(5, recurrent_dropout="a"), ValueError, "recurrent_dropout=a"),
        bad(lambda: cls(5, seed="a"), ValueError, "`seed`", "seed=a"),
        bad(lambda: cls(5, size=3), ValueError, "{'size': 3}"),
    ]


LSTM = [
    *recurrent(L.LSTM),
    bad(lambda: L.LSTM(5)(ones(2, 3)), ValueError, "expected ndim=3", "(2, 3)"),
    bad(lambda: L.LSTM(5)("a"), ValueError, "Only input tensors"),
    bad(lambda: L.LSTM(5)(ones(2, 0, 4)), ValueError, "no steps", "(2, 0, 4)"),
    bad(lambda: called_twice(L.LSTM(5), X, ones(2, 3, 6)), ValueError, "(2, 3, 6)"),
    bad(lambda: L.LSTM(5)([X, *STATES]), ValueError, "[(2, 3, 4), (2, 5), (2, 5)]"),
    bad(lambda: L.LSTM(5)(X, mask=ones(2, 4) > 0), ValueError, "`mask`", "(2, 4)", "(2, 3, 4)"),
    bad(lambda: L.LSTM(5)(X, mask=ones(2) > 0), ValueError, "mask.shape=(2,)"),
    bad(lambda: L.LSTM(5)(X, initial_state=STATES[:1]), ValueError, "[h, c]", "[(2, 5)]"),
    bad(lambda: L.LSTM(5)(X, initial_state=STATES[0]), ValueError, "[h, c]", "(2, 5)"),
    bad(lambda: L.LSTM(5)(X, initial_state=[X, X]), ValueError, "(2, 3, 4)"),
    bad(lambda: L.LSTM(5)(X, initial_state=[ones(3, 5)] * 2), ValueError, "(2, 5)", "(3, 5)"),
    bad(
        lambda: called_twice(L.LSTM(5, stateful=True), X, ones(1, 3, 4)),
        ValueError,
        "(1, 5)",
        "(2, 5)",
    ),
    bad(
        lambda: L.LSTM(5, stateful=True)(tf.keras.Input((3, 4))),
        ValueError,
        "the batch size must be static",
        "(None, 3, 4)",
    ),
    bad(
        lambda: L.LSTM(5, activation="relu")(tf.keras.Input((None, 4))),
        ValueError,
        "unknown number of steps",
    ),
]
CELL = [
    *recurrent(L.LSTMCell),
    bad(lambda: L.LSTMCell(5)(ones(2, 4), STATES[:1]), ValueError, "[h, c]", "[(2, 5)]"),
    bad(lambda: L.LSTMCell(5)(ones(2, 4), [ones(2, 4)] * 2), ValueError, "(2, 5)", "(2, 4)"),
    bad(lambda: L.LSTMCell(5)(X, STATES), ValueError, "inputs.shape=(2, 3, 4)"),
]


def attention(**kwargs):
    return L.MultiHeadAttention(2, 3, **kwargs)


Q, V, ONES = ones(2, 3, 4), ones(2, 5, 6), ones(2, 3, 2, 4)
ATTENTION = [
    bad(lambda: L.MultiHeadAttention(2), TypeError, "'key_dim'"),
    bad(lambda: L.MultiHeadAttention(0, 3), ValueError, "`num_heads`", "num_heads=0"),
    bad(lambda: L.MultiHeadAttention(2, "a"), ValueError, "`key_dim`", "key_dim=a"),
    bad(lambda: attention(value_dim=-1), ValueError, "`value_dim`", "value_dim=-1"),
    bad(lambda: attention(output_shape="a"), ValueError, "`output_shape`", "output_shape=a"),
    bad(lambda: attention(output_shape=(2, 0)), ValueError, "output_shape=0"),
    bad(lambda: attention(dropout=2.0), ValueError, "`dropout`", "dropout=2.0"),
    bad(lambda: attention(seed="a"), ValueError, "`seed`", "seed=a"),
    bad(lambda: attention(kernel_initializer="no"), ValueError, "no", "`kernel_initializer`"),
    bad(lambda: attention(bias_constraint="no"), ValueError, "no", "`bias_constraint`"),
    bad(lambda: attention(attention_axes="a"), ValueError, "attention_axes=a"),
    bad(lambda: attention(attention_axes=2)(Q, V), ValueError, "rank 3", "attention_axes=(2,)"),
    bad(lambda: attention(attention_axes=[1, 1])(ONES, ONES), ValueError, "distinct", "(1, 1)"),
    bad(
        lambda: attention(attention_axes=1)(ONES, ones(2, 3, 5, 4)),
        ValueError,
        "not attended",
        "(2, 3, 2, 4)",
        "(2, 3, 5, 4)",
    ),
    bad(
        lambda: attention()(ONES, ONES, attention_mask=ones(2, 3, 3) > 0),
        ValueError,
        "`attention_mask`",
        "(2, 3, 3)",
        "(2, 3, 2, 3, 2)",
    ),
    bad(
        lambda: attention(attention_axes=2)(ONES, ONES, use_causal_mask=True), ValueError, "causal"
    ),
    bad(lambda: attention()(ONES, ONES, value_mask=ones(2, 3) > 0), ValueError, "`value_mask`"),
    bad(lambda: attention(sliding_window=0), ValueError, "sliding_window=0"),
    bad(
        lambda: attention(sliding_window=2, attention_axes=2)(ONES, ONES),
        ValueError,
        "`sliding_window`",
        "attention_axes=(2,)",
    ),
    bad(lambda: attention(flash_attention=True, dropout=0.5), ValueError, "dropout=0.5"),
    bad(
        lambda: attention(flash_attention=True)(Q, V, return_attention_scores=True),
        ValueError,
        "Returning attention scores is not supported",
    ),
    bad(lambda: attention()(Q, ones(2, 5)), ValueError, "(2, 3, 4)", "value_shape=(2, 5)"),
    bad(lambda: attention()(Q, None), ValueError, "value_shape=()"),
    bad(lambda: attention()(Q, V, query=Q), TypeError, "multiple values for argument 'query'"),
    bad(lambda: attention()(Q), TypeError, "missing a required argument: 'value'"),
    bad(lambda: attention()(Q, "a"), ValueError, "value"),
    bad(lambda: attention()(Q, ones(3, 5, 6)), ValueError, "one batch size", "(3, 5, 6)"),
    bad(lambda: attention()(Q, V, ones(2, 6, 6)), ValueError, "`value` and `key`", "(2, 6, 6)"),
    bad(
        lambda: attention()(Q, V, attention_mask=ones(2, 5, 3) > 0),
        ValueError,
        "`attention_mask`",
        "(2, 5, 3)",
        "(2, 3, 5)",
    ),
    bad(lambda: attention()(Q, V, attention_mask=ones(5) > 0), ValueError, "(5,)"),
    bad(lambda: attention()(Q, V, query_mask=ones(2, 5) > 0), ValueError, "`query_mask`", "(2, 3)"),
    bad(lambda: attention()(Q, V, value_mask=ones(2, 3) > 0), ValueError, "`value_mask`", "(2, 5)"),
    bad(lambda: attention()(Q, V, key_mask=ones(3, 5) > 0), ValueError, "`key_mask`", "(3, 5)"),
    bad(
        lambda: attention().compute_output_shape((None, 3, 4), (None, 5, 6), (None, 4, 6)),
        ValueError,
        "(None, 4, 6)",
    ),
]

GROUPED = [
    bad(lambda: L.GroupQueryAttention(3, 4), TypeError, "'num_key_value_heads'"),
    bad(lambda: L.GroupQueryAttention(0, 4, 2), ValueError, "`head_dim`", "head_dim=0"),
    bad(lambda: L.GroupQueryAttention(3, 4, 3), ValueError, "divisible", "num_key_value_heads=3"),
    bad(lambda: L.GroupQueryAttention(3, 4, "a"), ValueError, "num_key_value_heads=a"),
    bad(lambda: L.GroupQueryAttention(3, 4, 2, dropout=2.0), ValueError, "dropout=2.0"),
    bad(lambda: L.GroupQueryAttention(3, 4, 2, sliding_window=-1), ValueError, "sliding_window"),
    bad(lambda: L.GroupQueryAttention(3, 4, 2)(Q, ones(2, 5)), ValueError, "value_shape=(2, 5)"),
    bad(
        lambda: L.GroupQueryAttention(3, 4, 2)(Q, V, query_mask=ones(2, 5) > 0),
        ValueError,
        "`query_mask`",
        "(2, 3)",
    ),
]

ELEMENTWISE = {cls: merging(getattr(L, cls)) for cls in "Add Multiply Average".split()}
ROWS: dict[str, list[Bad]] = {
    **ELEMENTWISE,
    "Maximum": merging(L.Maximum),
    "Minimum": merging(L.Minimum),
    "Subtract": [
        *merging(L.Subtract),
        bad(lambda: L.Subtract()([*PAIR, ones(2, 3)]), ValueError, "exactly 2 inputs"),
        bad(lambda: L.Subtract()([ones(2, 3)]), ValueError, "exactly 2 inputs", "[(2, 3)]"),
    ],
    "Concatenate": CONCATENATE,
    "Dot": DOT,
    "Embedding": EMBEDDING,
    "ReversibleEmbedding": REVERSIBLE,
    "Masking": MASKING,
    "LSTM": LSTM,
    "LSTMCell": CELL,
    "MultiHeadAttention": ATTENTION,
    "GroupedQueryAttention": GROUPED,
    **SPATIAL,
    **FAMILY_ROWS,
    **PREPROCESSING,
    **AUGMENTATION,
}
