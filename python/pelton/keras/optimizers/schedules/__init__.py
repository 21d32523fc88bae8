"""keras.optimizers.schedules: learning rates that follow the number of steps."""

from typing import Any

from pelton._core.optimizers import LearningRateSchedule as LearningRateSchedule
from pelton.keras import object_config
from pelton.keras.optimizers.schedules.cosine import CosineDecay as CosineDecay
from pelton.keras.optimizers.schedules.cosine import CosineDecayRestarts as CosineDecayRestarts
from pelton.keras.optimizers.schedules.decays import ExponentialDecay as ExponentialDecay
from pelton.keras.optimizers.schedules.decays import InverseTimeDecay as InverseTimeDecay
from pelton.keras.optimizers.schedules.decays import (
    PiecewiseConstantDecay as PiecewiseConstantDecay,
)
from pelton.keras.optimizers.schedules.decays import PolynomialDecay as PolynomialDecay
from pelton.names.named_refusals import name_class as _name_class


def _new(cls: Any, *args: Any, **kwargs: Any) -> Any:
    """An object with its C++ half: as in Keras, `__init__` need not call the base's."""
    made = _native_new(cls)
    LearningRateSchedule.__init__(made)
    return made


_native_new = LearningRateSchedule.__new__
LearningRateSchedule.__new__ = staticmethod(_new)

_CLASSES = {
    cls.__name__: cls
    for cls in (
        CosineDecay,
        CosineDecayRestarts,
        ExponentialDecay,
        InverseTimeDecay,
        PiecewiseConstantDecay,
        PolynomialDecay,
    )
}
for _class in (LearningRateSchedule, *_CLASSES.values()):
    _class.__module__ = __name__
    _name_class(_class)


def serialize(learning_rate_schedule: Any) -> dict[str, Any]:
    """{"class_name", "config"} of a schedule."""
    return object_config.describe("keras.optimizers.schedules", learning_rate_schedule)


def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""
    return object_config.rebuild("learning rate schedule", config, _CLASSES.get, custom_objects)


__all__ = [*_CLASSES, "LearningRateSchedule", "deserialize", "serialize"]
