"""A lambda's code as text and back, in the form of Keras's files. Reading runs what the file says:
only where the user has switched safe mode off."""

from __future__ import annotations

import base64
import marshal
import types
from typing import Any


def dump(function: Any) -> list[Any]:
    """[code, defaults, None] of a function without outer variables; ValueError for others."""
    if function.__closure__:
        raise ValueError(
            "A lambda that uses variables of the function around it cannot be written to a file: "
            f"{', '.join(function.__code__.co_freevars)}. Define a function, and register it"
        )
    code = base64.b64encode(marshal.dumps(function.__code__)).decode("ascii")
    return [code, function.__defaults__, None]


def load(value: Any) -> Any:
    """The function of dump's list, among this module's builtins; ValueError for another form."""
    if isinstance(value, dict):  # the form of Keras 3.10 and later
        value = [value.get("code"), value.get("defaults"), value.get("closure")]
    if not isinstance(value, (list, tuple)) or len(value) != 3 or not isinstance(value[0], str):
        raise ValueError("no code of a lambda")
    if value[2]:
        raise ValueError("a lambda with variables of the function around it cannot be read")
    try:
        code = marshal.loads(base64.b64decode(value[0]))
    except (ValueError, EOFError, TypeError) as error:
        raise ValueError(f"no code of this version of Python: {error}") from None
    if not isinstance(code, types.CodeType):
        raise ValueError("no code of a lambda")
    return types.FunctionType(code, {}, argdefs=tuple(value[1]) if value[1] else None)
