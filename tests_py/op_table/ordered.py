"""Rows of the ops that sort, search and accumulate along an axis."""

import numpy as np

from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, NUMBERS, REALS, Bad, In, OpCase

ONES = np.ones((2, 3), np.float32)
VECTOR = np.ones(3, np.float32)
SCALAR = np.ones((), np.float32)


def refused(*args, says, error=None, **attrs):
    return Bad(args, attrs, **({} if error is None else {"error": error}), says=(says,))


def order(values, axis=-1, direction="ASCENDING", stable=False):
    """A stable permutation in either direction."""
    if direction == "ASCENDING":
        return np.argsort(values, axis, kind="stable").astype(np.int32)
    size = values.shape[axis]
    turned = np.argsort(np.flip(values, axis), axis, kind="stable")
    return np.flip(size - 1 - turned, axis).astype(np.int32)


def ordered(values, axis=-1, direction="ASCENDING"):
    return np.take_along_axis(values, order(values, axis, direction), axis)


def top_k(x, k=1, sorted=True, index_type="int32"):
    places = order(x, -1, "DESCENDING")[..., :k]
    return np.take_along_axis(x, places, -1), places.astype(index_type)


def searchsorted(rows, values, side="left", out_type="int32"):
    rows = np.sort(rows, -1)
    if values.size == 0:
        return np.zeros(values.shape, out_type)
    flat = zip(rows.reshape(-1, rows.shape[-1]), values.reshape(-1, values.shape[-1]), strict=True)
    found = [np.searchsorted(row, some, side) for row, some in flat]
    return np.reshape(found, values.shape).astype(out_type)


def search_in_sorted(rows, values, **attrs):
    from pelton._core import ops

    return ops.searchsorted(ops.sort(rows), values, **attrs)


def exclusive_start(results, axis, start):
    """The results one place later along `axis`, the first of them `start`."""
    first = np.full_like(np.take(results, [0], axis), start)
    kept = np.take(results, range(results.shape[axis] - 1), axis)
    return np.concatenate([first, kept], axis)


def scanned(accumulate, start):
    def reference(x, axis=0, exclusive=False, reverse=False):
        if x.size == 0:
            return x
        x = np.flip(x, axis) if reverse else x
        results = accumulate(x, axis).astype(x.dtype)
        results = exclusive_start(results, axis, start) if exclusive else results
        return np.flip(results, axis) if reverse else results

    return reference


def shapes(*all_shapes, low=-2.0, high=2.0, **options):
    return tuple((In(shape, low, high, **options),) for shape in all_shapes)


SHAPES = ((2, 3), (5,), (0, 3), (3, 4, 2), (2, 700))
LONG = ((2, 3), (70, 3), (3, 0), (2, 4, 3), (600, 2))
SORT_ERRORS = (
    *call_errors((ONES,)),
    *value_errors((ONES,)),
    *dtype_errors(REALS),
    refused(SCALAR, says="values must have at least one axis"),
    refused(ONES, axis=2, says="axis 2 is out of range for values of shape (2, 3)"),
    refused(ONES, direction="UP", error=ValueError, says="must be one of ASCENDING, DESCENDING"),
)
TOP_K_ERRORS = (
    *call_errors((ONES,)),
    *value_errors((ONES,)),
    *dtype_errors(REALS),
    refused(SCALAR, says="input must have at least one axis"),
    refused(ONES, k=4, says="input must have at least k columns. Had 3, needed 4"),
    refused(ONES, k=-1, says="Need k >= 0, got -1"),
    refused(ONES, index_type="float32", says="index_type must be int32 or int64, got float32"),
)
SEARCH_ERRORS = (
    *call_errors((ONES, ONES)),
    *value_errors((ONES, ONES)),
    *dtype_errors(REALS, 2),
    refused(SCALAR, VECTOR, says="must have at least one axis"),
    refused(ONES, VECTOR, says="Leading dim_size of both tensors must match"),
    refused(ONES, ONES, side="middle", error=ValueError, says="must be one of left, right"),
    refused(ONES, ONES, out_type="int8", says="out_type must be int32 or int64, got int8"),
)


def scan_errors(dtypes):
    return (
        *call_errors((ONES,)),
        *value_errors((ONES,)),
        *dtype_errors(dtypes),
        refused(ONES, axis=2, says="Expected scan axis in the range [-2, 2), but got 2"),
        refused(SCALAR, says="Expected scan axis in the range [0, 0), but got 0"),
        refused(ONES, axis=0.5, error=TypeError, says="argument 'axis' must be"),
    )


def sort_cases():
    for attrs, samples in (
        ({}, shapes(*SHAPES, distinct=True)),
        ({"axis": 0, "direction": "DESCENDING"}, shapes(*LONG, distinct=True)),
        ({"axis": 1}, shapes((2, 3), (2, 4, 3), distinct=True)),
    ):
        yield OpCase(
            "sort",
            ordered,
            samples,
            REALS,
            attrs=attrs,
            kind="exact",
            grad=(0,),
            errors=() if attrs else SORT_ERRORS,
        )
    for attrs in ({}, {"axis": 0}, {"direction": "DESCENDING", "stable": True}):
        samples = shapes(*SHAPES, whole=True)
        errors = () if attrs else SORT_ERRORS
        yield OpCase("argsort", order, samples, REALS, attrs=attrs, rounds=False, errors=errors)


def top_k_cases():
    for attrs, all_shapes in (
        ({"k": 2}, ((2, 3), (5,), (0, 3), (3, 2, 4), (2, 700))),
        ({"k": 40, "index_type": "int64"}, ((2, 60), (50,))),
        ({}, ((2, 3), (1000,))),
        ({"k": 0}, ((2, 3),)),
    ):
        yield OpCase(
            "top_k",
            top_k,
            shapes(*all_shapes, distinct=True),
            REALS,
            attrs=attrs,
            kind="exact",
            grad=(0,) if attrs.get("k") != 0 else (),
            errors=TOP_K_ERRORS if not attrs else (),
        )
    yield OpCase("top_k", top_k, shapes((3, 40), whole=True), REALS, attrs={"k": 3}, kind="exact")


def search_cases():
    pairs = (((2, 5), (2, 3)), ((7,), (4,)), ((0, 3), (0, 2)), ((2, 3), (2, 0)), ((200,), (70,)))
    samples = tuple((In(rows, whole=True), In(values, whole=True)) for rows, values in pairs)
    for attrs in ({}, {"side": "right", "out_type": "int64"}):
        yield OpCase(
            "searchsorted",
            searchsorted,
            samples,
            REALS,
            attrs=attrs,
            rounds=False,
            fn=search_in_sorted,
        )
    yield OpCase(
        "searchsorted",
        lambda rows, values: np.zeros(values.shape, np.int32),
        ((In((2, 3), 1, 1), In((2, 3), 0, 1)),),
        ("float32",),
        rounds=False,
        errors=SEARCH_ERRORS,
    )


def scan_cases():
    for attrs in ({}, {"axis": -1, "exclusive": True}, {"axis": 1, "reverse": True}):
        for name, reference, dtypes, low, high, kind in (
            ("cumsum", scanned(np.cumsum, 0), NUMBERS, -2, 2, "sum"),
            ("cumprod", scanned(np.cumprod, 1), NUMBERS, 0.9, 1.1, "product"),
            (
                "cumulative_logsumexp",
                scanned(np.logaddexp.accumulate, -np.inf),
                FLOATS,
                -4,
                4,
                "product",
            ),
        ):
            length = 20 if name == "cumprod" else 300  # products of complex numbers grow
            axes = ((2, 3), (3, length), (2, 4, 3), (0, 2), (2, 0))
            axes = axes if attrs else ((2, 3), (3,), (length, 3), (0, 3), (length, 2))
            yield OpCase(
                name,
                reference,
                shapes(*axes, low=low, high=high),
                dtypes,
                attrs=attrs,
                kind=kind,
                grad=() if name == "cumulative_logsumexp" and attrs.get("exclusive") else (0,),
                errors=() if attrs else scan_errors(dtypes),
            )


CASES = [*sort_cases(), *top_k_cases(), *search_cases(), *scan_cases()]
