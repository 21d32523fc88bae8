"""Rows of resample and its gradient, by the matrix of the weights."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import Bad, In, OpCase

DTYPES = ("float32", "float64")
RADIUS = {
    "bilinear": 1.0,
    "bicubic": 2.0,
    "gaussian": 1.5,
    "lanczos3": 3.0,
    "lanczos5": 5.0,
    "mitchellcubic": 2.0,
}


def cubic(x, inner, outer):
    return np.where(x < 1, np.polyval(inner, x), np.polyval(outer, x))


def weight_of(method, x):
    """What a distance counts, in inputs."""
    x = np.abs(x)
    if method == "bilinear":
        y = 1 - x
    elif method == "gaussian":
        y = np.exp(-2 * x * x)
    elif method == "bicubic":
        y = cubic(x, (1.5, -2.5, 0, 1), (-0.5, 2.5, -4, 2))
    elif method == "mitchellcubic":
        y = cubic(x, (7 / 6, -2, 0, 8 / 9), (-7 / 18, 2, -10 / 3, 16 / 9))
    else:
        y = np.sinc(x) * np.sinc(x / RADIUS[method])
    return np.where(x < RADIUS[method], y, 0)


def weights(inputs, outputs, method, antialias):
    """The matrix (outputs, inputs), whose rows sum up to 1."""
    step = inputs / outputs
    places = np.arange(inputs)
    if method == "area":
        first = np.arange(outputs)[:, None] * step
        found = np.clip(np.minimum(places + 1, first + step) - np.maximum(places, first), 0, None)
    else:
        width = max(step, 1) if antialias else 1
        distance = (places + 0.5 - (np.arange(outputs)[:, None] + 0.5) * step) / width
        if method == "bicubic" and not antialias:
            distance = np.rint(distance * 1024) / 1024
        found = weight_of(method, distance)
    return found / found.sum(1, keepdims=True)


def resample(x, axis, size, method="bilinear", antialias=False):
    matrix = weights(x.shape[axis], size, method, antialias)
    return np.moveaxis(np.tensordot(matrix, x, (1, axis)), 0, axis)


def resample_grad(x, axis, size, method="bilinear", antialias=False):
    matrix = weights(size, x.shape[axis], method, antialias)
    return np.moveaxis(np.tensordot(matrix.T, x, (1, axis)), 0, axis)


X = np.ones((2, 3, 4), np.float32)
ERRORS = (
    *call_errors((X, 1, 2)),
    *value_errors((X, 1, 2)),
    *dtype_errors((*DTYPES, "uint8"), rest=(1, 2)),
    Bad((X, 3, 2), says=("axis 3",)),
    Bad((X, 1, -2), says=("size must not be negative, got -2",)),
    Bad((X[:, :0], 1, 2), says=("an axis without elements cannot get 2",)),
    Bad((X, 1, 2), {"method": "nearer"}, ValueError),
)
CALLS = [
    ((2, 5, 3), {"axis": 1, "size": 8}),
    ((2, 8, 17), {"axis": 1, "size": 3}),
    ((2, 8, 2), {"axis": -2, "size": 3, "antialias": True}),
    ((3, 6), {"axis": 0, "size": 5, "method": "bicubic"}),
    ((3, 9), {"axis": 1, "size": 4, "method": "bicubic", "antialias": True}),
    ((7, 2), {"axis": 0, "size": 3, "method": "area"}),
    ((4, 2), {"axis": 0, "size": 7, "method": "area"}),
    ((9, 2), {"axis": 0, "size": 5, "method": "lanczos3"}),
    ((13, 2), {"axis": 0, "size": 4, "method": "lanczos5", "antialias": True}),
    ((5, 2), {"axis": 0, "size": 9, "method": "gaussian"}),
    ((6, 2), {"axis": 0, "size": 4, "method": "mitchellcubic", "antialias": True}),
]


def rows(name, reference, shapes):
    return [
        OpCase(
            name,
            reference,
            ((In(shape),),),
            DTYPES,
            attrs=attrs,
            kind="product",
            grad=(0,),
            errors=() if number else ERRORS,
        )
        for number, (shape, attrs) in enumerate(shapes)
    ]


# Bytes give float32, as tf.image.resize does of them.
BYTES = [
    OpCase(
        "resample",
        lambda x, **attrs: resample(x.astype(np.float32), **attrs).astype(np.float32),
        ((In((2, 5, 3), low=0, high=255),),),
        ("uint8",),
        attrs={"axis": 1, "size": 8},
        kind="product",
    )
]


def resize(x, height, width):
    y = x.astype(np.float32 if x.dtype == np.uint8 else x.dtype)
    return resample(resample(y, y.ndim - 2, width), y.ndim - 3, height).astype(y.dtype)


IMAGE = np.ones((4, 5, 3), np.float32)
RESIZE_ERRORS = (
    *call_errors((IMAGE, 2, 2)),
    *value_errors((IMAGE, 2, 2)),
    *dtype_errors((*DTYPES, "uint8"), rest=(2, 2)),
    Bad((IMAGE[0], 2, 2), says=("must have axes (..., height, width, channels)",)),
    Bad((IMAGE, -2, 2), says=("height must not be negative, got -2",)),
    Bad((IMAGE[:, :0], 2, 2), says=("an axis without elements cannot get 2",)),
)
IMAGES = [
    ((4, 5, 3), 7, 3),
    ((2, 9, 6, 4), 4, 11),
    ((2, 3, 4, 5), 3, 2),
    ((1, 1, 3), 2, 2),
    ((5, 6, 1), 2, 4),
]
RESIZED = [
    *(
        OpCase(
            "resize_bilinear",
            resize,
            ((In(shape),),),
            DTYPES,
            attrs={"height": height, "width": width},
            kind="product",
            grad=(0,),
            errors=() if number else RESIZE_ERRORS,
        )
        for number, (shape, height, width) in enumerate(IMAGES)
    ),
    OpCase(
        "resize_bilinear",
        resize,
        ((In((2, 9, 6, 3), low=0, high=255),),),
        ("uint8",),
        attrs={"height": 5, "width": 8},
        kind="product",
    ),
]


def turned(shape, attrs):
    """The call of the gradient of such a call."""
    axis = attrs["axis"] % len(shape)
    other = (*shape[:axis], attrs["size"], *shape[axis + 1 :])
    return other, {**attrs, "size": shape[axis]}


CASES = [
    *rows("resample", resample, CALLS),
    *BYTES,
    *RESIZED,
    *rows("resample_grad", resample_grad, [turned(*call) for call in CALLS]),
]
