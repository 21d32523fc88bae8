"""Rows of the ops that join, pick, spread, pad and repeat."""

import numpy as np

from op_table.errors_of import dtype_errors, value_errors
from op_table.op_case import ALL, EVERY, NUMBERS, Bad, In, OpCase, numpy_dtype
from pelton._core import ops
from pelton.errors import InvalidArgumentError

ONES = np.ones((2, 3), np.float32)
AT = np.array([1, 0], np.int32)
HUGE, LOWEST = 2**63 - 1, -(2**63)


def row(name, reference, inputs, dtypes=EVERY, errors=(), grad=(0,), fn=None, rounds=True, **attrs):
    return OpCase(
        name,
        reference,
        inputs,
        dtypes,
        attrs=attrs,
        kind="exact",
        rounds=rounds,
        grad=grad,
        errors=errors,
        fn=fn,
    )


def listed(name):
    """The op as a function of its tensors, which it takes as one list."""
    return lambda *values, **attrs: getattr(ops, name)(list(values), **attrs)


def joined(name, reference, shapes, errors=(), **attrs):
    """A row of concat or stack: each of `shapes` is one call's."""
    inputs = tuple(tuple(In(shape) for shape in call) for call in shapes)
    return row(
        name,
        lambda *values, **kwargs: reference(values, **kwargs),
        inputs,
        errors=errors,
        grad=tuple(range(len(shapes[0]))),
        fn=listed(name),
        **attrs,
    )


def bad_list(*arrays, says, error=InvalidArgumentError, **attrs):
    return Bad(arrays, attrs, error, says)


CONCAT_ERRORS = (
    bad_list(ONES, np.ones((2, 4), np.float32), says=("Dimension 1 in both shapes",), axis=0),
    bad_list(ONES, np.ones(3, np.float32), says=("Ranks of all input tensors",), axis=0),
    bad_list(ONES, ONES, says=("in the range [-2, 2), but got 2",), axis=2),
    bad_list(ONES, ONES, says=("'axis' is out of range",), axis=LOWEST),
    bad_list(np.float32(1) * np.ones(()), says=("Can't concatenate scalars",), axis=0),
    bad_list(ONES, np.ones((2, 3), np.int32), says=("was expected to be a float",), axis=0),
    bad_list(error=ValueError, says=("is empty",), axis=0),
    bad_list(ONES, ONES, error=TypeError, says=("must be",), axis=0.5),
)
STACK_ERRORS = (
    bad_list(ONES, np.ones((2, 4), np.float32), says=("Shapes of all inputs must match",)),
    bad_list(ONES, ONES, error=ValueError, says=("`axis` = 5 not in range [-3, 3)",), axis=5),
    bad_list(ONES, ONES, says=("'axis' is out of range",), axis=LOWEST),
    bad_list(ONES, np.ones((2, 3), np.int32), says=("was expected to be a float",)),
    bad_list(error=ValueError, says=("is empty",)),
    bad_list(ONES, ONES, error=TypeError, says=("must be",), axis=None),
)


def gather(params, indices, axis):
    return np.take(params, indices, axis)


def scatter_add(updates, indices, shape, axis):
    axis = axis % len(shape)
    moved = np.zeros((shape[axis], *shape[:axis], *shape[axis + 1 :]), updates.dtype)
    places = tuple(range(axis, axis + indices.ndim))
    parts = np.moveaxis(updates, places, tuple(range(indices.ndim)))
    np.add.at(moved, indices, parts)
    return np.moveaxis(moved, 0, axis)


def picked(shape, indices, dtype="int32"):
    """A tensor of `shape` and whole random indices in [0, high]."""
    index_shape, high = indices
    return (In(shape), In(index_shape, 0, high, dtype=dtype))


def bad_gather(indices, *says, axis=0):
    return Bad((ONES, indices), {"axis": axis}, says=says)


GATHER_ERRORS = (
    bad_gather(np.array([0, 7]), "indices[1] = 7 is not in [0, 2)"),
    bad_gather(np.array([[0, 1], [-1, 9]], np.int32), "indices[1,0] = -1 is not in [0, 2)"),
    bad_gather(np.array(LOWEST), "is not in [0, 2)"),
    bad_gather(AT, "Shape must be at least rank 3 but is rank 2", axis=2),
    bad_gather(AT, "but is rank 2", axis=HUGE),
    bad_gather(np.array([0.5], np.float32), "allowed values: int32, int64"),
    Bad((np.ones(()), AT), {"axis": 0}, says=("params must be at least 1 dimensional",)),
    *value_errors((ONES, AT)),
)
WRITE_ROW_ERRORS = (
    Bad((ONES, np.array(2), ONES[0]), says=("index 2 is not in [0, 2)",)),
    Bad((ONES, np.array(-1, np.int32), ONES[0]), says=("index -1 is not in [0, 2)",)),
    Bad((ONES, np.array(LOWEST), ONES[0]), says=("is not in [0, 2)",)),
    Bad((ONES, AT, ONES[0]), says=("index must be a scalar",)),
    Bad((ONES[0, 0], np.array(0), ONES[0]), says=("elements must have rows",)),
    Bad((ONES, np.array(0), ONES), says=("a row of (2, 3) has shape (3,), got (2, 3)",)),
    Bad((ONES, np.array(0.5, np.float32), ONES[0]), says=("allowed values: int32, int64",)),
    Bad((ONES, np.array(0), ONES[0].astype(np.int32)), says=("was expected to be a float",)),
)
SCATTER_ERRORS = (
    *dtype_errors(NUMBERS, rest=(AT, (2, 3))),
    Bad((ONES, AT, (4, 5)), says=("updates must have shape (2, 5)",)),
    Bad((ONES, np.array([1, 9]), (4, 3)), says=("indices[1] = 9 is not in [0, 4)",)),
    Bad((ONES, AT, (HUGE, HUGE)), says=("exceeds 64 bits",)),
    Bad((ONES, AT, (-4, 3)), says=("negative size",)),
    Bad((ONES, AT, (4, 3)), {"axis": 2}, says=("but is rank 2",)),
    Bad((ONES, AT.astype(np.float32), (4, 3)), says=("allowed values: int32, int64",)),
)
ONE_HOT_ERRORS = (
    Bad((AT,), {"depth": -1}, says=("depth must be non-negative, got: -1",)),
    Bad((AT,), {"depth": 2, "axis": 5}, says=("Expected axis to be -1 or between [0, 2)",)),
    Bad((AT,), {"depth": HUGE}, says=("exceeds 64 bits",)),
    Bad((AT,), {"depth": 2, "on_value": 300, "dtype": "uint8"}, says=("value 300 cannot",)),
    Bad((AT,), {"depth": 2.5}, TypeError, ("argument 'depth' must be",)),
    Bad((ONES,), {"depth": 2}, says=("allowed values: int8, int32, int64, uint8",)),
    Bad((AT,), error=TypeError, says=("missing required argument: 'depth'",)),
)


def write_row(elements, index, row):
    out = elements.copy()
    out[index] = row
    return out


def written(shape, high, dtype="int32"):
    return (In(shape), In((), 0, high, dtype=dtype), In(shape[1:]))


def one_hot(indices, depth, on_value=1, off_value=0, axis=-1, dtype="float32"):
    places = np.moveaxis(indices[..., None] == np.arange(depth), -1, axis)
    return np.where(places, on_value, off_value).astype(numpy_dtype(dtype))


def pad(x, paddings, mode="CONSTANT", constant_values=0):
    pairs = np.reshape(paddings, (-1, 2)).astype(int).tolist()
    if not pairs:  # NumPy refuses 0-d arrays
        return x
    if mode == "CONSTANT":
        if x.dtype == object:
            return np.pad(x, pairs, constant_values=b"")
        return np.pad(x, pairs, constant_values=numpy_dtype(x.dtype.name).type(constant_values))
    return np.pad(x, pairs, mode.lower())


def bad_pad(*says, **attrs):
    return Bad((ONES,), attrs, says=says)


PAD_ERRORS = (
    *value_errors((ONES, (0, 0, 0, 0))),
    bad_pad("must be the rank of inputs", paddings=(1, 1)),
    bad_pad("Paddings must be non-negative: -1 0", paddings=(-1, 0, 0, 0)),
    bad_pad("exceeds 64 bits", paddings=(HUGE, 1, 0, 0)),
    bad_pad("exceeds 64 bits", paddings=(HUGE // 2, 0, 9, 0)),
    bad_pad("must be less than the dimension size", paddings=(2, 0, 0, 0), mode="REFLECT"),
    bad_pad("must be no greater than", paddings=(3, 0, 0, 0), mode="SYMMETRIC"),
    Bad(([1.0],), {"paddings": (1, 1), "mode": "EDGE"}, ValueError, ("must be one of CONSTANT",)),
    Bad(
        (np.ones(2, np.int32),),
        {"paddings": (1, 1), "constant_values": 0.5},
        says=("value 0.5 cannot be converted to int32",),
    ),
)
TILE_ERRORS = (
    *value_errors((ONES, (1, 1))),
    Bad((ONES, (2,)), says=("to be a vector of length 2 but got length 1",)),
    Bad((ONES, (1, -1)), says=("Expected multiples[1] >= 0, but got -1",)),
    Bad((ONES, (HUGE, 1)), says=("exceeds 64 bits",)),
    Bad((ONES, (2**40, 2**30)), says=("exceeds 64 bits",)),
    Bad((ONES, (1.5, 1)), error=TypeError, says=("must be",)),
)


def pads(shapes, paddings, errors=(), **attrs):
    inputs = tuple((In(shape),) for shape in shapes)
    dtypes = ALL if attrs.get("constant_values") else EVERY
    return row("pad", pad, inputs, dtypes, errors=errors, paddings=paddings, **attrs)


def concat(values, axis):
    return np.concatenate(values, axis)


def stack(values, axis=0):
    return np.stack(values, axis)


def hot(shape, index_dtype, **attrs):
    return row(
        "one_hot", one_hot, ((In(shape, -1, 4),),), (index_dtype,), grad=(), rounds=False, **attrs
    )


def tile(x, multiples):
    return np.tile(x, multiples)


def tiles(shapes, multiples, errors=(), grad=(0,)):
    inputs = tuple((In(shape),) for shape in shapes)
    return row("tile", tile, inputs, errors=errors, grad=grad, multiples=multiples)


CASES = [
    joined("concat", concat, (((2, 3), (1, 3)), ((0, 3), (2, 3))), CONCAT_ERRORS, axis=0),
    joined("concat", concat, (((2, 1, 2), (2, 3, 2), (2, 2, 2)),), axis=-2),
    joined("concat", concat, (((2, 3),),), axis=1),
    joined("stack", stack, (((2, 3), (2, 3)), ((), ())), STACK_ERRORS),
    joined("stack", stack, (((2, 3), (2, 3), (2, 3)),), axis=-1),
    row(
        "write_row",
        write_row,
        (written((3, 4), 2), written((5, 2, 3), 4, "int64"), written((2,), 1), written((3, 0), 2)),
        errors=WRITE_ROW_ERRORS,
        grad=(0, 2),
    ),
    row("gather", gather, (picked((3, 4), ((2,), 2)),), errors=GATHER_ERRORS, axis=0),
    row("gather", gather, (picked((3, 4), ((2, 5), 3)), picked((2, 4, 3), ((), 2))), axis=-1),
    row("gather", gather, (picked((5, 4, 3), ((2, 2), 3), "int64"),), axis=1),
    row(
        "scatter_add",
        scatter_add,
        (picked((6, 3), ((6,), 3)), picked((0, 3), ((0,), 0))),
        ("int32", "uint8", "float64", "complex128"),
        SCATTER_ERRORS,
        shape=(4, 3),
        axis=0,
    ),
    OpCase(
        "scatter_add",
        scatter_add,
        (picked((2, 6, 3), ((6,), 3), "int64"), picked((2, 40, 3), ((40,), 3))),
        NUMBERS,
        attrs={"shape": (2, 4, 3), "axis": -2},
        kind="sum",
        grad=(0,),
    ),
    hot((3, 2), "int32", depth=3, errors=ONE_HOT_ERRORS),
    hot((3,), "int64", depth=4, axis=0, dtype="complex128"),
    hot((2, 3), "uint8", depth=2, axis=1, on_value=5, off_value=-1, dtype="int16"),
    hot((), "int8", depth=3, dtype="bool"),
    hot((2,), "int32", depth=0, dtype="float16"),
    pads(((2, 3), (1, 1), (0, 2)), (1, 2, 0, 3), PAD_ERRORS),
    pads(((2, 3),), (0, 1, 2, 0), constant_values=1),
    pads(((3, 4, 2), (2, 3, 5)), (1, 1, 2, 0, 0, 1), mode="REFLECT"),
    pads(((3, 4, 2), (2, 2, 1)), (1, 2, 2, 0, 0, 1), mode="SYMMETRIC"),
    pads(((),), ()),
    pads(((2, 3),), ((1, 0), (0, 2))),
    tiles(((2, 3), (1, 1), (0, 3)), (2, 3), TILE_ERRORS),
    tiles(((2, 1, 3),), (1, 4, 1)),
    tiles(((2, 3),), (0, 2), grad=()),
]
