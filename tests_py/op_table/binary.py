"""Rows of the binary arithmetic ops."""

import numpy as np

from op_table.errors_of import binary_errors
from op_table.op_case import COMPLEX, FLOATS, INTEGERS, NUMBERS, REALS, SIGNED, Bad, In, OpCase
from op_table.samples import binary_samples

INEXACT = FLOATS + COMPLEX


def case(name, reference, dtypes, low=-2.0, high=2.0, *, second=None, **options):
    """The row of a binary op; `second` is the range of the second operand."""
    options.setdefault("grad", (0, 1))
    errors = options.pop("errors", binary_errors(dtypes))
    return OpCase(
        name, reference, binary_samples(low, high, second), dtypes, errors=errors, **options
    )


def divide(x, y):
    if x.dtype.kind in "iu":
        wide = np.float32 if x.dtype.itemsize <= 2 else np.float64
        return x.astype(wide) / y.astype(wide)
    return x / y


def squared_difference(x, y):
    d = x - y
    return (d * np.conj(d)).astype(d.dtype)


def by_zero(dtype):
    """An integer division whose divisor holds a zero."""
    return Bad(
        (np.ones((2, 3), dtype), np.zeros(3, dtype)),
        says=("Integer division by zero", f"{dtype} (2, 3)", f"{dtype} (3,)"),
    )


NEGATIVE_POWER = Bad(
    (np.ones((2, 3), np.int32), np.full(3, -1, np.int32)),
    says=("Integers to negative integer powers are not allowed",),
)
ONE_LIKE = (0.5, 3.0)

CASES = [
    case("add", np.add, (*NUMBERS, "string"), kind="exact"),
    case("subtract", np.subtract, NUMBERS, kind="exact"),
    case("multiply", np.multiply, NUMBERS, kind="arithmetic"),
    case("divide", divide, NUMBERS, 1, 3, kind="arithmetic"),
    case(
        "divide_no_nan",
        lambda x, y: np.where(y == 0, 0, x / np.where(y == 0, 1, y)),
        INEXACT,
        second=ONE_LIKE,
        kind="arithmetic",
    ),
    case(
        "floordiv",
        np.floor_divide,
        INTEGERS,
        -30,
        30,
        second=(1, 5),
        grad=(),
        errors=binary_errors(REALS) + (by_zero("int32"), by_zero("uint8")),
    ),
    case("floordiv", np.floor_divide, INTEGERS[:4], -30, 30, second=(-5, -1), grad=(), errors=()),
    case(
        "floordiv",
        lambda x, y: np.floor(x / y),
        FLOATS,
        -30,
        30,
        second=(1, 5),
        kind="exact",
        grad=(),
        errors=(),
    ),
    case(
        "floormod",
        np.mod,
        REALS,
        -30,
        30,
        second=(1, 5),
        kind="arithmetic",
        errors=binary_errors(REALS) + (by_zero("int64"), by_zero("int8")),
    ),
    case("floormod", np.mod, SIGNED, -30, 30, second=(-5, -1), grad=(), errors=()),
    case(
        "pow",
        np.power,
        NUMBERS,
        0.3,
        2.0,
        second=(0.5, 3.0),
        kind="composed",
        errors=binary_errors(NUMBERS) + (NEGATIVE_POWER,),
    ),
    case("maximum", np.maximum, REALS, kind="exact", grad=()),
    case("minimum", np.minimum, REALS, kind="exact", grad=()),
    OpCase(
        "maximum",
        np.maximum,
        ((In((2, 3), distinct=True), In((1, 3), 0.1, 0.2)),),
        FLOATS,
        kind="exact",
        grad=(0, 1),
    ),
    OpCase(
        "minimum",
        np.minimum,
        ((In((2, 3), distinct=True), In((1, 3), 0.1, 0.2)),),
        FLOATS,
        kind="exact",
        grad=(0, 1),
    ),
    case("squared_difference", squared_difference, NUMBERS, 0, 3, second=(0, 1), kind="composed"),
    case("atan2", np.arctan2, FLOATS, 0.5, 2.0, second=(-2.0, 2.0)),
    OpCase(
        "complex",
        lambda re, im: re + 1j * im,
        binary_samples(),
        ("float32", "float64"),
        kind="exact",
        grad=(0, 1),
        errors=binary_errors(("float32", "float64")),
    ),
]
