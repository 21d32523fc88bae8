"""Owns ``name_refusals``, ``name_methods`` and ``name_class``: what functions and methods made of
other ops refuse names the function called, and what Python itself refuses within them says what was
given."""

from __future__ import annotations

import functools
import opcode
import re
import reprlib
import sys
import weakref
from types import FunctionType, TracebackType

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

# Texts that say already whose they are: "op: ...", "argument `x`", "[Op:Add]".
_SAYS_WHOSE = re.compile(r"[\w.]+(\(\))?: |.*[Aa]rgument [`']|.*\[Op:", re.DOTALL)
_ARGUMENT = re.compile(r"`(?!None|array)\w+`")  # what a text says of an argument
# What a bound helper of ours says of itself at the end of a text.
_HELPER = re.compile(r" \[(convert|convert_like|as_dtype)\(.*\)\]$", re.DOTALL)
_RAISE = opcode.opmap["RAISE_VARARGS"]
_SPECIAL = ("__init__", "__call__", "__getitem__", "__enter__", "__exit__")
_named_classes: weakref.WeakSet[type] = weakref.WeakSet()
_REFUSALS = (TypeError, ValueError, AttributeError, IndexError, KeyError, ArithmeticError,
             NotImplementedError, MemoryError, RecursionError)  # fmt: skip
_OURS = ("pelton", "keras_pelton")
_LIBRARIES = {"numpy", "PIL", *sys.stdlib_module_names}  # which our code asks


def _modules(traceback: TracebackType | None) -> Iterator[str]:
    """The packages whose code the exception went through, from the outermost."""
    while traceback is not None:
        yield traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        traceback = traceback.tb_next


def _is_ours(traceback: TracebackType | None) -> bool:
    """Whether the exception was raised in this package or a library that it asked, not in a
    function of the user's or in what that called."""
    return all(name in _OURS or name in _LIBRARIES for name in _modules(traceback))


def _is_stated(traceback: TracebackType | None) -> bool:
    """Whether a `raise` of ours raised it, not Python at what no code of ours had foreseen."""
    if traceback is None:
        return True
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    module = traceback.tb_frame.f_globals.get("__name__", "")
    is_ours = module.partition(".")[0] in _OURS and module != "pelton.tensor_shape"
    return is_ours and traceback.tb_frame.f_code.co_code[traceback.tb_lasti] == _RAISE


def _shown(value: Any) -> str:
    """A tensor or array by dtype and shape, all else by a short repr."""
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is not None and dtype is not None:
        return f"{getattr(dtype, 'name', dtype)} {tuple(shape)}"
    return reprlib.repr(value)


def _given(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """The arguments of a call; those that cannot be shown by their class."""
    texts = []
    for name, value in [*(("", one) for one in args), *kwargs.items()]:
        try:
            text = _shown(value)
        except Exception:
            text = f"an object of class {type(value).__name__}"
        texts.append(f"{name}={text}" if name else text)
    return ", ".join(texts) or "no argument"


def _name_made(error: BaseException, name: str, given: str) -> None:
    """The same of what makes its text of other parts than one: NumPy's of a shape and dtypes, and
    Python's without a text, become one of Python's class with a text."""
    cls, text = type(error), str(error)
    if isinstance(error, UnicodeError):
        if "[" not in error.reason:
            error.reason = f"{error.reason} [{name}]"
    elif name not in text and cls.__module__ in ("builtins", "numpy._core._exceptions"):
        made = next(base for base in cls.__mro__ if base.__module__ == "builtins")
        text = text or ("out of memory" if made is MemoryError else "not defined")
        raise made(f"{name}: {text}; got {given}") from None


def _name(error: BaseException, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Puts the function's name before a text that does not have it."""
    if not _is_ours(error.__traceback__):
        return
    if len(error.args) != 1 or not isinstance(error.args[0], str):
        _name_made(error, name, _given(args, kwargs))
        return
    text = error.args[0]
    if name in text or _SAYS_WHOSE.match(text):
        return
    if not _is_stated(error.__traceback__):
        text = f"{_HELPER.sub('', text)}; got {_given(args, kwargs)}"
    error.args = (f"{name}: {text}",)


def named(function: Callable[..., Any], keeps_stated: bool = False) -> Callable[..., Any]:
    """The function, whose refusals name it: the class of the exception stays as it is; those that
    a `raise` states, in TensorFlow's words, stay as they are with `keeps_stated`. What it refuses
    because of ragged tensors is theirs (pelton.ragged.dispatch)."""
    name = function.__name__

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except _REFUSALS as error:
            ragged = sys.modules.get("pelton.ragged.dispatch")
            made = NotImplemented if ragged is None else ragged.of_function(function, args, kwargs)
            users = sys.modules.get("pelton.tensors.api_dispatch")
            if made is NotImplemented and users is not None:
                made = users.of_function(function, args, kwargs)
            if made is not NotImplemented:
                return made
            if not (keeps_stated and _is_stated(error.__traceback__)):
                _name(error, name, args, kwargs)
            raise

    call.refusals_are_named = True  # type: ignore[attr-defined]
    return call


def public(
    function: Callable[..., Any], module: str, name: str, keeps_stated: bool = False
) -> Callable[..., Any]:
    """The function, its refusals named as `named` says, as it is found in that module under that
    name: there pickle looks for it."""
    found = named(function, keeps_stated)
    found.__module__, found.__qualname__ = module, name
    return found


def name_refusals(module: str, keeps_stated: bool = False) -> None:
    """Replaces the public functions of the module by ones whose refusals name them, as `named`
    says."""
    functions = vars(sys.modules[module])
    for name, value in list(functions.items()):
        is_ours = type(value) is FunctionType and value.__module__.startswith("pelton.")
        if is_ours and not name.startswith("_") and not hasattr(value, "refusals_are_named"):
            functions[name] = public(value, module, name, keeps_stated)


def named_method(method: FunctionType, keeps_stated: bool = True) -> Callable[..., Any]:
    """The method, whose refusals name it and the object's class; those that a `raise` states, in
    Keras's words, stay as they are with `keeps_stated`."""
    own = method.__name__

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except _REFUSALS as error:
            if keeps_stated and _is_stated(error.__traceback__):
                raise
            cls = self.__name__ if isinstance(self, type) else type(self).__name__
            text = str(error)
            if not (cls in text or own in text or _ARGUMENT.search(text)):
                _name(error, cls if own == "__init__" else f"{cls}.{own}", args, kwargs)
            raise

    call.refusals_are_named = True  # type: ignore[attr-defined]
    return call


def _name_own_methods(cls: type, keeps_stated: bool) -> None:
    """Names what the constructor and the public methods in the class's body refuse."""
    for name, value in list(vars(cls).items()):
        kind = type(value) if isinstance(value, (classmethod, staticmethod)) else None
        function = value if kind is None else value.__func__
        is_public = name in _SPECIAL or not name.startswith("_")
        is_own = type(function) is FunctionType and not hasattr(function, "refusals_are_named")
        if is_public and is_own and function.__qualname__.startswith(f"{cls.__name__}."):
            stated = keeps_stated or name in _SPECIAL[1:]
            made = (named if kind is staticmethod else named_method)(function, stated)
            setattr(cls, name, made if kind is None else kind(made))


def name_class(cls: type, keeps_stated: bool = True) -> None:
    """Lets the refusals of the methods of a class, and of the library's that it is of, name
    them, as `named_method` says."""
    for base in cls.__mro__:
        if base.__module__.startswith("pelton.") and base not in _named_classes:
            _named_classes.add(base)
            _name_own_methods(base, keeps_stated)


def name_methods(module: str) -> None:
    """Lets the refusals of the methods of the module's classes name them."""
    for cls in list(vars(sys.modules[module]).values()):
        if isinstance(cls, type) and cls.__module__ == module:
            name_class(cls, keeps_stated=False)
