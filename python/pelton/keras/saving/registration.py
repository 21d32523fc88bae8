"""The classes and functions of users that files may name: registered ones, those of a scope, and
what a loading call was given."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

_objects: dict[str, Any] = {}  # by registered name
_names: dict[Any, str] = {}  # by object


class _Scope(threading.local):
    """What the `with` statements of a thread add, and whether code in a file may become code."""

    def __init__(self) -> None:
        self.objects: Mapping[str, Any] = {}
        self.safe_mode: bool | None = None


_scope = _Scope()


class CustomObjectScope:
    """Within `with CustomObjectScope({"Name": thing}):` files and configs may name the things."""

    def __init__(self, custom_objects: Mapping[str, Any] | None) -> None:
        self.custom_objects = dict(custom_objects or {})
        self._before: list[Mapping[str, Any]] = []

    def __enter__(self) -> CustomObjectScope:
        self._before.append(_scope.objects)
        _scope.objects = self.custom_objects
        return self

    def __exit__(self, *error: object) -> None:
        _scope.objects = self._before.pop()


custom_object_scope = CustomObjectScope


class SafeModeScope:
    """Within it a file's functions that are given as code are refused, or taken with False."""

    def __init__(self, safe_mode: bool) -> None:
        self._safe_mode = safe_mode
        self._before: list[bool | None] = []

    def __enter__(self) -> SafeModeScope:
        self._before.append(_scope.safe_mode)
        _scope.safe_mode = self._safe_mode
        return self

    def __exit__(self, *error: object) -> None:
        _scope.safe_mode = self._before.pop()


def in_safe_mode() -> bool | None:
    """The safe mode of the load that is under way in this thread, None outside of one."""
    return _scope.safe_mode


def get_custom_objects() -> dict[str, Any]:
    """The dictionary of all registered objects itself, by their registered names."""
    return _objects


def register_keras_serializable(package: str = "Custom", name: str | None = None) -> Any:
    """A decorator: files name the class or function "package>name" and load it by that.

    Raises ValueError for a class without get_config."""

    def register(thing: Any) -> Any:
        if isinstance(thing, type) and not hasattr(thing, "get_config"):
            raise ValueError(
                "Cannot register a class that does not have a get_config() method: "
                f"{thing.__qualname__}"
            )
        registered = f"{package}>{thing.__name__ if name is None else name}"
        _objects[registered] = thing
        _names.pop(thing, None)  # the last one comes last
        _names[thing] = registered
        return thing

    return register


def get_registered_name(obj: Any) -> str:
    """ "package>name" of a registered class or function, else its own name."""
    try:
        return _names.get(obj) or str(obj.__name__)
    except TypeError:  # nothing that could be registered
        return str(obj.__name__)


def registered_named(class_name: str, module: Any) -> Any:
    """The class or function that is called so in `module`, of several the one that was registered
    last; None without one."""
    for thing in reversed(_names):
        if thing.__name__ == class_name and module in (None, "builtins", thing.__module__):
            return thing
    return None


def get_registered_object(
    name: Any,
    custom_objects: Mapping[str, Any] | None = None,
    module_objects: Mapping[str, Any] | None = None,
) -> Any:
    """What is called `name` in the scope, among the registered, or in the given; else None."""
    if not isinstance(name, str):
        return None
    for objects in (_scope.objects, _objects, custom_objects or {}, module_objects or {}):
        if name in objects:
            return objects[name]
    return None


def all_custom_objects(custom_objects: Mapping[str, Any] | None) -> dict[str, Any]:
    """The given ones with those of the scope and the registered."""
    return {**(custom_objects or {}), **_scope.objects, **_objects}


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
