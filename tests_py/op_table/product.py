"""Rows of matmul and of the fused product."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import COMPLEX, FLOATS, NUMBERS, REALS, Bad, In, OpCase

ONES = np.ones((2, 3), np.float32)
SQUARE = np.ones((3, 3), np.float32)


def operand(x, transpose, adjoint):
    x = np.conj(x) if adjoint else x
    return np.swapaxes(x, -1, -2) if transpose or adjoint else x


def matmul(
    a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, output_type=None
):
    a, b = operand(a, transpose_a, adjoint_a), operand(b, transpose_b, adjoint_b)
    return np.matmul(a.astype(output_type or a.dtype), b.astype(output_type or b.dtype))


def case(shapes, dtypes=REALS, errors=(), **attrs):
    samples = tuple((In(a), In(b)) for a, b in shapes)
    return OpCase(
        "matmul",
        matmul,
        samples,
        dtypes,
        attrs=attrs,
        kind="product",
        grad=(0, 1),
        errors=errors,
    )


def fused_matmul(a, b, bias, activation="none"):
    y = np.matmul(a, b) + bias
    return np.maximum(y, 0) if activation == "relu" else y


BIAS = np.ones(3, np.float32)
FUSED = (ONES, SQUARE, BIAS)
FUSED_ERRORS = (
    *call_errors(FUSED),
    *value_errors(FUSED),
    *dtype_errors(FLOATS, 3),
    Bad((ONES, ONES, BIAS), says=("Matrix size-incompatible",)),
    Bad((ONES[0], SQUARE, BIAS), says=("a must have at least 2 dimensions",)),
    Bad((ONES, np.ones((1, 3, 3), np.float32), BIAS), says=("b must be a matrix",)),
    Bad((ONES, SQUARE, BIAS[:2]), says=("one value for each of the 3 columns",)),
    Bad((ONES, SQUARE, ONES[:1]), says=("bias must have",)),
    Bad((ONES, SQUARE, BIAS.astype(np.int32))),
    Bad(FUSED, {"activation": "softmax"}, ValueError),
)


def fused_case(activation, errors=()):
    shapes = ((3, 4), (4, 5)), ((2, 3, 4), (4, 2)), ((33, 70), (70, 19)), ((0, 3), (3, 4))
    more = ((2, 0), (0, 4)), ((1, 300), (300, 40)), ((9, 70), (70, 1)), ((66, 32), (32, 16))
    samples = tuple((In(a), In(b), In(b[1:])) for a, b in (*shapes, *more))
    return OpCase(
        "fused_matmul",
        fused_matmul,
        samples,
        FLOATS,
        attrs={"activation": activation},
        kind="product",
        grad=(0, 1, 2),
        errors=errors,
    )


CASES = [
    case(
        (
            ((2, 3), (3, 4)),
            ((2, 3, 4), (2, 4, 2)),
            ((2, 3, 4), (4, 2)),
            ((3, 4), (2, 1, 4, 2)),
            ((0, 3), (3, 4)),
            ((2, 0), (0, 4)),
            ((33, 70), (70, 19)),
            ((65, 40), (40, 72)),
            ((2, 1, 64), (64, 8)),
        ),
        errors=(
            *call_errors((ONES, SQUARE)),
            *value_errors((ONES, SQUARE)),
            *dtype_errors(NUMBERS, 2),
            Bad((ONES, ONES), says=("Matrix size-incompatible",)),
            Bad((ONES, np.ones((3, 3), np.int32)), says=("was expected to be a float",)),
            Bad((np.ones(3, np.float32), SQUARE), says=("different ndims",)),
            Bad((np.ones((2, 2, 3), np.float32), np.ones((3, 3, 3), np.float32))),
            Bad((ONES, SQUARE), {"transpose_a": None}, TypeError),
            Bad((ONES, SQUARE), {"adjoint_a": None}, TypeError),
            Bad(
                (ONES, SQUARE),
                {"adjoint_b": True, "transpose_b": True},
                ValueError,
                ("Only one of `transpose_b` and `adjoint_b` can be True", "a: float32 (2, 3)"),
            ),
            Bad((ONES, SQUARE), {"output_type": "text"}, TypeError),
            Bad((ONES, SQUARE), {"output_type": "bool"}, says=("list of allowed values",)),
        ),
    ),
    case((((3, 2), (3, 4)), ((2, 3, 4), (2, 3, 2))), transpose_a=True),
    case((((2, 3), (4, 3)), ((2, 3, 4), (2, 4))), transpose_b=True),
    case((((3, 2), (4, 3)), ((17, 40), (9, 17))), transpose_a=True, transpose_b=True),
    case((((3, 2), (3, 4)), ((2, 3, 4), (2, 3, 2))), (*REALS, *COMPLEX), adjoint_a=True),
    case((((2, 3), (4, 3)), ((2, 3, 4), (2, 4))), (*REALS, *COMPLEX), adjoint_b=True),
    case((((3, 2), (4, 3)),), (*REALS, *COMPLEX), adjoint_a=True, transpose_b=True),
    OpCase(
        "matmul",
        matmul,
        ((In((2, 3), -100, 100), In((3, 4), -100, 100)), (In((2, 0)), In((0, 4)))),
        ("int8", "uint8", "int32"),
        attrs={"output_type": "int32"},
        kind="exact",
    ),
    fused_case("none", FUSED_ERRORS),
    fused_case("relu"),
    OpCase(
        "matmul",
        matmul,
        ((In((2, 3)), In((3, 4))),),
        ("complex64", "complex128"),
        kind="product",
        grad=(0, 1),
    ),
]
