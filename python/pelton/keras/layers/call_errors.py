"""What an error in a layer's `call` says: class and arguments of the innermost layer's call,
as Keras has it."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.keras.hooks import is_library
from pelton.keras.layers.call_signature import parameters_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_NOTE = "Exception encountered when calling "


def leaf_text(value: Any) -> str:
    """A tensor as Keras prints it, without its values; others as they are."""
    if _functions.is_symbolic(value):
        return (
            f"<KerasTensor shape={tuple(value.shape)}, dtype={value.dtype.name}, sparse=False, "
            f"ragged=False, name={value.name.partition(':')[0]}>"
        )
    if hasattr(value, "numpy") and hasattr(value, "shape"):
        return f"tf.Tensor(shape={tuple(value.shape)}, dtype={value.dtype.name})"
    return repr(value)


def _text(value: Any) -> Any:
    """What stands for an argument: a text per leaf, in the argument's structure."""
    from pelton.nest import map_structure

    try:
        return map_structure(leaf_text, value)
    except (TypeError, ValueError):
        return repr(value)


def _received(call: Any, args: Any, kwargs: Mapping[str, Any]) -> dict[str, Any] | None:
    """{name: text} of the arguments of `call`; None where they do not fit it."""
    from inspect import signature

    try:
        given = signature(call).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return None
    parameters = parameters_of(call)
    return {name: _text(given[name]) if name in given else one.default
            for name, one in parameters.items()}  # fmt: skip


def _symbolic_received(call: Any, args: Any, kwargs: Mapping[str, Any]) -> dict[str, Any] | None:
    named, parameters = dict(kwargs), parameters_of(call)
    training = parameters.get("training")
    if training is not None and training.default not in (None, training.empty):
        named.setdefault("training", training.default)
    if "mask" in parameters:
        named.setdefault("mask", None)
    return {"args": _text(tuple(args)), "kwargs": _text(named)}


def _message(error: Exception) -> str:
    """The error's own text, without what str() makes of it."""
    return str(error.args[0]) if error.args else ""


def _with_message(error: Exception, text: str) -> Exception:
    """`error` with another text; a new one of its class where its text is no argument of it, or a
    RuntimeError where the class takes none."""
    if type(error).__str__ in (BaseException.__str__, KeyError.__str__):
        error.args = (text,)
        return error
    try:
        made = type(error)(text)
    except TypeError:
        made = RuntimeError(text)
    made.__suppress_context__ = True
    return made.with_traceback(error.__traceback__)


def before_call(error: Exception) -> Exception:
    """`error`, of what comes before a layer's call and so names no arguments of it."""
    error._is_noted_by_layer = True  # type: ignore[attr-defined]
    return error


def noted(
    error: Exception, layer: Any, call: Any, args: Any, kwargs: Mapping[str, Any], is_symbolic: bool
) -> Exception:
    """`error` with the layer's class and the call's arguments, unless a layer inside has noted its
    own. `is_symbolic`: the call only asked for the outputs' shapes and dtypes."""
    cls = type(layer).__name__
    text = _message(error)
    is_noted = getattr(error, "_is_noted_by_layer", False) or text.startswith(_NOTE)
    if is_symbolic and not is_library(type(layer)):
        text = (
            f"Could not automatically infer the output shape / dtype of '{layer.name}' (of type "
            f"{cls}). Either the `{cls}.call()` method is incorrect, or you need to implement the "
            f"`{cls}.compute_output_spec() / compute_output_shape()` method. Error encountered:"
            f"\n\n{text}"
        )
    elif is_noted:
        return error
    received = (_symbolic_received if is_symbolic else _received)(call, args, kwargs)
    if received is None:
        return error
    lines = "\n".join(f"  • {name}={value}" for name, value in received.items())
    made = _with_message(
        error,
        f"{_NOTE}{cls}.call().\n\n\x1b[1m{text}\x1b[0m\n\nArguments received by {cls}.call():\n"
        + lines,
    )
    made._is_noted_by_layer = True  # type: ignore[attr-defined]
    return made
