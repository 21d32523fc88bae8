"""Linear operators and what each of them is asked, whose values are facts.

Each entry of `OPERATORS` makes one; `ASKED` are expressions of it, `o`."""

START = """
L = tf.linalg
def F(*shape):
    n = int(np.prod(shape))
    return tf.constant(((np.arange(n) * 37 + 11) % 23 / 9 - 1.1).reshape(shape).astype('float32'))
def C(*shape): return tf.complex(F(*shape), F(*shape[::-1]) if len(shape) == 1 else 2 - F(*shape))
def P(*shape):
    m = F(*shape)
    return tf.matmul(m, m, transpose_b=True) + 2 * tf.eye(shape[-1])
full = L.LinearOperatorFullMatrix
def SPD(*shape): return full(P(*shape), is_self_adjoint=True, is_positive_definite=True)
def I(x): return [getattr(x, k) for k in
    ('is_non_singular', 'is_self_adjoint', 'is_positive_definite', 'is_square')]
"""

OPERATORS = """
full(F(3, 3))
full(F(2, 3, 3))
full(F(3, 2))
full(C(3, 3))
SPD(2, 3, 3)
L.LinearOperatorDiag(F(4))
L.LinearOperatorDiag(F(2, 3), is_non_singular=True)
L.LinearOperatorDiag(C(3))
L.LinearOperatorDiag(F(3) + 2, is_positive_definite=True)
L.LinearOperatorIdentity(3)
L.LinearOperatorIdentity(3, [2], tf.float64)
L.LinearOperatorScaledIdentity(3, F(2))
L.LinearOperatorScaledIdentity(3, 2.5, is_positive_definite=True)
L.LinearOperatorZeros(3)
L.LinearOperatorZeros(3, 2, [2], is_square=False, is_self_adjoint=False)
L.LinearOperatorLowerTriangular(F(3, 3))
L.LinearOperatorLowerTriangular(F(2, 3, 3), is_non_singular=True)
L.LinearOperatorLowerTriangular(C(3, 3))
L.LinearOperatorHouseholder(F(3))
L.LinearOperatorHouseholder(F(2, 4))
L.LinearOperatorLowRankUpdate(L.LinearOperatorDiag(F(3) + 2), F(3, 2))
L.LinearOperatorLowRankUpdate(SPD(3, 3), F(3, 2), F(2) + 2, is_diag_update_positive=True)
L.LinearOperatorLowRankUpdate(L.LinearOperatorDiag(F(2, 3) + 2), F(3, 1), F(1), F(3, 1) + 1)
L.LinearOperatorPermutation([2, 0, 1])
L.LinearOperatorPermutation([[2, 1, 0], [0, 1, 2]])
L.LinearOperatorPermutation([1, 0, 3, 2], tf.complex64)
L.LinearOperatorToeplitz(F(3), F(3) + 0)
L.LinearOperatorToeplitz(F(2, 3), F(2, 3) * 2)
L.LinearOperatorTridiag(F(3, 4))
L.LinearOperatorTridiag([F(3), F(3) + 1, F(3) * 2], "sequence")
L.LinearOperatorTridiag(L.band_part(F(4, 4), 1, 1), "matrix")
L.LinearOperatorTridiag(C(3, 3))
L.LinearOperatorCirculant(C(4))
L.LinearOperatorCirculant(tf.constant([3.0, 1.5, 2.0, 1.5]), tf.float32)
L.LinearOperatorCirculant(F(2, 3))
L.LinearOperatorCirculant2D(C(2, 3))
L.LinearOperatorCirculant3D(C(2, 2, 3))
L.LinearOperatorKronecker([full(F(2, 2)), full(F(3, 3))])
L.LinearOperatorKronecker([full(F(2, 1, 3)), L.LinearOperatorDiag(F(2))])
L.LinearOperatorKronecker([SPD(2, 2), SPD(2, 3, 3)])
L.LinearOperatorBlockDiag([full(F(2, 2)), L.LinearOperatorDiag(F(2))])
L.LinearOperatorBlockDiag([full(F(2, 3)), full(F(1, 2))], is_square=None)
L.LinearOperatorBlockDiag([SPD(2, 2), SPD(2, 2, 2)])
L.LinearOperatorBlockLowerTriangular([[full(F(2, 2))], [full(F(1, 2)), full(F(1, 1))]])
L.LinearOperatorComposition([full(F(3, 3)), L.LinearOperatorDiag(F(3))])
L.LinearOperatorComposition([full(F(2, 2, 3)), full(F(3, 2))])
L.LinearOperatorAdjoint(full(C(3, 3)))
L.LinearOperatorAdjoint(full(F(2, 3)))
L.LinearOperatorInversion(full(F(2, 2, 2), is_non_singular=True))
full(F(3, 3)) @ L.LinearOperatorIdentity(3)
L.LinearOperatorDiag(F(3)) @ L.LinearOperatorDiag(F(3) + 1)
full(F(3, 2)) @ L.LinearOperatorDiag(F(2))
full(F(3, 3)).matmul(full(C(3, 3)))
full(F(3, 3)).matmul(full(F(2, 2)))
full(F(3, 3)).solve(full(F(3, 3) * 2))
full(tf.constant([[1, 2], [3, 4]]))
full(F(3))
full(F(2, 2), is_non_singular=False, is_positive_definite=True)
L.LinearOperatorDiag(F(2), is_square=False)
L.LinearOperatorHouseholder(F(3), is_self_adjoint=False)
L.LinearOperatorIdentity(-1)
L.LinearOperatorToeplitz(F(3), F(2))
L.LinearOperatorKronecker([])
"""

ASKED = """
o.to_dense()
list(o.shape)
o.shape_tensor()
[list(o.batch_shape), o.tensor_rank]
I(o)
o.matmul(tf.cast(F(o.domain_dimension, 2), o.dtype))
o.matmul(tf.cast(F(2, o.range_dimension), o.dtype), adjoint=True, adjoint_arg=True)
o.matvec(tf.cast(F(o.domain_dimension), o.dtype))
o.matvec(tf.cast(F(o.domain_dimension + 1), o.dtype))
o.solve(tf.cast(F(o.range_dimension, 2), o.dtype))
o.solve(tf.cast(F(2, o.range_dimension, 1), o.dtype), adjoint=True)
o.solvevec(tf.cast(F(o.range_dimension), o.dtype))
o.determinant()
o.log_abs_determinant()
o.diag_part()
o.trace()
o.add_to_tensor(tf.cast(F(*o.shape), o.dtype))
o.adjoint().to_dense()
o.inverse().to_dense()
tf.cast(o.cond(), tf.float32)
"""

OTHERS = """
SPD(2, 3, 3).cholesky().to_dense()
L.LinearOperatorDiag(F(3) + 2, is_positive_definite=True).cholesky().to_dense()
L.LinearOperatorKronecker([SPD(2, 2), SPD(3, 3)]).cholesky().to_dense()
full(F(3, 3)).cholesky()
SPD(3, 3).eigvals()
L.LinearOperatorDiag(F(3)).eigvals()
full(F(3, 3)).eigvals()
SPD(3, 3).assert_positive_definite()
SPD(3, 3).assert_non_singular()
full(F(3, 3)).assert_self_adjoint()
full(tf.zeros([2, 2])).assert_non_singular()
full(-P(2, 2)).assert_positive_definite()
full(-P(2, 2), is_self_adjoint=True).assert_positive_definite()
L.LinearOperatorCirculant(C(4)).convolution_kernel()
list(L.LinearOperatorBlockDiag([full(F(2, 2)), full(F(3, 3))]).matmul([F(2, 1), F(3, 1)]))
L.tridiagonal_matmul(F(3, 4), F(4, 2))
L.tridiagonal_matmul([F(3), F(3) + 1, F(3)], F(3, 2), "sequence")
L.tridiagonal_matmul(F(4, 4), F(4, 2), "matrix")
L.tridiagonal_matmul(F(2, 4), F(4, 2))
L.tridiagonal_solve(F(3, 4), F(4, 2))
L.tridiagonal_solve(F(3, 4), F(4))
L.tridiagonal_solve([F(3), F(4) + 3, F(3)], F(4), "sequence")
L.tridiagonal_solve(F(2, 3, 4), F(2, 3, 4), transpose_rhs=True)
L.tridiagonal_solve(F(3, 4), F(4), "other")
L.banded_triangular_solve(F(2, 4) + 2, F(4, 2))
L.banded_triangular_solve(F(2, 4) + 2, F(4, 2), lower=False)
L.banded_triangular_solve(F(3, 4) + 2, F(4, 1), adjoint=True)
L.eigh_tridiagonal(F(4), F(3))
L.eigh_tridiagonal(F(4), F(3), select="i", select_range=(1, 2))
L.eigh_tridiagonal(F(4), F(3), select="v", select_range=(-1.0, 0.8))
tf.abs(L.eigh_tridiagonal(F(4), F(3), eigvals_only=False)[1])
L.eigh_tridiagonal(F(4), F(3), select="x")
list(L.experimental.conjugate_gradient(SPD(3, 3), F(3)))[:2]
list(L.experimental.conjugate_gradient(SPD(3, 3), F(3), max_iter=1))
L.experimental.conjugate_gradient(full(F(3, 3)), F(3))
"""


def without_complex(value):
    """Arrays of complex numbers as their dtypes, real and imaginary parts."""
    if isinstance(value, list):
        return [without_complex(one) for one in value]
    if getattr(value, "dtype", None) is not None and value.dtype.kind == "c":
        return [value.dtype.name, value.real, value.imag]
    return value


def lines(text):
    """The expressions of a table."""
    return [line for line in text.strip().split("\n") if line]


CASES = {made: lines(ASKED) for made in lines(OPERATORS)}
CASES["None"] = lines(OTHERS)
