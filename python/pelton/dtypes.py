"""Owns the names of the dtypes: ``tf.float32`` and its fellows, ``tf.as_dtype``."""

from __future__ import annotations

from pelton._core import DType, as_dtype
from pelton._core import dtypes as _by_name
from pelton._core.ops import cast as cast
from pelton._core.ops import complex as complex  # noqa: A004

bool = _by_name["bool"]  # noqa: A001 - TensorFlow's name
int8 = _by_name["int8"]
int16 = _by_name["int16"]
int32 = _by_name["int32"]
int64 = _by_name["int64"]
uint8 = _by_name["uint8"]
uint16 = _by_name["uint16"]
uint32 = _by_name["uint32"]
uint64 = _by_name["uint64"]
float16 = half = _by_name["float16"]
bfloat16 = _by_name["bfloat16"]
float32 = _by_name["float32"]
float64 = double = _by_name["float64"]
complex64 = _by_name["complex64"]
complex128 = _by_name["complex128"]
string = _by_name["string"]

__all__ = ["DType", "as_dtype", "half", "double", *_by_name]


def __getattr__(name: str) -> object:
    if name == "saturate_cast":
        from pelton.ops.array.casting import saturate_cast

        return saturate_cast
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
