"""Types of pelton.linalg. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._core.ops import matmul as matmul
from pelton._core.ops import tensordot as tensordot
from pelton._types import TensorLike
from pelton.creation import eye as eye
from pelton.linalg.diagonals import adjoint as adjoint
from pelton.linalg.diagonals import band_part as band_part
from pelton.linalg.diagonals import cross as cross
from pelton.linalg.diagonals import diag as diag
from pelton.linalg.diagonals import diag_part as diag_part
from pelton.linalg.diagonals import matrix_transpose as matrix_transpose
from pelton.linalg.diagonals import matvec as matvec
from pelton.linalg.diagonals import set_diag as set_diag
from pelton.linalg.diagonals import tensor_diag as tensor_diag
from pelton.linalg.diagonals import tensor_diag_part as tensor_diag_part
from pelton.linalg.diagonals import trace as trace
from pelton.linalg.factoring import cholesky as cholesky
from pelton.linalg.factoring import det as det
from pelton.linalg.factoring import eig as eig
from pelton.linalg.factoring import eigh as eigh
from pelton.linalg.factoring import eigvals as eigvals
from pelton.linalg.factoring import eigvalsh as eigvalsh
from pelton.linalg.factoring import logdet as logdet
from pelton.linalg.factoring import lu as lu
from pelton.linalg.factoring import matrix_rank as matrix_rank
from pelton.linalg.factoring import pinv as pinv
from pelton.linalg.factoring import qr as qr
from pelton.linalg.factoring import slogdet as slogdet
from pelton.linalg.factoring import svd as svd
from pelton.linalg.matrix_functions import expm as expm
from pelton.linalg.matrix_functions import logm as logm
from pelton.linalg.matrix_functions import sqrtm as sqrtm
from pelton.linalg.solving import cholesky_solve as cholesky_solve
from pelton.linalg.solving import inv as inv
from pelton.linalg.solving import lstsq as lstsq
from pelton.linalg.solving import lu_matrix_inverse as lu_matrix_inverse
from pelton.linalg.solving import lu_reconstruct as lu_reconstruct
from pelton.linalg.solving import lu_solve as lu_solve
from pelton.linalg.solving import solve as solve
from pelton.linalg.solving import triangular_solve as triangular_solve
from pelton.norms import global_norm as global_norm
from pelton.norms import l2_normalize as l2_normalize
from pelton.norms import norm as norm
from pelton.norms import normalize as normalize
from typing import Any

def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor: ...
