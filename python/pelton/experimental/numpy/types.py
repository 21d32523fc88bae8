"""Owns NumPy's names of dtypes, and what is asked about them."""

from __future__ import annotations

import numpy as np

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton.experimental.numpy.promotion import convert, default_float, result_name

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

bool_ = np.bool_
complex64 = np.complex64
complex128 = complex_ = np.complex128
float16 = np.float16
float32 = np.float32
float64 = float_ = np.float64
inexact = np.inexact
int8 = np.int8
int16 = np.int16
int32 = np.int32
int64 = int_ = np.int64
object_ = np.object_
string_ = np.bytes_
uint8 = np.uint8
uint16 = np.uint16
uint32 = np.uint32
uint64 = np.uint64
unicode_ = np.str_
ndarray = Tensor

e = np.e
inf = np.inf
newaxis = None
pi = np.pi

iinfo = np.iinfo
issubdtype = np.issubdtype


def finfo(dtype: Any) -> Any:
    """What NumPy's ``finfo`` says about a floating dtype, and that of bfloat16."""
    if _dtypes.as_dtype(dtype) == _dtypes.bfloat16:
        import ml_dtypes

        return ml_dtypes.finfo("bfloat16")
    return np.finfo(_dtypes.as_dtype(dtype).as_numpy_dtype)


def result_type(*arrays_and_dtypes: Any) -> Any:
    """The dtype that NumPy computes these values in, which may be dtypes too."""
    values = [_named(value) for value in arrays_and_dtypes]
    return _dtypes.as_dtype(result_name(*values) if values else default_float())


def _named(value: Any) -> Any:
    return _dtypes.as_dtype(value) if isinstance(value, str) else value


def promote_types(type1: Any, type2: Any) -> Any:
    """The smallest dtype that holds both, as one of NumPy's."""
    found = result_type(_dtypes.as_dtype(type1), _dtypes.as_dtype(type2))
    return np.dtype(found.as_numpy_dtype)


def isscalar(num: Any) -> bool:
    """Whether it is a number, or a tensor or array without axes."""
    return isinstance(num, (bool, int, float, complex, np.generic)) or convert(num).ndim == 0


def iscomplexobj(x: Any) -> bool:
    """Whether the dtype is a complex one."""
    return bool(convert(x).dtype.is_complex)


def isrealobj(x: Any) -> bool:
    """Whether the dtype is no complex one."""
    return not iscomplexobj(x)
