"""Owns the ``tf.io`` functions of bytes: as numbers, in base 64, unpacked."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import bind_data as _bind_data
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import DataLossError, InvalidArgumentError

_bind_data()

from pelton._core import data as _data  # noqa: E402

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The bytes of each string as numbers along one more axis.

    The strings are all of one length, or are cut or filled up with zeros to `fixed_length` bytes.
    Raises InvalidArgumentError for other lengths and types."""
    strings = _functions.convert(input_bytes, _dtypes.string)
    dtype = _dtypes.as_dtype(out_type)
    return _data.decode_raw(strings, dtype, bool(little_endian), fixed_length)


def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Tensor:
    """Web-safe base 64 of each string."""
    return _ops.encode_base64(_functions.convert(input, _dtypes.string), pad=pad)


def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """The bytes that web-safe base 64 says."""
    return _ops.decode_base64(_functions.convert(input, _dtypes.string))


def decode_compressed(
    bytes: TensorLike,  # noqa: A002 - TensorFlow's name
    compression_type: str = "",
    name: str | None = None,
) -> Tensor:
    """The strings unpacked: `compression_type` is "", "ZLIB" or "GZIP".

    Raises InvalidArgumentError for another one, DataLossError for what is not packed so."""
    strings = _functions.convert(bytes, _dtypes.string)
    if compression_type not in ("", "ZLIB", "GZIP"):
        raise InvalidArgumentError(
            f"decode_compressed: compression_type must be '', 'ZLIB' or 'GZIP', got "
            f"{compression_type!r}"
        )
    if not compression_type:
        return _ops.identity(strings)
    from pelton.functions.host_steps import on_arrays

    def run(values: Any) -> Any:
        import zlib

        import numpy as np

        values = np.asarray(values, object)
        window = zlib.MAX_WBITS | (16 if compression_type == "GZIP" else 0)
        try:
            found = [zlib.decompress(text, window) for text in values.ravel().tolist()]
        except zlib.error as error:
            raise DataLossError(None, None, f"decode_compressed: {error}") from None
        return [np.array(found, object).reshape(values.shape)]

    outputs = [(_dtypes.string, list(strings.shape))]
    return on_arrays("DecodeCompressed", [strings], run, outputs)[0]
