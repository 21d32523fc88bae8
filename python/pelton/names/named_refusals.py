"""Owns ``name_refusal``, ``name_refusals``, ``name_methods`` and ``name_class``: what functions and
methods made of other ops refuse names the function called, and what Python itself refuses within
them says what was given."""

from __future__ import annotations

import functools
import keyword
import opcode
import re
import reprlib
import sys
import weakref
from types import FunctionType, TracebackType

from pelton.names.loaded import loaded

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

# Texts that say already whose they are: "op: ...", "argument `x`", "[Op:Add]", "layer 'dense'".
_SAYS_WHOSE = re.compile(r"[\w.]+(\(\))?: |.*[Aa]rgument [`']|.*\[Op:|.*of layer '", re.DOTALL)
# What a text says of an argument; Python's words are none.
_ARGUMENT = re.compile(rf"`(?!None|array|(?:bool|range|{'|'.join(keyword.kwlist)})`)\w+`")
# The op that a text of UnicodeError names, without its argument.
_OP_AT_END = re.compile(r" \[\w+\]$")
# What takes over functions that refuse: of ragged and sparse tensors, and of classes of users'.
_TAKING_OVER = (
    "pelton.ragged.ragged_tensor",
    "pelton.keras.ops.sparse_calls",
    "pelton.tensors.api_dispatch",
)
# What a bound helper of ours says of itself at the end of a text.
_HELPER = re.compile(r" \[(convert|convert_like|as_dtype)\(.*\)\]$", re.DOTALL)
_RAISE = opcode.opmap["RAISE_VARARGS"]
_SPECIAL = ("__init__", "__call__", "__getitem__", "__enter__", "__exit__")
_named_classes: weakref.WeakSet[type] = weakref.WeakSet()
REFUSALS = (TypeError, ValueError, AttributeError, IndexError, KeyError, ArithmeticError,
            NotImplementedError, MemoryError, RecursionError, BufferError)  # fmt: skip
_OURS = ("pelton", "keras_pelton")
# Which our code asks.
_LIBRARIES = {"numpy", "PIL", "scipy", "tensorboard", "google", "h5py", *sys.stdlib_module_names}


def _is_refusal(error: Exception) -> bool:
    """Whether it is one of REFUSALS, or a library's that is none of Python's, such as NumPy's of a
    masked element and SciPy's of an order that it does not know."""
    if isinstance(error, REFUSALS) or type(error).__name__ == "MaskError":
        return True
    is_plain = type(error) in (RuntimeError, OSError) and len(error.args) == 1
    return is_plain and [*_modules(error.__traceback__)][-1] in _LIBRARIES


def _modules(traceback: TracebackType | None) -> Iterator[str]:
    """The packages whose code the exception went through, from the outermost."""
    while traceback is not None:
        yield traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        traceback = traceback.tb_next


def _is_ours(traceback: TracebackType | None) -> bool:
    """Whether the exception was raised in this package or a library that it asked, not in a
    function of the user's or in what that called."""
    return all(name in _OURS or name in _LIBRARIES for name in _modules(traceback))


def _is_stated(error: BaseException) -> bool:
    """Whether a `raise` of ours raised it, not Python at what no code of ours had foreseen, nor
    what says in Python's words that a value has no such attribute."""
    traceback = error.__traceback__
    if traceback is None:
        return True
    if isinstance(error, AttributeError) and "has no attribute" in str(error):
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    module = traceback.tb_frame.f_globals.get("__name__", "")
    is_ours = module.partition(".")[0] in _OURS and module != "pelton.tensor_shape"
    return is_ours and traceback.tb_frame.f_code.co_code[traceback.tb_lasti] == _RAISE


def shown(value: Any) -> str:
    """A tensor or array by dtype and shape, all else by a short repr; what cannot be shown by its
    class."""
    try:
        shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
        if shape is not None and dtype is not None:
            return f"{getattr(dtype, 'name', dtype)} {tuple(shape)}"
        return reprlib.repr(value)
    except Exception:
        return f"an object of class {type(value).__name__}"


def _given(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """The arguments of a call, without keywords that are None."""
    texts = [shown(value) for value in args]
    texts += [f"{name}={shown(value)}" for name, value in kwargs.items() if value is not None]
    return ", ".join(texts) or "no argument"


def _stands_in(name: str, text: str) -> bool:
    """Whether the text has the name as a word of its own: "all" is none of "callable", and
    "layers.Dense" says what class a value has."""
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) is not None


def truth(name: str, value: Any) -> bool:
    """Whether the value of the argument or setting is true; what refuses to say so names it."""
    try:
        return bool(value)
    except REFUSALS as error:
        name_refusal(error, name, (value,), {})
        raise


def _name_made(error: BaseException, name: str, given: str) -> None:
    """The same of what makes its text of other parts than one: NumPy's of a shape and dtypes, and
    Python's without a text, become one of Python's class with a text."""
    cls, text = type(error), str(error)
    if isinstance(error, UnicodeError):
        reason = _OP_AT_END.sub("", error.reason)  # the one called, not the op that it is made of
        error.reason = reason if "[" in reason else f"{reason} [{name}]"
    elif not _stands_in(name, text) and cls.__module__ in ("builtins", "numpy._core._exceptions"):
        made = next(base for base in cls.__mro__ if base.__module__ == "builtins")
        text = text or ("out of memory" if made is MemoryError else "not defined")
        raise made(f"{name}: {text}; got {given}") from None


def name_refusal(
    error: BaseException, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Puts the function's name before a text that does not have it.

    Functions that are called in loops name themselves so where they catch REFUSALS, which costs
    nothing until one comes; of others `named` makes ones that do."""
    if not _is_ours(error.__traceback__):
        return
    if len(error.args) != 1 or not isinstance(error.args[0], str):
        _name_made(error, name, _given(args, kwargs))
        return
    text = error.args[0]
    if _stands_in(name, text) or _SAYS_WHOSE.match(text):
        return
    if not _is_stated(error):
        text = f"{_HELPER.sub('', text)}; got {_given(args, kwargs)}"
    error.args = (f"{name}: {text}",)


def named(function: Callable[..., Any], keeps_stated: bool = False) -> Callable[..., Any]:
    """The function, whose refusals name it: the class of the exception stays as it is; those that
    a `raise` states, in TensorFlow's words, stay as they are with `keeps_stated`. What it refuses
    because of ragged or sparse tensors is theirs."""
    name = function.__name__

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            if not _is_refusal(error):
                raise
            for module in _TAKING_OVER:
                of_function = loaded(module, "of_function")
                made = of_function(function, args, kwargs) if of_function else NotImplemented
                if made is not NotImplemented:
                    return made
            if not (keeps_stated and _is_stated(error)):
                name_refusal(error, name, args, kwargs)
            raise

    call.refusals_are_named = True  # type: ignore[attr-defined]
    return call


def names_itself(function: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a function whose refusals name it without a wrapper, which would slow it down: those of
    the op that it calls, and of what it calls by `named_as`."""
    function.refusals_are_named = True  # type: ignore[attr-defined]
    return function


def named_as(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Names a function as `named` does, by another name: it is what the public one of that name
    calls where the call is not the usual one, which no wrapper shall slow down."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__name__ = name
        return named(function)

    return decorate


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
        functions[name] = refusing_by_name(value, module, name, keeps_stated)


def refusing_by_name(value: Any, module: str, name: str, keeps_stated: bool = False) -> Any:
    """A public function of ours as `public` makes it; anything else as it is."""
    is_ours = type(value) is FunctionType and value.__module__.startswith("pelton.")
    if is_ours and not name.startswith("_") and not hasattr(value, "refusals_are_named"):
        return public(value, module, name, keeps_stated)
    return value


def named_method(method: FunctionType, keeps_stated: bool = True) -> Callable[..., Any]:
    """The method, whose refusals name it and the object's class; those that a `raise` states, in
    Keras's words, stay as they are with `keeps_stated`."""
    own = method.__name__

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except Exception as error:
            if not _is_refusal(error) or (keeps_stated and _is_stated(error)):
                raise
            cls = self.__name__ if isinstance(self, type) else type(self).__name__
            text = str(error)
            names = (cls,) if own.startswith("__") else (cls, own)
            is_whose = any(_stands_in(name, text) for name in names) or f"`.{own}()`" in text
            if not (is_whose or _ARGUMENT.search(text)):
                name_refusal(error, cls if own == "__init__" else f"{cls}.{own}", args, kwargs)
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
