"""Types of pelton.random. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._types import DTypeLike
from pelton._types import ShapeLike
from pelton._types import TensorLike

def categorical(
    logits: TensorLike,
    num_samples: int,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def normal(
    shape: ShapeLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = ...,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def set_seed(seed: int) -> None: ...
def shuffle(value: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor: ...
def truncated_normal(
    shape: ShapeLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = ...,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def uniform(
    shape: ShapeLike,
    minval: float = 0,
    maxval: float | None = None,
    dtype: DTypeLike = ...,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
