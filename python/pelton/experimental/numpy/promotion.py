"""Owns ``tf.experimental.numpy``'s rules of dtypes: those of NumPy over tensors, arrays and
Python's numbers, of which whole ones are int64 and others float64 where nothing else says."""

from __future__ import annotations

import numpy as np

from pelton._core import Tensor, Variable
from pelton._core import ops as _ops
from pelton.dtypes import DType as _DType
from pelton.dtypes import as_dtype as _as_dtype
from pelton.keras.ops.conversion import cast_to, convert_as
from pelton.keras.ops.conversion import convert as _convert

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_FLOATS = ("float16", "bfloat16", "float32", "float64")
_BESIDE_BFLOAT16 = {  # NumPy knows no bfloat16: what it is together with
    **dict.fromkeys(("bool", "int8", "uint8", "bfloat16"), "bfloat16"),
    **dict.fromkeys(("float32", "float64"), None),
    **dict.fromkeys(("complex64", "complex128"), None),
}
_prefers_float32 = False


def prefer_float32(value: bool) -> None:
    """Whether Python's floats are float32 instead of float64."""
    global _prefers_float32
    _prefers_float32 = bool(value)


def default_float() -> str:
    """The dtype of Python's floats: float64, or float32 where that is preferred."""
    return "float32" if _prefers_float32 else "float64"


def _of_python(value: Any) -> Any:
    """What NumPy's rules take for one of Python's numbers; None for other values."""
    if isinstance(value, complex):
        return np.dtype("complex64") if _prefers_float32 else value
    if isinstance(value, float):
        return np.dtype("float32") if _prefers_float32 else value
    return value if isinstance(value, int) else None  # bool is one


def name_of(dtype: Any) -> str:
    """The name of the dtype that `dtype` stands for; Python's types are wide ones."""
    if dtype is float:
        return default_float()
    if dtype is complex:
        return "complex64" if _prefers_float32 else "complex128"
    if dtype is int:
        return "int64"
    return _as_dtype(dtype).name


def convert(x: Any) -> Tensor:
    """A tensor of `x`: of Python's numbers, and lists of them, in NumPy's dtypes."""
    if isinstance(x, (Tensor, Variable)) or hasattr(x, "__tf_tensor__"):
        return _convert(x)
    if isinstance(x, (list, tuple)):
        return _converted_list(x)
    if isinstance(x, (bool, int, float, complex)) and not isinstance(x, np.generic):
        return convert_as(x, result_name(x))
    return _convert(x)


def _holds_tensors(values: Any) -> bool:
    return any(
        _holds_tensors(value)
        if isinstance(value, (list, tuple))
        else isinstance(value, (Tensor, Variable)) or hasattr(value, "__tf_tensor__")
        for value in values
    )


def _converted_list(values: Any) -> Tensor:
    """A tensor of a nested list, in which tensors may stand."""
    try:
        holds_tensors = _holds_tensors(values)
    except RecursionError:
        return _convert(values)  # which refuses what is too deep
    if holds_tensors:
        return _ops.stack(together(*values))
    array = np.array(values)
    if array.dtype.name == "float64" and _prefers_float32:
        array = array.astype("float32")
    return _convert(array)


def _are_of_python(values: Any) -> bool:
    """Whether a nested list holds Python's own numbers, which take others' dtypes as numbers do."""
    return all(
        _are_of_python(value)
        if isinstance(value, (list, tuple))
        else type(value) in (bool, int, float, complex)
        for value in values
    )


def _kind(x: Any) -> Any:
    """What NumPy's rules take for `x`: one of Python's numbers, or the name of a dtype."""
    if isinstance(x, (Tensor, Variable)):
        return getattr(x.dtype, "name", x.dtype)  # of Keras's variables the dtype is a name
    if (number := _of_python(x)) is not None:
        return number if not isinstance(number, np.dtype) else number.name
    if isinstance(x, (np.dtype, _DType, type)):
        return name_of(x)
    found = convert(x).dtype.name
    if isinstance(x, (list, tuple)) and _are_of_python(x):
        return _kind({"bool": False, "int64": 0, "complex128": 0j}.get(found, 0.0))
    return found


def _with_bfloat16(kinds: list[Any]) -> str:
    """The dtype of several of which one is bfloat16. TypeError where there is none."""
    names = {kind for kind in kinds if isinstance(kind, str)}
    others = [kind for kind in kinds if kind != "bfloat16"]
    if any(isinstance(kind, float) for kind in others):
        return _of_numpy(["float64", *others])
    wide = [kind for kind in others if _BESIDE_BFLOAT16.get(kind, "") is None]
    if wide:
        return _of_numpy(others)
    if any(kind not in _BESIDE_BFLOAT16 for kind in names):
        raise TypeError(f"no dtype holds all of {', '.join(sorted(names))}")
    return "complex64" if any(isinstance(kind, complex) for kind in others) else "bfloat16"


def _of_numpy(kinds: list[Any]) -> str:
    found = np.result_type(*[np.dtype(kind) if isinstance(kind, str) else kind for kind in kinds])
    return str(found.name)


def result_name(*values: Any) -> str:
    """The name of the dtype that NumPy computes these values in, which may be dtypes too."""
    kinds = [_kind(value) for value in values]
    if "bfloat16" in kinds:
        return _with_bfloat16(kinds)
    if "string" in kinds:
        if any(kind != "string" for kind in kinds):
            shown = ", ".join(getattr(kind, "name", str(kind)) for kind in kinds)
            raise TypeError(f"result_type: no dtype holds both strings and numbers, got {shown}")
        return "string"
    return _of_numpy(kinds)


def together(*values: Any) -> list[Tensor]:
    """The values as tensors in the dtype of their result."""
    name = result_name(*values)
    return [x if isinstance(x, Tensor) and x.dtype.name == name else _as(x, name) for x in values]


def _as(x: Any, name: str) -> Tensor:
    return cast_to(convert(x), name) if isinstance(x, (list, tuple)) else convert_as(x, name)


def inexact(x: Any) -> Tensor:
    """`x` as a tensor of a floating or complex dtype; others, bfloat16 too, in float64."""
    x = convert(x)
    name = x.dtype.name
    is_inexact = name in ("float16", "float32", "float64") or name.startswith("complex")
    return x if is_inexact else cast_to(x, "float64")


def all_inexact(*values: Any) -> list[Tensor]:
    """The values as tensors in the dtype of their result, integers in float64."""
    return [inexact(x) for x in together(*values)]


def is_integer(x: Tensor) -> bool:
    """Whether the dtype of `x` is a whole or boolean one."""
    name = x.dtype.name
    return name not in _FLOATS and not name.startswith("complex")


def as_given(x: Tensor, dtype: Any) -> Tensor:
    """`x` in the dtype that a function was given; as it is for None."""
    return x if dtype is None else cast_to(x, name_of(dtype))


def whole_or_float(x: Any) -> Tensor:
    """`x` in the dtype in which its mean is computed: whole numbers in float64."""
    x = convert(x)
    return cast_to(x, "float64") if is_integer(x) else x


def wide(x: Any) -> Tensor:
    """`x` in the dtype in which its sum is computed: small whole numbers in 64 bits."""
    x = convert(x)
    if not is_integer(x):
        return x
    return cast_to(x, "uint64" if x.dtype.name.startswith("u") else "int64")
