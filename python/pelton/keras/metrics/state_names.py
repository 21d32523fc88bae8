"""A metric's variables as attributes of their names: `metric.total`, `metric.count`."""

from __future__ import annotations

from typing import Any

from pelton.keras.user_attribute import UserAttribute


def _variable_named(self: Any, name: str) -> Any:
    """The metric's variable `name`; raises AttributeError where it has none."""
    if not name.startswith("_"):
        try:
            variables = self.variables
        except RuntimeError:  # before the base's __init__
            variables = []
        for variable in variables:
            if variable.name == name:
                return variable
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def _dtype(self: Any) -> str:
    """The name of the metric's dtype, which classes derived from Keras's read."""
    found: str = self.dtype
    return found


def add_to(metric_class: Any) -> None:
    """Gives all metrics these attributes."""
    metric_class._dtype = UserAttribute(_dtype)
    metric_class.__getattr__ = _variable_named
