"""Calls of attention layers with shared keys, windows and gates, and shapes."""

from recorded.layers.layer_call_cases import KEYS, PAIRS, QUERIES
from recorded.layers.layer_case import case, mask

GROUPED = {"head_dim": 3, "num_query_heads": 4, "num_key_value_heads": 2}
HEADS = {"num_heads": 2, "key_dim": 3}


def grouped(name, *args, kwargs=None, **options):
    """A call of GroupQueryAttention, by the class's own name."""
    return case(name, "GroupQueryAttention", {**GROUPED, **(kwargs or {})}, *args, **options)


def heads(name, *args, kwargs=None, **options):
    """A call of MultiHeadAttention."""
    return case(name, "MultiHeadAttention", {**HEADS, **(kwargs or {})}, *args, **options)


CASES = [
    grouped("grouped", (2, 3, 5), (2, 4, 6)),
    grouped("grouped_key", (2, 3, 5), (2, 4, 6), (2, 4, 7)),
    grouped("grouped_as_many", (2, 3, 5), (2, 4, 6), kwargs={"num_key_value_heads": 4}),
    grouped("grouped_one", (2, 3, 5), (2, 4, 6), kwargs={"num_key_value_heads": 1}),
    grouped("grouped_no_bias", (2, 3, 5), (2, 4, 6), kwargs={"use_bias": False}),
    grouped("grouped_gate", (2, 3, 5), (2, 4, 6), kwargs={"use_gate": True}),
    grouped("grouped_window", (2, 4, 5), (2, 4, 6), kwargs={"sliding_window": 2}),
    grouped("grouped_causal", (2, 4, 5), (2, 4, 6), use_causal_mask=True),
    grouped("grouped_scores", (2, 3, 5), (2, 4, 6), return_attention_scores=True),
    grouped(
        "grouped_causal_scores",
        (2, 4, 5),
        (2, 4, 6),
        kwargs={"sliding_window": 3},
        return_attention_scores=True,
        use_causal_mask=True,
    ),
    grouped("grouped_mask", (2, 3, 5), (2, 4, 6), attention_mask=PAIRS),
    grouped("grouped_value_mask", (2, 3, 5), (2, 4, 6), value_mask=KEYS),
    grouped(
        "grouped_masks",
        (2, 3, 5),
        (2, 4, 6),
        query_mask=QUERIES,
        value_mask=KEYS,
        key_mask=mask("1111", "0111"),
        attention_mask=PAIRS,
    ),
    grouped("grouped_regularized", (2, 3, 5), (2, 4, 6), kwargs={"kernel_regularizer": "l2"}),
    heads("heads_gate", (2, 3, 5), (2, 4, 6), kwargs={"use_gate": True, "value_dim": 4}),
    heads("heads_window", (2, 4, 5), (2, 4, 6), kwargs={"sliding_window": 2}),
    heads(
        "heads_window_mask",
        (2, 3, 5),
        (2, 4, 6),
        kwargs={"sliding_window": 3, "use_gate": True},
        attention_mask=PAIRS,
        use_causal_mask=True,
    ),
    heads(
        "heads_window_scores",
        (2, 4, 5),
        (2, 4, 6),
        kwargs={"sliding_window": 1},
        return_attention_scores=True,
    ),
]
SHAPES = [("GroupQueryAttention", GROUPED, [(None, None, 4), (None, 5, 4)])]
