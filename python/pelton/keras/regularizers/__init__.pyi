"""Types of pelton.keras.regularizers. Made by `dev.py stubs`; do not edit."""

from pelton._core.regularizers import L1 as L1
from pelton._core.regularizers import L1 as l1
from pelton._core.regularizers import L1L2 as L1L2
from pelton._core.regularizers import L1L2 as l1_l2
from pelton._core.regularizers import L2 as L2
from pelton._core.regularizers import L2 as l2
from pelton._core.regularizers import OrthogonalRegularizer as OrthogonalRegularizer
from pelton._core.regularizers import OrthogonalRegularizer as orthogonal_regularizer
from pelton._core.regularizers import Regularizer as Regularizer
from typing import Any

def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(regularizer: Any) -> dict[str, Any]: ...
