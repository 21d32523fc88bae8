"""get_config of classes that define `__init__` but no get_config: made from the arguments."""

from __future__ import annotations

import inspect

from pelton.keras.hooks import is_library

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_EXAMPLE = """
    def get_config(self):
        return {**super().get_config(), "units": self.units}
"""
_OF_EVERY_LAYER = {"name", "trainable", "dtype", "activity_regularizer"}


def merge(layer: Any, config: dict[str, Any], arguments: Any) -> dict[str, Any]:
    """`config` of the built-in base with what the class's own `__init__` was given.

    arguments: (args, kwargs) when all of them are plain values, else None."""
    cls = type(layer)
    if _overrides(cls, "get_config"):
        return config
    if not _overrides(cls, "__init__"):
        is_plain = config.keys() == {"name", "trainable", "dtype"} and not is_library(cls)
        return _of_layer(config) if is_plain else config
    if arguments is None:
        raise NotImplementedError(
            f"{cls.__name__} was made with arguments that cannot be stored as they are; it must "
            f"define get_config, for example:\n{_EXAMPLE}"
        )
    parameters = inspect.signature(cls.__init__).parameters
    bound = inspect.signature(cls.__init__).bind(layer, *arguments[0], **(arguments[1] or {}))
    bound.apply_defaults()
    given = dict(list(bound.arguments.items())[1:])
    takes_any = None
    for name, parameter in parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL and not given[name]:
            del given[name]
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            takes_any = name
            given.update(given.pop(name, {}))
    given.pop("name", None)
    if config.keys() <= _OF_EVERY_LAYER:
        merged = {"name": config.get("name"), **given, **config}
    else:
        merged = {**config, **given}
    if takes_any is None:
        merged = {key: value for key, value in merged.items() if key in parameters}
    return merged


def _of_layer(config: dict[str, Any]) -> dict[str, Any]:
    """What Layer's own constructor takes, in Keras's order."""
    name = {"name": config["name"], "activity_regularizer": None}
    return {**name, **config, "autocast": True}


def _overrides(cls: type, name: str) -> bool:
    """Whether `name` is defined in Python: functions of built-in classes are no functions there."""
    return inspect.isfunction(getattr(cls, name, None))
