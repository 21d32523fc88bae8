"""Owns the bad calls that every op of a kind refuses in the same way."""

import numpy as np

from op_table.op_case import ALL, Bad, numpy_dtype
from pelton.errors import InvalidArgumentError


def _array(dtype, shape=(2, 3)):
    return np.ones(shape, numpy_dtype(dtype))


def _numeric(dtypes):
    return tuple(dtype for dtype in dtypes if dtype != "string")


def call_errors(arguments):
    """Calls with too few, unknown, double and too many arguments; `arguments` would be right."""
    return (
        Bad(arguments[:-1], error=TypeError, says=("missing required argument",)),
        Bad(arguments, {"no_such": 1}, TypeError, ("unexpected keyword argument 'no_such'",)),
        Bad((*arguments, *[None] * 30), error=TypeError, says=("takes at most",)),
    )


def value_errors(arguments):
    """Calls with no value, None or a ragged list for the first input."""
    rest = arguments[1:]
    return (
        Bad((object(), *rest), error=ValueError),
        Bad((None, *rest), error=ValueError),
        Bad(([[1.0], [1.0, 2.0]], *rest), error=ValueError),
    )


def dtype_errors(dtypes, inputs=1, rest=()):
    """Calls with each kind of dtype that is not among `dtypes`; `rest`: further arguments."""
    refused = [d for d in ("bool", "int32", "float32", "complex64") if d not in dtypes]
    return tuple(
        Bad(
            ((_array(d),) * inputs + rest),
            error=InvalidArgumentError,
            says=("list of allowed values",),
        )
        for d in refused
    )


def unary_errors(dtypes):
    """The bad calls of an op of one input that takes `dtypes`."""
    good = (_array(_numeric(dtypes)[-1]),)
    return call_errors(good) + value_errors(good) + dtype_errors(dtypes)


def binary_errors(dtypes, says="Incompatible shapes"):
    """The bad calls of an op of two inputs of one dtype that broadcast."""
    dtypes = _numeric(dtypes)
    good = (_array(dtypes[-1]), _array(dtypes[-1]))
    shapes = Bad((_array(dtypes[-1], (2, 3)), _array(dtypes[-1], (2, 4))), says=(says,))
    mixed = ()
    if len(dtypes) > 1:
        mixed = (Bad((_array(dtypes[-1]), _array(dtypes[0])), says=("was expected to be a",)),)
    return call_errors(good) + value_errors(good) + dtype_errors(dtypes, 2) + (shapes, *mixed)


def refused_dtypes(dtypes):
    """Every dtype that is not among `dtypes`."""
    return tuple(d for d in ALL if d not in dtypes)
