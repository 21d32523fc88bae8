"""Rows of the ops that are gradients of unary ops in one pass."""

import math

import numpy as np

from op_table.errors_of import binary_errors
from op_table.op_case import FLOATS, OpCase
from op_table.samples import binary_samples


def case(name, reference, low=-2.0, high=2.0, *, second=None, **options):
    """The row of a gradient; `second` is the range of its second operand."""
    samples = binary_samples(low, high, second)
    return OpCase(name, reference, samples, FLOATS, errors=binary_errors(FLOATS), **options)


CASES = [
    case("abs_grad", lambda g, x: g * np.sign(x), kind="arithmetic", grad=(0,)),
    case("square_grad", lambda g, x: g * 2 * x, kind="arithmetic", grad=(0, 1)),
    case(
        "sqrt_grad",
        lambda y, dy: dy / (2 * y),
        0.3,
        2.0,
        second=(-2.0, 2.0),
        kind="arithmetic",
        grad=(0, 1),
    ),
    case("rsqrt_grad", lambda y, dy: -0.5 * dy * y**3, kind="composed", grad=(0, 1)),
    case(
        "erf_grad",
        lambda g, x: g * np.exp(-x * x) * (2 / math.sqrt(math.pi)),
        kind="composed",
        grad=(0, 1),
    ),
]
