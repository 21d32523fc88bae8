"""Rows of where, clip_by_value, cast, identity and stop_gradient."""

import ml_dtypes
import numpy as np

from op_table.errors_of import call_errors, refused_dtypes, unary_errors, value_errors
from op_table.op_case import ALL, EVERY, REALS, Bad, In, OpCase, numpy_dtype
from op_table.samples import unary_samples
from pelton.errors import UnimplementedError

CONDITION = np.array([True, False, True])
ONES = np.ones((2, 3), np.float32)
LOW, HIGH = np.float32(0), np.float32(1)

WHERE_SHAPES = (
    ((2, 3), (2, 3), (2, 3)),
    ((3,), (2, 1), ()),
    ((), (2, 3), (2, 3)),
    ((2, 1), (3,), (4, 1, 1)),
    ((0, 3), (3,), ()),
    ((67,), (67,), ()),
)
CLIP_SHAPES = (
    ((2, 3), (), ()),
    ((2, 3), (3,), (2, 1)),
    ((67,), (67,), (67,)),
    ((), (), ()),
    ((0, 3), (), (3,)),
)


def where(condition, x, y):
    return np.where(condition, x, y)


def clip_by_value(t, low, high):
    return np.maximum(np.minimum(t, high), low)


def cast(x, dtype):
    """NumPy's conversion, but through the real part of complex numbers, as TensorFlow."""
    if dtype == "bfloat16" and x.dtype.kind == "f":
        return x.astype(np.float32).astype(ml_dtypes.bfloat16)
    if x.dtype.kind == "c" and np.dtype(numpy_dtype(dtype)).kind != "c":
        x = x.real
    return x.astype(numpy_dtype(dtype))


def cast_case(target):
    grad = (0,) if target in ("float64", "complex128") else ()
    errors = ()
    if target == "float32":
        good = (ONES, "float32")
        errors = (
            *call_errors(good),
            *value_errors(good),
            Bad((ONES, "float31"), error=TypeError),
            Bad((ONES, 3.5), error=TypeError),
        )
    return OpCase(
        "cast",
        cast,
        unary_samples(0, 100),
        ALL,
        attrs={"dtype": target},
        kind="exact",
        rounds=False,
        grad=grad,
        errors=errors,
    )


CASES = [
    OpCase(
        "where",
        where,
        tuple((In(c, dtype="bool"), In(x), In(y)) for c, x, y in WHERE_SHAPES),
        EVERY,
        kind="exact",
        grad=(1, 2),
        errors=(
            *call_errors((CONDITION, ONES, ONES)),
            Bad((ONES, ONES, ONES), says=("'condition' has dtype float32",)),
            Bad((np.array([True, False]), ONES, ONES), says=("must be broadcastable",)),
            Bad((CONDITION, ONES, np.ones((2, 4), np.float32)), says=("must be broadcastable",)),
            Bad((CONDITION, ONES, np.ones(3, np.int32)), says=("was expected to be a float",)),
            Bad((CONDITION, "text", ONES), error=TypeError),
        ),
    ),
    OpCase(
        "clip_by_value",
        clip_by_value,
        tuple((In(t, -2, 2), In(a, -1, -0.5), In(b, 0.5, 1)) for t, a, b in CLIP_SHAPES),
        REALS,
        kind="exact",
        grad=(0, 1, 2),
        errors=(
            *call_errors((ONES, LOW, HIGH)),
            Bad((ONES, np.zeros((4, 1, 1), np.float32), HIGH), says=("are incompatible",)),
            Bad((ONES, np.zeros(2, np.float32), HIGH), says=("Incompatible shapes",)),
            Bad((ONES, np.zeros(3, np.int32), HIGH), says=("was expected to be a float",)),
            *(
                Bad((np.ones(3, d),) * 3, says=("list of allowed values",))
                for d in refused_dtypes(REALS)
            ),
        ),
    ),
    *(cast_case(target) for target in ALL),
    OpCase(
        "cast",
        cast,
        (),
        ("float32",),
        attrs={"dtype": "string"},
        errors=(
            Bad((ONES, "string"), error=UnimplementedError, says=("Cast float to string",)),
            Bad(("1", "float32"), error=UnimplementedError, says=("Cast string to float",)),
        ),
    ),
    OpCase(
        "identity",
        lambda x: x,
        unary_samples(),
        EVERY,
        kind="exact",
        grad=(0,),
        errors=unary_errors(ALL),
    ),
    OpCase(
        "stop_gradient",
        lambda x: x,
        unary_samples(),
        EVERY,
        kind="exact",
        errors=unary_errors(ALL),
    ),
]
