"""keras.optimizers: the optimizers of the engine."""

from typing import Any

from pelton._core import optimizers as _optimizers
from pelton.keras import object_config
from pelton.keras.missing_names import lookup as _lookup
from pelton.keras.optimizers import legacy as legacy
from pelton.keras.optimizers import schedules as schedules
from pelton.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer as LossScaleOptimizer

_NAMES = sorted(
    name
    for name, value in vars(_optimizers).items()
    if isinstance(value, type) and issubclass(value, _optimizers.Optimizer)
)
for _name in _NAMES:
    globals()[_name] = getattr(_optimizers, _name)
    globals()[_name].__module__ = __name__
LossScaleOptimizer.__module__ = __name__


def get(identifier: Any) -> Any:
    """An optimizer from an instance, its name in any case, or a serialized config."""
    if isinstance(identifier, _optimizers.Optimizer):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return _optimizers.get(identifier)
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


def serialize(optimizer: Any) -> dict[str, Any]:
    """{"class_name", "config"} of an optimizer."""
    return object_config.describe("keras.optimizers", optimizer)


def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""

    def find(name: str) -> type:
        own = name == LossScaleOptimizer.__name__
        return LossScaleOptimizer if own else type(_optimizers.get(name))

    return object_config.rebuild("optimizer", config, find, custom_objects)


_HERE = ("LossScaleOptimizer", "deserialize", "get", "legacy", "schedules", "serialize")
__all__ = [*_NAMES, *_HERE]

__getattr__ = _lookup(__name__)
