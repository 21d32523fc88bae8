"""Rows of the ops of comparison, logic and bits."""

import numpy as np

from op_table.errors_of import binary_errors, unary_errors
from op_table.op_case import EVERY, INTEGERS, REALS, In, OpCase
from op_table.samples import binary_samples, unary_samples


def case(name, reference, dtypes, low=-2.0, high=2.0, **options):
    """The row of a binary op without gradient, on whole numbers, of which many are equal."""
    samples = options.pop("samples", binary_samples(low, high, whole=True))
    return OpCase(
        name, reference, samples, dtypes, errors=binary_errors(dtypes), kind="exact", **options
    )


def shift(reference):
    """Shift amounts outside the type count as its nearest one, as in TensorFlow."""

    def call(x, y):
        bits = x.dtype.itemsize * 8
        return reference(x, np.clip(y, 0, bits - 1).astype(x.dtype))

    return call


SHIFTS = tuple((In(a, -100, 100), In(b, -3, 40)) for a, b in (((2, 3), (2, 3)), ((67,), ())))

CASES = [
    case("equal", np.equal, EVERY),
    case("not_equal", np.not_equal, EVERY),
    case("less", np.less, REALS),
    case("less_equal", np.less_equal, REALS),
    case("greater", np.greater, REALS),
    case("greater_equal", np.greater_equal, REALS),
    case("logical_and", np.logical_and, ("bool",)),
    case("logical_or", np.logical_or, ("bool",)),
    case("logical_xor", np.logical_xor, ("bool",)),
    OpCase(
        "logical_not", np.logical_not, unary_samples(), ("bool",), errors=unary_errors(("bool",))
    ),
    case("bitwise_and", np.bitwise_and, INTEGERS, -100, 100),
    case("bitwise_or", np.bitwise_or, INTEGERS, -100, 100),
    case("bitwise_xor", np.bitwise_xor, INTEGERS, -100, 100),
    case("left_shift", shift(np.left_shift), INTEGERS, samples=SHIFTS),
    case("right_shift", shift(np.right_shift), INTEGERS, samples=SHIFTS),
    OpCase(
        "bitwise_invert",
        np.invert,
        unary_samples(-100, 100),
        INTEGERS,
        errors=unary_errors(INTEGERS),
    ),
]
