"""Types of pelton.keras.optimizers.schedules. Made by `dev.py stubs`; do not edit."""

from pelton._core.optimizers import LearningRateSchedule as LearningRateSchedule
from pelton.keras.optimizers.schedules.cosine import CosineDecay as CosineDecay
from pelton.keras.optimizers.schedules.cosine import CosineDecayRestarts as CosineDecayRestarts
from pelton.keras.optimizers.schedules.decays import ExponentialDecay as ExponentialDecay
from pelton.keras.optimizers.schedules.decays import InverseTimeDecay as InverseTimeDecay
from pelton.keras.optimizers.schedules.decays import PiecewiseConstantDecay as PiecewiseConstantDecay
from pelton.keras.optimizers.schedules.decays import PolynomialDecay as PolynomialDecay
from typing import Any

def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any: ...
def serialize(learning_rate_schedule: Any) -> dict[str, Any]: ...
