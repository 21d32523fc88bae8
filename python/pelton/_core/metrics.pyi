"""Types of pelton._core.metrics. Made by `dev.py stubs`; do not edit."""

from collections.abc import Callable
from pelton._core import Tensor
from pelton._core import Variable
from pelton._types import DTypeLike
from pelton._types import ShapeLike
from pelton._types import TensorLike
from typing import Any
from typing import Self


class Metric:
    def __init__(self, dtype: Any = None, name: str | None = None) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
    def add_variable(
        self,
        shape: ShapeLike,
        initializer: Any,
        dtype: Any = None,
        name: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Variable: ...
    def add_weight(
        self,
        shape: ShapeLike = ...,
        initializer: Any = 'zeros',
        dtype: Any = None,
        name: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Variable: ...
    @property
    def dtype(self) -> str: ...
    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self: ...
    def get_config(self) -> dict[str, Any]: ...
    @property
    def name(self) -> str: ...
    @name.setter
    def name(self, value: str) -> None: ...
    def reset_state(self) -> Any: ...
    def result(self) -> Any: ...
    def stateless_reset_state(self) -> list[Any]: ...
    def stateless_result(self, metric_variables: Any) -> Any: ...
    def stateless_update_state(
        self,
        metric_variables: Any,
        *args: Any,
        **kwargs: Any,
    ) -> list[Any]: ...
    def update_state(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def variables(self) -> list[Variable]: ...

class Mean(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...
    def update_state(self, values: Any, sample_weight: Any = None) -> Any: ...

class Sum(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...
    def update_state(self, values: Any, sample_weight: Any = None) -> Any: ...

class MeanSquaredError(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...

class RootMeanSquaredError(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...

class MeanAbsoluteError(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...

class Accuracy(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...

class BinaryAccuracy(Metric):
    def __init__(
        self,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        threshold: float = 0.5,
    ) -> None: ...
    @property
    def threshold(self) -> float: ...

class CategoricalAccuracy(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...

class SparseCategoricalAccuracy(Metric):
    def __init__(self, name: str | None = None, dtype: DTypeLike | None = None) -> None: ...

class TopKCategoricalAccuracy(Metric):
    def __init__(
        self,
        k: int = 5,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...
    @property
    def k(self) -> int: ...

class SparseTopKCategoricalAccuracy(Metric):
    def __init__(
        self,
        k: int = 5,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        from_sorted_ids: bool = False,
    ) -> None: ...
    @property
    def from_sorted_ids(self) -> bool: ...
    @property
    def k(self) -> int: ...

class BinaryCrossentropy(Metric):
    def __init__(
        self,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
    ) -> None: ...
    @property
    def from_logits(self) -> bool: ...
    @property
    def label_smoothing(self) -> float: ...

class CategoricalCrossentropy(Metric):
    def __init__(
        self,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
    ) -> None: ...
    @property
    def axis(self) -> int: ...
    @property
    def from_logits(self) -> bool: ...
    @property
    def label_smoothing(self) -> float: ...

class SparseCategoricalCrossentropy(Metric):
    def __init__(
        self,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        from_logits: bool = False,
        ignore_class: int | None = None,
        axis: int = -1,
    ) -> None: ...
    @property
    def axis(self) -> int: ...
    @property
    def from_logits(self) -> bool: ...
    @property
    def ignore_class(self) -> Any: ...

class MeanMetricWrapper(Metric):
    def __init__(
        self,
        fn: Callable[..., Any],
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None: ...
    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self: ...
    def get_config(self) -> dict[str, Any]: ...
def accuracy(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def binary_accuracy(y_true: TensorLike, y_pred: TensorLike, threshold: float = 0.5) -> Tensor: ...
def binary_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
) -> Tensor: ...
def categorical_accuracy(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def categorical_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor: ...
def get(identifier: Any) -> Metric: ...
def mean_absolute_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def mean_squared_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def sparse_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def sparse_categorical_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    ignore_class: int | None = None,
    axis: int = -1,
) -> Tensor: ...
def sparse_top_k_categorical_accuracy(
    y_true: TensorLike,
    y_pred: TensorLike,
    k: int = 5,
    from_sorted_ids: bool = False,
) -> Tensor: ...
def top_k_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike, k: int = 5) -> Tensor: ...
