"""Rows of softmax, log_softmax and the cross-entropies with softmax."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase
from pelton._core import ops

ONES = np.ones((2, 3), np.float32)
LABELS = np.array([0, 2], np.int32)
SHAPES = ((2, 3), (3, 2, 4), (5, 10), (2, 130, 3), (4, 0), (0, 3), (1, 1), (33, 65))


def softmax(x, axis=-1):
    shifted = np.exp(x - np.max(x, axis, keepdims=True, initial=-np.inf))
    return shifted / np.sum(shifted, axis, keepdims=True)


def log_softmax(x, axis=-1):
    shifted = x - np.max(x, axis, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.sum(np.exp(shifted), axis, keepdims=True))


def sparse_cross_entropy(labels, logits):
    """The losses, and their gradient by the logits of labels that sum to one."""
    target = np.eye(logits.shape[-1], dtype=logits.dtype)[labels]
    return -np.sum(log_softmax(logits) * target, -1), softmax(logits) - target


def cross_entropy(labels, logits):
    """The losses, and their gradient by the logits of labels that sum to one."""
    return -np.sum(log_softmax(logits) * labels, -1), softmax(logits) - labels


def best_classes(scores):
    """The first of the largest, -0.0 below 0.0, the first class where that is NaN."""
    found = np.zeros(scores.shape[:-1], np.int64)
    for row in np.ndindex(found.shape):
        ranks = [(float(x), not np.signbit(x)) for x in scores[row]]
        for i, (x, positive) in enumerate(ranks):
            best, best_positive = ranks[found[row]]
            if x > best or (x == best and positive and not best_positive):
                found[row] = i
    return found


def correct(labels, scores):
    return (best_classes(scores) == labels).astype(np.float32)


def dense_correct(labels, scores):
    return correct(best_classes(labels), scores)


def with_correct(cross_entropy, correct):
    """The cross-entropy's reference with correct predictions, these in the logits' dtype."""

    def reference(labels, logits, of_softmax=False):
        scores = softmax(logits) if of_softmax else logits
        return *cross_entropy(labels, logits), correct(labels, scores).astype(logits.dtype)

    return reference


def with_correct_cast(op):
    """The op with its correct predictions in the losses' dtype."""

    def call(*tensors, **attrs):
        loss, grad, found = op(*tensors, **attrs)
        return loss, grad, ops.cast(found, dtype=loss.dtype)

    return call


def along_axis(name, reference):
    errors = (
        *call_errors((ONES,)),
        *value_errors((ONES,)),
        *dtype_errors(FLOATS),
        Bad((ONES,), {"axis": 2}, says=("axis 2 is out of bounds for rank 2",)),
        Bad((ONES,), {"axis": -3}, says=("axis -3 is out of bounds for rank 2",)),
        Bad((np.float32(1),), says=("logits must be at least 1 dimensional",)),
        Bad((ONES,), {"axis": 0.5}, TypeError, ("argument 'axis' must be",)),
    )
    return [
        OpCase(
            name,
            reference,
            tuple((In(s, -20, 20),) for s in SHAPES) + ((In((2, 3, 2), -2, 2),),),
            FLOATS,
            attrs={} if axis is None else {"axis": axis},
            kind="composed",
            grad=(0,),
            grad_sample=len(SHAPES),
            errors=errors if axis is None else (),
        )
        for axis in (None, 0, -2)
    ]


def softmax_grad(gradients, result, axis=-1):
    return (gradients - np.sum(gradients * result, axis, keepdims=True)) * result


def log_softmax_grad(gradients, result, axis=-1):
    return gradients - np.sum(gradients, axis, keepdims=True) * np.exp(result)


def gradient_along_axis(name, reference, low, high):
    """Rows of a gradient in terms of a result in [low, high]."""
    errors = (
        *call_errors((ONES, ONES)),
        *value_errors((ONES, ONES)),
        *dtype_errors(FLOATS, 2),
        Bad((ONES, ONES), {"axis": 2}, says=("axis 2 is out of bounds for rank 2",)),
        Bad((ONES, np.ones((2, 4), np.float32)), says=("must have the same shape", "(2, 4)")),
        Bad((np.float32(1), np.float32(1)), says=("at least 1 dimensional",)),
    )
    return [
        OpCase(
            name,
            reference,
            tuple((In(s, -2, 2), In(s, low, high)) for s in SHAPES),
            FLOATS,
            attrs={} if axis is None else {"axis": axis},
            kind="composed",
            grad=(0, 1),
            errors=errors if axis is None else (),
        )
        for axis in (None, 0, -2)
    ]


def sparse_samples(dtype):
    shapes = ((2, 3), (5, 10), (3, 2, 4), (70, 10), (0, 3))
    return tuple((In(s[:-1], 0, s[-1] - 1, dtype=dtype), In(s, -4, 4)) for s in shapes)


def whole_samples(dtype):
    """Rows with equal scores, and labels that are no class."""
    shapes = ((40, 3), (20, 300), (3, 0, 4))
    return tuple((In(s[:-1], -1, s[-1], dtype=dtype), In(s, -1.4, 1.4, whole=True)) for s in shapes)


SPARSE_ERRORS = (
    *call_errors((LABELS, ONES)),
    Bad(
        (np.array([0, 3], np.int32), ONES),
        says=("Received a label value of 3 at batch position 1", "valid range of [0, 3)"),
    ),
    Bad(
        (np.array([-1, 0], np.int64), ONES),
        says=("Received a label value of -1 at batch position 0",),
    ),
    Bad((np.array([0, 1, 2], np.int32), ONES), says=("without its last axis",)),
    Bad((ONES[:, 0], ONES), says=("argument 'labels' has dtype float32",)),
    Bad((LABELS, np.ones((2, 3), np.int32)), says=("list of allowed values",)),
    Bad((LABELS, np.ones((2, 0), np.float32)), says=("Must have at least one class",)),
    Bad((np.int32(0), np.float32(1)), says=("at least 1 dimensional",)),
)
HITS_ERRORS = (
    *call_errors((LABELS, ONES)),
    Bad((np.array([0, 1, 2], np.int32), ONES), says=("shape of scores without its last axis",)),
    Bad((ONES[:, 0], ONES), says=("argument 'labels' has dtype float32",)),
    Bad((LABELS, np.ones((2, 3), np.int32)), says=("list of allowed values",)),
    Bad((LABELS, np.ones((2, 0), np.float32)), says=("Must have at least one class",)),
    Bad((np.int32(0), np.float32(1)), says=("scores must be at least 1 dimensional",)),
)
DENSE_ERRORS = (
    *call_errors((ONES, ONES)),
    *value_errors((ONES, ONES)),
    *dtype_errors(FLOATS, 2),
    Bad((np.ones((2, 4), np.float32), ONES), says=("must have the same shape",)),
    Bad((np.ones((2, 3), np.float64), ONES), says=("was expected to be a",)),
    Bad((np.float32(1), np.float32(1)), says=("at least 1 dimensional",)),
)
DENSE_HITS_ERRORS = (
    *DENSE_ERRORS,
    Bad((ONES[:, :0], ONES[:, :0]), says=("Must have at least one class",)),
)

CASES = [
    *along_axis("softmax", softmax),
    *along_axis("log_softmax", log_softmax),
    *gradient_along_axis("softmax_grad", softmax_grad, 0.1, 1),
    *gradient_along_axis("log_softmax_grad", log_softmax_grad, -5, -2),
    *(
        OpCase(
            "sparse_softmax_cross_entropy",
            sparse_cross_entropy,
            sparse_samples(dtype),
            FLOATS,
            kind="composed",
            grad=(1,),
            errors=errors,
        )
        for dtype, errors in (("int32", SPARSE_ERRORS), ("int64", ()))
    ),
    *(
        OpCase(
            "sparse_softmax_cross_entropy_correct",
            with_correct(sparse_cross_entropy, correct),
            sparse_samples(dtype),
            dtypes,
            attrs=attrs,
            kind="composed",
            grad=(1,),
            errors=errors,
            fn=with_correct_cast(ops.sparse_softmax_cross_entropy_correct),
        )
        for dtype, dtypes, attrs, errors in (
            ("int32", FLOATS, {}, SPARSE_ERRORS),
            # in 16 bits ties come of rounding
            ("int64", ("float32", "float64"), {"of_softmax": True}, ()),
        )
    ),
    *(
        OpCase("sparse_categorical_correct", correct, samples, FLOATS, rounds=False, errors=errors)
        for samples, errors in (
            (sparse_samples("int32"), HITS_ERRORS),
            (whole_samples("int64"), ()),
        )
    ),
    OpCase(
        "softmax_cross_entropy",
        cross_entropy,
        tuple((In(s, 0, 1, sums_to_one=-1), In(s, -4, 4)) for s in SHAPES if s[-1] > 0),
        FLOATS,
        kind="composed",
        grad=(0, 1),
        errors=DENSE_ERRORS,
    ),
    *(
        OpCase(
            "softmax_cross_entropy_correct",
            with_correct(cross_entropy, dense_correct),
            tuple((In(s, 0, 1, sums_to_one=-1), In(s, -4, 4)) for s in SHAPES if s[-1] > 0),
            dtypes,
            attrs=attrs,
            kind="composed",
            grad=(0, 1),
            errors=errors,
            fn=with_correct_cast(ops.softmax_cross_entropy_correct),
        )
        for dtypes, attrs, errors in (
            (FLOATS, {}, DENSE_HITS_ERRORS),
            (("float32", "float64"), {"of_softmax": True}, ()),  # in 16 bits ties come of rounding
        )
    ),
    OpCase(
        "categorical_correct",
        dense_correct,
        tuple((In(s, -1.4, 1.4, whole=True),) * 2 for s in ((40, 3), (20, 300), (0, 4), (3, 0, 4))),
        FLOATS,
        rounds=False,
        errors=DENSE_HITS_ERRORS,
    ),
]
