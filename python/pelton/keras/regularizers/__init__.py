"""keras.regularizers: the classes of the C++ table under their names and aliases."""

from __future__ import annotations

from pelton._core import regularizers as _core
from pelton.keras import object_config
from pelton.keras.missing_names import lookup as _lookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

Regularizer = _core.Regularizer
L1 = l1 = _core.L1
L2 = l2 = _core.L2
L1L2 = l1_l2 = _core.L1L2
OrthogonalRegularizer = orthogonal_regularizer = _core.OrthogonalRegularizer


def get(identifier: Any) -> Any:
    """The regularizer of a name, a config, a class or a callable; None as it is."""
    if isinstance(identifier, dict):
        return object_config.restore(_core.get, identifier)
    return _core.get(identifier)


def serialize(regularizer: Any) -> dict[str, Any]:
    """The regularizer as a dictionary: module, class_name, config, registered_name."""
    return object_config.describe("keras.regularizers", regularizer)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The regularizer that `config` describes; own classes are looked up in custom_objects."""
    return object_config.restore(get, config, custom_objects)


__getattr__ = _lookup(__name__)
