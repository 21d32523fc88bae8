"""Types of pelton.keras.losses. Made by `dev.py stubs`; do not edit."""

from pelton._core.losses import BinaryCrossentropy as BinaryCrossentropy
from pelton._core.losses import CategoricalCrossentropy as CategoricalCrossentropy
from pelton._core.losses import Loss as Loss
from pelton._core.losses import MeanAbsoluteError as MeanAbsoluteError
from pelton._core.losses import MeanSquaredError as MeanSquaredError
from pelton._core.losses import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from pelton._core.losses import binary_crossentropy as binary_crossentropy
from pelton._core.losses import categorical_crossentropy as categorical_crossentropy
from pelton._core.losses import mean_absolute_error as mean_absolute_error
from pelton._core.losses import mean_squared_error as mean_squared_error
from pelton._core.losses import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from typing import Any

def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(loss: Any) -> Any: ...
