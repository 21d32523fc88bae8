"""Rows of the GRU over whole sequences and its gradient."""

from gru_reference import gru, gru_grad
from op_table.errors_of import call_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase
from op_table.recurrent import BACKWARDS, NONE, VARIANTS, bad, in_dtypes, masks, ones

# batch, time, units: blocks of units that are whole, cut off, several; long and empty.
SIZES = ((2, 3, 3), (5, 9, 16), (3, 4, 21), (67, 2, 5), (1, 70, 4))
EMPTY = ((2, 0, 2), (0, 3, 2), (2, 3, 0))


def sample(batch, time, units, given, masked):
    """The operands of the op; without what is not given."""
    return (
        In((batch, time, 3 * units)),
        In((units, 3 * units), -0.5, 0.5),
        In((3 * units,), -1, 1) if given else NONE,
        In((batch, units), -1, 1) if given else NONE,
        masks(batch, time, masked),
    )


def grad_sample(dtype, sizes, given, masked):
    batch, time, units = sizes
    state = In((batch, units), -1, 1) if given else NONE
    saved = In((batch, time, 5, units), 0.1, 0.9, dtype=dtype)
    return (
        In((units, 3 * units), -0.5, 0.5),
        state,
        masks(batch, time, masked),
        saved,
        In((batch, time, units), -1, 1) if given else NONE,
        saved if given and not masked else In((0,), dtype=dtype),
        state,
    )


X, R, B, STATE, MASK = ones(2, 3, 6), ones(2, 6), ones(6), ones(2, 2), ones(2, 3) > 0
SEQUENCE, SAVED = ones(2, 3, 2), ones(2, 3, 5, 2)
GOOD = (X, R, B, STATE, MASK)
GOOD_GRAD = (R, STATE, MASK, SAVED, SEQUENCE, SAVED, STATE)
ERRORS = (
    *call_errors(GOOD),
    *value_errors(GOOD),
    bad(GOOD, 0, ones(2, 3), "x must have shape (batch, time, 3 * units), got (2, 3)"),
    bad(GOOD, 0, ones(2, 3, 5), "x must have shape (batch, time, 3 * units), got (2, 3, 5)"),
    bad(GOOD, 1, ones(2, 5), "recurrent_kernel must have shape (units, 3 * units), got (2, 5)"),
    bad(GOOD, 2, ones(2), "recurrent_bias must have shape (6,), or (0,) for none, got (2,)"),
    bad(GOOD, 3, ones(3, 2), "initial_h must have shape (2, 2)"),
    bad(GOOD, 4, ones(3, 2) > 0, "mask must have shape (2, 3), or (0,) for none, got (3, 2)"),
    Bad(GOOD, {"go_backwards": None}, TypeError, ("argument 'go_backwards' must be",)),
)
GRAD_ERRORS = (
    *call_errors(GOOD_GRAD),
    *value_errors(GOOD_GRAD),
    bad(GOOD_GRAD, 0, ones(2, 5), "recurrent_kernel must have shape (units, 3 * units)"),
    bad(GOOD_GRAD, 1, ones(3, 2), "initial_h must have shape (2, 2)"),
    bad(GOOD_GRAD, 3, ones(2, 3, 4, 2), "saved must have shape (batch, time, 5, units)"),
    bad(GOOD_GRAD, 3, SAVED.astype("float64"), "saved must be float32 where x is float32"),
    bad(GOOD_GRAD, 4, ones(2, 2, 2), "sequence_grad must have shape (2, 3, 2)"),
    bad(GOOD_GRAD, 5, ones(2), "saved_grad must have shape (2, 3, 5, 2)"),
    bad(GOOD_GRAD, 6, ones(3), "h_grad must have shape (2, 2)"),
)


def rows(dtype, attrs, given, masked, first):
    statistic = "float64" if dtype == "float64" else "float32"
    sizes = (*SIZES, *EMPTY)
    kind = "sum" if dtype in ("float16", "bfloat16") else "product"
    last = {"has_bias": False} if attrs == BACKWARDS and masked else {}
    return (
        OpCase(
            "gru",
            in_dtypes(gru, dtype),
            tuple(sample(*s, given, masked) for s in sizes),
            (dtype,),
            attrs=attrs,
            kind=kind,
            rounds=False,
            grad=(0, 1, *((2, 3) if given else ())) if dtype == "float64" else (),
            errors=ERRORS if first else (),
        ),
        OpCase(
            "gru_grad",
            in_dtypes(gru_grad, dtype),
            tuple(grad_sample(statistic, s, given, masked) for s in sizes),
            (dtype,),
            attrs={**attrs, **last},
            kind=kind,
            rounds=False,
            grad=(0, 3, *((1, 4, 6) if given else ())) if dtype == "float64" else (),
            errors=GRAD_ERRORS if first else (),
        ),
    )


CASES = [
    case
    for dtype in FLOATS
    for number, variant in enumerate(VARIANTS)
    for case in rows(dtype, *variant, first=dtype == "float32" and number == 0)
]
