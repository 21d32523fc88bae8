"""Rows of the ops that fold, replace and find rows by number, and of bitcast."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import ALL, NUMBERS, REALS, Bad, In, OpCase, numpy_dtype
from pelton._core import ops

ONES = np.ones((2, 3), np.float32)
IDS = np.array([1, 0], np.int32)
PLACES = np.array([1, 0], np.int64)
VECTORS = np.array([[0, 1], [1, 2]], np.int32)
FOLDS = {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum}


def refused(*args, says, error=None, **attrs):
    return Bad(args, attrs, **({} if error is None else {"error": error}), says=(says,))


def segment_reduce(data, ids, num_segments, reduction="sum"):
    """Of numbers in [0, 99], which the extrema of empty segments are brought to."""
    empty = {"sum": 0, "prod": 1, "max": 0, "min": 99}[reduction]
    out = np.full((num_segments, *data.shape[1:]), empty, data.dtype)
    inside = ids >= 0
    FOLDS[reduction].at(out, ids[inside], data[inside])
    return out


def extrema_in_range(data, ids, num_segments, reduction):
    found = ops.segment_reduce(data, ids, num_segments, reduction)
    low, high = (ops.cast(bound, found.dtype) for bound in (0, 99))
    return ops.clip_by_value(found, low, high)


def scatter_update(tensor, indices, updates):
    out = tensor.copy()
    for at, row in zip(indices, updates, strict=True):
        out[at] = row
    return out


def flat_index(indices, dims):
    if indices.size == 0:
        return np.zeros(indices.shape[:-1], np.int64)
    return np.asarray(np.ravel_multi_index(np.moveaxis(indices, -1, 0), dims), np.int64)


def bitcast(x, type):
    wanted = numpy_dtype(type)
    if x.dtype.itemsize < wanted.itemsize:
        return np.ascontiguousarray(x).view(wanted)[..., 0]
    if x.dtype.itemsize > wanted.itemsize:
        return np.ascontiguousarray(x)[..., None].view(wanted)
    return np.ascontiguousarray(x).view(wanted).reshape(x.shape)


SEGMENT_ERRORS = (
    *call_errors((ONES, IDS, 2)),
    *value_errors((ONES, IDS, 2)),
    *dtype_errors(NUMBERS, rest=(IDS, 2)),
    refused(ONES, IDS, 1, says="segment_ids[0] = 1 is out of range [0, 1)"),
    refused(ONES, IDS, -1, says="num_segments must be non-negative, got -1"),
    refused(ONES, IDS[:1], 2, says="data must have a row for each of segment_ids"),
    refused(ONES, VECTORS, 2, says="segment_ids must be a vector, got shape (2, 2)"),
    refused(ONES, ONES[0], 2, says="argument 'segment_ids' has dtype float32"),
    refused(ONES, IDS, 2, reduction="mean", error=ValueError, says="must be one of sum, prod"),
    refused(
        np.ones((2, 3), np.complex64), IDS, 2, reduction="max", says="complex numbers have no order"
    ),
)
UPDATE_ERRORS = (
    *call_errors((ONES, PLACES, ONES)),
    *value_errors((ONES, PLACES, ONES)),
    refused(ONES, PLACES + 1, ONES, says="indices[0] = 2 is not in [0, 2)"),
    refused(ONES, PLACES, ONES[:1], says="updates must have shape (2, 3), got (1, 3)"),
    refused(ONES, PLACES[:, None], ONES, says="indices must be a vector, got shape (2, 1)"),
    refused(np.ones((), np.float32), PLACES, ONES, says="tensor must have rows, got a scalar"),
    refused(ONES, IDS, ONES, says="argument 'indices' has dtype int32"),
)
INDEX_ERRORS = (
    *call_errors((VECTORS, (2, 3))),
    *value_errors((VECTORS, (2, 3))),
    refused(VECTORS, (2, 2), says="does not index into"),
    refused(-VECTORS, (2, 3), says="does not index into"),
    refused(VECTORS, (2, 3, 4), says="index depth must be that of"),
    refused(VECTORS, (2, -3), says="dims must not be negative"),
    refused(ONES, (2, 3), says="argument 'indices' has dtype float32"),
)
BITCAST_ERRORS = (
    *call_errors((ONES, "int32")),
    *value_errors((ONES, "int32")),
    *dtype_errors(NUMBERS, rest=("int32",)),
    refused(ONES, "float64", says="the last axis must have size 2, got shape (2, 3)"),
    refused(ONES, "bool", says="Cannot bitcast to bool"),
    refused(np.ones((), np.float32), "int64", says="the last axis must have size 2"),
)


def segment_cases():
    shapes = (((6, 3), (6,)), ((5,), (5,)), ((0, 2), (0,)), ((70, 2, 2), (70,)), ((3, 90), (3,)))
    for reduction in FOLDS:
        dtypes = NUMBERS if reduction in ("sum", "prod") else REALS
        for kind in ("int32", "int64"):
            samples = tuple(
                (In(data, 0.5, 2, distinct=True), In(ids, -1, 3, dtype=kind))
                for data, ids in shapes[: 2 if kind == "int64" else None]
            )
            yield OpCase(
                "segment_reduce",
                segment_reduce,
                samples,
                dtypes if reduction != "prod" else tuple(d for d in dtypes if "float" in d),
                attrs={"num_segments": 5, "reduction": reduction},
                kind="product",
                grad=(0,),
                fn=extrema_in_range if reduction in ("max", "min") else None,
                errors=SEGMENT_ERRORS if (reduction, kind) == ("sum", "int32") else (),
            )


def update_case():
    def placed(tensor, indices, updates):
        return scatter_update(tensor, indices, updates)

    shapes = (((6, 3), 1), ((5,), 1), ((4, 0), 1), ((3, 2, 2), 1))
    samples = tuple(
        (In(tensor), In((count,), 0, 2, dtype="int64"), In((count, *tensor[1:])))
        for tensor, count in shapes
    )
    again = ((In((3, 2)), In((7,), 0, 2, dtype="int64"), In((7, 2))),)
    yield OpCase(
        "scatter_update",
        placed,
        samples,
        ALL,
        kind="exact",
        grad=(0, 2),
        errors=UPDATE_ERRORS,
    )
    yield OpCase("scatter_update", placed, again, ALL, kind="exact")


CASES = [
    *segment_cases(),
    *update_case(),
    OpCase(
        "flat_index",
        flat_index,
        tuple((In(shape, 0, 2),) for shape in ((4, 2), (2,), (0, 2), (3, 2, 2), (70, 2))),
        ("int32", "int64"),
        attrs={"dims": (3, 4)},
        errors=INDEX_ERRORS,
    ),
    *(
        OpCase(
            "bitcast",
            bitcast,
            samples,
            dtypes,
            attrs={"type": kind},
            kind="exact",
            rounds=False,
            errors=BITCAST_ERRORS if kind == "int32" else (),
        )
        for kind, samples, dtypes in (
            ("int32", ((In((2, 3)),), (In(()),), (In((0, 3)),)), ("int32", "uint32")),
            ("uint8", ((In((2, 3)),), (In((0, 3)),)), ("float64", "complex128", "int16")),
            ("int64", ((In((2, 2)),), (In((3, 0, 2)),)), ("int32",)),
        )
    ),
    OpCase(
        "bitcast",
        lambda x: x,
        ((In((2, 3)),), (In(()),), (In((0, 3)),)),
        NUMBERS,
        kind="exact",
        fn=lambda x: ops.bitcast(ops.bitcast(x, "uint8"), x.dtype),
    ),
]
