"""Rows of sums of products by labels: einsum and tensordot."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, NUMBERS, Bad, In, OpCase
from pelton._core import ops

ONES = np.ones((2, 3), np.float32)
VECTOR = np.ones(3, np.float32)
DEEP = 2 * [[[1], [0]]]


def listed(*inputs, **attrs):
    return ops.einsum(list(inputs), **attrs)


def einsum(equation, *calls, dtypes=FLOATS, errors=()):
    """A row of this equation; each of `calls` has the inputs' shapes."""
    return OpCase(
        "einsum",
        lambda *inputs, equation: np.einsum(equation, *inputs),
        tuple(tuple(In(shape) for shape in shapes) for shapes in calls),
        dtypes,
        attrs={"equation": equation},
        kind="product",
        grad=tuple(range(len(calls[0]))),
        errors=errors,
        fn=listed,
    )


def tensordot(axes, *calls, dtypes=FLOATS, errors=()):
    return OpCase(
        "tensordot",
        lambda a, b, axes: np.tensordot(a, b, axes),
        tuple((In(a), In(b)) for a, b in calls),
        dtypes,
        attrs={"axes": axes},
        kind="product",
        grad=(0, 1),
        errors=errors,
    )


def refused(equation, *inputs, says, error=ValueError):
    return Bad(inputs, {"equation": equation}, error, (says,))


EINSUM_ERRORS = (
    Bad((ONES,), error=TypeError, says=("missing required argument: 'equation'",)),
    Bad((ONES,), {"equation": "ij", "no_such": 1}, TypeError, ("unexpected keyword argument",)),
    refused("ij", says="argument 'inputs' is empty"),
    refused("ij", "text", says="einsum"),
    refused("ij", None, says="einsum"),
    refused("ij", [[1.0], [1.0, 2.0]], says="einsum"),
    refused("i->ii", VECTOR, says="label appearing more than once: i->ii"),
    refused("ij->ik", ONES, says="the label k not present in the input subscripts"),
    refused("ij->->", ONES, says="Subscripts have incorrect format: ij->->"),
    refused("i.j", ONES, says="Subscripts have incorrect format: i.j"),
    refused("......", ONES, says="Subscripts have incorrect format"),
    refused("i1", ONES, says="Subscripts have incorrect format"),
    refused("ij,jk->ik", ONES, says='Got 1 inputs for equation "ij,jk->ik", expecting 2'),
    refused("ij", VECTOR, says="Expected input 0 to have rank 2 but got: 1"),
    refused("...ij", VECTOR, says="Expected input 0 to have rank at least 2 but got: 1"),
    refused("", ONES, says="Expected input 0 to have rank 0 but got: 2"),
    refused("ij,kj", ONES, ONES[:, :2], says="of the input shaped [2,2] but got dimension 2"),
    refused("ii", ONES, says="Expected dimension 2 at axis 1 of the input shaped [2,3]"),
    refused("i,i->i", VECTOR, VECTOR[:1], says="Expected dimension 3 at axis 0"),
    refused("...,...->...", VECTOR, VECTOR[:2], says="but got dimension 2"),
    refused("...i->", ONES, says="Output contains 1 broadcasting dimension(s) but no ellipsis"),
    refused("ij,jk", ONES, np.ones((3, 3)), says="was expected to be a float tensor"),
    refused(3, ONES, says="argument 'equation' must be a string, got 3", error=TypeError),
    refused(b"ij", ONES, says="argument 'equation' must be a string", error=TypeError),
    refused("\ud800", ONES, says="argument 'equation' must be a string", error=TypeError),
    refused("i" * 70000, ONES, says="a text has 70000 bytes, more than 65536"),
)


def bad_axes(axes, says, error=ValueError):
    return Bad((ONES, np.ones((3, 4), np.float32), axes), error=error, says=(says,))


NEST = []
NEST.extend([NEST, NEST])
TENSORDOT_ERRORS = (
    *call_errors((ONES, ONES, 1)),
    *value_errors((ONES, ONES, 1)),
    *dtype_errors(NUMBERS, 2, rest=(1,)),
    bad_axes(-1, "`axes` must be at least 0. Received: -1."),
    bad_axes(3, "`axes` must not be larger than the number of dimensions"),
    bad_axes([[0], [0, 1]], "Different number of contraction axes `a` and `b`, 1 != 2."),
    bad_axes([[0], [0]], "Matrix size-incompatible: axis 0 of float32 (2, 3)"),
    bad_axes([[5], [0]], "5"),
    bad_axes([[1, 1], [0, 0]], "`axes` names an axis twice: [[1, 1], [0, 0]]"),
    bad_axes([[0, 1, 0], [0]], "`axes` must not be longer than"),
    bad_axes([], "`axes` must be an integer or have length 2. Received []."),
    bad_axes([1], "`axes` must be an integer or have length 2. Received [1]."),
    bad_axes(1.5, "two lists of integers, got 1.5", TypeError),
    bad_axes("x", "two lists of integers, got 'x'", TypeError),
    bad_axes(None, "two lists of integers, got None", TypeError),
    bad_axes([["x"], [0]], "got [['x'], [0]]", TypeError),
    bad_axes([DEEP, True], "two lists of integers", TypeError),
    bad_axes(object(), "argument 'axes' must be None, a boolean", TypeError),
    bad_axes([1, {}], "argument 'axes' must be None, a boolean", TypeError),
    bad_axes(2**70, "argument 'axes' must be an integer of 64 bits", TypeError),
    bad_axes(NEST, "argument 'axes' must be", TypeError),
    bad_axes([0] * 70000, "argument 'axes' must be a shorter list", TypeError),
)

CASES = [
    einsum(
        "ij,jk->ik",
        ((2, 3), (3, 4)),
        ((0, 3), (3, 2)),
        ((2, 0), (0, 3)),
        ((17, 33), (33, 9)),
        dtypes=NUMBERS,
        errors=EINSUM_ERRORS,
    ),
    einsum(" i j , j k ", ((2, 3), (3, 4))),
    einsum("ba", ((2, 3),)),
    einsum("ij->ij", ((2, 3),)),
    einsum("ij->", ((2, 3),), ((0, 3),)),
    einsum("->", ((),)),
    einsum(",ij->ij", ((), (2, 3))),
    einsum("i,j->ji", ((2,), (3,))),
    einsum("ij,ij->ij", ((2, 3), (2, 3))),
    einsum("i,i->", ((5,), (5,))),
    einsum("ii", ((3, 3),), ((1, 1),)),
    einsum("ii->i", ((3, 3),)),
    einsum("jiij->ij", ((2, 3, 3, 2),)),
    einsum("bqhd,bkhd->bhqk", ((2, 3, 2, 4), (2, 5, 2, 4))),
    einsum("abc,cad->bd", ((2, 3, 4), (4, 2, 5))),
    einsum("ijk,jl,km->ilm", ((2, 3, 2), (3, 4), (2, 3))),
    einsum("...ij,...jk->...ik", ((2, 1, 2, 3), (4, 3, 2)), ((2, 3), (3, 4)), ((2, 3), (5, 3, 4))),
    einsum("i...->...i", ((2, 3, 4),), ((2,),)),
    einsum("...,...", ((3, 1), (4,))),
    einsum("...i,j->...", ((2, 3), (4,))),
    tensordot(
        1,
        ((2, 3), (3, 4)),
        ((3,), (3,)),
        ((2, 0), (0, 3)),
        dtypes=NUMBERS,
        errors=TENSORDOT_ERRORS,
    ),
    tensordot(0, ((2,), (3, 2)), ((), (2,))),
    tensordot(2, ((2, 3, 4), (3, 4, 2))),
    tensordot([[1, 2], [1, 0]], ((2, 3, 4), (4, 3, 5))),
    tensordot(([-1], [0]), ((2, 3), (3, 4))),
    tensordot([1, 1], ((2, 3, 4), (4, 3, 5))),
]
