"""The layers that combine tensors elementwise: sum, difference, product, mean and extremes."""

from __future__ import annotations

import functools

from pelton._core import ops as _ops
from pelton.keras.layers.merging.merge import Merge

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor


class Add(Merge):
    """The sum of the inputs: a list of tensors whose shapes broadcast.

    Raises ValueError for what is no list, for batch sizes and for shapes that do not fit."""

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return functools.reduce(_ops.add, inputs)


class Subtract(Merge):
    """The first input less the second. Raises ValueError unless there are two of fitting shapes."""

    def _check(self, shapes: list[tuple[int | None, ...]]) -> None:
        if len(shapes) != 2:
            raise ValueError(
                "A `Subtract` layer should be called on exactly 2 inputs. Received: "
                f"input_shape={shapes} [{self._label()}]"
            )
        super()._check(shapes)

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return _ops.subtract(*inputs)


class Multiply(Merge):
    """The product of the inputs: a list of tensors whose shapes broadcast.

    Raises ValueError for what is no list, for batch sizes and for shapes that do not fit."""

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return functools.reduce(_ops.multiply, inputs)


class Average(Merge):
    """The mean of the inputs, float64 for integers.

    Raises ValueError for what is no list, for batch sizes and for shapes that do not fit."""

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return functools.reduce(_ops.add, inputs) / len(inputs)


class Maximum(Merge):
    """The largest of the inputs at each place.

    Raises ValueError for what is no list, for batch sizes and for shapes that do not fit."""

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return functools.reduce(_ops.maximum, inputs)


class Minimum(Merge):
    """The least of the inputs at each place.

    Raises ValueError for what is no list, for batch sizes and for shapes that do not fit."""

    def _merge_function(self, inputs: list[Tensor]) -> Tensor:
        return functools.reduce(_ops.minimum, inputs)


def add(inputs: Sequence[Any], **kwargs: Any) -> Tensor:
    """The sum of the tensors, of a new layer Add(**kwargs)."""
    return Add(**kwargs)(inputs)


def average(inputs: Sequence[Any], **kwargs: Any) -> Tensor:
    """The mean of the tensors, of a new layer Average(**kwargs)."""
    return Average(**kwargs)(inputs)


def maximum(inputs: Sequence[Any], **kwargs: Any) -> Tensor:
    """The largest of the tensors, element by element, of a new layer Maximum(**kwargs)."""
    return Maximum(**kwargs)(inputs)


def minimum(inputs: Sequence[Any], **kwargs: Any) -> Tensor:
    """The smallest of the tensors, element by element, of a new layer Minimum(**kwargs)."""
    return Minimum(**kwargs)(inputs)


def multiply(inputs: Sequence[Any], **kwargs: Any) -> Tensor:
    """The product of the tensors, of a new layer Multiply(**kwargs)."""
    return Multiply(**kwargs)(inputs)


def subtract(inputs: Sequence[Any], **kwargs: Any) -> Tensor:
    """The first of two tensors less the second, of a new layer Subtract(**kwargs)."""
    return Subtract(**kwargs)(inputs)
