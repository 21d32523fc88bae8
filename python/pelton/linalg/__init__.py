"""Owns ``tf.linalg``: products of matrices and tensors under TensorFlow's names."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton._core.ops import matmul, tensordot
from pelton.linalg.diagonals import (
    adjoint,
    band_part,
    cross,
    diag,
    diag_part,
    matrix_transpose,
    matvec,
    set_diag,
    tensor_diag,
    tensor_diag_part,
    trace,
)
from pelton.linalg.factoring import (
    cholesky,
    det,
    eig,
    eigh,
    eigvals,
    eigvalsh,
    logdet,
    lu,
    matrix_rank,
    pinv,
    qr,
    slogdet,
    svd,
)
from pelton.linalg.matrix_functions import expm, logm, sqrtm
from pelton.linalg.solving import (
    cholesky_solve,
    inv,
    lstsq,
    lu_matrix_inverse,
    lu_reconstruct,
    lu_solve,
    solve,
    triangular_solve,
)
from pelton.linalg.tridiagonal import (
    banded_triangular_solve,
    eigh_tridiagonal,
    tridiagonal_matmul,
    tridiagonal_solve,
)
from pelton.ops.array.creation import eye as eye
from pelton.ops.math.norms import global_norm, l2_normalize, norm, normalize

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor:
    """Sums of products of ``inputs`` as ``equation`` writes them, such as ``"ij,jk->ik"``.

    Several inputs are multiplied from left to right; ``optimize`` and ``greedy`` change nothing.
    """
    if wrong := [key for key in kwargs if key not in ("name", "optimize", "greedy")]:
        raise TypeError(
            f"Invalid keyword arguments for einsum: {', '.join(wrong)}. "
            "Valid arguments: name, optimize, greedy."
        )
    return _ops.einsum(inputs, equation)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)


_OPERATORS = {  # the module of `operators` that each loads from
    "LinearOperator": "base",
    "LinearOperatorBlockDiag": "blocks",
    "LinearOperatorBlockLowerTriangular": "blocks",
    "LinearOperatorCirculant": "circulant",
    "LinearOperatorCirculant2D": "circulant",
    "LinearOperatorCirculant3D": "circulant",
    "LinearOperatorFullMatrix": "dense",
    "LinearOperatorLowerTriangular": "dense",
    "LinearOperatorAdjoint": "derived",
    "LinearOperatorComposition": "derived",
    "LinearOperatorInversion": "derived",
    "LinearOperatorDiag": "diagonal",
    "LinearOperatorIdentity": "diagonal",
    "LinearOperatorScaledIdentity": "diagonal",
    "LinearOperatorZeros": "diagonal",
    "LinearOperatorKronecker": "kronecker",
    "LinearOperatorHouseholder": "low_rank",
    "LinearOperatorLowRankUpdate": "low_rank",
    "LinearOperatorPermutation": "permutation",
    "LinearOperatorToeplitz": "toeplitz",
    "LinearOperatorTridiag": "tridiagonal",
}


def __getattr__(name: str) -> object:
    import importlib

    if name == "experimental":
        return importlib.import_module("pelton.linalg.experimental")
    if name in _OPERATORS:
        value = getattr(
            importlib.import_module(f"pelton.linalg.operators.{_OPERATORS[name]}"), name
        )
        globals()[name] = value
        return value
    from pelton.names.missing_names import missing

    raise missing("pelton.linalg", name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_OPERATORS, "experimental"})
