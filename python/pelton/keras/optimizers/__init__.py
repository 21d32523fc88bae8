"""keras.optimizers: the optimizers of the engine."""

import importlib as _importlib
from typing import Any

from pelton._core import optimizers as _optimizers
from pelton.keras import object_config
from pelton.keras import stateless as _stateless
from pelton.keras.missing_names import answer as _answer
from pelton.keras.optimizers import legacy as legacy
from pelton.keras.optimizers import schedules as schedules
from pelton.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer as LossScaleOptimizer
from pelton.names.named_refusals import name_class as _name_class

_stateless.add_to_optimizer(_optimizers.Optimizer)
_NAMES = sorted(
    name
    for name, value in vars(_optimizers).items()
    if isinstance(value, type) and issubclass(value, _optimizers.Optimizer)
)
for _name in _NAMES:
    globals()[_name] = getattr(_optimizers, _name)
    globals()[_name].__module__ = __name__
LossScaleOptimizer.__module__ = __name__
_name_class(LossScaleOptimizer)
# Those of Python, and the modules that they load from on first use.
_LAZY = {
    "Adafactor": "adafactor",
    "MultiOptimizer": "multi_optimizer",
    "Muon": "muon",
    "OptimizerMap": "optimizer_map",
    "ScheduleFreeAdamW": "schedule_free_adamw",
}


def _own_class(name: str) -> Any:
    """The class of Python of that name, or None."""
    kinds = [one for one in _LAZY if one != "OptimizerMap"]
    found = next((one for one in kinds if one.lower() == name.lower()), None)
    return None if found is None else __getattr__(found)


def get(identifier: Any) -> Any:
    """An optimizer from an instance, its name in any case, or a serialized config; None of None."""
    if identifier is None or isinstance(identifier, _optimizers.Optimizer):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        own = _own_class(identifier)
        return _optimizers.get(identifier) if own is None else own()
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


def serialize(optimizer: Any) -> dict[str, Any]:
    """{"class_name", "config"} of an optimizer."""
    return object_config.describe("keras.optimizers", optimizer)


def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""

    def find(name: str) -> type:
        if name == LossScaleOptimizer.__name__:
            return LossScaleOptimizer
        named = [one for one in _NAMES if one.lower() == name.lower() and one != "Optimizer"]
        if named:  # the class itself: an instance would take a name
            found: type = getattr(_optimizers, named[0])
            return found
        return _own_class(name) or type(_optimizers.get(name))

    return object_config.rebuild("optimizer", config, find, custom_objects)


_HERE = ("LossScaleOptimizer", "deserialize", "get", "legacy", "schedules", "serialize")
__all__ = [*_NAMES, *_LAZY, *_HERE]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        return _answer(__name__, name)
    value = getattr(_importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    value.__module__ = __name__
    _name_class(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
