"""Owns the ``tf.io`` functions of bytes: as numbers, and in base 64."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import bind_data as _bind_data
from pelton._core import functions as _functions
from pelton._core import ops as _ops

_bind_data()

from pelton._core import data as _data  # noqa: E402

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
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
