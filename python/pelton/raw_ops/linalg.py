"""Rows of raw ops: those of matrices, those of signals."""

ROWS = """
BandedTriangularSolve(matrix, rhs, lower=True, adjoint=False):
    tf.linalg.banded_triangular_solve(matrix, rhs, lower, adjoint)
BatchMatMul(x, y, adj_x=False, adj_y=False, grad_x=False, grad_y=False):
    tf.matmul(x, y, adjoint_a=adj_x, adjoint_b=adj_y)
BatchMatMulV2(x, y, adj_x=False, adj_y=False, grad_x=False, grad_y=False):
    tf.matmul(x, y, adjoint_a=adj_x, adjoint_b=adj_y)
BatchMatMulV3(x, y, Tout, adj_x=False, adj_y=False, grad_x=False, grad_y=False):
    tf.matmul(x, y, adjoint_a=adj_x, adjoint_b=adj_y, output_type=Tout)
Cholesky(input): tf.linalg.cholesky
Eig(input, Tout, compute_v=True) -> e v: tf.linalg.eig(input)
Einsum(inputs, equation): tf.einsum(equation, *inputs)
LogMatrixDeterminant(input) -> sign log_abs_determinant: tf.linalg.slogdet
Lu(input, output_idx_type=tf.int32) -> lu p: tf.linalg.lu
MatMul(a, b, transpose_a=False, transpose_b=False, grad_a=False, grad_b=False):
    tf.matmul(a, b, transpose_a, transpose_b)
MatrixBandPart(input, num_lower, num_upper): tf.linalg.band_part
MatrixDeterminant(input): tf.linalg.det
MatrixDiag(diagonal): tf.linalg.diag(diagonal)
MatrixDiagPart(input): tf.linalg.diag_part(input)
MatrixDiagPartV2(input, k, padding_value):
    tf.linalg.diag_part(input, k=k, padding_value=padding_value, align="LEFT_LEFT")
MatrixDiagPartV3(input, k, padding_value, align="RIGHT_LEFT"):
    tf.linalg.diag_part(input, k=k, padding_value=padding_value, align=align)
MatrixDiagV2(diagonal, k, num_rows, num_cols, padding_value):
    tf.linalg.diag(diagonal, k=k, num_rows=num_rows, num_cols=num_cols,
    padding_value=padding_value, align="LEFT_LEFT")
MatrixDiagV3(diagonal, k, num_rows, num_cols, padding_value, align="RIGHT_LEFT"):
    tf.linalg.diag(diagonal, k=k, num_rows=num_rows, num_cols=num_cols,
    padding_value=padding_value, align=align)
MatrixInverse(input, adjoint=False): tf.linalg.inv
MatrixLogarithm(input): tf.linalg.logm
MatrixSetDiag(input, diagonal): tf.linalg.set_diag(input, diagonal)
MatrixSetDiagV2(input, diagonal, k): tf.linalg.set_diag(input, diagonal, k=k, align="LEFT_LEFT")
MatrixSetDiagV3(input, diagonal, k, align="RIGHT_LEFT"):
    tf.linalg.set_diag(input, diagonal, k=k, align=align)
MatrixSolve(matrix, rhs, adjoint=False): tf.linalg.solve
MatrixSolveLs(matrix, rhs, l2_regularizer, fast=True):
    tf.linalg.lstsq(matrix, rhs, l2_regularizer, fast)
MatrixSquareRoot(input): tf.linalg.sqrtm
MatrixTriangularSolve(matrix, rhs, lower=True, adjoint=False): tf.linalg.triangular_solve
Qr(input, full_matrices=False) -> q r: tf.linalg.qr
SelfAdjointEigV2(input, compute_v=True) -> e v: made.eigh(input, compute_v)
SparseMatMul(a, b, transpose_a=False, transpose_b=False, a_is_sparse=False, b_is_sparse=False):
    tf.matmul(a, b, transpose_a, transpose_b)
Svd(input, compute_uv=True, full_matrices=False) -> s u v:
    made.svd(input, compute_uv, full_matrices)
TridiagonalMatMul(superdiag!, maindiag!, subdiag!, rhs):
    tf.linalg.tridiagonal_matmul((superdiag[..., 0, :], maindiag[..., 0, :], subdiag[..., 0,
    :]), rhs, "sequence")
TridiagonalSolve(diagonals, rhs, partial_pivoting=True, perturb_singular=False):
    tf.linalg.tridiagonal_solve(diagonals, rhs, partial_pivoting=partial_pivoting)
FFT(input): tf.signal.fft
FFT2D(input): tf.signal.fft2d
FFT3D(input): tf.signal.fft3d
IFFT(input): tf.signal.ifft
IFFT2D(input): tf.signal.ifft2d
IFFT3D(input): tf.signal.ifft3d
IRFFT(input, fft_length, Treal=tf.float32): tf.cast(tf.signal.irfft(input, fft_length), Treal)
IRFFT2D(input, fft_length, Treal=tf.float32): tf.cast(tf.signal.irfft2d(input, fft_length), Treal)
IRFFT3D(input, fft_length, Treal=tf.float32): tf.cast(tf.signal.irfft3d(input, fft_length), Treal)
RFFT(input, fft_length, Tcomplex=tf.complex64):
    tf.cast(tf.signal.rfft(input, fft_length), Tcomplex)
RFFT2D(input, fft_length, Tcomplex=tf.complex64):
    tf.cast(tf.signal.rfft2d(input, fft_length), Tcomplex)
RFFT3D(input, fft_length, Tcomplex=tf.complex64):
    tf.cast(tf.signal.rfft3d(input, fft_length), Tcomplex)
DecodeWav(contents, desired_channels=-1, desired_samples=-1) -> audio sample_rate:
    tf.audio.decode_wav
EncodeWav(audio, sample_rate): tf.audio.encode_wav
"""
