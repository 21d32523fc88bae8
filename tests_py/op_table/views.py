"""Rows of the ops that show bytes under another shape, or that ensure one, and of the gradient of
slicing."""

import numpy as np

from op_table.errors_of import call_errors, value_errors
from op_table.op_case import EVERY, Bad, In, OpCase

ONES = np.ones((2, 3), np.float32)
HUGE, LOWEST = 2**63 - 1, -(2**63)


def row(name, reference, shapes, errors=(), grad=True, **attrs):
    """A row of an op that moves elements of any dtype, whose result is exact."""
    return OpCase(
        name,
        reference,
        tuple((In(shape),) for shape in shapes),
        EVERY,
        attrs=attrs,
        kind="exact",
        grad=(0,) if grad else (),
        errors=errors,
    )


def says(*words, **attrs):
    return Bad((ONES,), attrs, says=words)


def type_error(**attrs):
    return Bad((ONES,), attrs, TypeError, ("must be",))


def strided_slice(x, begin, size, strides):
    index = []
    for first, count, step in zip(begin, size, strides, strict=True):
        stop = first + count * step
        index.append(slice(first, stop if stop >= 0 else None, step) if count else slice(0, 0))
    return x[tuple(index)]


def strided_slice_grad(grad, shape, begin, strides):
    out = np.full(shape, b"" if grad.dtype == object else 0, grad.dtype)
    steps = [
        first + step * np.arange(n)
        for first, step, n in zip(begin, strides, grad.shape, strict=True)
    ]
    out[np.ix_(*steps)] = grad
    return out


def ensure_shape(x, shape):
    return x


ENSURE_SHAPE_ERRORS = (
    *call_errors((ONES, (2, 3))),
    *value_errors((ONES, (2, 3))),
    says("input [2,3] is not compatible with expected shape [2,4]", shape=(2, 4)),
    says("expected shape [?]", shape=(-1,)),
    says("Size 1 must be non-negative, not -2", shape=(2, -2)),
    type_error(shape=(2.0, 3.0)),
)
RESHAPE_ERRORS = (
    *call_errors((ONES, (3, 2))),
    *value_errors((ONES, (3, 2))),
    says("a tensor with 6 values, but the requested shape has 4", shape=(4,)),
    says("requires a multiple of 4", shape=(-1, 4)),
    says("Only one input size may be -1", shape=(-1, -1)),
    says("Size 0 must be non-negative, not -2", shape=(-2, 3)),
    says("exceeds 64 bits", shape=(HUGE, HUGE)),
    type_error(shape=(2.0, 3.0)),
    says("argument 'shape' must be a vector of integers", shape=((2, 3),)),
    says("argument 'shape' must be a vector of integers", shape=(2, (3,))),
)
TRANSPOSE_ERRORS = (
    *value_errors((ONES,)),
    says("But input(1) is a vector of size 1", perm=(0,)),
    says("1 is missing from", perm=(0, 0)),
    says("2 is out of range [0 .. 2)", perm=(0, 2)),
    says("is out of range", perm=(0, LOWEST)),
    type_error(perm=(0.5, 1)),
    type_error(conjugate=None),
    says("1 is missing from", perm=(0, 0), conjugate=True),
)
EXPAND_ERRORS = (
    *value_errors((ONES, 0)),
    says("Tried to expand dim index 5 for tensor with 2 dimensions", axis=5),
    says("Tried to expand dim index -4", axis=-4),
    says("Tried to expand dim index", axis=HUGE),
    Bad((np.ones((1,) * 32, np.float32), 0), says=("at most 32 dimensions",)),
    type_error(axis=1.5),
)
SQUEEZE_ERRORS = (
    *value_errors((ONES,)),
    says("Can not squeeze dim[0], expected a dimension of 1, got 2", axis=(0,)),
    says("Tried to squeeze dim index 4 for tensor with 2 dimensions", axis=(4,)),
    says("is out of range", axis=(LOWEST,)),
    says("Can not squeeze dim[1]", axis=(-1,)),
    type_error(axis="rows"),
)
BROADCAST_ERRORS = (
    *call_errors((ONES, (2, 3))),
    *value_errors((ONES, (2, 3))),
    says("Incompatible shapes: (2, 3) vs. (2, 4)", shape=(2, 4)),
    says("Dimension -1 must be >= 0", shape=(-1, 3)),
    says("Rank of input (2) must be no greater than rank of output shape (1)", shape=(3,)),
    says("exceeds 64 bits", shape=(HUGE, 2, 3)),
    type_error(shape=(2.5, 3)),
)
SLICE_ERRORS = (
    *value_errors((ONES, (0, 0), (1, 1), (1, 1))),
    says("one entry per axis", begin=(0,), size=(1,), strides=(1,)),
    says("slice index 5 of dimension 0 out of bounds", begin=(5, 0), size=(1, 1)),
    says("slice index -1 of dimension 1 out of bounds", begin=(0, -1), size=(1, 1)),
    says("strides[1] must be non-zero", begin=(0, 0), size=(1, 1), strides=(1, 0)),
    says("ends at 3", begin=(0, 1), size=(1, 2), strides=(1, 2)),
    says("ends at -1", begin=(1, 0), size=(3, 1), strides=(-1, 1)),
    says("must not be negative", begin=(0, 0), size=(-1, 1)),
    says("is out of range", begin=(0, 0), size=(HUGE, 1), strides=(LOWEST, 1)),
    type_error(begin=(0.5, 0), size=(1, 1)),
)
SLICE_GRAD_ERRORS = (
    *value_errors((ONES, (4, 6), (0, 0), (1, 1))),
    says("one entry per axis", shape=(2, 3, 4), begin=(0, 0)),
    says("ends at 1", shape=(1, 3), begin=(0, 0)),
    says("out of bounds", shape=(4, 3), begin=(7, 0)),
    says("exceeds 64 bits", shape=(HUGE, HUGE), begin=(0, 0)),
    says("strides[0] must be non-zero", shape=(4, 3), begin=(0, 0), strides=(0, 1)),
    type_error(shape=(4, 3), begin="ab"),
)
REVERSE_ERRORS = (
    *call_errors((ONES, (0,))),
    *value_errors((ONES, (0,))),
    says("axis 0 specified more than once", axis=(0, -2)),
    says("axis 2 is out of bounds for rank 2", axis=(2,)),
    says("is out of range", axis=(LOWEST,)),
    type_error(axis=(0.5,)),
)


def reshape(x, shape):
    return np.reshape(x, shape)


def transpose(a, perm=None, conjugate=False):
    out = np.transpose(a, perm)
    return np.conj(out) if conjugate and out.dtype.kind == "c" else out


def squeeze(x, axis=None):
    return np.squeeze(x, axis if axis is None else tuple(axis))


def slice_row(shape, errors=(), **attrs):
    return row("strided_slice", strided_slice, (shape,), errors, **attrs)


CASES = [
    row("reshape", reshape, ((2, 3), (6,), (1, 6, 1)), RESHAPE_ERRORS, shape=(3, 2)),
    row("reshape", reshape, ((2, 6), (12,), (4, 0)), shape=(4, -1)),
    row("reshape", reshape, ((1, 1), ()), shape=()),
    row("transpose", transpose, ((2, 3), (), (4,), (2, 3, 4), (0, 2)), TRANSPOSE_ERRORS),
    row("transpose", transpose, ((2, 3, 4), (33, 40, 17)), perm=(2, 0, 1)),
    row("transpose", transpose, ((2, 3, 4), (33, 40, 17)), perm=(0, -1, 1)),
    row("transpose", transpose, ((3, 2), (70, 200)), perm=(1, 0)),
    row("transpose", transpose, ((3, 2), (), (0, 2)), conjugate=True),
    row("transpose", transpose, ((2, 3, 4),), perm=(2, 0, 1), conjugate=True),
    row("expand_dims", np.expand_dims, ((2, 3), (), (0,)), EXPAND_ERRORS, axis=0),
    row("expand_dims", np.expand_dims, ((2, 3), ()), axis=-1),
    row("squeeze", squeeze, ((1, 3, 1), (2,), (1, 1)), SQUEEZE_ERRORS),
    row("squeeze", squeeze, ((1, 3, 1), (2, 3, 1)), axis=(-1,)),
    row("broadcast_to", np.broadcast_to, ((3,), (2, 1, 3), ()), BROADCAST_ERRORS, shape=(2, 4, 3)),
    row("broadcast_to", np.broadcast_to, ((1, 1),), shape=(0, 2)),
    row("ensure_shape", ensure_shape, ((2, 3), (2, 0)), ENSURE_SHAPE_ERRORS, shape=(2, -1)),
    row("ensure_shape", ensure_shape, ((),), shape=()),
    slice_row((5, 6), SLICE_ERRORS, begin=(4, 1), size=(3, 2), strides=(-2, 3)),
    slice_row((5, 6), begin=(1, 0), size=(3, 6), strides=(1, 1)),
    slice_row((5, 6), begin=(1, 0), size=(0, 6), strides=(1, 1)),
    slice_row((), begin=(), size=(), strides=()),
    row(
        "strided_slice_grad",
        strided_slice_grad,
        ((3, 2),),
        SLICE_GRAD_ERRORS,
        shape=(5, 6),
        begin=(4, 1),
        strides=(-2, 3),
    ),
    row(
        "strided_slice_grad",
        strided_slice_grad,
        ((2, 3), (0, 3), (5, 3)),
        shape=(5, 6),
        begin=(0, 2),
        strides=(1, 1),
    ),
    row("reverse", np.flip, ((2, 3), (2, 1, 5), (0, 2), (40, 50)), REVERSE_ERRORS, axis=(1,)),
    row("reverse", np.flip, ((2, 3),), axis=(0, -1)),
]
