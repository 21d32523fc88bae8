"""Types of pelton.linalg. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._core.ops import matmul as matmul
from pelton._core.ops import tensordot as tensordot
from pelton._types import TensorLike
from pelton.creation import eye as eye
from typing import Any

def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor: ...
