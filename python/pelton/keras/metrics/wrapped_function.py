"""What a MeanMetricWrapper's config is: its function's too."""

from __future__ import annotations

from typing import Any

from pelton.names.named_refusals import named_method, shown


def get_config(self: Any) -> dict[str, Any]:
    """The name, the dtype and the function with its further arguments."""
    from pelton.keras.saving.serialize_object import serialize_keras_object

    given = self.dtype
    arguments = {name: serialize_keras_object(value) for name, value in self._fn_arguments.items()}
    return {
        "name": self.name,
        "dtype": getattr(given, "name", given),
        "fn": serialize_keras_object(self._fn),
        **arguments,
    }


def from_config(cls: Any, config: dict[str, Any]) -> Any:
    """The metric of get_config's dictionary; its function may be of `custom_objects`."""
    from pelton.keras.saving.deserialize_object import deserialize_keras_object

    if not isinstance(config, dict):
        raise TypeError(f"{cls.__name__}.from_config: config must be a dict, got {shown(config)}")
    return cls(**{name: deserialize_keras_object(value) for name, value in config.items()})


def add_to(wrapper_class: Any) -> None:
    """Gives the class the config of what it wraps."""
    wrapper_class.get_config = get_config
    wrapper_class.from_config = classmethod(named_method(from_config))
