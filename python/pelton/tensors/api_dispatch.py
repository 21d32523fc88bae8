"""Owns ``tf.experimental.dispatch_for_api`` and its kin: what ops do with classes of users."""

from __future__ import annotations

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from pelton import _core
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.names.named_refusals import shown
from pelton.tensors.composite_value import CompositeValue

_NOT_USERS = frozenset(
    (_core.Tensor, _core.Variable, object, type(None), bool, int, float, complex, str, bytes)
)
_UNIONS = (typing.Union, types.UnionType)
_MORE_UNARY = frozenset(
    "as_string cast dropout identity ones_like stop_gradient string_length string_lower "
    "string_strip string_to_number string_upper zeros_like".split()
)

_targets: dict[str, list[tuple[dict[str, Any], Callable[..., Any]]]] = {}
_unary: list[tuple[Any, Callable[..., Any]]] = []
_binary: list[tuple[Any, Any, Callable[..., Any]]] = []
_known: set[type] = set()


def _classes_in(annotation: Any) -> list[type]:
    """The user's classes in an annotation."""
    if isinstance(annotation, type) and typing.get_origin(annotation) is None:
        return [] if annotation in _NOT_USERS else [annotation]
    return [cls for one in typing.get_args(annotation) for cls in _classes_in(one)]


def _take(annotations: Any) -> None:
    """Has ops with instances of these classes come here."""
    for annotation in annotations:
        for cls in _classes_in(annotation):
            if cls not in _known:
                _known.add(cls)
                _functions.add_composite_class(cls, of_op)


def _fits(value: Any, annotation: Any) -> bool:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in _UNIONS:
        return any(_fits(value, one) for one in arguments)
    if origin in (list, tuple, collections.abc.Sequence):
        items = [one for one in arguments if one is not Ellipsis]
        is_list = isinstance(value, (list, tuple)) and len(value) > 0
        return is_list and all(any(_fits(v, one) for one in items) for v in value)
    return isinstance(value, type(None) if annotation is None else annotation)


def _parameters(api: Callable[..., Any]) -> list[str]:
    if isinstance(api, types.BuiltinFunctionType):
        info = _core.op_info(api.__name__)
        return [part[0] for part in (*info["inputs"], *info["attrs"])] + ["name"]
    return list(inspect.signature(api).parameters)


def _checked(api: Any, signature: Any) -> dict[str, Any]:
    """A signature by parameter; raises ValueError where it is none of the function's."""
    if not isinstance(signature, Mapping) or not signature:
        raise ValueError(f"signatures must be dictionaries from parameters to types: {signature!r}")
    names = _parameters(api)
    found = {}
    for key, annotation in signature.items():
        name = names[key] if isinstance(key, int) and key < len(names) else key
        if name not in names:
            raise ValueError(f"signature: {api.__name__} has no parameter {key!r}: {names}")
        found[name] = annotation
    if not any(_classes_in(annotation) for annotation in found.values()):
        raise ValueError(f"{signature!r} must have a class of composites among its types")
    return found


def dispatch_for_api(api: Callable[..., Any], *signatures: Any) -> Callable[..., Any]:
    """Has calls of ``api`` with values of the annotated types be the decorated function's.

    ``signatures``: dictionaries from parameters (names or places) to types; without, the function's
    annotations. Raises ValueError for what is no function of TensorFlow's, for parameters that it
    does not have, and where no type is a composite's.
    """
    name = getattr(api, "__name__", None)
    is_own = str(getattr(api, "__module__", "")).startswith("pelton")
    if not callable(api) or name is None or not is_own:
        raise ValueError(f"{api} does not support dispatch.")
    given = [_checked(api, signature) for signature in signatures]

    def register(target: Callable[..., Any]) -> Callable[..., Any]:
        if _parameters(target) != [n for n in _parameters(api) if n in _parameters(target)]:
            raise ValueError(
                f"{target!r} does not take the parameters of {name}: {_parameters(api)}"
            )
        hints = {k: v for k, v in typing.get_type_hints(target).items() if k != "return"}
        chosen = given or [_checked(api, hints)]
        for signature in chosen:
            _take(signature.values())
            _targets.setdefault(name, []).append((signature, target))
        return target

    return register


def dispatch_for_unary_elementwise_apis(x_type: Any) -> Callable[..., Any]:
    """Has the decorated ``handler(api, x)`` do the elementwise ops of one value of that type.

    Raises ValueError for a type that has a handler already."""

    def register(handler: Callable[..., Any]) -> Callable[..., Any]:
        if any(known == x_type for known, _ in _unary):
            raise ValueError(
                f"A unary elementwise dispatch handler has already been registered for {x_type}."
            )
        _take([x_type])
        _unary.append((x_type, handler))
        return handler

    return register


def dispatch_for_binary_elementwise_apis(x_type: Any, y_type: Any) -> Callable[..., Any]:
    """Has the decorated ``handler(api, x, y)`` do the elementwise ops of two such values.

    Raises ValueError for types that have a handler already."""

    def register(handler: Callable[..., Any]) -> Callable[..., Any]:
        if any((one, other) == (x_type, y_type) for one, other, _ in _binary):
            raise ValueError(
                "A binary elementwise dispatch handler has already been registered for "
                f"({x_type}, {y_type})."
            )
        _take([x_type, y_type])
        _binary.append((x_type, y_type, handler))
        return handler

    return register


def unregister_dispatch_for(dispatch_target: Callable[..., Any]) -> None:
    """Forgets a decorated function; raises ValueError for one that was not decorated."""
    count = len(_unary) + len(_binary) + sum(map(len, _targets.values()))
    _unary[:] = [one for one in _unary if one[-1] is not dispatch_target]
    _binary[:] = [one for one in _binary if one[-1] is not dispatch_target]
    for name, known in _targets.items():
        _targets[name] = [one for one in known if one[-1] is not dispatch_target]
    if count == len(_unary) + len(_binary) + sum(map(len, _targets.values())):
        raise ValueError(
            f"Function {shown(dispatch_target)} was not registered using a `@dispatch_for_*` "
            "decorator."
        )


def _of_targets(name: str, given: dict[str, Any]) -> Any:
    for signature, target in _targets.get(name, []):
        if all(key in given and _fits(given[key], one) for key, one in signature.items()):
            made = target(**given)
            if made is not NotImplemented:
                return made
    return NotImplemented


def _inputs_of(name: str) -> int:
    """How many tensors an elementwise op takes; 0 for other ops."""
    if name in _MORE_UNARY:
        return 1
    if name not in _core.elementwise_ops() and name not in (
        "add",
        "multiply",
        "subtract",
        "divide",
    ):
        return 0
    return len(_core.op_info(name)["inputs"])


def _of_handlers(name: str, given: dict[str, Any]) -> Any:
    count, keys = _inputs_of(name), list(given)
    op = getattr(_ops, name)
    if count == 1:
        for x_type, handler in _unary:
            if _fits(given[keys[0]], x_type):
                return handler(lambda x: op(**{**given, keys[0]: x}), given[keys[0]])
    if count == 2:
        x, y = given[keys[0]], given[keys[1]]
        for x_type, y_type, handler in _binary:
            if _fits(x, x_type) and _fits(y, y_type):
                return handler(lambda x, y: op(**{**given, keys[0]: x, keys[1]: y}), x, y)
    return NotImplemented


def of_op(name: str, given: dict[str, Any]) -> Any:
    """What the op gives for values of users' classes; raises ValueError where nobody says."""
    made = _of_targets(name, given)
    made = _of_handlers(name, given) if made is NotImplemented else made
    if made is not NotImplemented:
        return made
    values = [v for value in given.values() for v in (value if type(value) is list else [value])]
    kind = next(type(v).__name__ for v in values if isinstance(v, (CompositeValue, *_known)))
    raise ValueError(
        f"{name}: Attempt to convert a value of unsupported type ({kind}) to a Tensor."
    )


def of_function(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The same of a function that is made of ops; NotImplemented where nobody says."""
    if function.__name__ not in _targets:
        return NotImplemented
    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return NotImplemented
    return _of_targets(function.__name__, dict(given))
