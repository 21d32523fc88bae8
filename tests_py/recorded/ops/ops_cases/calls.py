"""How a row about keras.ops is called: a text in which `K` is keras.ops and samples have names."""

import re

import numpy as np

from .samples import SAMPLES

DTYPES = "bool uint8 uint16 uint32 int8 int16 int32 int64 bfloat16 float16 float64".split()


def first_sample(text):
    """The sample whose gradient and dtypes are asked for: the first that the call names."""
    names = (word for word in re.findall(r"(?<![.'\w])[a-z]+\b(?!\s*=[^=])", text))
    return next((word for word in names if word in SAMPLES), None)


def call(text, ops, tensors):
    """What the call gives."""
    return eval(text, {"K": ops, "np": np, **tensors})


def cast_sample(sample, dtype):
    """A sample in another dtype."""
    if dtype == "bfloat16":
        import ml_dtypes

        return sample.astype(ml_dtypes.bfloat16)
    with np.errstate(invalid="ignore"):
        return sample.astype(dtype)


def weights_of(shape, dtype):
    """Numbers by which the elements of a result are weighted before they are added up."""
    count = int(np.prod(shape))
    numbers = (np.arange(count) * 37 % 11 - 4.5).astype("float32").reshape(tuple(shape)) / 4
    return cast_sample(numbers, dtype)
