"""Rows of the special functions."""

import numpy as np

import special_reference as reference
from op_table.errors_of import binary_errors, call_errors, dtype_errors, unary_errors, value_errors
from op_table.op_case import COMPLEX, FLOATS, INTEGERS, Bad, In, OpCase
from op_table.samples import binary_samples, unary_samples

INEXACT = FLOATS + COMPLEX
ONES = np.ones((2, 3), np.float32)
SHAPES = ((2, 3), (), (0, 3), (5,), (2, 40))
PAIRS = (((2, 3), (2, 3)), ((2, 3), (3,)), ((), (2, 3)), ((0, 3), (1, 3)), ((20,), (20,)))


def unary(name, function, low, high, **options):
    return OpCase(
        name,
        function,
        tuple((In(shape, low, high),) for shape in SHAPES),
        FLOATS,
        kind="product",
        grad=(0,),
        errors=unary_errors(FLOATS),
        **options,
    )


def binary(name, function, first, second, grad=(), errors=True, **options):
    return OpCase(
        name,
        function,
        tuple((In(a, *first), In(b, *second)) for a, b in PAIRS),
        FLOATS,
        kind="product",
        grad=grad,
        errors=binary_errors(FLOATS) if errors else (),
        **options,
    )


def counted(x):
    bits = [bin(int(value) & (2 ** (8 * x.itemsize) - 1)).count("1") for value in x.flat]
    return np.array(bits, np.uint8).reshape(x.shape)


def of_zero(function):
    """x f(y), and 0 where x is 0."""

    def result(x, y):
        return np.where(x == 0, 0, x * function(np.where(x == 0, 1, y))).astype(x.dtype)

    return result


def with_zero(name, function, low, high):
    options = {"kind": "composed", "grad": (0, 1), "errors": binary_errors(INEXACT)}
    samples = binary_samples(-2, 2, (low, high))
    yield OpCase(name, of_zero(function), samples, INEXACT, **options)
    zeros = ((In((3, 4), 0, 1, whole=True), In((3, 4), low, high)),)
    yield OpCase(name, of_zero(function), zeros, INEXACT, kind="composed")


BETA_ERRORS = (
    *call_errors((ONES, ONES, ONES)),
    *value_errors((ONES, ONES, ONES)),
    *dtype_errors(FLOATS, 3),
    Bad((ONES, ONES, np.ones((2, 4), np.float32)), says=("Incompatible shapes",)),
)

CASES = [
    unary("lgamma", reference.lgamma, 0.2, 6.0),
    unary("digamma", reference.digamma, 0.2, 6.0),
    OpCase(
        "digamma",
        reference.digamma,
        ((In((4, 5), -2.9, -2.1),),),
        ("float32", "float64"),
        kind="product",
        grad=(0,),
    ),
    unary("erfc", reference.erfc, -2.0, 2.0),
    unary("erfinv", reference.erfinv, -0.9, 0.9),
    unary("ndtri", reference.ndtri, 0.05, 0.95),
    unary("bessel_i0", reference.bessel(0, False), -3.0, 3.0),
    unary("bessel_i1", reference.bessel(1, False), -3.0, 3.0),
    unary("bessel_i0e", reference.bessel(0, True), 0.3, 25.0),
    unary("bessel_i1e", reference.bessel(1, True), 0.3, 25.0),
    unary("bessel_j0", reference.bessel_j(0), -30.0, 30.0),
    unary("bessel_j1", reference.bessel_j(1), -30.0, 30.0),
    unary("bessel_y0", reference.bessel_y(0), 0.5, 30.0),
    unary("bessel_y1", reference.bessel_y(1), 0.5, 30.0),
    unary("bessel_k0", reference.bessel_k(0, False), 0.2, 5.0),
    unary("bessel_k1", reference.bessel_k(1, False), 0.2, 5.0),
    unary("bessel_k0e", reference.bessel_k(0, True), 0.2, 20.0),
    unary("bessel_k1e", reference.bessel_k(1, True), 0.2, 20.0),
    unary("expint", reference.expint, 0.5, 5.0),
    unary("dawsn", reference.dawsn, -3.0, 3.0),
    unary("fresnel_sin", reference.fresnel_sin, -2.5, 2.5),
    unary("fresnel_cos", reference.fresnel_cos, -2.5, 2.5),
    unary("spence", reference.spence, 0.2, 4.0),
    binary("igamma", reference.igamma, (0.5, 4.0), (0.3, 5.0), (1,)),
    binary("igamma", reference.igamma, (0.5, 4.0), (0.3, 5.0), (0,), False, second_order=False),
    binary("igammac", reference.igammac, (0.5, 4.0), (0.3, 5.0), (1,)),
    binary("igammac", reference.igammac, (0.5, 4.0), (0.3, 5.0), (0,), False, second_order=False),
    binary("igamma_grad_a", reference.igamma_grad_a, (0.5, 4.0), (0.3, 5.0)),
    binary("random_gamma_grad", reference.random_gamma_grad, (1.0, 2.5), (0.5, 2.0)),
    OpCase(
        "betainc",
        reference.betainc,
        tuple(
            (In(shape, 0.5, 3.0), In(shape, 0.5, 3.0), In(shape, 0.05, 0.95))
            for shape in ((2, 3), (), (0, 3), (20,))
        ),
        FLOATS,
        kind="product",
        grad=(2,),
        errors=BETA_ERRORS,
    ),
    binary("zeta", reference.zeta, (1.5, 5.0), (0.5, 4.0), (1,)),
    OpCase(
        "polygamma",
        reference.polygamma,
        (
            (In((2, 3), 1, 3, whole=True), In((2, 3), 0.5, 3.0)),
            (In((), 0, 2, whole=True), In((5,), 0.5, 3.0)),
            (In((0, 3), 1, 3, whole=True), In((1, 3), 0.5, 3.0)),
        ),
        FLOATS,
        kind="product",
        grad=(1,),
        errors=binary_errors(FLOATS),
    ),
    *(
        OpCase(
            "nextafter",
            lambda x, y, dtype=dtype: np.nextafter(x.astype(dtype), y.astype(dtype)),
            binary_samples(),
            (dtype,),
            rounds=False,
            kind="exact",
            errors=binary_errors(("float32", "float64")) if dtype == "float64" else (),
        )
        for dtype in ("float32", "float64")
    ),
    *with_zero("xlogy", np.log, 0.3, 3.0),
    *with_zero("xlog1py", np.log1p, -0.5, 3.0),
    *with_zero("xdivy", lambda y: 1 / y, 0.3, 3.0),
    OpCase(
        "population_count",
        counted,
        unary_samples(-100, 100),
        INTEGERS,
        errors=unary_errors(INTEGERS),
    ),
]
