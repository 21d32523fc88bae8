"""Rows of layer normalisation."""

import numpy as np

from op_table.errors_of import call_errors, value_errors
from op_table.norm import C, X, bad, in_dtypes
from op_table.op_case import FLOATS, Bad, In, OpCase

EPSILON = 0.01
SCALE, OFFSET = (0.5, 2), (-1, 1)  # ranges
# Shapes of x and of the axes that are normalised.
SHAPES = (
    ((2, 4, 3), (3,)),
    ((2, 4, 3), (4, 3)),
    ((9, 3), (9, 3)),
    ((5,), (5,)),
    ((3, 130), (130,)),
    ((40, 20, 17), (17,)),
    ((0, 3), (3,)),
)


def normal_and_rate(x, scale, epsilon):
    """x with mean 0 and variance 1 over the last axes, and what its deviations were divided by."""
    axes = tuple(range(x.ndim - scale.ndim, x.ndim))
    rate = 1 / np.sqrt(x.var(axis=axes, keepdims=True) + epsilon)
    return (x - x.mean(axis=axes, keepdims=True)) * rate, rate, axes


def layer_norm(x, scale, offset, epsilon):
    return (normal_and_rate(x, scale, epsilon)[0] * scale + offset,)


def layer_norm_grad(grad, x, scale, epsilon):
    normal, rate, axes = normal_and_rate(x, scale, epsilon)
    rows = tuple(range(x.ndim - scale.ndim))
    g = grad * scale

    def mean(a):
        return a.mean(axis=axes, keepdims=True)

    x_grad = rate * (g - mean(g) - normal * mean(g * normal))
    return x_grad, (grad * normal).sum(axis=rows), grad.sum(axis=rows)


def common(*good):
    """What both refuse: wrong arguments, values, shapes and dtypes."""
    rest = good[1:]
    return (
        *call_errors(good)[:2],
        *value_errors(good),
        bad(*good[:-1], np.ones(4, np.float32), says=("must have the last axes of x",)),
        bad(*good[:-1], np.ones((), np.float32), says=("must have at least one axis",)),
        bad(*good[:-1], C.astype(np.float64), says=("must be float32 where x is float32",)),
        bad(*good[:-1], C.astype(np.int32), says=("has dtype int32",)),
        bad(good[0].astype(np.int32), *rest, says=("has dtype int32",)),
        Bad(good, {"epsilon": "small"}, TypeError, ("argument 'epsilon' must be",)),
    )


NORM_ERRORS = (
    *common(X, C, C),
    bad(X, X, C, says=("offset must have the shape of scale, got (3,) and (2, 4, 3)",)),
    bad(C, X, X, says=("scale must have the last axes of x, got (2, 4, 3) and (3,)",)),
)
GRAD_ERRORS = (
    *common(X, X, C),
    bad(X[:1], X, C, says=("grad must have the shape of x",)),
)

# name, reference, inputs in x's shape, ranges of the others, outputs, bad calls
OPS = (
    ("layer_norm", layer_norm, 1, (SCALE, OFFSET), 1, NORM_ERRORS),
    ("layer_norm_grad", layer_norm_grad, 2, (SCALE,), 3, GRAD_ERRORS),
)


def layer_norm_row(op, dtype):
    """A row of one dtype of x; scale and offset of 16-bit floats are float32."""
    name, reference, per_x, per_element, outputs, errors = op
    statistic = "float64" if dtype == "float64" else "float32"

    def sample(shape, last):
        rest = (In(last, *pair, dtype=statistic) for pair in per_element)
        return (*(In(shape) for _ in range(per_x)), *rest)

    half = dtype in ("float16", "bfloat16")
    return OpCase(
        name,
        in_dtypes(reference, dtype, *[statistic] * (outputs - 1)),
        tuple(sample(*shapes) for shapes in SHAPES),
        (dtype,),
        attrs={"epsilon": EPSILON},
        kind=("sum" if outputs == 3 else "arithmetic") if half else "product",
        rounds=False,
        grad=(0, 1, 2) if dtype == "float64" else (),
        errors=errors if dtype == "float32" else (),
    )


CASES = [layer_norm_row(op, dtype) for dtype in FLOATS for op in OPS]
