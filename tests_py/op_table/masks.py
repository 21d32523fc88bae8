"""Rows of the ops behind masks and of assignment to a slice."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import EVERY, Bad, In, OpCase
from pelton._core import Tensor, ops

TRUTH = np.array([[True, False, True], [False, False, True]])
ONES = np.ones((2, 3), np.float32)
PART = np.zeros((1, 2), np.float32)
SLICE = {"begin", "size", "strides"}
HUGE, LOWEST = 2**63 - 1, -(2**63)


def assigned(ref, *value, **attrs):
    """A copy of `ref` after the assignment; bad calls go to the op as they are."""
    if not isinstance(ref, Tensor) or len(value) != 1 or set(attrs) != SLICE:
        return ops.strided_slice_assign(ref, *value, **attrs)
    copy = ops.identity(ref)
    assert ops.strided_slice_assign(copy, ops.identity(*value), **attrs) == ()
    return copy


def strided_slice_assign(ref, value, begin, size, strides):
    index = [b + s * np.arange(n) for b, n, s in zip(begin, size, strides, strict=True)]
    out = ref.copy()
    out[np.ix_(*index)] = value
    return out


def bad_slice(*says, value=PART, ref=ONES, error=None, **attrs):
    attrs = {"begin": (0, 0), "size": (1, 2), "strides": (1, 1), **attrs}
    return Bad((ref, value), attrs, **({} if error is None else {"error": error}), says=says)


NONZERO_ERRORS = (
    *call_errors((TRUTH,)),
    *value_errors((TRUTH,)),
    *dtype_errors(("bool",)),
    Bad((TRUTH,), {"count": 3}, TypeError, ("unexpected keyword argument 'count'",)),
    Bad((np.array(True),), says=("at least one axis",)),
)
ASSIGN_ERRORS = (
    *value_errors((ONES, PART, (0, 0), (1, 2), (1, 1))),
    bad_slice("value must have the slice's shape (1, 2), got (2,)", value=PART[0]),
    bad_slice("was expected to be a float tensor", value=PART.astype(np.int32)),
    bad_slice("slice index 5 of dimension 0 out of bounds", begin=(5, 0)),
    bad_slice("slice index -1 of dimension 1", begin=(0, -1)),
    bad_slice("slice of dimension 1 ends at 3", begin=(0, 2)),
    bad_slice("strides[1] must be non-zero", strides=(1, 0)),
    bad_slice("one entry per axis", begin=(0,)),
    bad_slice("negative size", size=(1, -2)),
    bad_slice("'strides' is out of range", size=(1, HUGE), strides=(1, LOWEST)),
    bad_slice("must be", begin="ab", error=TypeError),
)


def assign(shape, part, errors=(), **attrs):
    """A row whose inputs are a tensor of `shape` and the part that is written."""
    return OpCase(
        "strided_slice_assign",
        strided_slice_assign,
        ((In(shape), In(part)),),
        EVERY,
        attrs={"size": part, **attrs},
        kind="exact",
        errors=errors,
        fn=assigned,
    )


CASES = [
    OpCase(
        "nonzero",
        np.argwhere,
        ((In((2, 3)),), (In((50,)),), (In((3, 4, 5)),), (In((0, 3)),)),
        ("bool",),
        errors=NONZERO_ERRORS,
    ),
    assign((4, 6), (2, 3), ASSIGN_ERRORS, begin=(1, 0), strides=(2, 2)),
    assign((4, 6), (4, 6), begin=(3, 5), strides=(-1, -1)),
    assign((70, 80), (70, 1), begin=(0, 79), strides=(1, 1)),
    assign((3, 2), (0, 2), begin=(0, 0), strides=(1, 1)),
]
