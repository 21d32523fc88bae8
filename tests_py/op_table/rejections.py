"""Rows of the draws by rejection: what a stream gives is known but for the last roundings."""

import numpy as np

import rejection_reference as reference
from op_table.composites import STREAM as FIRST
from op_table.composites import seeded
from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase, numpy_dtype
from op_table.random import STREAM

ONES = np.ones((2, 3), np.float32)
SHAPES = ((2, 3), (), (0, 3), (70,))
PAIR = (STREAM["key"], STREAM["offset"], STREAM["block"])


def drawn(draw, stream):
    """The draws in `dtype`, or in that of the parameters."""

    def numbers(*parameters, dtype=None, **_):
        values = reference.of_elements(draw, stream, *parameters)
        return values.astype(parameters[0].dtype if dtype is None else numpy_dtype(dtype))

    return numbers


# Numbers of trials, and large rates, are whole.
def row(name, draw, bounds, errors, is_seeded=False, dtypes=FLOATS, **options):
    attrs = options.pop("attrs", {})
    return OpCase(
        name,
        drawn(draw, FIRST if is_seeded else PAIR),
        tuple(tuple(In(shape, *b, whole=b[1] > 15) for b in bounds) for shape in SHAPES),
        dtypes,
        attrs=attrs if is_seeded else {**attrs, **STREAM},
        kind="product",
        fn=seeded(name) if is_seeded else None,
        errors=errors,
        **options,
    )


def errors_of(inputs, *more, rest=()):
    good = (ONES,) * inputs + rest
    refused = dtype_errors(FLOATS, inputs, rest)
    return (*call_errors(good), *value_errors(good), *refused, *more)


BAD_DTYPES = (
    Bad((ONES,), {"dtype": "bool"}, says=("dtype must be an integer or floating one, got bool",)),
    Bad((ONES,), {"dtype": "complex64"}, says=("got complex64",)),
)
BAD_SHAPES = (Bad((ONES, ONES[:1]), says=("counts and probs must have one shape",)),)
RATES, MANY = ((0.2, 9.0),), ((12.0, 90.0),)
TRIALS, MANY_TRIALS = ((1.0, 20.0), (0.05, 0.95)), ((60.0, 90.0), (0.3, 0.7))

CASES = [
    row("random_gamma", reference.gamma, ((0.3, 5.0),), errors_of(1)),
    row("draw_gamma", reference.gamma, ((0.3, 5.0),), errors_of(1), True),
]
for op, draw, samples, more in (
    ("poisson", reference.poisson, (RATES, MANY), BAD_DTYPES),
    ("binomial", reference.binomial, (TRIALS, MANY_TRIALS), BAD_SHAPES),
):
    for number, bounds in enumerate(samples):
        for kind in ("float32", "int32", "int64", "float16"):
            errors = errors_of(len(bounds), *more) if (number, kind) == (0, "float32") else ()
            options = {"attrs": {"dtype": kind}, "rounds": False}
            CASES.append(row(f"random_{op}", draw, bounds, errors, **options))
            if kind == "int32":
                bad = errors_of(len(bounds), rest=("float32",)) if number == 0 else ()
                CASES.append(row(f"draw_{op}", draw, bounds, bad, True, **options))
