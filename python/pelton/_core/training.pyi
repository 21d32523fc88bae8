"""Types of pelton._core.training. Made by `dev.py stubs`; do not edit."""

import numpy as np
from collections.abc import Mapping
from collections.abc import Sequence
from pelton._core import Tensor
from pelton._core.data import Node
from pelton._core.layers import Layer
from pelton._core.layers import Model
from pelton._core.metrics import Metric
from pelton._core.optimizers import Optimizer
from pelton._types import ShapeLike
from pelton._types import TensorLike
from typing import Any
from typing import ClassVar


class BatchSource:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def count(self) -> int | None: ...

class Shuffle:
    none: ClassVar[Shuffle]
    samples: ClassVar[Shuffle]
    batches: ClassVar[Shuffle]
    __members__: ClassVar[dict[str, Shuffle]]
    def __init__(self, value: int) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class Samples:
    def __init__(self, x: Any, y: Any = None, sample_weight: Any = None) -> None: ...
    def __len__(self) -> int: ...
    def check_lengths(self) -> None: ...
    def split(self, fraction: float) -> tuple[Samples, Samples]: ...
    def weigh_classes(self, class_weight: Mapping[int, float]) -> None: ...

class ArrayBatches(BatchSource):
    def __init__(
        self,
        samples: Samples,
        batch_size: int,
        shuffle: Shuffle = ...,
        cast_x: bool = False,
    ) -> None: ...

class IterableBatches(BatchSource):
    def __init__(
        self,
        iterable: Any,
        class_weight: Mapping[int, float] = ...,
        nested: bool = False,
    ) -> None: ...

class DatasetBatches(BatchSource):
    def __init__(self, node: Node, class_weight: Mapping[int, float] = ...) -> None: ...

class Trainer:
    def __init__(self, arg0: Layer, /) -> None: ...
    def check_compiled(self) -> None: ...
    def compile(
        self,
        optimizer: Optimizer,
        loss: Any,
        metrics: list[Any],
        weighted_metrics: list[Any],
        loss_weight: float | None,
        steps_per_execution: int,
        run_eagerly: bool = False,
    ) -> None: ...
    @property
    def compiled(self) -> bool: ...
    def evaluate(
        self,
        data: BatchSource,
        steps: int | None,
        callbacks: Any,
    ) -> dict[str, float]: ...
    def explain_programs(self) -> str: ...
    def fit(
        self,
        train: BatchSource,
        validation: BatchSource,
        callbacks: Any,
        epochs: int,
        initial_epoch: int,
        steps_per_epoch: int | None,
        validation_steps: int | None,
        validation_freq: int | Sequence[int],
    ) -> None: ...
    @property
    def metrics(self) -> list[Metric]: ...
    def on_batch(self, samples: Samples, training: bool) -> dict[str, float]: ...
    @property
    def optimizer(self) -> Optimizer: ...
    @optimizer.setter
    def optimizer(self, value: Optimizer) -> None: ...
    def predict(
        self,
        data: BatchSource,
        steps: int | None,
        callbacks: Any,
    ) -> np.ndarray[Any, Any]: ...
    def predict_step(self, arg0: TensorLike, /) -> Tensor: ...
    def reset_metrics(self) -> None: ...
    @property
    def run_eagerly(self) -> bool: ...
    @run_eagerly.setter
    def run_eagerly(self, value: bool) -> None: ...
    def set_own_steps(self, steps: Any) -> None: ...
    @property
    def stop_training(self) -> bool: ...
    @stop_training.setter
    def stop_training(self, value: bool) -> None: ...
def nested_dataset_batches(node: Node, structure: Any) -> DatasetBatches: ...
def nested_samples(structure: Any, leaves: list[Any], roles: Sequence[str]) -> Samples: ...
def target_kind(y_true: ShapeLike, y_pred: ShapeLike) -> str: ...
def trainer_of(arg0: Model, /) -> Trainer: ...
