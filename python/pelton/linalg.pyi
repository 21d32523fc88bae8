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
from pelton.factoring import cholesky as cholesky
from pelton.factoring import det as det
from pelton.factoring import eig as eig
from pelton.factoring import eigh as eigh
from pelton.factoring import eigvals as eigvals
from pelton.factoring import eigvalsh as eigvalsh
from pelton.factoring import logdet as logdet
from pelton.factoring import lu as lu
from pelton.factoring import matrix_rank as matrix_rank
from pelton.factoring import pinv as pinv
from pelton.factoring import qr as qr
from pelton.factoring import slogdet as slogdet
from pelton.factoring import svd as svd
from pelton.matrix_functions import expm as expm
from pelton.matrix_functions import logm as logm
from pelton.matrix_functions import sqrtm as sqrtm
from pelton.norms import global_norm as global_norm
from pelton.norms import l2_normalize as l2_normalize
from pelton.norms import norm as norm
from pelton.norms import normalize as normalize
from pelton.solving import cholesky_solve as cholesky_solve
from pelton.solving import inv as inv
from pelton.solving import lstsq as lstsq
from pelton.solving import lu_matrix_inverse as lu_matrix_inverse
from pelton.solving import lu_reconstruct as lu_reconstruct
from pelton.solving import lu_solve as lu_solve
from pelton.solving import solve as solve
from pelton.solving import triangular_solve as triangular_solve
from typing import Any

def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor: ...
