"""Types of pelton.keras.optimizers.schedules. Made by `dev.py stubs`; do not edit."""

from pelton._core.optimizers import LearningRateSchedule as LearningRateSchedule
from typing import Any

def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any: ...
def serialize(schedule: Any) -> dict[str, Any]: ...
