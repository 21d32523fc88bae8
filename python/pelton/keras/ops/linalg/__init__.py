"""Keras's ops of linear algebra."""

from pelton.keras.ops.linalg.decompositions import cholesky as cholesky
from pelton.keras.ops.linalg.decompositions import eig as eig
from pelton.keras.ops.linalg.decompositions import eigh as eigh
from pelton.keras.ops.linalg.decompositions import qr as qr
from pelton.keras.ops.linalg.decompositions import svd as svd
from pelton.keras.ops.linalg.derivatives import jvp as jvp
from pelton.keras.ops.linalg.elimination import lu_factor as lu_factor
from pelton.keras.ops.linalg.least_squares import lstsq as lstsq
from pelton.keras.ops.linalg.least_squares import matrix_rank as matrix_rank
from pelton.keras.ops.linalg.least_squares import pinv as pinv
from pelton.keras.ops.linalg.norms import norm as norm
from pelton.keras.ops.linalg.systems import cholesky_inverse as cholesky_inverse
from pelton.keras.ops.linalg.systems import det as det
from pelton.keras.ops.linalg.systems import inv as inv
from pelton.keras.ops.linalg.systems import solve as solve
from pelton.keras.ops.linalg.systems import solve_triangular as solve_triangular
