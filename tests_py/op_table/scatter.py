"""Rows of the ops that add or place slices into zeros: gradients of gather and of slicing."""

import numpy as np

from op_table.errors_of import call_errors, value_errors
from op_table.op_case import ALL, NUMBERS, Bad, In, OpCase

ONES = np.ones((2, 3), np.float32)
INDEX = np.array([0, 1], np.int32)


def scatter_add(updates, indices, shape, axis=0):
    out = np.zeros(shape, updates.dtype)
    moved = np.moveaxis(out, axis, 0)
    sources = np.moveaxis(updates, tuple(range(axis, axis + indices.ndim)), range(indices.ndim))
    np.add.at(moved, indices, sources)
    return out


def strided_slice_grad(grad, shape, begin, strides):
    out = np.zeros(shape, grad.dtype)
    grids = [b + s * np.arange(n) for b, n, s in zip(begin, grad.shape, strides, strict=True)]
    out[np.ix_(*grids)] = grad
    return out


CASES = [
    *(
        OpCase(
            "scatter_add",
            scatter_add,
            ((In(updates), In(indices, 0, 3, dtype=dtype)),),
            NUMBERS,
            attrs={"shape": shape, "axis": axis},
            kind="sum",
            grad=(0,),
            errors=errors,
        )
        for updates, indices, dtype, shape, axis, errors in (
            (
                (5, 3),
                (5,),
                "int32",
                (4, 3),
                0,
                (
                    *call_errors((ONES, INDEX, (4, 3)))[1:],
                    *value_errors((ONES, INDEX, (4, 3))),
                    Bad((ONES, np.array([0, 9], np.int32), (4, 3))),
                    Bad((ONES, INDEX, (4, 2)), says=("updates must have shape",)),
                    Bad((ONES, ONES[:, 0], (4, 3)), says=("'indices' has dtype float32",)),
                    Bad((ONES, INDEX), error=TypeError, says=("missing required argument",)),
                ),
            ),
            ((2, 2, 3), (2, 2), "int64", (4, 3), 0, ()),
            ((3, 5), (5,), "int64", (3, 4), 1, ()),
        )
    ),
    *(
        OpCase(
            "strided_slice_grad",
            strided_slice_grad,
            ((In((2, 2)),),),
            ALL,
            attrs={"shape": (4, 5), "begin": begin, "strides": strides},
            kind="exact",
            grad=(0,),
            errors=errors,
        )
        for begin, strides, errors in (
            (
                (1, 0),
                (1, 2),
                (
                    *call_errors((ONES, (4, 5), (0, 0)))[1:],
                    *value_errors((ONES, (4, 5), (0, 0))),
                    Bad((ONES, (4, 5), (0,), (1,)), says=("one entry per axis",)),
                    Bad((ONES, (4, 5), (3, 0), (1, 1)), says=("ends at",)),
                    Bad((ONES, (4, 5)), error=TypeError, says=("missing required argument",)),
                ),
            ),
            ((3, 4), (-2, -1), ()),
        )
    ),
]
