"""Rows of the unary arithmetic, exponential, trigonometric and rounding ops."""

import math

import numpy as np

from op_table.errors_of import unary_errors
from op_table.op_case import COMPLEX, FLOATS, NUMBERS, REALS, OpCase
from op_table.samples import unary_samples

INEXACT = FLOATS + COMPLEX


def case(name, reference, dtypes, low=-2.0, high=2.0, *, grad=True, again=False, **options):
    """The row of a unary op on numbers in [low, high]; `again`: another has its bad calls."""
    return OpCase(
        name,
        reference,
        unary_samples(low, high),
        dtypes,
        grad=(0,) if grad else (),
        errors=() if again else unary_errors(dtypes),
        **options,
    )


def sign(x):
    if np.iscomplexobj(x):
        return np.where(x == 0, 0, x / np.where(x == 0, 1, np.abs(x)))
    return np.sign(x)


def erf(x):
    return np.vectorize(math.erf, otypes=[x.dtype])(x)


def complex_only(function):
    """Gradients of real and imag start at a complex input."""
    return OpCase(
        function.__name__,
        function,
        unary_samples(),
        COMPLEX,
        kind="exact",
        grad=(0,),
        errors=unary_errors(COMPLEX),
    )


def real(x):
    return np.real(x)


def imag(x):
    return np.imag(x)


def conj(x):
    return np.conj(x)


def predicate(name, reference):
    """A row whose inputs hold infinities and NaN."""

    def call(x):
        from pelton._core import ops

        return getattr(ops, name)(ops.divide(x, ops.subtract(x, x)))

    return OpCase(
        name,
        lambda x: reference(np.divide(x, x - x)),
        unary_samples(-1, 1),
        FLOATS,
        errors=(),
        fn=call,
    )


CASES = [
    case("negative", np.negative, NUMBERS, kind="exact"),
    case("abs", np.abs, NUMBERS, 0.3, 2.0, kind="arithmetic"),
    case("abs", np.abs, COMPLEX, 0.3, 2.0, kind="arithmetic", again=True),
    case("sign", sign, NUMBERS, kind="arithmetic", grad=False),
    case("sign", np.sign, FLOATS, 0.5, 2.0, kind="exact", again=True),
    case("square", np.square, NUMBERS, kind="arithmetic"),
    case("sqrt", np.sqrt, INEXACT, 0.1, 4.0),
    case("rsqrt", lambda x: 1 / np.sqrt(x), INEXACT, 0.1, 4.0),
    case("reciprocal", lambda x: 1 / x, INEXACT, 0.3, 3.0),
    case("exp", np.exp, INEXACT, -4, 4),
    case("expm1", np.expm1, INEXACT, -2, 2, kind="composed"),
    case("log", np.log, INEXACT, 0.05, 4.0),
    case("log1p", np.log1p, INEXACT, -0.8, 4.0, kind="composed"),
    case("sin", np.sin, INEXACT, -9, 9, kind="composed"),
    case("cos", np.cos, INEXACT, -9, 9, kind="composed"),
    case("tan", np.tan, INEXACT, -1.2, 1.2, kind="composed"),
    case("asin", np.arcsin, INEXACT, -0.9, 0.9, kind="composed"),
    case("acos", np.arccos, INEXACT, -0.9, 0.9, kind="composed"),
    case("atan", np.arctan, INEXACT, kind="composed"),
    case("sinh", np.sinh, INEXACT, kind="composed"),
    case("cosh", np.cosh, INEXACT, kind="composed"),
    case("tanh", np.tanh, INEXACT, -3, 3, kind="composed"),
    case("asinh", np.arcsinh, INEXACT, kind="composed"),
    case("acosh", np.arccosh, INEXACT, 1.1, 4.0, kind="composed"),
    case("atanh", np.arctanh, INEXACT, -0.9, 0.9, kind="composed"),
    case("erf", erf, FLOATS, -4, 4),
    case("floor", np.floor, FLOATS, -5, 5, grad=False, kind="exact"),
    case("ceil", np.ceil, FLOATS, -5, 5, grad=False, kind="exact"),
    case("round", np.round, REALS, -5, 5, grad=False, kind="exact"),
    case("is_nan", np.isnan, FLOATS, grad=False),
    case("is_inf", np.isinf, FLOATS, grad=False),
    case("is_finite", np.isfinite, FLOATS, grad=False),
    predicate("is_nan", np.isnan),
    predicate("is_inf", np.isinf),
    predicate("is_finite", np.isfinite),
    complex_only(real),
    complex_only(imag),
    complex_only(conj),
]
