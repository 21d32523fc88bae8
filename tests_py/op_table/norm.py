"""Rows of bias_add and batch normalisation."""

import numpy as np

from op_table.errors_of import binary_errors, call_errors, value_errors
from op_table.op_case import FLOATS, NUMBERS, Bad, In, OpCase, numpy_dtype

X = np.ones((2, 4, 3), np.float32)
C = np.ones(3, np.float32)
EPSILON = 0.01


def rows_of(x):
    return x.reshape(-1, x.shape[-1]).astype(np.float64)


def normalized(x, mean, variance, scale, offset, epsilon):
    return (x - mean) / np.sqrt(variance + epsilon) * scale + offset


def activated(y, activation):
    return np.maximum(y, 0) if activation == "relu" else y


def batch_norm_train(x, scale, offset, epsilon, activation="none"):
    mean, variance = rows_of(x).mean(axis=0), rows_of(x).var(axis=0)
    y = normalized(x, mean, variance, scale, offset, epsilon)
    return activated(y, activation), mean, variance


def batch_norm_infer(x, mean, variance, scale, offset, epsilon, activation="none"):
    return (activated(normalized(x, mean, variance, scale, offset, epsilon), activation),)


def batch_norm_grad(grad, x, scale, offset, mean, variance, epsilon, activation="none"):
    """The derivative of batch_norm_train's y, which its mean and variance are part of."""
    grad = grad.astype(np.float64)
    if activation == "relu":
        grad = np.where(normalized(x, mean, variance, scale, offset, epsilon) > 0, grad, 0)
    rate = 1 / np.sqrt(variance + epsilon)
    normal = (x - mean) * rate
    offset_grad, scale_grad = rows_of(grad).sum(axis=0), rows_of(grad * normal).sum(axis=0)
    n = len(rows_of(x))
    x_grad = scale * rate * (grad - offset_grad / n - normal * scale_grad / n)
    return x_grad, scale_grad, offset_grad


def in_dtypes(reference, *dtypes):
    """`reference` with its results in `dtypes`, as rounded from double."""

    def call(*arrays, **attrs):
        results = reference(*(a.astype(np.float64) for a in arrays), **attrs)
        return tuple(r.astype(numpy_dtype(d)) for r, d in zip(results, dtypes, strict=True))

    return call


def bad(*args, says, epsilon=EPSILON):
    return Bad(args, {"epsilon": epsilon}, says=says)


def common(*good):
    """What all three refuse: wrong arguments, values, channels and dtypes."""
    rest = good[1:]
    ones = np.ones(4, np.float32)
    return (
        *call_errors(good)[:2],
        *value_errors(good),
        bad(*good[:-1], ones, says=("the same number of elements as the channels of x",)),
        bad(*good[:-1], C.astype(np.float64), says=("must be float32 where x is float32",)),
        bad(*good[:-1], C.astype(np.int32), says=("has dtype int32",)),
        bad(good[0].astype(np.int32), *rest, says=("has dtype int32",)),
        Bad(good, {"epsilon": "small"}, TypeError, ("argument 'epsilon' must be",)),
        Bad(good, {"activation": "softmax"}, ValueError, ("activation",)),
    )


TRAIN_ERRORS = (
    *common(X, C, C),
    bad(np.ones((), np.float32), C, C, says=("at least one axis",)),
    bad(X, X, C, says=("scale must have the same number",)),
)
INFER_ERRORS = (
    *common(X, C, C, C, C),
    bad(X, np.ones((1, 3), np.float32), C, C, C, says=("mean",)),
)
GRAD_ERRORS = (
    *common(X, X, C, C, C, C),
    bad(X[:1], X, C, C, C, C, says=("grad must have the shape of x",)),
)


SHAPES = ((2, 4, 3), (9, 3), (300, 20, 3))
SCALE, OFFSET, SQUARE = (0.5, 2), (-1, 1), (0.5, 2)  # ranges of one number per channel
MOMENTS = OFFSET, SQUARE


# name, reference, inputs in x's shape, ranges of the others, bad calls, shapes
OPS = (
    ("batch_norm_train", batch_norm_train, 1, (SCALE, OFFSET), TRAIN_ERRORS, SHAPES),
    (
        "batch_norm_infer",
        batch_norm_infer,
        1,
        (*MOMENTS, SCALE, OFFSET),
        INFER_ERRORS,
        (*SHAPES, (0, 3)),
    ),
    ("batch_norm_grad", batch_norm_grad, 2, (SCALE, OFFSET, *MOMENTS), GRAD_ERRORS, SHAPES),
)


def differentiable(name, inputs):
    """batch_norm_grad takes the offset to see where the activation is off, which is constant."""
    return tuple(i for i in range(inputs) if (name, i) != ("batch_norm_grad", 3))


def norm_row(op, dtype, **attrs):
    """A row of one dtype of x; statistics of 16-bit floats are float32."""
    name, reference, per_x, per_channel, errors, shapes = op
    statistic = "float64" if dtype == "float64" else "float32"
    half = dtype in ("float16", "bfloat16")
    outputs = 1 if name == "batch_norm_infer" else 3

    def sample(shape):
        rest = (In((3,), *pair, dtype=statistic) for pair in per_channel)
        return (*(In(shape) for _ in range(per_x)), *rest)

    return OpCase(
        name,
        in_dtypes(reference, dtype, *[statistic] * (outputs - 1)),
        tuple(sample(shape) for shape in shapes),
        (dtype,),
        attrs={"epsilon": EPSILON, **attrs},
        kind=("sum" if name == "batch_norm_grad" else "arithmetic") if half else "product",
        rounds=False,
        grad=differentiable(name, per_x + len(per_channel)) if dtype == "float64" else (),
        errors=errors if dtype == "float32" and not attrs else (),
    )


CASES = [
    OpCase(
        "bias_add",
        lambda value, bias: value + bias,
        ((In((2, 3)), In((3,))), (In((4, 2, 70)), In((70,))), (In((0, 3)), In((3,)))),
        NUMBERS,
        kind="arithmetic",
        grad=(0, 1),
        errors=(
            *binary_errors(NUMBERS, says="Biases must be 1D")[:6],
            Bad((X, np.ones(2, np.float32)), says=("Must provide as many biases as the last",)),
            Bad((X, X), says=("Biases must be 1D: (2, 4, 3)",)),
            Bad((C, C), says=("Input tensor must be at least 2D: (3,)",)),
            Bad((X, np.ones(3, np.int32)), says=("was expected to be a float tensor",)),
            Bad((X, C), {"data_format": 1}, TypeError, ("argument 'data_format' must be",)),
            Bad((X, C), {"data_format": "XX"}, ValueError, ("of the form `N...C` or `NC...`",)),
            Bad((X, C), {"data_format": "NCHW"}, says=("as many biases as the channel",)),
            Bad((X, X), {"data_format": "NCHW"}, says=("Biases must be 1D: (2, 4, 3)",)),
        ),
    ),
    *(
        OpCase(
            "bias_add",
            lambda value, bias, data_format: (
                value + bias.reshape(-1, *[1] * (value.ndim - 2 if data_format != "NHWC" else 0))
            ),
            tuple((In(shape), In((size,))) for shape, size in shapes),
            NUMBERS,
            attrs={"data_format": data_format},
            kind="arithmetic",
            grad=(0, 1),
        )
        for data_format, shapes in {
            "NCHW": (((2, 3, 4, 5), 3), ((2, 3), 3), ((0, 3, 4), 3), ((2, 2, 3, 2, 2), 2)),
            "NC...": (((2, 3, 4), 3),),
            "NHWC": (((2, 5, 4, 3), 3),),
        }.items()
    ),
    *(norm_row(op, dtype) for dtype in FLOATS for op in OPS),
    *(norm_row(op, dtype, activation="relu") for dtype in FLOATS for op in OPS),
]
