"""Rows of the random ops: what a stream gives is known to the last bit."""

import math

import numpy as np

import philox
from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase, numpy_dtype

STREAM = {"key": 2**62 + 12345, "offset": 2**40 + 7, "block": 2**33 - 5}
ONES = np.ones((2, 3), np.float32)
HUGE = 2**63 - 1


def drawn(name, reference, shape, dtype, errors=(), kind="arithmetic", **attrs):
    """A row of an op without inputs, in one dtype."""
    return OpCase(
        name,
        lambda shape, dtype, **rest: reference(shape, dtype, **rest).astype(numpy_dtype(dtype)),
        ((),),
        ("float32",),
        attrs={"shape": shape, "dtype": dtype, **STREAM, **attrs},
        kind=kind,
        rounds=False,
        errors=errors,
    )


def seeded(reference):
    """The reference of an op that reads its seed, by that of the op that is given its stream."""

    def of_seed(seed, *inputs, **attrs):
        key, offset = philox.scrambled(*seed.tolist())
        found = reference(*inputs, key=key, offset=offset, block=0, **attrs)
        return found.astype(numpy_dtype(attrs["dtype"])) if "dtype" in attrs else found

    return of_seed


def random_uniform(shape, dtype, key, offset, block, minval=0.0, maxval=1.0):
    count, stream = math.prod(shape), (key, offset, block)
    if dtype.startswith("int"):
        return philox.integers(dtype, stream, count, minval, maxval).reshape(shape)
    values = minval + philox.unit(dtype, stream, count) * (maxval - minval)
    return values.reshape(shape)


def random_normal(shape, dtype, key, offset, block, mean=0.0, stddev=1.0):
    values = philox.normal(dtype, (key, offset, block), math.prod(shape))
    return (mean + stddev * values).reshape(shape)


def truncated_normal(shape, dtype, key, offset, block, mean=0.0, stddev=1.0):
    values = philox.truncated_normal(dtype, (key, offset, block), math.prod(shape))
    return (mean + stddev * values).reshape(shape)


def random_permutation(n, key, offset, block):
    return philox.permutation((key, offset, block), n)


def random_categorical(logits, num_samples, key, offset, block, dtype="int64"):
    logits = logits.astype(np.float64)
    sums = np.cumsum(np.exp(logits - logits.max(axis=1, keepdims=True)), axis=1)
    u = philox.unit("float64", (key, offset, block), len(logits) * num_samples)
    rows = u.reshape(len(logits), num_samples) * sums[:, -1:]
    found = [np.searchsorted(s, r, side="right") for s, r in zip(sums, rows, strict=True)]
    return np.array(found, dtype).reshape(len(logits), num_samples)


def dropout(x, rate, key, offset, block, first=0):
    u = philox.unit("float32", (key, offset, block), first + x.size)[first:]
    kept = u.reshape(x.shape) >= np.float32(rate)
    return np.where(kept, x * x.dtype.type(1 / (1 - rate)), x.dtype.type(0))


def bad_shape(kwargs, error, *words):
    return Bad((), kwargs, error, words)


BAD_SHAPES = (
    bad_shape({}, TypeError, "missing required argument: 'shape'"),
    bad_shape({"shape": (2, -1)}, ValueError, "Dimension -1 must be >= 0"),
    bad_shape({"shape": (2**40, 2**40)}, ValueError, "exceeds 64 bits"),
    bad_shape({"shape": (HUGE,)}, ValueError, "exceeds 64 bits"),
    bad_shape({"shape": "ab"}, TypeError, "argument 'shape' must be"),
    bad_shape({"shape": (2,), "dtype": "bool"}, ValueError, "Argument `dtype` got invalid value"),
    bad_shape({"shape": (2,), "dtype": "complex64"}, ValueError, "Accepted dtypes are ("),
    bad_shape({"shape": (2,), "dtype": "float31"}, TypeError),
)


def bad_range(minval, maxval, words, dtype="int32"):
    kwargs = {"shape": (2,), "minval": minval, "maxval": maxval, "dtype": dtype}
    return bad_shape(kwargs, ValueError, words)


BAD_RANGES = (
    bad_range(5, 5, "Need minval < maxval, got 5 >= 5"),
    bad_range(5, 3, "Need minval < maxval, got 5 >= 3", "int64"),
    bad_range(0, 1.5, "value 1.5 cannot be converted to int32"),
    bad_range(-(2**40), 3, "cannot be converted to int32"),
    bad_range(0, 2**40, "cannot be converted to int32"),
    bad_range(0, math.nan, "cannot be converted to int64", "int64"),
)
BAD_INTEGERS = (bad_shape({"shape": (2,), "dtype": "int32"}, ValueError, "`dtype` got invalid"),)
CATEGORICAL_ERRORS = (
    *value_errors((ONES, 2)),
    *dtype_errors(FLOATS, rest=(2,)),
    Bad((np.ones(3, np.float32), 2), says=("logits should be a matrix, got shape (3,)",)),
    Bad((np.ones((3, 0), np.float32), 2), says=("num_classes should be positive, got 0",)),
    Bad((ONES, -2), says=("num_samples should be non-negative, got -2",)),
    Bad((ONES, HUGE), says=("exceeds 64 bits",)),
    Bad((ONES, 2), {"dtype": "float32"}, ValueError, ("Accepted dtypes are (int32, int64)",)),
    Bad((np.full((1, 2), -np.inf, np.float32), 2), says=("no class of positive probability",)),
)
PERMUTATION_ERRORS = (
    *call_errors((3,))[:2],
    Bad((-1,), says=("Dimension -1 must be >= 0",)),
    Bad((HUGE,), says=("exceeds 64 bits",)),
    Bad((2.5,), error=TypeError, says=("argument 'n' must be",)),
    Bad(("three",), error=TypeError, says=("argument 'n' must be",)),
)
DROPOUT_ERRORS = (
    *value_errors((ONES, 0.5)),
    *dtype_errors(FLOATS, rest=(0.5,)),
    Bad((ONES, 1.0), error=ValueError, says=("range [0, 1). Received: rate=1",)),
    Bad((ONES, -0.1), error=ValueError, says=("Received: rate=-0.1",)),
    Bad((ONES, math.nan), error=ValueError, says=("Received: rate=nan",)),
    Bad((ONES, "half"), error=TypeError, says=("argument 'rate' must be",)),
    Bad((ONES, 0.5), {"first": -1}, says=("first must be a position in the stream",)),
    Bad((ONES, 0.5), {"first": 2**63 - 2}, says=("got 9223372036854775806",)),
)

SEED = np.array([1, 2], np.uint32)
SEED_ERRORS = (
    Bad((SEED,), {}, TypeError, ("missing required argument: 'shape'",)),
    Bad((SEED[:1], (2,)), says=("seed must have shape [2], got (1,)",)),
    Bad((SEED, (2, -1)), says=("Dimension -1 must be >= 0",)),
    Bad((SEED, (HUGE,)), says=("exceeds 64 bits",)),
    Bad((SEED, "ab"), {}, TypeError, ("argument 'shape' must be",)),
    Bad((ONES[0, :2], (2,)), says=("uint32",)),
)

SEEDED_PERMUTATION_ERRORS = (
    Bad((SEED[:1], 3), says=("seed must have shape [2], got (1,)",)),
    Bad((SEED, -1), says=("Dimension -1 must be >= 0",)),
    Bad((SEED, HUGE), says=("exceeds 64 bits",)),
    Bad((SEED,), {}, TypeError, ("missing required argument: 'n'",)),
    Bad((SEED, "three"), {}, TypeError, ("argument 'n' must be",)),
)
SEEDED_CATEGORICAL_ERRORS = (
    Bad((SEED[:1], ONES, 2), says=("seed must have shape [2], got (1,)",)),
    Bad((SEED, ONES[0], 2), says=("logits should be a matrix, got shape (3,)",)),
    Bad((SEED, ONES, -2), says=("num_samples should be non-negative, got -2",)),
    Bad((SEED, np.full((1, 2), -np.inf, np.float32), 2), says=("no class of positive",)),
    Bad((SEED, ONES), {}, TypeError, ("missing required argument: 'num_samples'",)),
)


def seeded_categorical(seed, logits, num_samples):
    draw = seeded(lambda logits, **attrs: random_categorical(logits, **attrs))
    return draw(seed, logits, num_samples=num_samples)


CASES = [
    drawn("random_uniform", random_uniform, (3, 700), "float32", BAD_SHAPES + BAD_RANGES),
    drawn("random_uniform", random_uniform, (701,), "float64", minval=-3.0, maxval=5.0),
    drawn("random_uniform", random_uniform, (70,), "float16", minval=2.0, maxval=4.0),
    drawn("random_uniform", random_uniform, (70,), "bfloat16", minval=2.0, maxval=4.0),
    drawn("random_uniform", random_uniform, (1100,), "int32", minval=-7, maxval=1000),
    drawn("random_uniform", random_uniform, (5, 3), "int64", minval=-(2**60), maxval=2**61),
    drawn("random_uniform", random_uniform, (0, 3), "float32"),
    drawn("random_uniform", random_uniform, (), "float32"),
    drawn(
        "random_normal",
        random_normal,
        (3, 701),
        "float32",
        BAD_SHAPES + BAD_INTEGERS,
        kind="composed",
    ),
    drawn("random_normal", random_normal, (701,), "float64", kind="composed", mean=1.0, stddev=2.0),
    drawn("random_normal", random_normal, (50,), "float16", mean=-1.0),
    drawn("random_normal", random_normal, (50,), "bfloat16", stddev=0.5),
    drawn(
        "truncated_normal",
        truncated_normal,
        (3, 701),
        "float32",
        BAD_SHAPES + BAD_INTEGERS,
        kind="composed",
    ),
    drawn("truncated_normal", truncated_normal, (701,), "float64", kind="composed", mean=1.0),
    drawn("truncated_normal", truncated_normal, (50,), "float16", stddev=0.5),
    drawn("truncated_normal", truncated_normal, (50,), "bfloat16"),
    OpCase(
        "random_categorical",
        random_categorical,
        ((In((2, 3)),), (In((40, 7), -5, 5),), (In((0, 3)),)),
        FLOATS,
        attrs={"num_samples": 50, **STREAM},
        rounds=False,
        errors=CATEGORICAL_ERRORS,
    ),
    OpCase(
        "random_categorical",
        random_categorical,
        ((In((3, 2)),),),
        ("float32",),
        attrs={"num_samples": 5, "dtype": "int32", **STREAM},
        rounds=False,
    ),
    OpCase(
        "random_permutation",
        random_permutation,
        ((),),
        ("float32",),
        attrs={"n": 1000, **STREAM},
        rounds=False,
        errors=PERMUTATION_ERRORS,
    ),
    OpCase("random_permutation", random_permutation, ((),), ("float32",), attrs={"n": 0, **STREAM}),
    *(
        OpCase(
            name,
            seeded(reference),
            ((In((2,), -90, 90),),),
            ("int32", "int64", "uint32"),
            attrs={"shape": (3, 701), "dtype": "float32", **attrs},
            kind="composed",
            rounds=False,
            errors=SEED_ERRORS,
        )
        for name, reference, attrs in (
            ("seeded_uniform", random_uniform, {"minval": -3.0, "maxval": 5.0}),
            ("seeded_normal", random_normal, {"mean": 1.0, "stddev": 2.0}),
            ("seeded_truncated_normal", truncated_normal, {"mean": 1.0, "stddev": 2.0}),
        )
    ),
    OpCase(
        "seeded_uniform",
        seeded(random_uniform),
        ((In((2,), -90, 90),),),
        ("int64",),
        attrs={"shape": (90,), "dtype": "int32", "minval": -7, "maxval": 1000},
        rounds=False,
    ),
    OpCase(
        "seeded_categorical",
        seeded_categorical,
        (
            (In((2,), 0, 90, "int64"), In((2, 3))),
            (In((2,), 0, 90, "int32"), In((40, 7), -5, 5)),
            (In((2,), 0, 90, "uint32"), In((2, 3))),
        ),
        FLOATS,
        attrs={"num_samples": 50},
        rounds=False,
        errors=SEEDED_CATEGORICAL_ERRORS,
    ),
    OpCase(
        "seeded_permutation",
        seeded(random_permutation),
        ((In((2,), -90, 90),),),
        ("int32", "int64", "uint32"),
        attrs={"n": 1000},
        rounds=False,
        errors=SEEDED_PERMUTATION_ERRORS,
    ),
    OpCase(
        "stateless_dropout",
        dropout,
        ((In((2, 3)),), (In(()),), (In((0, 3)),), (In((3, 700)),)),
        FLOATS,
        attrs={"rate": 0.3, **STREAM},
        kind="arithmetic",
        grad=(0,),
        errors=DROPOUT_ERRORS,
    ),
    *(
        OpCase(
            "stateless_dropout",
            dropout,
            ((In((2, 3)),), (In((1, 1029)),), (In((2, 1024)),)),
            FLOATS,
            attrs={"rate": 0.3, "first": first, **STREAM},
            kind="arithmetic",
            grad=(0,),
        )
        for first in (2, 1021, 5000)
    ),
]
