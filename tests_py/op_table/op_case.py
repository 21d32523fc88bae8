"""Owns OpCase, one row of the op table, and what rows are made of: inputs and bad calls."""

import dataclasses
import math
from collections.abc import Callable, Mapping

import ml_dtypes
import numpy as np

from pelton._core import ops
from pelton.errors import InvalidArgumentError

SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = SIGNED + UNSIGNED
FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
REALS = INTEGERS + FLOATS
NUMBERS = REALS + COMPLEX
ALL = ("bool", *NUMBERS)
EVERY = (*ALL, "string")  # of ops that move elements


def numpy_dtype(name):
    """NumPy's dtype of that name: for bfloat16 ml_dtypes', for string that of objects."""
    if name == "string":
        return np.dtype(object)
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


def words(random, shape):
    """An array of short bytes, some of them empty, equal or no UTF-8."""
    letters = (b"", b"a", b"b", b"ab", b"\xc3\xa9", b"\xff\x00", b"long enough to lie elsewhere")
    picked = random.integers(0, len(letters), (*shape, 2))
    out = np.empty(shape, object)
    for place in np.ndindex(*shape):
        out[place] = b"".join(letters[n] for n in picked[place])
    return out


@dataclasses.dataclass(frozen=True)
class In:
    """A random input: numbers of [low, high] in `shape`, of the case's dtype or its own."""

    shape: tuple = (2, 3)
    low: float = -2.0
    high: float = 2.0
    dtype: str | None = None
    whole: bool = False  # whole numbers in every dtype, so that some are equal
    sums_to_one: int | None = None  # along this axis, as probabilities of classes
    distinct: bool = False  # no two values are close: for max, sort and their gradients

    def make(self, random, dtype):
        """An array for a case that runs with `dtype`; integers stay in their type's range."""
        dtype = numpy_dtype(self.dtype or dtype)
        if dtype.kind == "O":
            return words(random, self.shape)
        if dtype.kind == "b":
            return random.random(self.shape) < 0.5
        if dtype.kind in "iu":
            low = math.ceil(self.low) if dtype.kind == "i" else max(0, math.ceil(self.low))
            values = random.integers(low, max(low, math.floor(self.high)) + 1, self.shape)
        elif self.distinct:
            count = math.prod(self.shape)
            steps = (random.permutation(count) + 0.5) / max(count, 1)
            values = self.low + (self.high - self.low) * steps.reshape(self.shape)
        else:
            values = random.uniform(self.low, self.high, self.shape)
            if dtype.kind == "c":
                values = values + 1j * random.uniform(self.low, self.high, self.shape)
            if self.whole:
                values = np.round(values)
        if self.sums_to_one is not None and dtype.kind == "f":
            values = values / values.sum(self.sums_to_one, keepdims=True)
        return np.asarray(values).astype(dtype)


@dataclasses.dataclass(frozen=True)
class Bad:
    """A call that must raise `error` with all of `says` in its message.

    Arrays among `args` become tensors, and then the message of an InvalidArgumentError must also
    name their dtypes and shapes; everything else is passed as it is.
    """

    args: tuple
    kwargs: Mapping = dataclasses.field(default_factory=dict)
    error: type = InvalidArgumentError
    says: tuple = ()


@dataclasses.dataclass(frozen=True)
class OpCase:
    """One op with some attributes: what it computes, for which inputs, and what it refuses."""

    name: str
    reference: Callable  # of NumPy arrays and the attributes
    inputs: tuple  # samples: tuples of In
    dtypes: tuple
    attrs: Mapping = dataclasses.field(default_factory=dict)
    kind: str = "elementary"  # of rounding, see tolerances.py
    rounds: bool = True  # results come in the inputs' precision; else the reference says which
    grad: tuple = ()  # the inputs whose gradient is checked
    grad_sample: int = 0  # the sample that gradients are checked on
    second_order: bool = True
    errors: tuple = ()
    fn: Callable | None = None  # of tensors and the attributes; the op function by default

    def call(self, *tensors):
        """The op's results as a tuple."""
        result = (self.fn or getattr(ops, self.name))(*tensors, **self.attrs)
        return tuple(result) if isinstance(result, (tuple, list)) else (result,)

    def expected(self, *arrays):
        """The reference's results as a tuple; it may warn of nothing."""
        with np.errstate(all="ignore"):
            result = self.reference(*arrays, **self.attrs)
        results = result if isinstance(result, (tuple, list)) else (result,)
        return tuple(np.asarray(r, object if isinstance(r, bytes) else None) for r in results)

    def __str__(self):
        words = [f"{key}={value}" for key, value in self.attrs.items()]
        return "-".join([self.name, *words]).replace(" ", "")
