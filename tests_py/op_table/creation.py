"""Rows of the ops that make tensors out of numbers."""

import numpy as np

from op_table.errors_of import call_errors, unary_errors, value_errors
from op_table.op_case import ALL, EVERY, NUMBERS, REALS, Bad, In, OpCase, numpy_dtype
from op_table.samples import unary_samples


def made(name, reference, errors=(), **attrs):
    """A row of an op without inputs, for every dtype among the attributes."""
    return OpCase(
        name,
        reference,
        ((),),
        ("float32",),
        attrs=attrs,
        kind="exact",
        rounds=False,
        errors=errors,
    )


def full(shape, value, dtype):
    return np.full(shape, value).astype(numpy_dtype(dtype))


def zeros_like(x):
    return np.full(x.shape, b"" if x.dtype == object else 0, x.dtype)


def zeros(shape, dtype):
    return np.zeros(shape, numpy_dtype(dtype))


def ones(shape, dtype):
    return np.ones(shape, numpy_dtype(dtype))


def eye(num_rows, num_columns=None, dtype="float32"):
    return np.eye(num_rows, num_columns).astype(numpy_dtype(dtype))


def range_(start, limit, delta, dtype):
    return np.arange(start, limit, delta, np.float64).astype(numpy_dtype(dtype))


def iota(size, dtype):
    return np.arange(size).astype(numpy_dtype(dtype))


def kwargs_error(error, *says, **kwargs):
    return Bad((), kwargs, error, says)


BAD_SHAPES = (
    kwargs_error(TypeError, "missing required argument: 'shape'"),
    kwargs_error(ValueError, "Dimension -1 must be >= 0", shape=(2, -1)),
    kwargs_error(ValueError, "exceeds 64 bits", shape=(2**40, 2**40)),
    kwargs_error(TypeError, "argument 'shape' must be", shape=(2.5,)),
    kwargs_error(TypeError, "argument 'shape' must be", shape="ab"),
    kwargs_error(TypeError, shape=(2,), dtype="float31"),
    kwargs_error(ValueError, "at most 32 dimensions", shape=(1,) * 33),
)
BAD_FULL = tuple(Bad((), {"value": 1, **bad.kwargs}, bad.error, bad.says) for bad in BAD_SHAPES)
SHAPES = ((), (3,), (2, 0, 3), (2, 3))

CASES = [
    *(made("zeros", zeros, shape=s, dtype=d) for d in ALL for s in SHAPES),
    *(made("ones", ones, shape=s, dtype=d) for d in ALL for s in SHAPES),
    *(made("full", full, shape=(2, 3), value=3, dtype=d) for d in NUMBERS),
    made("full", full, shape=(), value=0.1, dtype="float64"),
    made("full", full, shape=(70000,), value=-0.5, dtype="float16"),
    made("zeros", zeros, BAD_SHAPES, shape=(300000,), dtype="float32"),
    made("ones", ones, BAD_SHAPES, shape=(300000,), dtype="int8"),
    made(
        "full",
        full,
        (
            *BAD_FULL,
            kwargs_error(
                ValueError, "300 is not a value of dtype int8", shape=(), value=300, dtype="int8"
            ),
            kwargs_error(ValueError, "0.5 is not a value", shape=(), value=0.5, dtype="int32"),
            kwargs_error(ValueError, "-1 is not a value", shape=(), value=-1, dtype="uint64"),
            kwargs_error(TypeError, "argument 'value' must be", shape=(), value="one"),
        ),
        shape=(1, 2),
        value=1.0,
        dtype="bool",
    ),
    *(made("eye", eye, num_rows=3, num_columns=c, dtype=d) for d in ALL for c in (None, 2, 0)),
    made(
        "eye",
        eye,
        (
            kwargs_error(TypeError, "missing required argument: 'num_rows'"),
            kwargs_error(ValueError, "Dimension -2 must be >= 0", num_rows=-2),
            kwargs_error(ValueError, "Dimension -1 must be >= 0", num_rows=2, num_columns=-1),
            kwargs_error(TypeError, "argument 'num_rows' must be", num_rows=2.5),
            kwargs_error(TypeError, num_rows=2, dtype="float31"),
            kwargs_error(ValueError, "exceeds 64 bits", num_rows=2**40, num_columns=2**40),
        ),
        num_rows=0,
    ),
    *(made("range", range_, start=0, limit=10, delta=3, dtype=d) for d in REALS),
    *(made("range", range_, start=5, limit=0, delta=-2, dtype=d) for d in REALS if d[0] != "u"),
    made("range", range_, start=0.5, limit=1.0, delta=0.1, dtype="float32"),
    made(
        "range",
        range_,
        (
            kwargs_error(TypeError, "missing required argument: 'start'"),
            kwargs_error(ValueError, "Requires delta != 0", start=0, limit=10, delta=0),
            kwargs_error(ValueError, "Requires start <= limit when delta > 0", start=1, limit=0),
            kwargs_error(
                ValueError, "Requires start >= limit when delta < 0", start=0, limit=1, delta=-1
            ),
            kwargs_error(TypeError, "is not a real number's", start=0, limit=1, dtype="bool"),
            kwargs_error(
                ValueError, "is not a value of dtype int8", start=0, limit=400, dtype="int8"
            ),
            kwargs_error(
                ValueError, "must be finite", start=0, limit=float("inf"), dtype="float32"
            ),
            kwargs_error(TypeError, "argument 'limit' must be", start=0, limit="ten"),
        ),
        start=0,
        limit=0,
        delta=1,
        dtype="int64",
    ),
    *(made("iota", iota, size=5, dtype=d) for d in REALS),
    made(
        "iota",
        iota,
        (
            kwargs_error(TypeError, "missing required argument: 'size'"),
            kwargs_error(ValueError, "Dimension -1 must be >= 0", size=-1),
            kwargs_error(ValueError, "is not a value of dtype int8", size=200, dtype="int8"),
            kwargs_error(TypeError, "is not a real number's", size=2, dtype="bool"),
            kwargs_error(TypeError, "argument 'size' must be", size="two"),
            kwargs_error(TypeError, size=2, dtype="float31"),
        ),
        size=0,
        dtype="int64",
    ),
    *(
        OpCase(
            "shape",
            lambda x, out_type: np.array(x.shape, out_type),
            unary_samples(),
            EVERY,
            attrs={"out_type": dtype},
            kind="exact",
            rounds=False,
            errors=(
                *unary_errors(ALL),
                Bad((np.ones(2, np.float32), "float32"), says=("out_type must be int32 or",)),
                Bad((np.ones(2, np.float32), "int7"), error=TypeError),
            ),
        )
        for dtype in ("int32", "int64")
    ),
    OpCase(
        "fill",
        lambda value, dims: np.full(dims, value),
        ((In(()),),),
        EVERY,
        attrs={"dims": (2, 3)},
        kind="exact",
        grad=(0,),
        errors=(
            *call_errors((np.float32(1), (2,))),
            *value_errors((np.float32(1), (2,))),
            Bad((np.ones(2, np.float32), (2,)), says=("value must be a scalar",)),
            Bad((np.float32(1), (-2,)), says=("Dimension -2 must be >= 0",)),
            Bad((np.float32(1), (0.5,)), error=TypeError, says=("argument 'dims' must be",)),
        ),
    ),
    OpCase(
        "constant",
        lambda value: value,
        unary_samples(),
        EVERY,
        kind="exact",
        errors=unary_errors(ALL),
    ),
    OpCase(
        "zeros_like", zeros_like, unary_samples(), EVERY, kind="exact", errors=unary_errors(EVERY)
    ),
    OpCase("ones_like", np.ones_like, unary_samples(), ALL, kind="exact", errors=unary_errors(ALL)),
]
