"""Types of pelton.keras.constraints. Made by `dev.py stubs`; do not edit."""

from pelton._core.constraints import Constraint as Constraint
from pelton._core.constraints import MaxNorm as MaxNorm
from pelton._core.constraints import MaxNorm as max_norm
from pelton._core.constraints import MinMaxNorm as MinMaxNorm
from pelton._core.constraints import MinMaxNorm as min_max_norm
from pelton._core.constraints import NonNeg as NonNeg
from pelton._core.constraints import NonNeg as non_neg
from pelton._core.constraints import UnitNorm as UnitNorm
from pelton._core.constraints import UnitNorm as unit_norm
from typing import Any

def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(constraint: Any) -> dict[str, Any]: ...
