"""Rows of attention and its gradient: masks, biases, causality, heads that share keys."""

import numpy as np

from op_table.errors_of import call_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase, numpy_dtype
from pelton._core import ops

NONE = (0,)
MASKED = -0.7  # of the largest number: the score of a key that is not seen


def grouped(x, heads):
    """Keys or values with each group's once for each of its heads."""
    return np.repeat(x, heads // max(x.shape[2], 1), axis=2)


def scores_of(q, k, mask, bias, scale, causal):
    """(scores, which of them are seen), by Keras's formula."""
    heads, queries, keys = q.shape[2], q.shape[1], k.shape[1]
    scale = 1 / np.sqrt(q.shape[3]) if scale is None else scale
    scores = np.einsum("btnh,bsnh->bnts", q, grouped(k, heads)) * q.dtype.type(scale)
    scores = scores + bias if bias.size else scores
    seen = np.ones(scores.shape, bool)
    seen &= mask if mask.size else True
    seen &= np.tril(np.ones((queries, keys), bool)) if causal else True
    return np.where(seen, scores, q.dtype.type(MASKED * np.finfo(q.dtype).max)), seen


def attention(q, k, v, mask, bias, scale=None, causal=False):
    scores, _ = scores_of(q, k, mask, bias, scale, causal)
    most = scores.max(-1, keepdims=True, initial=-np.inf)
    powers = np.exp(scores - most)
    total = powers.sum(-1, keepdims=True)
    result = np.einsum("bnts,bsnv->btnv", powers / total, grouped(v, q.shape[2]))
    return result, (most + np.log(total))[..., 0]


def attention_in(dtype):
    """attention() as the op rounds: logsumexp of 16-bit floats is float32."""

    def call(*arrays, **attrs):
        result, logsumexp = attention(*arrays, **attrs)
        least = MASKED * np.finfo(wide(dtype)).max
        return result.astype(numpy_dtype(dtype)), np.maximum(logsumexp, least).astype(wide(dtype))

    return call


def result_only(*inputs, **attrs):
    return attention(*inputs, **attrs)[0]


def summed_groups(x, groups):
    """The sum over the heads of each group."""
    return x.reshape(*x.shape[:2], groups, x.shape[2] // groups, x.shape[3]).sum(3)


def attention_grad(
    q, k, v, mask, bias, result, logsumexp, grad, scale=None, causal=False, scores_needed=False
):
    heads, groups = q.shape[2], k.shape[2]
    scores, seen = scores_of(q, k, mask, bias, scale, causal)
    logsumexp = logsumexp.astype(q.dtype)[..., None]
    is_blind = logsumexp == MASKED * np.finfo(q.dtype).max
    weights = np.where(is_blind, 1 / max(k.shape[1], 1), np.exp(scores - logsumexp))
    by_weights = np.einsum("btnv,bsnv->bnts", grad, grouped(v, heads))
    mean = np.einsum("btnv,btnv->bnt", grad, result)[..., None]
    by_scores = np.where(seen, weights * (by_weights - mean), 0).astype(q.dtype)
    scaled = by_scores * q.dtype.type(1 / np.sqrt(q.shape[3]) if scale is None else scale)
    return (
        np.einsum("bnts,bsnh->btnh", scaled, grouped(k, heads)),
        summed_groups(np.einsum("bnts,btnh->bsnh", scaled, q), groups),
        summed_groups(np.einsum("bnts,btnv->bsnv", weights, grad).astype(q.dtype), groups),
        by_scores if scores_needed else np.zeros(0, q.dtype),
    )


def grad_of_results(*arrays, scores_needed=False, **attrs):
    """attention_grad of what attention makes of the same operands."""
    *operands, grad = arrays
    results = attention(*operands, **attrs)
    return attention_grad(*operands, *results, grad, scores_needed=scores_needed, **attrs)


def call_grad_of_results(*tensors, scores_needed=False, **attrs):
    *operands, grad = tensors
    results = ops.attention(*operands, **attrs)
    return ops.attention_grad(*operands, *results, grad, scores_needed=scores_needed, **attrs)


# batch, queries, keys, heads, groups, depth, width; shapes of mask and bias
SIZES = (
    ((2, 3, 4, 2, 2, 3, 2), (2, 1, 3, 4), (2, 3, 4)),
    ((2, 5, 2, 4, 2, 3, 3), (2, 4, 5, 2), NONE),  # some queries see no key
    ((1, 2, 3, 2, 1, 2, 5), NONE, (1, 1, 1, 3)),
    ((1, 33, 35, 1, 1, 17, 66), (35,), (33, 1)),  # more than a tile on a GPU
    ((3, 1, 1, 1, 1, 1, 1), NONE, NONE),
    ((0, 3, 4, 2, 2, 3, 2), NONE, NONE),
    ((2, 0, 4, 2, 2, 3, 2), NONE, NONE),
    ((2, 3, 4, 2, 2, 3, 0), NONE, NONE),
)


def sample(sizes, mask, bias):
    batch, queries, keys, heads, groups, depth, width = sizes
    query, key = In((batch, queries, heads, depth)), In((batch, keys, groups, depth))
    return query, key, In((batch, keys, groups, width)), In(mask, dtype="bool"), In(bias)


def with_grad(sizes, mask, bias):
    batch, queries, _, heads, _, _, width = sizes
    return *sample(sizes, mask, bias), In((batch, queries, heads, width))


def with_results(sizes, mask, bias, dtype):
    batch, queries, _, heads, _, _, width = sizes
    logsumexp = In((batch, heads, queries), 8, 16, dtype=dtype)
    result = In((batch, queries, heads, width))
    return *sample(sizes, mask, bias), result, logsumexp, result


SAMPLES = tuple(sample(*row) for row in SIZES)
GRAD_SAMPLES = tuple(with_grad(*row) for row in SIZES)
# Without keys there is nothing to attend to.
NO_KEYS = (sample((2, 3, 0, 2, 2, 3, 2), NONE, NONE),)


def nothing(q, k, v, mask, bias):
    shape = (*q.shape[:3], v.shape[3])
    return np.zeros(shape, q.dtype), np.full((shape[0], shape[2], shape[1]), -np.inf, q.dtype)


Q, K = np.ones((2, 3, 4, 5), np.float32), np.ones((2, 6, 2, 5), np.float32)
L, M, B = np.ones((2, 4, 3), np.float32), np.zeros(NONE, bool), np.zeros(NONE, np.float32)
GOOD, GOOD_GRAD = (Q, K, K, M, B), (Q, K, K, M, B, Q, L, Q)


def common(good):
    """What both ops refuse."""
    q, k, v, m, b, *rest = good
    return (
        *call_errors(good)[:2],
        *value_errors(good),
        Bad((q[0], k, v, m, b, *rest), says=("query must have the axes batch, position",)),
        Bad((q[:1], k, v, m, b, *rest), says=("must have one batch size",)),
        Bad((q, k, v[:, 1:], m, b, *rest), says=("the same positions and heads",)),
        Bad((q[..., 1:], k, v, m, b, *rest), says=("as many features",)),
        Bad((q[:, :, 1:], k, v, m, b, *rest), says=("must be a multiple of key's",)),
        Bad((q, k[:, :, :0], v[:, :, :0], m, b, *rest), says=("must be a multiple of key's",)),
        Bad((q, k, v, np.ones((3, 5), bool), b, *rest), says=("mask must broadcast to",)),
        Bad((q, k, v, np.ones((1, 2, 4, 3, 6), bool), b, *rest), says=("mask must broadcast to",)),
        Bad(
            (q, k, v, m, q, *rest), says=("bias must broadcast to the scores' shape (2, 4, 3, 6)",)
        ),
        Bad((q, k, v, b, b, *rest), says=("argument 'mask' has dtype float32",)),
        Bad((q, k.astype(np.float64), v, m, b, *rest), says=("was expected to be a float",)),
        Bad((q.astype(np.int32), k, v, m, b, *rest), says=("has dtype int32",)),
        Bad(good, {"scale": "small"}, TypeError, ("argument 'scale' must be",)),
        Bad(good, {"causal": None}, TypeError, ("causal",)),
    )


GRAD_ERRORS = (
    *common(GOOD_GRAD),
    Bad((*GOOD[:5], Q[:1], L, Q), says=("result has shape (1, 3, 4, 5)",)),
    Bad((*GOOD[:5], Q, L[:1], Q), says=("logsumexp has shape (1, 4, 3)",)),
    Bad((*GOOD[:5], Q, L.astype(np.float64), Q), says=("logsumexp must be float32",)),
    Bad((*GOOD[:5], Q, L, Q[:, 1:]), says=("grad has shape (2, 2, 4, 5)",)),
)


def wide(dtype):
    """The dtype of logsumexp."""
    return "float64" if dtype == "float64" else "float32"


def rows(number, errors=(), grad_errors=(), **attrs):
    """The rows of some attributes; gradients are checked on one sample."""
    has_bias = SIZES[number][2] != NONE
    grad_attrs = {"scores_needed": number == 0, **attrs}
    common_to = {"kind": "product", "grad_sample": number}
    return [
        OpCase(
            "attention",
            result_only,
            SAMPLES,
            FLOATS,
            attrs=attrs,
            grad=(0, 1, 2, 4) if has_bias else (0, 1, 2),
            fn=lambda *tensors, **given: ops.attention(*tensors, **given)[0],
            **common_to,
        ),
        OpCase(
            "attention_grad",
            grad_of_results,
            GRAD_SAMPLES,
            FLOATS,
            attrs=grad_attrs,
            grad=(0, 1, 2, 4, 5) if has_bias else (0, 1, 2, 5),
            fn=call_grad_of_results,
            **common_to,
        ),
        *both_ops(attrs, grad_attrs, errors, grad_errors),
    ]


def both_ops(attrs, grad_attrs, errors, grad_errors):
    """All results of both for any operands, in each dtype."""
    cases = []
    for dtype in FLOATS:
        first = dtype == FLOATS[0]
        inputs = tuple(with_results(*row, wide(dtype)) for row in SIZES)
        shared = {"dtypes": (dtype,), "kind": "product"}
        cases += [
            OpCase(
                "attention",
                attention_in(dtype),
                SAMPLES,
                attrs=attrs,
                rounds=False,
                errors=errors if first else (),
                **shared,
            ),
            OpCase(
                "attention_grad",
                attention_grad,
                inputs,
                attrs=grad_attrs,
                errors=grad_errors if first else (),
                **shared,
            ),
        ]
    return cases


CASES = [
    *rows(0, common(GOOD), GRAD_ERRORS),
    *rows(1, causal=True),
    *rows(2, scale=0.7),
    *rows(1),
    OpCase("attention", nothing, NO_KEYS, ("float32", "float64")),
]
