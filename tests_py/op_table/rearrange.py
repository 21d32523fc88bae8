"""Rows of the ops that rearrange, join and pick elements."""

import numpy as np
from pelton._core import ops

from op_table.errors_of import call_errors, value_errors
from op_table.op_case import ALL, NUMBERS, Bad, In, OpCase

ONES = np.ones((2, 3), np.float32)
CUBE = ((In((2, 3, 4)),), (In((0, 3, 4)),))


def rows(name, reference, attrs, errors, dtypes=ALL, inputs=CUBE, **options):
    """One row for each set of attributes; the first also has the bad calls."""
    return [
        OpCase(
            name,
            reference,
            inputs,
            dtypes,
            attrs=one,
            kind="exact",
            grad=(0,),
            errors=errors if number == 0 else (),
            **options,
        )
        for number, one in enumerate(attrs)
    ]


def common(*attrs):
    """Bad calls of every op of one input and required attributes."""
    return call_errors((ONES, *attrs)) + value_errors((ONES, *attrs))


def strided_slice(x, begin, size, strides=None):
    strides = strides or [1] * x.ndim
    grids = [b + s * np.arange(n) for b, n, s in zip(begin, size, strides, strict=True)]
    return x[np.ix_(*grids)]


def pad(tensor, paddings, mode="CONSTANT", constant_values=0.0):
    pairs = np.reshape(paddings, (-1, 2))
    if mode == "CONSTANT":
        return np.pad(tensor, pairs, constant_values=np.asarray(constant_values, tensor.dtype))
    return np.pad(tensor, pairs, mode=mode.lower())


def one_hot(indices, depth, on_value=1.0, off_value=0.0, axis=-1, dtype="float32"):
    hot = np.arange(depth) == indices[..., None]
    return np.moveaxis(np.where(hot, on_value, off_value).astype(dtype), -1, axis)


def concat(*values, axis):
    return ops.concat(list(values), axis=axis)


def stack(*values, axis):
    return ops.stack(list(values), axis=axis)


def joined(name, fn, reference, axes, samples, errors):
    return [
        OpCase(
            name,
            lambda *x, axis: reference(x, axis),
            samples,
            ALL,
            attrs={"axis": axis},
            kind="exact",
            grad=(0, 1),
            errors=errors if number == 0 else (),
            fn=fn,
        )
        for number, axis in enumerate(axes)
    ]


MIXED = (ONES, np.ones((2, 3), np.int32))

CASES = [
    *rows(
        "reshape",
        lambda tensor, shape: np.reshape(tensor, shape),
        ({"shape": (4, 3, 2)}, {"shape": (4, 6)}, {"shape": (2, 12, 1)}),
        common((3, 2))
        + (
            Bad((ONES, (4,)), says=("6 values",)),
            Bad((ONES, (-1, -1)), says=("Only one input size may be -1",)),
        ),
        inputs=((In((2, 3, 4)),),),
    ),
    *rows(
        "transpose",
        lambda a, perm=None: np.transpose(a, perm),
        ({}, {"perm": (0, 2, 1)}, {"perm": (2, 0, 1)}),
        (*call_errors((ONES,)), *value_errors((ONES,)), Bad((ONES, (0,))), Bad((ONES, (0, 0)))),
    ),
    *rows(
        "expand_dims",
        lambda x, axis: np.expand_dims(x, axis),
        ({"axis": 0}, {"axis": -1}, {"axis": 2}),
        (
            *call_errors((ONES,)),
            *value_errors((ONES,)),
            Bad((ONES, 5), says=("Tried to expand dim index 5",)),
        ),
    ),
    *rows(
        "squeeze",
        lambda x, axis=None: np.squeeze(x, axis),
        ({}, {"axis": (0,)}, {"axis": (-2,)}),
        (
            *call_errors((ONES,)),
            *value_errors((ONES,)),
            Bad((ONES, 0), says=("Can not squeeze dim[0]",)),
            Bad((ONES, 4), says=("Tried to squeeze dim index 4",)),
        ),
        inputs=((In((1, 3, 1, 2)),),),
    ),
    *rows(
        "broadcast_to",
        lambda x, shape: np.broadcast_to(x, shape),
        ({"shape": (2, 3, 4)}, {"shape": (5, 2, 3, 4)}),
        (*common((2, 3)), Bad((ONES, (3, 3)), says=("Incompatible shapes",)), Bad((ONES, (3,)))),
        inputs=((In((2, 1, 4)),), (In(()),), (In((4,)),)),
    ),
    *rows(
        "reverse",
        lambda tensor, axis: np.flip(tensor, axis),
        ({"axis": (0,)}, {"axis": (-1, 1)}, {"axis": ()}),
        (*common((0,)), Bad((ONES, (2,))), Bad((ONES, (0, 0)))),
    ),
    *rows(
        "strided_slice",
        strided_slice,
        (
            {"begin": (0, 1, 0), "size": (2, 2, 4), "strides": (1, 1, 1)},
            {"begin": (1, 2, 3), "size": (2, 1, 2), "strides": (-1, 1, -2)},
        ),
        (
            *common((0, 0), (1, 1)),
            Bad((ONES, (0,), (1,), (1,))),
            Bad((ONES, (0, 0), (3, 3), (1, 1))),
        ),
        inputs=((In((2, 3, 4)),),),
    ),
    *joined(
        "concat",
        concat,
        np.concatenate,
        (0, -2),
        ((In((2, 3)), In((2, 3))), (In((0, 3)), In((0, 3)))),
        (
            Bad((ONES, np.ones((3, 4), np.float32)), {"axis": 0}),
            Bad((ONES, np.ones(2, np.float32)), {"axis": 0}),
            Bad((ONES, ONES), {"axis": 2}),
            Bad(MIXED, {"axis": 0}, says=("was expected to be a",)),
            Bad((), {"axis": 0}, ValueError),
            Bad((ONES,), {"axis": 0.5}, TypeError),
        ),
    ),
    *joined(
        "stack",
        stack,
        np.stack,
        (0, 1, -1),
        ((In((2, 3)), In((2, 3))),),
        (
            Bad((ONES, np.ones((3, 4), np.float32)), {"axis": 0}),
            Bad((ONES, ONES), {"axis": 5}, ValueError),
            Bad((ONES, ONES), {"axis": -4}, ValueError),
            Bad(MIXED, {"axis": 0}, says=("was expected to be a",)),
            Bad((), {"axis": 0}, ValueError),
            Bad((ONES,), {"axis": 0.5}, TypeError),
        ),
    ),
    *rows(
        "gather",
        lambda params, indices, axis=0: np.take(params, indices, axis),
        ({}, {"axis": 1}, {"axis": -1}),
        (
            *call_errors((ONES, np.array([0], np.int32))),
            Bad((ONES, np.array([0, 7], np.int32)), says=("[0, 2)",)),
            Bad((ONES, np.array([-1], np.int64))),
            Bad((ONES, np.array([0.5], np.float32)), says=("'indices' has dtype float32",)),
            Bad((ONES, np.array([0], np.int32), 2)),
        ),
        inputs=(
            (In((3, 4, 3)), In((2, 2), 0, 2, dtype="int32")),
            (In((3, 4, 3)), In((), 0, 2, dtype="int64")),
        ),
    ),
    OpCase(
        "one_hot",
        one_hot,
        ((In((2, 3), -1, 4),), (In((), 0, 2),)),
        ("int8", "int32", "int64", "uint8"),
        attrs={"depth": 4},
        rounds=False,
        errors=(
            *call_errors((np.array([0]), 3)),
            Bad((np.array([0.5], np.float32), 3)),
            Bad((np.array([0]), -1)),
            Bad((np.array([0]), 3), {"axis": 5}),
            Bad((np.array([0]), "three"), error=TypeError),
        ),
    ),
    *rows(
        "pad",
        pad,
        (
            {"paddings": ((1, 0), (0, 2), (0, 0))},
            {"paddings": ((1, 1), (2, 0), (0, 1)), "mode": "REFLECT"},
            {"paddings": ((1, 0), (0, 2), (1, 1)), "mode": "SYMMETRIC"},
        ),
        (*common(((1, 1), (0, 0))), Bad((ONES, ((1, 1),))), Bad((ONES, ((-1, 0), (0, 0))))),
        inputs=((In((2, 3, 4)),),),
    ),
    OpCase(
        "pad",
        pad,
        ((In((2, 3)),),),
        NUMBERS,
        attrs={"paddings": ((1, 0), (0, 2)), "constant_values": 3.0},
        kind="exact",
    ),
]
