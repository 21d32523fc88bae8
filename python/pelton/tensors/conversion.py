"""Owns ``tf.register_tensor_conversion_function``: how objects of a class become tensors."""

from __future__ import annotations

import numbers

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_functions: dict[type, list[tuple[int, Callable[..., Any]]]] = {}  # by priority, the lowest first


def _convert(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """What the first function gives that does not return NotImplemented; those of the class come
    before those of its bases."""
    for kind in type(value).__mro__:
        for _, function in _functions.get(kind, ()):
            made = function(value, dtype=dtype, name=name, as_ref=False)
            if made is not NotImplemented:
                return made
    raise TypeError(f"No function registered for {type(value)} converts it to dtype {dtype}")


def register_tensor_conversion_function(
    base_type: type | tuple[type, ...], conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Has ``conversion_func(value, dtype=None, name=None, as_ref=False)`` make tensors of objects
    of a class, or of several, wherever ops take tensors.

    Functions of lower priority come first; one that returns NotImplemented leaves it to the next.
    Raises TypeError for what is no class, for numbers and for classes of the interpreter."""
    kinds = base_type if isinstance(base_type, tuple) else (base_type,)
    if not kinds or not all(isinstance(kind, type) for kind in kinds):
        raise TypeError(
            f"Argument `base_type` must be a type or a tuple of types. Obtained: {base_type}"
        )
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func}.")
    for kind in kinds:
        if issubclass(kind, numbers.Number):
            raise TypeError(
                "Cannot register conversions for Python numeric types and NumPy scalars and arrays."
            )
        kind.__tf_tensor__ = _convert  # type: ignore[attr-defined]
        functions = _functions.setdefault(kind, [])
        functions.append((int(priority), conversion_func))
        functions.sort(key=lambda pair: pair[0])
