"""Types of pelton.keras.metrics. Made by `dev.py stubs`; do not edit."""

from pelton._core.metrics import Accuracy as Accuracy
from pelton._core.metrics import BinaryAccuracy as BinaryAccuracy
from pelton._core.metrics import BinaryCrossentropy as BinaryCrossentropy
from pelton._core.metrics import CategoricalAccuracy as CategoricalAccuracy
from pelton._core.metrics import CategoricalCrossentropy as CategoricalCrossentropy
from pelton._core.metrics import Mean as Mean
from pelton._core.metrics import MeanAbsoluteError as MeanAbsoluteError
from pelton._core.metrics import MeanMetricWrapper as MeanMetricWrapper
from pelton._core.metrics import MeanSquaredError as MeanSquaredError
from pelton._core.metrics import Metric as Metric
from pelton._core.metrics import RootMeanSquaredError as RootMeanSquaredError
from pelton._core.metrics import SparseCategoricalAccuracy as SparseCategoricalAccuracy
from pelton._core.metrics import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from pelton._core.metrics import SparseTopKCategoricalAccuracy as SparseTopKCategoricalAccuracy
from pelton._core.metrics import Sum as Sum
from pelton._core.metrics import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from pelton._core.metrics import accuracy as accuracy
from pelton._core.metrics import binary_accuracy as binary_accuracy
from pelton._core.metrics import binary_crossentropy as binary_crossentropy
from pelton._core.metrics import categorical_accuracy as categorical_accuracy
from pelton._core.metrics import categorical_crossentropy as categorical_crossentropy
from pelton._core.metrics import mean_absolute_error as mean_absolute_error
from pelton._core.metrics import mean_squared_error as mean_squared_error
from pelton._core.metrics import sparse_categorical_accuracy as sparse_categorical_accuracy
from pelton._core.metrics import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from pelton._core.metrics import sparse_top_k_categorical_accuracy as sparse_top_k_categorical_accuracy
from pelton._core.metrics import top_k_categorical_accuracy as top_k_categorical_accuracy
from typing import Any

def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(metric: Any) -> Any: ...
