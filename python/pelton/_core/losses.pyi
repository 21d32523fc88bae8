"""Types of pelton._core.losses. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._types import DTypeLike
from pelton._types import TensorLike
from typing import Any
from typing import Self


class Loss:
    def __init__(
        self,
        reduction: str | None = 'sum_over_batch_size',
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...
    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Tensor: ...
    def call(self, y_true: Any, y_pred: Any) -> Any: ...
    @property
    def dtype(self) -> str: ...
    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self: ...
    def get_config(self) -> dict[str, Any]: ...
    @property
    def name(self) -> str: ...
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def reduction(self) -> Any: ...
    @reduction.setter
    def reduction(self, value: Any) -> None: ...

class MeanSquaredError(Loss):
    def __init__(
        self,
        reduction: str | None = 'sum_over_batch_size',
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...

class MeanAbsoluteError(Loss):
    def __init__(
        self,
        reduction: str | None = 'sum_over_batch_size',
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...

class BinaryCrossentropy(Loss):
    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = 'sum_over_batch_size',
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...
    @property
    def axis(self) -> int: ...
    @property
    def from_logits(self) -> bool: ...
    @property
    def label_smoothing(self) -> float: ...

class CategoricalCrossentropy(Loss):
    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = 'sum_over_batch_size',
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...
    @property
    def axis(self) -> int: ...
    @property
    def from_logits(self) -> bool: ...
    @property
    def label_smoothing(self) -> float: ...

class SparseCategoricalCrossentropy(Loss):
    def __init__(
        self,
        from_logits: bool = False,
        ignore_class: int | None = None,
        reduction: str | None = 'sum_over_batch_size',
        axis: int = -1,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None: ...
    @property
    def axis(self) -> int: ...
    @property
    def from_logits(self) -> bool: ...
    @property
    def ignore_class(self) -> Any: ...
def binary_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor: ...
def categorical_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor: ...
def get(identifier: Any) -> Loss: ...
def mean_absolute_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def mean_squared_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor: ...
def sparse_categorical_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    ignore_class: int | None = None,
    axis: int = -1,
) -> Tensor: ...
