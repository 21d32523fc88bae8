"""keras.constraints: the classes of the C++ table under their names and aliases."""

from __future__ import annotations

from pelton._core import constraints as _core
from pelton.keras import object_config
from pelton.keras.missing_names import lookup as _lookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

Constraint = _core.Constraint
MaxNorm = max_norm = _core.MaxNorm
MinMaxNorm = min_max_norm = _core.MinMaxNorm
NonNeg = non_neg = _core.NonNeg
UnitNorm = unit_norm = _core.UnitNorm


def get(identifier: Any) -> Any:
    """The constraint of a name, a config, a class or a callable; None as it is."""
    if isinstance(identifier, dict):
        return object_config.restore(_core.get, identifier)
    return _core.get(identifier)


def serialize(constraint: Any) -> dict[str, Any]:
    """The constraint as a dictionary: module, class_name, config, registered_name."""
    return object_config.describe("keras.constraints", constraint)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The constraint that `config` describes; own classes are looked up in custom_objects."""
    return object_config.restore(get, config, custom_objects)


__getattr__ = _lookup(__name__)
