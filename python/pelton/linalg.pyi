"""Types of pelton.linalg. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._core.ops import matmul as matmul
from pelton._core.ops import tensordot as tensordot
from pelton._types import TensorLike
from pelton.creation import eye as eye
from pelton.diagonals import adjoint as adjoint
from pelton.diagonals import band_part as band_part
from pelton.diagonals import cross as cross
from pelton.diagonals import diag as diag
from pelton.diagonals import diag_part as diag_part
from pelton.diagonals import matrix_transpose as matrix_transpose
from pelton.diagonals import matvec as matvec
from pelton.diagonals import set_diag as set_diag
from pelton.diagonals import tensor_diag as tensor_diag
from pelton.diagonals import tensor_diag_part as tensor_diag_part
from pelton.diagonals import trace as trace
from pelton.norms import global_norm as global_norm
from pelton.norms import l2_normalize as l2_normalize
from pelton.norms import norm as norm
from pelton.norms import normalize as normalize
from typing import Any

def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor: ...
