"""Owns how far a result may be from the reference: a function of dtype and kind of op."""

import numpy as np

# Spacing of numbers near 1. Half precision is computed in float32 and rounded once.
_EPS = {
    "float16": 2.0**-10,
    "bfloat16": 2.0**-7,
    "float32": 2.0**-23,
    "float64": 2.0**-52,
    "complex64": 2.0**-23,
    "complex128": 2.0**-52,
}

# How many spacings. "exact": the correctly rounded result. "arithmetic": a few roundings.
# "elementary": exp and its kind. "composed": several of them, with cancellation. "sum": many
# additions. "product": sums of products, as in matmul and convolutions.
_SPACINGS = {
    "exact": 0.51,
    "arithmetic": 2.0,
    "elementary": 4.0,
    "composed": 16.0,
    "sum": 8.0,
    "product": 64.0,
}


# Kinds whose error is relative to the largest result: small ones are differences of large ones.
_CANCELLING = {"sum", "product"}


def tolerance(dtype, kind, scale=1.0):
    """(relative, absolute) tolerance for results of `dtype` up to `scale`; 0 for integers, bool."""
    name = np.dtype(dtype).name
    if name not in _EPS:
        return 0.0, 0.0
    relative = _EPS[name] * _SPACINGS[kind]
    if kind == "exact":
        return relative, _EPS[name] * 2.0**-20
    return relative, relative * (max(scale, 1.0) if kind in _CANCELLING else 1.0)


def assert_close(actual, expected, kind, context=""):
    """Fail unless `actual` is within the dtype's tolerance of `expected`; NaN only for NaN."""
    if np.dtype(actual.dtype).name not in _EPS:
        np.testing.assert_array_equal(actual, expected, err_msg=context)
        return
    wide = np.complex128 if actual.dtype.kind == "c" else np.float64
    expected = expected.astype(wide)
    finite = np.abs(expected[np.isfinite(expected)])
    relative, absolute = tolerance(actual.dtype, kind, float(np.max(finite, initial=0.0)))
    np.testing.assert_allclose(actual.astype(wide), expected, relative, absolute, err_msg=context)
