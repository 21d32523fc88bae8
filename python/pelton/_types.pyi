"""The types that annotations use. Type checkers alone read this; it cannot be imported."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from pelton._core import DType, Tensor, Variable
from pelton.tensor_shape import TensorShape

# What ops take in place of a tensor. No Sequence: a str is one too.
TensorLike: TypeAlias = (
    Tensor
    | Variable
    | complex
    | np.ndarray[Any, Any]
    | np.generic
    | list[Any]
    | tuple[Any, ...]
    | range
)
DTypeLike: TypeAlias = DType | str | type[Any] | np.dtype[Any]
ShapeLike: TypeAlias = Sequence[int | None] | Sequence[int] | TensorShape | Tensor | int
# An attribute that nests, such as the axes of tensordot.
ConstantLike: TypeAlias = (
    bool | int | float | str | Tensor | np.ndarray[Any, Any] | Sequence["ConstantLike"] | None
)
# Samples and their labels.
Arrays: TypeAlias = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]
