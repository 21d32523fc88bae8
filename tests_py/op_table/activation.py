"""Rows of the activation functions."""

import math

import numpy as np

from op_table.errors_of import binary_errors, call_errors, dtype_errors, unary_errors
from op_table.op_case import COMPLEX, FLOATS, REALS, Bad, In, OpCase
from op_table.samples import binary_samples, unary_samples

INEXACT = FLOATS + COMPLEX
ALPHA = 1.6732632423543772848170429916717
SCALE = 1.0507009873554804934193349852946
ONES = np.ones((2, 3), np.float32)


def case(name, reference, dtypes=FLOATS, *, errors=(), again=False, **options):
    """The row of an activation; its gradient is checked away from the corner at 0.

    `again`: another row of the op has its bad calls.
    """
    samples = unary_samples(-3, 3)
    corner_free = (In((2, 3), 0.3, 2.0),), (In((2, 3), -2.0, -0.3),)
    return OpCase(
        name,
        reference,
        (*samples, *corner_free),
        dtypes,
        grad=(0,),
        grad_sample=len(samples) + options.pop("side", 0),
        errors=errors if again else unary_errors(dtypes) + errors,
        **options,
    )


def attr_error(**wrong):
    """A call with an attribute of the wrong type."""
    return (Bad((ONES,), wrong, TypeError, (f"argument '{next(iter(wrong))}' must be",)),)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def erf(x):
    return np.vectorize(math.erf, otypes=[x.dtype])(x)


def elu(x, alpha=1.0):
    return np.where(x < 0, alpha * np.expm1(np.minimum(x, 0)), x)


def selu(x):
    return SCALE * np.where(x < 0, ALPHA * np.expm1(np.minimum(x, 0)), x)


def gelu(x, approximate=False):
    if approximate:
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def gelu_grad(gradients, features, approximate=False):
    x = features
    if approximate:
        root = math.sqrt(2 / math.pi)
        t = np.tanh(root * (x + 0.044715 * x**3))
        slope = root * (1 + 3 * 0.044715 * x**2)
        return gradients * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope)
    density = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
    return gradients * (0.5 * (1 + erf(x / math.sqrt(2))) + x * density)


def silu_grad(gradients, features):
    s = sigmoid(features)
    return gradients * s * (1 + features * (1 - s))


def sigmoid_cross_entropy(labels, logits):
    return np.logaddexp(logits, 0) - logits * labels


def leaky_relu(x, alpha=0.2):
    return np.where(x < 0, alpha * x, x)


CASES = [
    case("sigmoid", sigmoid, INEXACT, kind="composed"),
    case("relu", lambda x: np.maximum(x, 0), REALS, kind="exact"),
    case("relu", lambda x: np.maximum(x, 0), FLOATS, kind="exact", side=1, again=True),
    case("relu6", lambda x: np.minimum(np.maximum(x, 0), 6), REALS, kind="exact"),
    case("elu", elu, errors=attr_error(alpha="steep"), side=1),
    case("elu", elu, attrs={"alpha": 0.5}, side=1, again=True),
    case("elu", elu, again=True),
    case("selu", selu),
    case("selu", selu, side=1, again=True),
    case("softplus", lambda x: np.logaddexp(x, 0), kind="composed"),
    case("softsign", lambda x: x / (1 + np.abs(x)), side=1, kind="arithmetic"),
    case("silu", lambda x: x * sigmoid(x), kind="composed"),
    case("gelu", gelu, kind="composed", errors=attr_error(approximate=None)),
    case("gelu", gelu, attrs={"approximate": True}, kind="composed", again=True),
    case("leaky_relu", leaky_relu, side=1, kind="arithmetic", errors=attr_error(alpha=[1])),
    case("leaky_relu", leaky_relu, attrs={"alpha": 0.01}, kind="arithmetic", again=True),
    OpCase(
        "sigmoid_grad",
        lambda y, dy: dy * y * (1 - y),
        binary_samples(),
        INEXACT,
        kind="arithmetic",
        grad=(0, 1),
        errors=binary_errors(INEXACT),
    ),
    OpCase(
        "relu_grad",
        lambda gradients, features: np.where(features > 0, gradients, 0),
        binary_samples(),
        REALS,
        kind="exact",
        grad=(0,),
        errors=binary_errors(REALS),
    ),
    *(
        OpCase(
            "elu_grad",
            lambda gradients, outputs, alpha=1.0: np.where(
                outputs < 0, gradients * (outputs + alpha), gradients
            ),
            binary_samples(),
            FLOATS,
            attrs={"alpha": alpha} if alpha else {},
            kind="arithmetic",
            grad=(0, 1),
            errors=() if alpha else binary_errors(FLOATS),
        )
        for alpha in (None, 0.3)
    ),
    *(
        OpCase(
            "leaky_relu_grad",
            lambda gradients, features, alpha=0.2: np.where(
                features > 0, gradients, alpha * gradients
            ),
            binary_samples(),
            FLOATS,
            attrs={"alpha": alpha} if alpha else {},
            kind="arithmetic",
            grad=(0,),
            errors=() if alpha else binary_errors(FLOATS),
        )
        for alpha in (None, 0.01)
    ),
    *(
        OpCase(
            "gelu_grad",
            gelu_grad,
            binary_samples(-3, 3),
            FLOATS,
            attrs={"approximate": approximate},
            kind="composed",
            grad=(0, 1),
            errors=() if approximate else binary_errors(FLOATS),
        )
        for approximate in (False, True)
    ),
    *(
        OpCase(
            name,
            reference,
            binary_samples(-3, 3),
            FLOATS,
            kind="composed",
            grad=(0, 1),
            errors=binary_errors(FLOATS),
        )
        for name, reference in (
            ("silu_grad", silu_grad),
            ("sigmoid_cross_entropy", sigmoid_cross_entropy),
        )
    ),
    OpCase(
        "tanh_grad",
        lambda y, dy: dy * (1 - y * y),
        binary_samples(),
        INEXACT,
        kind="arithmetic",
        grad=(0, 1),
        errors=call_errors((ONES, ONES)) + dtype_errors(INEXACT, 2) + binary_errors(INEXACT)[-2:],
    ),
]
