"""keras.optimizers.schedules: learning rates that follow the number of steps."""

from typing import Any

from pelton._core.optimizers import LearningRateSchedule as LearningRateSchedule

LearningRateSchedule.__module__ = __name__


def serialize(schedule: Any) -> dict[str, Any]:
    """{"class_name", "config"} of a schedule."""
    return {
        "module": "keras.optimizers.schedules",
        "class_name": type(schedule).__name__,
        "config": schedule.get_config(),
        "registered_name": None,
    }


def deserialize(config: dict[str, Any], custom_objects: Any = None) -> Any:
    """The reverse of serialize, for classes in `custom_objects`; raises ValueError for others."""
    name = config.get("class_name")
    found = (custom_objects or {}).get(name)
    if found is None:
        raise ValueError(f"Could not interpret learning rate schedule: {name}")
    return found.from_config(config.get("config") or {})
