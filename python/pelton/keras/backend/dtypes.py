"""Owns keras.backend's questions about dtypes."""

from __future__ import annotations

from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops.dtypes import dtype_name, is_float

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def standardize_dtype(dtype: Any) -> str:
    """The name of a dtype; the default float dtype for None. ValueError for what names none."""
    return dtype_name(dtype)


def is_float_dtype(dtype: Any) -> bool:
    """Whether it is a floating dtype."""
    return is_float(dtype_name(dtype))


def is_int_dtype(dtype: Any) -> bool:
    """Whether it is a dtype of whole numbers, with a sign or without."""
    return dtype_name(dtype).startswith(("int", "uint"))


_name_refusals(globals())
