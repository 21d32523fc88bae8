"""Owns what is called in rewritten code: a user's own functions are rewritten too."""

from __future__ import annotations

import functools
import inspect
import os
import sysconfig
import types
import weakref

import pelton
from pelton._core import Function as _Function
from pelton._core import Tensor as _Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.autograph.conversion.lowering import OPERATORS
from pelton.autograph.conversion.source import rebuilt

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LIBRARIES = tuple(
    {
        os.path.dirname(os.path.abspath(pelton.__file__)) + os.sep,
        *(sysconfig.get_paths()[name] + os.sep for name in ("stdlib", "purelib", "platlib")),
    }
)
_made: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()


def _is_users(function: Any) -> bool:
    """Whether it is a Python function of the program, not of a library."""
    if not inspect.isfunction(function) or hasattr(function, "ag__as_it_is"):
        return False
    return not os.path.abspath(function.__code__.co_filename).startswith(_LIBRARIES)


def converted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function rewritten; itself where it is a library's or has no other form."""
    if not _is_users(function) or OPERATORS in function.__code__.co_freevars:
        return function
    if function not in _made:
        from pelton.autograph.conversion import operators

        _made[function] = rebuilt(function, operators) or function
    made: Callable[..., Any] = _made[function]
    # Cells and defaults are shared; what was set on the function since is not.
    return made


def converted_callable(called: Any) -> Any:
    """What is to be called in the stead of any callable."""
    if isinstance(called, types.MethodType):
        return types.MethodType(converted(called.__func__), called.__self__)
    if inspect.isfunction(called):
        return converted(called)
    if isinstance(called, functools.partial):
        return functools.partial(converted_callable(called.func), *called.args, **called.keywords)
    if isinstance(called, _Function):
        return _inlined(called)
    if isinstance(called, type) or inspect.isbuiltin(called):
        return called
    own = inspect.getattr_static(type(called), "__call__", None)
    if _is_users(own):
        return types.MethodType(converted(own), called)
    if isinstance(own, _Function):
        return types.MethodType(converted_callable(own), called)
    return called


def _inlined(function: Any) -> Callable[..., Any]:
    """A ``tf.function`` as a part of the function that calls it."""
    python_function = converted_callable(function.python_function)

    def call(*args: Any, **kwargs: Any) -> Any:
        positional, named = function._canonical(args, kwargs)
        return python_function(*positional, **named)

    return call


def _has_tensor(args: tuple[Any, ...]) -> bool:
    return any(isinstance(one, _Tensor) and _functions.is_symbolic(one) for one in args)


def _range(*args: Any) -> Any:
    return pelton.range(*args)


def _length(value: Any) -> Any:
    known = value.shape.as_list()[0]
    return _ops.shape(value)[0] if known is None else known


_OVER_TENSORS: dict[Any, Callable[..., Any]] = {
    range: _range,
    len: _length,
    int: lambda x: _ops.cast(x, "int32"),
    float: lambda x: _ops.cast(x, "float32"),
    bool: lambda x: _ops.cast(x, "bool"),
}


def callable_(called: Any) -> Any:
    """What ``called(...)`` calls."""
    try:
        of_tensors = _OVER_TENSORS.get(called)
    except TypeError:  # what has no hash is no such function
        of_tensors = None
    if of_tensors is not None:
        return lambda *args: (of_tensors if _has_tensor(args) else called)(*args)
    owner = getattr(called, "__module__", None) or ""
    if owner.partition(".")[0] == "pelton" and not isinstance(
        called, (_Function, types.MethodType)
    ):
        return _with_converted_arguments(called)
    return converted_callable(called)


def _with_converted_arguments(called: Any) -> Any:
    """A library's function, which calls the user's functions that it is given."""

    def call(*args: Any, **kwargs: Any) -> Any:
        given = [converted_callable(a) if _is_users(a) else a for a in args]
        named = {k: converted_callable(a) if _is_users(a) else a for k, a in kwargs.items()}
        return called(*given, **named)

    return call if callable(called) and not isinstance(called, type) else called
