"""keras.metrics: the metrics of the engine, as classes and as functions."""

from typing import Any

from pelton._core import metrics as _metrics
from pelton.keras import object_config

_NAMES = [name for name in dir(_metrics) if not name.startswith("_") and name != "get"]
for _name in _NAMES:
    globals()[_name] = getattr(_metrics, _name)
    globals()[_name].__module__ = __name__


def get(identifier: Any) -> Any:
    """A metric from its name, config or class; functions and None as they are."""
    if identifier is None or (callable(identifier) and not isinstance(identifier, type)):
        return identifier
    if isinstance(identifier, type):
        return identifier()
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if not isinstance(identifier, str):
        raise ValueError(f"Could not interpret metric identifier: {identifier}")
    return _metrics.get(identifier)


def serialize(metric: Any) -> Any:
    """{"class_name", "config"} of a metric, the name of a function."""
    return object_config.describe("keras.metrics", metric)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""
    if isinstance(config, str):
        return get(config)
    return object_config.rebuild("metric", config, globals().get, custom_objects)


__all__ = [*_NAMES, "deserialize", "get", "serialize"]
