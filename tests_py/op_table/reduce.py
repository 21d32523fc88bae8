"""Rows of the reductions."""

import math

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import COMPLEX, FLOATS, INTEGERS, NUMBERS, REALS, Bad, In, OpCase, numpy_dtype

ONES = np.ones((2, 3), np.float32)
AXES = (None, 0, -1, (0, 2), (1,), ())


def axes_of(axis):
    return tuple(axis) if isinstance(axis, (tuple, list)) else axis


SHAPES = ((2, 3, 2), (3, 1, 40), (5, 33, 2), (2, 70, 65))


def samples(low, high, distinct=False):
    """Shapes of rank 3 in which every set of axes makes another loop; the first is small."""
    return tuple((In(shape, low, high, distinct=distinct),) for shape in SHAPES)


def bad_calls(dtypes):
    """What every reduction refuses."""
    good = (np.ones((2, 3), numpy_dtype(dtypes[-1])),)
    return (
        *call_errors(good),
        *value_errors(good),
        *dtype_errors(dtypes),
        Bad(good, {"axis": 2}, says=("Invalid reduction dimension (2 for input with 2",)),
        Bad(good, {"axis": (0, -2)}, says=("Axes contains duplicate dimension: 0",)),
        Bad(good, {"axis": 1.5}, TypeError, ("argument 'axis' must be",)),
        Bad(good, {"axis": "rows"}, TypeError, ("argument 'axis' must be",)),
        Bad(good, {"keepdims": None}, TypeError, ("argument 'keepdims' must be",)),
    )


def family(
    name,
    reference,
    dtypes,
    low=-2.0,
    high=2.0,
    *,
    grad=True,
    kind="sum",
    distinct=False,
    refuses=None,
):
    """The rows of a reduction: every kind of axis, and one with kept dimensions.

    `refuses`: what the op takes, where these rows try only some of its dtypes.
    """
    rows = [
        OpCase(
            name,
            lambda x, axis, keepdims=False: reference(x, axes_of(axis), keepdims),
            samples(low, high, distinct),
            dtypes,
            attrs={"axis": axis, **({"keepdims": True} if axis == (0, 2) else {})},
            kind=kind,
            grad=(0,) if grad and not (name == "reduce_std" and axis == ()) else (),
            errors=bad_calls(refuses or dtypes) if axis is None else (),
        )
        for axis in AXES
    ]
    ends = OpCase(
        name,
        lambda x: reference(x, None, False),
        ((In((), low, high),), (In((7,), low, high, distinct=distinct),)),
        dtypes,
        kind=kind,
        grad=(0,) if grad else (),
        grad_sample=1,
    )
    return [*rows, ends]


def mean(x, axis, keepdims):
    if x.dtype.kind not in "iu":
        return np.mean(x, axis, keepdims=keepdims)
    wide = np.sum(x.astype(np.int64), axis, keepdims=keepdims)
    count = x.size // max(wide.size, 1)
    return np.trunc(wide / count).astype(x.dtype)


def total(function):
    """Sums and products stay in their dtype, wrapping around, as TensorFlow's."""

    def call(x, axis, keepdims):
        return function(x, axis, dtype=x.dtype, keepdims=keepdims)

    return call


def sum_of_squares(x, axis, keepdims):
    return np.sum(np.square(x), axis, keepdims=keepdims)


def logsumexp(x, axis, keepdims):
    top = np.max(x, axis, keepdims=True)
    result = np.log(np.sum(np.exp(x - top), axis, keepdims=True)) + top
    return result if keepdims else result.reshape(np.sum(x, axis).shape)


def plain(function):
    def call(x, axis, keepdims):
        return function(x, axis, keepdims=keepdims)

    return call


EMPTY_RESULTS = {
    "reduce_sum": 0.0,
    "reduce_sum_of_squares": 0.0,
    "reduce_prod": 1.0,
    "reduce_max": -math.inf,
    "reduce_min": math.inf,
    "reduce_mean": math.nan,
    "reduce_logsumexp": -math.inf,
    "reduce_variance": math.nan,
    "reduce_std": math.nan,
}


def empty(name):
    """Reducing no elements, and reducing to no results."""

    def reference(x, axis):
        shape = [n for i, n in enumerate(x.shape) if i != axis]
        return np.full(shape, EMPTY_RESULTS[name], x.dtype)

    return [
        OpCase(name, reference, ((In((0, 3)),),), ("float32", "float64"), attrs={"axis": axis})
        for axis in (0, 1)
    ]


def arg_family(name, reference):
    def call(x, axis=0, output_type="int64"):
        return reference(x, axis).astype(output_type)

    ordered = ("bool", *REALS)
    return [
        *(
            OpCase(name, call, samples(-50, 50), ordered, attrs={"axis": axis}, kind="exact")
            for axis in (0, 1, -1)
        ),
        OpCase(
            name,
            call,
            ((In((4,)),), (In((3, 0, 2)),)),
            ordered,
            attrs={"axis": 0, "output_type": "int32"},
            errors=(
                *call_errors((ONES,)),
                *value_errors((ONES,)),
                *dtype_errors(ordered),
                Bad((ONES,), {"axis": 2}, says=("in the range [-2, 2), but got 2",)),
                Bad((np.ones((2, 0), np.float32),), {"axis": 1}, says=("axis 1 is empty",)),
                Bad((np.float32(1),), says=("in the range [0, 0), but got 0",)),
                Bad((ONES,), {"output_type": "float32"}, says=("must be int32 or int64",)),
                Bad((ONES,), {"axis": None}, TypeError, ("argument 'axis' must be",)),
            ),
        ),
    ]


def sum_to_shape(x, shape):
    lead = x.ndim - len(shape)
    axes = tuple(i for i in range(x.ndim) if i < lead or shape[i - lead] != x.shape[i])
    return np.sum(x, axes, dtype=x.dtype, keepdims=True).reshape(shape)


CASES = [
    *family("reduce_sum", total(np.sum), NUMBERS),
    *family("reduce_mean", mean, NUMBERS),
    *family("reduce_sum_of_squares", sum_of_squares, FLOATS),
    *family("reduce_prod", total(np.prod), FLOATS, 0.9, 1.1, kind="product", refuses=NUMBERS),
    OpCase(
        "reduce_prod",
        lambda x, axis: np.prod(x, axis, dtype=x.dtype),
        ((In((3, 4), -3, 3),), (In((3, 0)),)),
        INTEGERS + COMPLEX,
        attrs={"axis": 1},
        kind="product",
        grad=(0,),
    ),
    *family("reduce_max", plain(np.max), REALS, -50, 50, kind="exact", distinct=True),
    *family("reduce_min", plain(np.min), REALS, -50, 50, kind="exact", distinct=True),
    *family("reduce_any", plain(np.any), ("bool",), grad=False, kind="exact"),
    *family("reduce_all", plain(np.all), ("bool",), grad=False, kind="exact"),
    *family("reduce_logsumexp", logsumexp, FLOATS, -9, 9),
    *family("reduce_variance", plain(np.var), FLOATS, kind="composed"),
    *family("reduce_std", plain(np.std), FLOATS, kind="composed"),
    *(row for name in EMPTY_RESULTS for row in empty(name)),
    *arg_family("argmax", np.argmax),
    *arg_family("argmin", np.argmin),
    *(
        OpCase(
            "sum_to_shape",
            sum_to_shape,
            ((In((4, 2, 3)),), (In((70, 2, 3)),)),
            NUMBERS,
            attrs={"shape": shape},
            kind="sum",
            grad=(0,),
            errors=errors,
        )
        for shape, errors in (
            ((), ()),
            ((2, 3), ()),
            (
                (2, 1),
                (
                    *call_errors((ONES, (3,))),
                    *value_errors((ONES, (3,))),
                    *dtype_errors(NUMBERS, rest=((3,),)),
                    Bad((ONES, (2,)), says=("does not broadcast to",)),
                    Bad((ONES, (2, 2, 3)), says=("does not broadcast to (2, 3)",)),
                    Bad((ONES, (0.5,)), error=TypeError, says=("argument 'shape' must be",)),
                ),
            ),
            ((1, 1, 3), ()),
        )
    ),
]
