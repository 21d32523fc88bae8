"""Rows of the convolutions and pools over one to three axes, by loops over the filters' taps."""

import itertools

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, REALS, Bad, In, OpCase


def geometry(sizes, window, strides, dilations, padding, explicit):
    """How many windows each axis has, and the padding before and after it."""
    counts, pads = [], []
    for axis, (size, k, stride, rate) in enumerate(
        zip(sizes, window, strides, dilations, strict=True)
    ):
        covered = (k - 1) * rate + 1
        before, after = 0, 0
        if padding == "SAME":
            total = max(0, (-(-size // stride) - 1) * stride + covered - size)
            before, after = total // 2, total - total // 2
        elif padding == "EXPLICIT":
            before, after = explicit[2 * axis : 2 * axis + 2]
        pads.append((before, after))
        counts.append((size + before + after - covered) // stride + 1)
    return counts, pads


def taps(x, window, strides=(), padding="VALID", dilations=(), explicit_paddings=(), fill=0):
    """For each tap of the window: its index, and what all windows see there."""
    ones = (1,) * len(window)
    strides, dilations = strides or ones, dilations or ones
    counts, pads = geometry(x.shape[1:-1], window, strides, dilations, padding, explicit_paddings)
    padded = np.pad(x, ((0, 0), *pads, (0, 0)), constant_values=fill)
    for index in itertools.product(*map(range, window)):
        places = tuple(
            slice(i * rate, i * rate + (count - 1) * stride + 1, stride)
            for i, rate, stride, count in zip(index, dilations, strides, counts, strict=True)
        )
        yield index, padded[(slice(None), *places)]


def convolution(x, filters, **attrs):
    groups = x.shape[-1] // filters.shape[-2]
    parts = zip(np.split(x, groups, -1), np.split(filters, groups, -1), strict=True)
    return np.concatenate(
        [
            sum(seen @ own[index] for index, seen in taps(part, filters.shape[:-2], **attrs))
            for part, own in parts
        ],
        -1,
    )


def depthwise_conv(x, filters, **attrs):
    seen = taps(x, filters.shape[:-2], **attrs)
    total = sum(part[..., None] * filters[index] for index, part in seen)
    return total.reshape(*total.shape[:-2], -1)


def conv_transpose(x, filters, sizes, **attrs):
    """The gradient of `convolution`'s input: one call for each element of it."""
    y = np.zeros((x.shape[0], *sizes, filters.shape[-2]), x.dtype)
    for index in np.ndindex(*y.shape):
        unit = np.zeros(y.shape, x.dtype)
        unit[index] = 1
        y[index] = np.sum(convolution(unit, filters, **attrs) * x)
    return y


def max_pool(x, ksize, **attrs):
    fill = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    return np.max([seen for _, seen in taps(x, ksize, fill=fill, **attrs)], 0)


def avg_pool(x, ksize, **attrs):
    total = sum(seen for _, seen in taps(x, ksize, **attrs))
    return total / sum(seen for _, seen in taps(np.ones_like(x), ksize, **attrs))


LINE = np.ones((1, 5, 2), np.float32)
CUBE = np.ones((1, 4, 4, 4, 2), np.float32)
OF_LINE = np.ones((3, 2, 4), np.float32)
RANKS = (
    Bad((np.ones((2, 3), np.float32), OF_LINE), says=("1, 2 or 3 spatial axes",)),
    Bad((LINE, np.ones((3, 3, 2, 4), np.float32)), says=("the rank of the input",)),
)
SIZES = (
    Bad((LINE, OF_LINE), {"strides": (1, 2)}, says=("strides must have 1 values",)),
    Bad((LINE, OF_LINE), {"dilations": (1, 1)}, says=("dilations must have 1 values",)),
    Bad((LINE, OF_LINE), {"explicit_paddings": (1, 1)}, says=("explicit_paddings must have 0",)),
    Bad((LINE, OF_LINE), {"strides": (0,)}, says=("should be larger than 0",)),
    Bad((LINE, OF_LINE), {"padding": "HALF"}, ValueError),
)
CONVOLUTION_ERRORS = (
    *call_errors((LINE, OF_LINE)),
    *value_errors((LINE, OF_LINE)),
    *dtype_errors(FLOATS, 2),
    *RANKS,
    *SIZES,
    Bad((LINE, np.ones((3, 3, 4), np.float32)), says=("divisible by filter depth: 2 vs 3",)),
    Bad((CUBE, np.ones((2, 2, 2, 3, 4), np.float32)), says=("divisible by filter depth: 2 vs 3",)),
    Bad((CUBE, np.ones((9, 2, 2, 2, 4), np.float32)), says=("would be negative",)),
    Bad((CUBE, np.ones((2, 2, 2, 2, 4), np.float32)), {"strides": (0, 1, 1)}, says=("positive",)),
)
DEPTHWISE_ERRORS = (
    *call_errors((LINE, OF_LINE)),
    *value_errors((LINE, OF_LINE)),
    *dtype_errors(FLOATS, 2),
    *RANKS,
    *SIZES,
    Bad((LINE, np.ones((3, 3, 4), np.float32)), says=("are of 3 channels, but the input has 2",)),
)
TRANSPOSE_ERRORS = (
    *call_errors((LINE, np.ones((3, 4, 2), np.float32), (7,))),
    *value_errors((LINE, np.ones((3, 4, 2), np.float32), (7,))),
    Bad((LINE, np.ones((3, 4, 2), np.float32), (7, 7)), says=("sizes must have 1 values",)),
    Bad((LINE, np.ones((3, 4, 3), np.float32), (7,)), says=("input has 2 channels, but filters",)),
    Bad((LINE, np.ones((3, 4, 2), np.float32), (8,)), says=("but the convolution has",)),
    Bad((LINE, np.ones((3, 4, 2), np.float32), (-8,))),
)
POOL_ERRORS = (
    *call_errors((LINE, (2,), (2,), "VALID")),
    *value_errors((LINE, (2,), (2,), "VALID")),
    Bad((LINE[0], (2,), (2,), "VALID"), says=("1, 2 or 3 spatial axes",)),
    Bad((LINE, (2, 2), (2,), "VALID"), says=("ksize must have 1 values",)),
    Bad((LINE, (2,), (2, 1), "VALID"), says=("strides must have 1 values",)),
    Bad((LINE, (0,), (2,), "VALID")),
    Bad((LINE, (2,), (-2,), "VALID")),
    Bad((LINE, (2,), (2,), "EXPLICIT"), says=("VALID or SAME",)),
    Bad((LINE, (2,), (2,), "HALF"), error=ValueError),
)


def row(name, reference, shapes, errors=(), **attrs):
    return OpCase(
        name,
        reference,
        (tuple(In(shape) for shape in shapes),),
        FLOATS,
        attrs=attrs,
        kind="product",
        grad=(0, 1),
        errors=errors,
    )


def pool(name, reference, dtypes, kind):
    calls = (
        ((2, 6, 3), {"ksize": (2,), "strides": (2,), "padding": "VALID"}),
        ((1, 5, 2), {"ksize": (3,), "strides": (2,), "padding": "SAME"}),
        ((1, 4, 5, 2), {"ksize": (2, 3), "strides": (1, 2), "padding": "SAME"}),
        ((1, 4, 4, 5, 2), {"ksize": (2, 2, 2), "strides": (2, 2, 2), "padding": "VALID"}),
        ((2, 3, 4, 3, 1), {"ksize": (2, 3, 2), "strides": (1, 2, 1), "padding": "SAME"}),
    )
    return [
        OpCase(
            name,
            reference,
            ((In(shape, -50, 50, distinct=True),),),
            dtypes,
            attrs=attrs,
            kind=kind,
            grad=(0,),
            errors=() if number else POOL_ERRORS,
        )
        for number, (shape, attrs) in enumerate(calls)
    ]


CASES = [
    row("convolution", convolution, ((2, 6, 3), (3, 3, 4)), CONVOLUTION_ERRORS),
    row("convolution", convolution, ((1, 7, 4), (3, 2, 4)), strides=(2,), padding="SAME"),
    row("convolution", convolution, ((1, 7, 2), (3, 2, 3)), dilations=(2,)),
    row(
        "convolution",
        convolution,
        ((1, 5, 2), (3, 2, 3)),
        padding="EXPLICIT",
        explicit_paddings=(2, 0),
    ),
    row("convolution", convolution, ((1, 4, 5, 2), (2, 2, 2, 3)), strides=(1, 2)),
    row("convolution", convolution, ((2, 3, 4, 3, 2), (2, 2, 2, 2, 3))),
    row("convolution", convolution, ((1, 4, 3, 3, 4), (3, 1, 2, 2, 4)), padding="SAME"),
    row("convolution", convolution, ((1, 5, 3, 3, 1), (2, 2, 2, 1, 2)), strides=(2, 1, 2)),
    row("convolution", convolution, ((1, 5, 3, 3, 1), (2, 2, 2, 1, 2)), dilations=(2, 1, 2)),
    row(
        "convolution",
        convolution,
        ((1, 3, 3, 3, 1), (2, 2, 2, 1, 2)),
        padding="EXPLICIT",
        explicit_paddings=(1, 0, 0, 1, 1, 1),
    ),
    row("depthwise_conv", depthwise_conv, ((2, 5, 3), (3, 3, 1)), DEPTHWISE_ERRORS),
    row("depthwise_conv", depthwise_conv, ((1, 5, 6, 19), (3, 3, 19, 1)), padding="SAME"),
    row(
        "depthwise_conv",
        depthwise_conv,
        ((2, 7, 6, 3), (3, 2, 3, 1)),
        strides=(2, 2),
        padding="SAME",
    ),
    row("depthwise_conv", depthwise_conv, ((1, 6, 7, 2), (2, 3, 2, 1)), dilations=(2, 3)),
    row("depthwise_conv", depthwise_conv, ((1, 4, 5, 2), (2, 2, 2, 3)), padding="SAME"),
    row("conv_transpose", conv_transpose, ((2, 4, 2), (3, 3, 2)), TRANSPOSE_ERRORS, sizes=(6,)),
    row(
        "conv_transpose",
        conv_transpose,
        ((1, 3, 2), (3, 2, 2)),
        sizes=(6,),
        strides=(2,),
        padding="SAME",
    ),
    row(
        "conv_transpose",
        conv_transpose,
        ((1, 2, 3, 2), (3, 2, 2, 2)),
        sizes=(5, 6),
        strides=(2, 2),
    ),
    row(
        "conv_transpose",
        conv_transpose,
        ((1, 2, 2, 2, 2), (2, 2, 2, 1, 2)),
        sizes=(3, 3, 3),
    ),
    row(
        "conv_transpose",
        conv_transpose,
        ((1, 2, 2, 1, 2), (3, 2, 2, 1, 2)),
        sizes=(4, 3, 2),
        strides=(2, 2, 2),
        padding="SAME",
    ),
    *pool("max_pool", max_pool, REALS, "exact"),
    *pool("avg_pool", avg_pool, FLOATS, "sum"),
]
