"""Types of pelton.linalg. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._core.ops import matmul as matmul
from pelton._core.ops import tensordot as tensordot
from pelton._types import TensorLike
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
from pelton.linalg.operators.base import LinearOperator as LinearOperator
from pelton.linalg.operators.blocks import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from pelton.linalg.operators.blocks import LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular
from pelton.linalg.operators.circulant import LinearOperatorCirculant as LinearOperatorCirculant
from pelton.linalg.operators.circulant import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from pelton.linalg.operators.circulant import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from pelton.linalg.operators.dense import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from pelton.linalg.operators.dense import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from pelton.linalg.operators.derived import LinearOperatorAdjoint as LinearOperatorAdjoint
from pelton.linalg.operators.derived import LinearOperatorComposition as LinearOperatorComposition
from pelton.linalg.operators.derived import LinearOperatorInversion as LinearOperatorInversion
from pelton.linalg.operators.diagonal import LinearOperatorDiag as LinearOperatorDiag
from pelton.linalg.operators.diagonal import LinearOperatorIdentity as LinearOperatorIdentity
from pelton.linalg.operators.diagonal import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from pelton.linalg.operators.diagonal import LinearOperatorZeros as LinearOperatorZeros
from pelton.linalg.operators.kronecker import LinearOperatorKronecker as LinearOperatorKronecker
from pelton.linalg.operators.low_rank import LinearOperatorHouseholder as LinearOperatorHouseholder
from pelton.linalg.operators.low_rank import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from pelton.linalg.operators.permutation import LinearOperatorPermutation as LinearOperatorPermutation
from pelton.linalg.operators.toeplitz import LinearOperatorToeplitz as LinearOperatorToeplitz
from pelton.linalg.operators.tridiagonal import LinearOperatorTridiag as LinearOperatorTridiag
from pelton.linalg.solving import cholesky_solve as cholesky_solve
from pelton.linalg.solving import inv as inv
from pelton.linalg.solving import lstsq as lstsq
from pelton.linalg.solving import lu_matrix_inverse as lu_matrix_inverse
from pelton.linalg.solving import lu_reconstruct as lu_reconstruct
from pelton.linalg.solving import lu_solve as lu_solve
from pelton.linalg.solving import solve as solve
from pelton.linalg.solving import triangular_solve as triangular_solve
from pelton.linalg.tridiagonal import banded_triangular_solve as banded_triangular_solve
from pelton.linalg.tridiagonal import eigh_tridiagonal as eigh_tridiagonal
from pelton.linalg.tridiagonal import tridiagonal_matmul as tridiagonal_matmul
from pelton.linalg.tridiagonal import tridiagonal_solve as tridiagonal_solve
from pelton.ops.array.creation import eye as eye
from pelton.ops.math.norms import global_norm as global_norm
from pelton.ops.math.norms import l2_normalize as l2_normalize
from pelton.ops.math.norms import norm as norm
from pelton.ops.math.norms import normalize as normalize
from typing import Any

def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor: ...
