"""How a row of the op table is tried: inputs, their layouts, results beside the reference."""

import zlib

import numpy as np

import pelton as tf
from op_table.op_case import numpy_dtype
from pelton._core import ops
from tolerances import assert_close

# References of rounded dtypes are computed in a wider one and rounded at the end.
WIDER = {
    "float16": np.float32,
    "bfloat16": np.float32,
    "float32": np.float64,
    "complex64": np.complex128,
}
NARROWER = {np.dtype("float64"): "float32", np.dtype("complex128"): "complex64"}


def random_for(*words):
    return np.random.default_rng(zlib.crc32(repr(words).encode()))


def widened(array):
    wider = WIDER.get(array.dtype.name)
    return array if wider is None else array.astype(wider)


def rounded(result, dtype):
    """The reference's result in the dtype that the op gives for inputs of `dtype`."""
    if dtype in ("float16", "bfloat16") and result.dtype == np.float32:
        return result.astype(numpy_dtype(dtype))
    if dtype in ("float32", "complex64") and result.dtype in NARROWER:
        return result.astype(NARROWER[result.dtype])
    return result


def check(case, arrays, tensors, dtype, context):
    expected = case.expected(*(widened(a) for a in arrays))
    actual = case.call(*tensors)
    assert len(actual) == len(expected), context
    for got, wanted in zip(actual, expected, strict=True):
        wanted = rounded(wanted, dtype) if case.rounds else wanted
        assert tuple(got.shape) == wanted.shape, context
        assert got.dtype == wanted.dtype, context
        assert_close(np.asarray(got), wanted, case.kind, context)


def transposed(array):
    """A tensor with the array's values whose bytes lie in the opposite order of axes."""
    return ops.transpose(tf.constant(np.transpose(array)))


def _nothing(dtype):
    return b"" if dtype.kind == "O" else np.zeros((), dtype)


def reversed_view(array):
    """A tensor with the array's values, read with negative strides from a larger tensor."""
    padded = np.full([2 * n + 1 for n in array.shape], _nothing(array.dtype), array.dtype)
    inner = tuple(slice(1, 2 * n, 2) for n in array.shape)
    padded[inner] = array[(slice(None, None, -1),) * array.ndim]
    return ops.strided_slice(
        tf.constant(padded),
        begin=[2 * n - 1 for n in array.shape],
        size=list(array.shape),
        strides=[-2] * array.ndim,
    )
