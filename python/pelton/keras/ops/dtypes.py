"""Owns Keras's rules of dtypes: their names, and which dtype the result of several has."""

from __future__ import annotations

import functools

from pelton._core import keras_settings as _settings
from pelton.dtypes import as_dtype as _as_dtype
from pelton.names.named_refusals import REFUSALS, name_refusal

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# The Python types of numbers: as dtypes they are weak, and give way to any dtype of their kind.
WEAK = frozenset([bool, int, float])
_FLOATS = ("float64", "float32", "float16", "bfloat16")
_ALIASES: dict[object, str] = {int: "int64", bool: "bool", str: "string", "int": "int64"}


def dtype_name(dtype: Any) -> str:
    """The name of a dtype, or of what names one; None and ``float``: the default float dtype.

    Raises ValueError for what names none."""
    if dtype is None or dtype is float or dtype == "float":
        return _settings.floatx()
    if isinstance(dtype, (str, type)) and dtype in _ALIASES:
        return _ALIASES[dtype]
    try:
        return _as_dtype(dtype).name
    except (TypeError, ValueError):
        raise ValueError(f"Invalid dtype: {dtype}") from None


def is_float(name: str) -> bool:
    """Whether the dtype of that name is a floating one."""
    return name in _FLOATS


def is_complex(name: str) -> bool:
    """Whether the dtype of that name is a complex one."""
    return name.startswith("complex")


def _bits(name: str) -> int:
    return int(name.lstrip("uint"))


def _join_floats(floats: set[str], floatx: str) -> str:
    if not floats:
        return floatx
    if floats == {"float16", "bfloat16"}:
        return "float32"
    return next(name for name in _FLOATS if name in floats)


def _join_ints(names: set[str], floatx: str) -> str:
    """The smallest integer dtype that holds all of them; a float one where none does."""
    unsigned = max((_bits(name) for name in names if name.startswith("u")), default=0)
    signed = max((_bits(name) for name in names if name.startswith("int")), default=0)
    if not signed:
        return f"uint{min(unsigned, 32)}" if unsigned else "int32"
    bits = max(signed, 2 * unsigned)
    return f"int{bits}" if bits <= 64 else floatx


@functools.lru_cache(maxsize=4096)
def _join(kinds: tuple[Any, ...], floatx: str) -> str:
    names = {kind for kind in kinds if isinstance(kind, str)} - {"bool"}
    if any(is_complex(name) for name in names):
        return "complex64"
    floats = {name for name in names if is_float(name)}
    if floats or float in kinds:
        return _join_floats(floats, floatx)
    if names or int in kinds:
        return _join_ints(names, floatx)
    return "bool"


def result_type(*dtypes: Any) -> str:
    """The dtype that values of these dtypes are computed in: the smallest that holds them.

    ``int``, ``float`` and ``bool`` are weak: those of Python's numbers. None: the default."""
    try:
        kinds = tuple([kind if kind in WEAK else dtype_name(kind) for kind in dtypes])
    except REFUSALS as error:
        name_refusal(error, "result_type", dtypes, {})
        raise
    return _join(kinds, _settings.floatx()) if kinds else _settings.floatx()


def joined(kinds: tuple[Any, ...]) -> str:
    """`result_type` of names and weak types, which are known to be such."""
    return _join(kinds, _settings.floatx())


def float_type(name: str) -> str:
    """The dtype in which functions of real numbers take values of that dtype."""
    return name if is_float(name) or is_complex(name) else _settings.floatx()
