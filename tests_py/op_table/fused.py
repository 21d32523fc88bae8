"""Rows of the fused convolution and its gradient, against the ops that they replace."""

import numpy as np

from op_table.errors_of import call_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase
from op_table.window import FILTERS, IMAGE, conv2d, conv2d_filter_grad, conv2d_input_grad, windows

CONVOLUTION = ("strides", "padding", "dilations")


def parts(attrs):
    """The convolution's attributes, whether there is a relu, and the pool."""
    convolution = {key: attrs[key] for key in CONVOLUTION if key in attrs}
    return convolution, attrs.get("activation") == "relu", attrs.get("pool", (1, 1))


def cells_of(image, pool):
    """(..., height, width, channels) as (..., rows, columns, channels, cells of the window)."""
    n, height, width, channels = image.shape
    rows, columns = height // pool[0], width // pool[1]
    cut = image[:, : rows * pool[0], : columns * pool[1]]
    split = cut.reshape(n, rows, pool[0], columns, pool[1], channels)
    return split.transpose(0, 1, 3, 5, 2, 4).reshape(n, rows, columns, channels, -1)


def fused_conv2d(x, filters, bias, **attrs):
    convolution, relu, pool = parts(attrs)
    cells = cells_of(conv2d(x, filters, **convolution), pool)
    y = cells.max(-1) + bias
    argmax = cells.argmax(-1).astype(np.uint8) if cells.shape[-1] > 1 else np.zeros(0, np.uint8)
    return np.maximum(y, 0) if relu else y, argmax


def fused_conv2d_grad(x, filters, y, argmax, out_grad, input_needed=True, **attrs):
    convolution, relu, pool = parts(attrs)
    strides, dilations = attrs.get("strides", (1, 1)), attrs.get("dilations", (1, 1))
    (height, width), _ = windows(
        x.shape, filters.shape[:2], strides, dilations, attrs.get("padding", "VALID")
    )
    masked = np.where(y > 0, out_grad, 0) if relu else out_grad
    grad = np.zeros((x.shape[0], height, width, filters.shape[3]), x.dtype)
    for n, row, column, k in np.ndindex(y.shape):
        cell = int(argmax[n, row, column, k]) if argmax.size else 0
        at = row * pool[0] + cell // pool[1], column * pool[1] + cell % pool[1]
        grad[n, at[0], at[1], k] = masked[n, row, column, k]
    none = np.zeros(0, x.dtype)
    return (
        conv2d_input_grad(filters, grad, x.shape, **convolution) if input_needed else none,
        conv2d_filter_grad(x, grad, filters.shape, **convolution),
        grad.sum((0, 1, 2)),
    )


BIAS = np.ones(4, np.float32)
POOLED, CELLS = np.ones((1, 1, 1, 4), np.float32), np.zeros((1, 1, 1, 4), np.uint8)
HALF = {"pool": (2, 2)}
GOOD = (IMAGE, FILTERS, BIAS)
GOOD_GRAD = (IMAGE, FILTERS, POOLED, CELLS, POOLED)
ERRORS = (
    *call_errors(GOOD),
    *value_errors(GOOD),
    Bad((IMAGE, FILTERS, BIAS[:3]), says=("one value for each of the 4 filters",)),
    Bad((IMAGE[0], FILTERS, BIAS)),
    Bad((IMAGE, FILTERS, BIAS.astype(np.int32))),
    Bad(GOOD, {"pool": (0, 1)}, says=("pool sizes must be positive",)),
    Bad(GOOD, {"pool": (16, 16)}, says=("at most 255 cells",)),
    Bad(GOOD, {"pool": (2,)}, says=("pool must have 2 values",)),
    Bad(GOOD, {"activation": "softmax"}, ValueError),
    Bad(GOOD, {"strides": (0, 1)}),
)
GRAD_ERRORS = (
    *call_errors(GOOD_GRAD),
    *value_errors(GOOD_GRAD),
    Bad(GOOD_GRAD, says=("y has shape (1, 1, 1, 4)",)),
    Bad((*GOOD_GRAD[:3], CELLS[0], POOLED), HALF, says=("argmax has shape (1, 1, 4)",)),
    Bad((*GOOD_GRAD[:4], POOLED[0]), HALF, says=("out_grad has shape (1, 1, 4)",)),
    Bad((*GOOD_GRAD[:3], CELLS + 4, POOLED), HALF, says=("argmax holds 4",)),
    Bad((*GOOD_GRAD[:3], CELLS + 255, POOLED), HALF, says=("argmax holds 255",)),
    Bad((*GOOD_GRAD[:3], CELLS.astype(np.int32), POOLED), HALF),
    Bad(GOOD_GRAD, {"pool": (0, 2)}, says=("pool sizes must be positive",)),
)


def rows(image, filters, first=False, **attrs):
    """The rows of one geometry: the op and its gradient."""
    convolution, _, pool = parts(attrs)
    strides, dilations = (convolution.get(key, (1, 1)) for key in ("strides", "dilations"))
    (height, width), _ = windows(
        image, filters[:2], strides, dilations, convolution.get("padding", "VALID")
    )
    out = (image[0], height // pool[0], width // pool[1], filters[3])
    cells = pool[0] * pool[1]
    operands = In(image), In(filters)
    argmax = In(out if cells > 1 else (0,), 0, cells - 1, dtype="uint8")
    return [
        OpCase(
            "fused_conv2d",
            fused_conv2d,
            ((*operands, In(filters[3:])),),
            FLOATS,
            attrs=attrs,
            kind="product",
            grad=(0, 1, 2),
            errors=ERRORS if first else (),
        ),
        OpCase(
            "fused_conv2d_grad",
            fused_conv2d_grad,
            ((*operands, In(out), argmax, In(out)),),
            FLOATS,
            attrs=attrs,
            kind="product",
            grad=(0, 1, 4),
            errors=GRAD_ERRORS if first else (),
        ),
    ]


CASES = [
    *rows((2, 5, 6, 2), (2, 2, 2, 3), True, activation="relu", pool=(2, 2)),
    *rows((1, 4, 5, 2), (2, 3, 2, 3), activation="relu"),
    *rows((1, 7, 5, 1), (3, 2, 1, 2), padding="SAME", strides=(2, 1), pool=(2, 3)),
    *rows((1, 6, 5, 2), (2, 2, 1, 2), dilations=(2, 1), activation="relu", pool=(2, 2)),
]
