"""Rows of the convolution and the pools, with their gradient ops. NHWC, filters HWIO."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, REALS, Bad, In, OpCase

IMAGE = np.ones((1, 5, 5, 2), np.float32)
FILTERS = np.ones((3, 3, 2, 4), np.float32)


def window_axis(size, kernel, stride, dilation, padding):
    """Results along an axis, and the padding before and after it, as TensorFlow counts them."""
    span = (kernel - 1) * dilation + 1
    if padding == "VALID":
        return max(0, -(-(size - span + 1) // stride)), 0, 0
    count = -(-size // stride)
    total = max(0, (count - 1) * stride + span - size)
    return count, total // 2, total - total // 2


def windows(shape, kernel, strides, dilations, padding):
    """Output height and width, and the paddings of both axes."""
    axes = [window_axis(shape[i + 1], kernel[i], strides[i], dilations[i], padding) for i in (0, 1)]
    return [a[0] for a in axes], [a[1:] for a in axes]


def taps(x, kernel, strides, dilations, padding, fill=0.0):
    """For each tap of the kernel, what it sees: (row, column, view of the padded input)."""
    (height, width), pads = windows(x.shape, kernel, strides, dilations, padding)
    padded = np.pad(x, ((0, 0), *pads, (0, 0)), constant_values=fill)
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            rows = slice(i * dilations[0], i * dilations[0] + (height - 1) * strides[0] + 1)
            columns = slice(j * dilations[1], j * dilations[1] + (width - 1) * strides[1] + 1)
            yield i, j, padded[:, rows, columns][:, :: strides[0], :: strides[1]]


def conv2d(x, filters, strides=(1, 1), padding="VALID", dilations=(1, 1)):
    groups = x.shape[3] // filters.shape[2]
    parts = zip(np.split(x, groups, 3), np.split(filters, groups, 3), strict=True)
    return np.concatenate(
        [
            sum(
                seen @ part_filters[i, j]
                for i, j, seen in taps(part, filters.shape[:2], strides, dilations, padding)
            )
            for part, part_filters in parts
        ],
        3,
    )


def linear_gradient(function, shape, out_grad):
    """The gradient of a linear function of an array of `shape`: one call for each element."""
    gradient = np.zeros(shape, out_grad.dtype)
    for index in np.ndindex(*shape):
        unit = np.zeros(shape, out_grad.dtype)
        unit[index] = 1
        gradient[index] = np.sum(function(unit) * out_grad)
    return gradient


def conv2d_input_grad(filters, out_grad, shape, **attrs):
    return linear_gradient(lambda x: conv2d(x, filters, **attrs), shape, out_grad)


def conv2d_filter_grad(x, out_grad, shape, **attrs):
    return linear_gradient(lambda f: conv2d(x, f, **attrs), shape, out_grad)


def max_pool2d(x, ksize, strides, padding):
    fill = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    return np.max([t for _, _, t in taps(x, ksize, strides, (1, 1), padding, fill)], 0)


def avg_pool2d(x, ksize, strides, padding):
    total = sum(t for _, _, t in taps(x, ksize, strides, (1, 1), padding))
    count = sum(t for _, _, t in taps(np.ones_like(x), ksize, strides, (1, 1), padding))
    return total / count


def avg_pool2d_grad(out_grad, shape, **attrs):
    return linear_gradient(lambda x: avg_pool2d(x, **attrs), shape, out_grad)


def max_pool2d_pick(x, values, **attrs):
    """What `values` holds where `x` has the largest element of each window."""
    geometry = attrs["ksize"], attrs["strides"], (1, 1), attrs["padding"]
    seen = np.stack([t for _, _, t in taps(x, *geometry, -np.inf)])
    held = np.stack([t for _, _, t in taps(values, *geometry)])
    return np.take_along_axis(held, np.argmax(seen, 0)[None], 0)[0]


def max_pool2d_grad(x, out_grad, **attrs):
    return linear_gradient(lambda v: max_pool2d_pick(x, v, **attrs), x.shape, out_grad)


def convolution(image, filters, errors=(), **attrs):
    """The rows of a convolution and of its two gradients."""
    padding, strides = attrs.get("padding", "VALID"), attrs.get("strides", (1, 1))
    dilations = attrs.get("dilations", (1, 1))
    (height, width), _ = windows(image, filters[:2], strides, dilations, padding)
    out = (image[0], height, width, filters[3])
    return [
        OpCase(
            name,
            reference,
            (inputs,),
            FLOATS,
            attrs={**shape, **attrs},
            kind="product",
            grad=(0, 1),
            errors=errors and errors[name],
        )
        for name, reference, inputs, shape in (
            ("conv2d", conv2d, (In(image), In(filters)), {}),
            ("conv2d_input_grad", conv2d_input_grad, (In(filters), In(out)), {"shape": image}),
            ("conv2d_filter_grad", conv2d_filter_grad, (In(image), In(out)), {"shape": filters}),
        )
    ]


GRAD = np.ones((1, 3, 3, 4), np.float32)
CONV_ERRORS = {
    "conv2d": (
        *call_errors((IMAGE, FILTERS)),
        *value_errors((IMAGE, FILTERS)),
        *dtype_errors(FLOATS, 2),
        Bad((IMAGE, np.ones((3, 3, 3, 4), np.float32))),
        Bad((IMAGE[0], FILTERS)),
        Bad((IMAGE, FILTERS), {"padding": "HALF"}, ValueError),
        Bad((IMAGE, FILTERS), {"strides": (0, 1)}),
        Bad((IMAGE, FILTERS), {"dilations": (1,)}),
    ),
    "conv2d_input_grad": (
        *call_errors((FILTERS, GRAD, (1, 5, 5, 2)))[1:],
        Bad((FILTERS, GRAD), error=TypeError, says=("missing required argument: 'shape'",)),
        Bad((FILTERS, GRAD, (1, 6, 5, 2)), says=("out_grad has shape (1, 3, 3, 4)",)),
        Bad((FILTERS, GRAD, (1, 5, 5))),
        Bad((FILTERS, GRAD, (-1, 5, 5, 2))),
    ),
    "conv2d_filter_grad": (
        *call_errors((IMAGE, GRAD, (3, 3, 2, 4)))[1:],
        Bad((IMAGE, GRAD), error=TypeError, says=("missing required argument: 'shape'",)),
        Bad((IMAGE, GRAD, (2, 3, 2, 4)), says=("out_grad has shape (1, 3, 3, 4)",)),
        Bad((IMAGE, GRAD, (3, 3, 2))),
        Bad((IMAGE, GRAD, (3, -3, 2, 4))),
    ),
}
POOL = {"ksize": (2, 2), "strides": (2, 2), "padding": "VALID"}
POOLS = (
    ((2, 4, 5, 3), POOL),
    ((1, 5, 4, 2), {"ksize": (3, 2), "strides": (2, 1), "padding": "SAME"}),
    ((1, 5, 5, 1), {"ksize": (3, 3), "strides": (1, 1), "padding": "SAME"}),
)


def pool(name, reference, dtypes, kind):
    errors = (
        *call_errors((IMAGE, (2, 2), (2, 2), "VALID")),
        *value_errors((IMAGE, (2, 2), (2, 2), "VALID")),
        Bad((IMAGE[0],), POOL),
        Bad((IMAGE,), {**POOL, "ksize": (0, 2)}),
        Bad((IMAGE,), {**POOL, "strides": (2, -1)}),
        Bad((IMAGE,), {**POOL, "padding": "HALF"}, ValueError),
        Bad((IMAGE,), {**POOL, "ksize": (2,)}),
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
            errors=errors if number == 0 else (),
        )
        for number, (shape, attrs) in enumerate(POOLS)
    ]


def pool_gradient(shape, attrs, errors=()):
    """The row of avg_pool2d_grad for a pool of an input of `shape`."""
    (height, width), _ = windows(shape, attrs["ksize"], attrs["strides"], (1, 1), attrs["padding"])
    return OpCase(
        "avg_pool2d_grad",
        avg_pool2d_grad,
        ((In((shape[0], height, width, shape[3])),),),
        FLOATS,
        attrs={"shape": shape, **attrs},
        kind="sum",
        grad=(0,),
        errors=errors,
    )


HALVED = np.ones((1, 2, 2, 2), np.float32)
AVERAGE_ERRORS = (
    *call_errors((HALVED, (1, 5, 5, 2))),
    *value_errors((HALVED, (1, 5, 5, 2))),
    Bad((HALVED, (1, 7, 5, 2)), says=("out_grad has shape (1, 2, 2, 2)",)),
    Bad((HALVED, (1, 5, 5))),
    Bad((HALVED, (1, -5, 5, 2))),
)

SMALL = np.ones((1, 2, 2, 2), np.float32)


def max_pool_gradients(shape, attrs, first):
    """The rows of max_pool2d_grad and max_pool2d_pick; their first input has no ties."""
    (height, width), _ = windows(shape, attrs["ksize"], attrs["strides"], (1, 1), attrs["padding"])
    image, out = In(shape, -50, 50, distinct=True), In((shape[0], height, width, shape[3]))
    pair = {
        "max_pool2d_grad": (max_pool2d_grad, out),
        "max_pool2d_pick": (max_pool2d_pick, In(shape)),
    }
    bad = {
        "max_pool2d_grad": Bad(
            (IMAGE, np.ones((1, 3, 3, 2), np.float32)),
            POOL,
            says=("but the pool has output shape",),
        ),
        "max_pool2d_pick": Bad((IMAGE, SMALL), POOL, says=("values has shape",)),
    }
    good = {"max_pool2d_grad": (IMAGE, SMALL), "max_pool2d_pick": (IMAGE, IMAGE)}
    return [
        OpCase(
            name,
            reference,
            ((image, second),),
            FLOATS,
            attrs=attrs,
            kind="sum",
            grad=(1,),
            errors=(
                *call_errors((*good[name], (2, 2), (2, 2), "VALID")),
                Bad((None, good[name][1]), POOL, ValueError),
                Bad((good[name][0], "text"), POOL, TypeError),
                Bad((IMAGE[0], good[name][1]), POOL),
                bad[name],
            )
            if first
            else (),
        )
        for name, (reference, second) in pair.items()
    ]


CASES = [
    *(row for s, a in POOLS for row in max_pool_gradients(s, a, a is POOL)),
    *(pool_gradient(s, a, AVERAGE_ERRORS if a is POOL else ()) for s, a in POOLS),
    *convolution((2, 4, 5, 2), (3, 2, 2, 3), CONV_ERRORS),
    *convolution((1, 5, 4, 2), (3, 3, 2, 2), padding="SAME", strides=(2, 1)),
    *convolution((1, 6, 5, 1), (2, 2, 1, 2), dilations=(2, 1)),
    *convolution((1, 4, 4, 4), (2, 2, 2, 4)),
    *pool("max_pool2d", max_pool2d, REALS, "exact"),
    *pool("avg_pool2d", avg_pool2d, FLOATS, "sum"),
]
