"""Owns the ``tf.io`` functions of bytes: as numbers, and in base 64."""

from __future__ import annotations

import sys

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    name: str | None = None,
) -> Tensor:
    """The bytes of each string, all of one length, as numbers along one more axis."""
    from pelton.host_functions import py_function

    dtype = _dtypes.as_dtype(out_type)

    def decoded(strings: Tensor) -> Tensor:
        import numpy as np

        array = np.asarray(strings)
        texts = array.ravel().tolist()
        if len({len(text) for text in texts}) > 1:
            raise InvalidArgumentError(
                "DecodeRaw requires input strings to all be the same size, but element 0 has size "
                f"{len(texts[0])}"
            )
        kind = np.dtype(dtype.as_numpy_dtype)
        if texts and len(texts[0]) % kind.itemsize:
            raise InvalidArgumentError(
                f"Input to DecodeRaw has length {len(texts[0])} that is not a multiple of "
                f"{kind.itemsize}, the size of {dtype.name}"
            )
        numbers = np.frombuffer(b"".join(texts), kind)
        if little_endian != (sys.byteorder == "little"):
            numbers = numbers.byteswap()
        count = len(texts[0]) // kind.itemsize if texts else 0
        return _functions.convert(numbers.reshape(*array.shape, count), dtype)

    return py_function(decoded, [_functions.convert(input_bytes, _dtypes.string)], dtype)


def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Tensor:
    """Web-safe base 64 of each string."""
    return _ops.encode_base64(_functions.convert(input, _dtypes.string), pad=pad)


def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """The bytes that web-safe base 64 says."""
    return _ops.decode_base64(_functions.convert(input, _dtypes.string))
