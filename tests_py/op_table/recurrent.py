"""Rows of the LSTM over whole sequences and its gradient."""

import numpy as np

from lstm_reference import lstm, lstm_grad
from op_table.errors_of import call_errors, value_errors
from op_table.op_case import FLOATS, Bad, In, OpCase, numpy_dtype

# batch, time, features, units: blocks of units that are whole, cut off, several; long and empty.
SIZES = ((2, 3, 2, 3), (5, 9, 4, 16), (3, 4, 7, 21), (67, 2, 3, 5), (1, 70, 2, 4))
EMPTY = ((2, 0, 3, 2), (0, 3, 2, 2), (2, 3, 0, 2), (2, 3, 2, 0))


NONE = In((0,))


def weights(features, units):
    return In((features, 4 * units), -1, 1), In((units, 4 * units), -0.5, 0.5)


def masks(batch, time, given):
    return In((batch, time) if given else (0,), dtype="bool")


def sample(batch, time, features, units, given=True, masked=False):
    """The operands of the op; without what is not given."""
    state = In((batch, units), -1, 1) if given else NONE
    return (
        In((batch, time, features)),
        *weights(features, units),
        In((4 * units,), -1, 1) if given else NONE,
        state,
        state,
        masks(batch, time, masked),
    )


def grad_sample(dtype, sizes, given=True, masked=False):
    batch, time, features, units = sizes
    state = In((batch, units), -1, 1) if given else NONE
    planes, sequence = (batch, time, 5, units), In((batch, time, units), -1, 1)
    saved = In(planes, 0.1, 0.9, dtype=dtype)
    return (
        In((batch, time, features)),
        *weights(features, units),
        state,
        state,
        masks(batch, time, masked),
        sequence,
        saved,
        sequence if given else NONE,
        saved if given and not masked else In((0,), dtype=dtype),
        state,
        state,
    )


def ones(*shape, dtype=np.float32):
    return np.ones(shape, dtype)


X, W, R = ones(2, 3, 4), ones(4, 8), ones(2, 8)
B, STATE, MASK = ones(8), ones(2, 2), ones(2, 3) > 0
SEQUENCE, SAVED = ones(2, 3, 2), ones(2, 3, 5, 2)
GOOD = (X, W, R, B, STATE, STATE, MASK)
GOOD_GRAD = (X, W, R, STATE, STATE, MASK, SEQUENCE, SAVED, SEQUENCE, SAVED, STATE, STATE)


def bad(good, position, array, says, error=None):
    """`good` with another array at one position."""
    args = (*good[:position], array, *good[position + 1 :])
    return Bad(args, says=(says,)) if error is None else Bad(args, error=error, says=(says,))


def common_errors(good):
    return (
        *call_errors(good),
        *value_errors(good),
        bad(good, 0, ones(2, 3), "x must have shape (batch, time, features), got (2, 3)"),
        bad(good, 1, ones(3, 8), "kernel must have shape (4, 8), got (3, 8)"),
        bad(good, 2, ones(2, 6), "recurrent_kernel must have shape (units, 4 * units)"),
        bad(good, 2, ones(8), "recurrent_kernel must have shape (units, 4 * units), got (8,)"),
        bad(
            good,
            4,
            ones(2, 3),
            "initial_h must have shape (2, 2)"
            if len(good) == 7
            else "initial_c must have shape (2, 2)",
        ),
        bad(good, 0, X.astype(np.int32), "has dtype int32"),
        bad(good, 1, W.astype(np.float64), "was expected to be a"),
        Bad(good, {"go_backwards": None}, TypeError, ("argument 'go_backwards' must be",)),
    )


ERRORS = (
    *common_errors(GOOD),
    bad(GOOD, 3, ones(2), "bias must have shape (8,), or (0,) for none, got (2,)"),
    bad(GOOD, 5, ones(3, 2), "initial_c must have shape (2, 2)"),
    bad(GOOD, 6, ones(3, 2) > 0, "mask must have shape (2, 3), or (0,) for none, got (3, 2)"),
    bad(GOOD, 6, ones(2, 3), "argument 'mask' has dtype float32"),
)
GRAD_ERRORS = (
    *common_errors(GOOD_GRAD),
    bad(GOOD_GRAD, 5, ones(2) > 0, "mask must have shape (2, 3)"),
    bad(GOOD_GRAD, 6, ones(0), "sequence must have shape (2, 3, 2), got (0,)"),
    bad(GOOD_GRAD, 7, ones(2, 3, 4, 2), "saved must have shape (2, 3, 5, 2), got (2, 3, 4, 2)"),
    bad(GOOD_GRAD, 7, SAVED.astype(np.float64), "saved must be float32 where x is float32"),
    bad(GOOD_GRAD, 8, ones(2, 2, 2), "sequence_grad must have shape (2, 3, 2)"),
    bad(GOOD_GRAD, 9, ones(2), "saved_grad must have shape (2, 3, 5, 2)"),
    bad(GOOD_GRAD, 10, ones(3), "h_grad must have shape (2, 2)"),
    bad(GOOD_GRAD, 11, ones(1, 2), "c_grad must have shape (2, 2)"),
)

FORWARDS = {}
BACKWARDS = {"go_backwards": True}
ZEROS = {"zero_output_for_mask": True}
# attributes, whether optional operands are given, and whether there is a mask
VARIANTS = (
    (FORWARDS, True, False),
    (FORWARDS, False, True),
    (BACKWARDS, True, True),
    (BACKWARDS, False, False),
    (ZEROS, True, True),
)


def in_dtypes(reference, dtype):
    """The reference, whose results are of `dtype`, but what is saved float32 for 16-bit ones."""
    saved = "float64" if dtype == "float64" else "float32"

    def run(*arrays, **attrs):
        results = reference(*arrays, **attrs)
        own = [saved if r.ndim == 4 else dtype for r in results]
        return tuple(r.astype(numpy_dtype(d)) for r, d in zip(results, own, strict=True))

    return run


def rows(dtype, attrs, given, masked, first):
    statistic = "float64" if dtype == "float64" else "float32"
    sizes = (*SIZES, *EMPTY)
    kind = "sum" if dtype in ("float16", "bfloat16") else "product"
    last = {"input_needed": False, "has_bias": False} if attrs == BACKWARDS and masked else {}
    of_kernel = () if last else (1,)  # which only the gradient of x reads
    differentiated = (0, *of_kernel, 2, 6, 7, *((3, 4, 8, 10, 11) if given else ()))
    return (
        OpCase(
            "lstm",
            in_dtypes(lstm, dtype),
            tuple(sample(*s, given, masked) for s in sizes),
            (dtype,),
            attrs=attrs,
            kind=kind,
            rounds=False,
            grad=(0, 1, 2, *((3, 4, 5) if given else ())) if dtype == "float64" else (),
            errors=ERRORS if first else (),
        ),
        OpCase(
            "lstm_grad",
            in_dtypes(lstm_grad, dtype),
            tuple(grad_sample(statistic, s, given, masked) for s in sizes),
            (dtype,),
            attrs={**attrs, **last},
            kind=kind,
            rounds=False,
            grad=differentiated if dtype == "float64" else (),
            errors=GRAD_ERRORS if first else (),
        ),
    )


CASES = [
    case
    for dtype in FLOATS
    for number, variant in enumerate(VARIANTS)
    for case in rows(dtype, *variant, first=dtype == "float32" and number == 0)
]
