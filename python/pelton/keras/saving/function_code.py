"""A lambda's code as text and back, in the form of Keras's files. Reading runs what the file says:
only where the user has switched safe mode off."""

from __future__ import annotations

import base64
import marshal
import types
from typing import Any

_PLAIN = (bool, int, float, str, type(None))


def dump(function: Any) -> list[Any]:
    """[code, defaults, values of the outer variables or None] of a function; ValueError where such
    a variable is no plain value."""
    cells = function.__closure__ or ()
    outer = dict(
        zip(function.__code__.co_freevars, (cell.cell_contents for cell in cells), strict=True)
    )
    other = [name for name, value in outer.items() if not isinstance(value, _PLAIN)]
    if other:
        raise ValueError(
            "A lambda that uses variables of the function around it, other than numbers and texts, "
            f"cannot be written to a file: {', '.join(other)}. Define a function, and register it"
        )
    code = base64.b64encode(marshal.dumps(function.__code__)).decode("ascii")
    return [code, function.__defaults__, tuple(outer.values()) or None]


def load(value: Any) -> Any:
    """The function of dump's list, among this module's builtins; ValueError for another form."""
    if isinstance(value, dict):  # the form of Keras 3.10 and later
        value = [value.get("code"), value.get("defaults"), value.get("closure")]
    if not isinstance(value, (list, tuple)) or len(value) != 3 or not isinstance(value[0], str):
        raise ValueError("no code of a lambda")
    outer = value[2] or ()
    if not isinstance(outer, (list, tuple)):
        raise ValueError("no variables of the function around a lambda")
    try:
        code = marshal.loads(base64.b64decode(value[0]))
    except (ValueError, EOFError, TypeError) as error:
        raise ValueError(f"no code of this version of Python: {error}") from None
    if not isinstance(code, types.CodeType):
        raise ValueError("no code of a lambda")
    if len(outer) != len(code.co_freevars):
        raise ValueError(f"a lambda without its variables {', '.join(code.co_freevars)}")
    return types.FunctionType(
        code,
        {},
        argdefs=tuple(value[1]) if value[1] else None,
        closure=tuple(types.CellType(one) for one in outer) or None,
    )
