"""Owns ``tensorflow.python.util.tf_inspect``: Python's `inspect` past decorators."""

from __future__ import annotations

import inspect as _inspect

from pelton.scripts.internals.decorators import unwrap

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    return getattr(_inspect, name)


def _plain(function: Any) -> Any:
    """The Python function below a ``tf.function`` and decorators."""
    function = unwrap(function)[1]
    return getattr(function, "python_function", function)


def getfullargspec(obj: Any) -> _inspect.FullArgSpec:
    """The arguments of a function, a partial one, a class or an object that is called."""
    found = _plain(obj)
    home = getattr(found, "__module__", None) or ""
    if not home.startswith("pelton"):
        return _inspect.getfullargspec(found)
    # One of Pelton's own: below what names its refusals, and without the types that it states.
    if isinstance(found, type):
        return _inspect.getfullargspec(found)._replace(annotations={})
    spec = _inspect.getfullargspec(_inspect.unwrap(found))
    return spec._replace(annotations={})


def getargspec(obj: Any) -> Any:
    """The arguments of a function as a tuple of `args`, `varargs`, `keywords` and `defaults`."""
    import collections

    found = getfullargspec(obj)
    kind = collections.namedtuple("ArgSpec", "args varargs keywords defaults")
    return kind(found.args, found.varargs, found.varkw, found.defaults)


def getcallargs(*func_and_positional: Any, **named: Any) -> dict[str, Any]:
    """What each argument of a function has in a call, by its name."""
    function, *positional = func_and_positional
    return _inspect.getcallargs(_plain(function), *positional, **named)


def signature(obj: Any, *args: Any, **kwargs: Any) -> _inspect.Signature:
    """The signature of a function below its decorators."""
    return _inspect.signature(_plain(obj), *args, **kwargs)


def getsource(obj: Any) -> str:
    """The source of a function below its decorators."""
    return _inspect.getsource(_plain(obj))
