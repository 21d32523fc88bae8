"""Owns the linear operators that Fourier transforms make diagonal."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.linalg.diagonals import conjugate
from pelton.linalg.operators.base import LinearOperator, kept
from pelton.names.own_init import own_init
from pelton.ops.array.sizes import product, sizes_of
from pelton.signal import fourier as _fourier

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike
    from pelton.ops.array.sizes import Size

_FORWARD = {1: _fourier.fft, 2: _fourier.fft2d, 3: _fourier.fft3d}
_BACKWARD = {1: _fourier.ifft, 2: _fourier.ifft2d, 3: _fourier.ifft3d}


def complex_of(x: Any) -> Tensor:
    """Numbers of 64 bits as complex128, others as complex64."""
    if x.dtype.is_complex:
        return x
    wide = x.dtype == _dtypes.float64
    return _ops.cast(x, _dtypes.complex128 if wide else _dtypes.complex64)


def _cast(x: Tensor, dtype: Any) -> Tensor:
    """Numbers as `dtype`: their real parts where it is real."""
    is_real = x.dtype.is_complex and not dtype.is_complex
    return _ops.cast(_ops.real(x) if is_real else x, dtype)


class _Circulant(LinearOperator):
    """Convolution with period: the Fourier transforms over `_depth` axes times a spectrum."""

    _depth = 1

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = _dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        kind = type(self).__name__
        self._spectrum = kept(kind, "spectrum", spectrum)
        if self._spectrum.ndim < self._depth:
            raise ValueError(
                f"{kind}: spectrum must have at least {self._depth} axes, got "
                f"{tuple(self._spectrum.shape)}"
            )
        if is_square is False:
            raise ValueError("A circulant operator is always square.")
        if not self._spectrum.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real spectrum always corresponds to a self-adjoint operator.")
            is_self_adjoint = True
        super().__init__(
            input_output_dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name or kind,
        )

    @property
    def spectrum(self) -> Any:
        """The eigenvalues, an axis for each axis of the transform."""
        return self._spectrum

    @property
    def block_depth(self) -> int:
        """Over how many axes the transform goes."""
        return self._depth

    @property
    def block_shape(self) -> Any:
        """The sizes of these axes."""
        return self._spectrum.shape[-self._depth :]

    def _sizes(self) -> list[Size]:
        sizes = sizes_of(self._spectrum)
        count = product(sizes[-self._depth :])
        return [*sizes[: -self._depth], count, count]

    def _filtered(self, x: Tensor, factors: Tensor) -> Tensor:
        """The columns of `x` with their transforms multiplied."""
        blocks = sizes_of(self._spectrum)[-self._depth :]
        *batch, rows, columns = sizes_of(x)
        rank = len(batch)
        turned = _ops.transpose(complex_of(x), [*range(rank), rank + 1, rank])
        turned = _ops.reshape(turned, [*batch, columns, *blocks])
        changed = _FORWARD[self._depth](turned) * _ops.expand_dims(factors, -self._depth - 1)
        back = _BACKWARD[self._depth](changed)
        front = sizes_of(back)[: -self._depth - 1]
        rank = len(front)
        flat = _ops.reshape(back, [*front, columns, rows])
        return _cast(_ops.transpose(flat, [*range(rank), rank + 1, rank]), self.dtype)

    def _factors(self, x: Tensor, adjoint: bool) -> Tensor:
        found = _ops.cast(self._spectrum, complex_of(x).dtype)
        return conjugate(found) if adjoint else found

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._filtered(x, self._factors(x, adjoint))

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._filtered(rhs, _ops.reciprocal(self._factors(rhs, adjoint)))

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)

    def _over_spectrum(self, reduce: Any, values: Tensor) -> Tensor:
        return reduce(values, axis=list(range(-self._depth, 0)))

    def _determinant(self) -> Tensor:
        return _cast(self._over_spectrum(_ops.reduce_prod, self._spectrum), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        logs = _ops.log(_ops.abs(self._spectrum))
        return _ops.cast(self._over_spectrum(_ops.reduce_sum, logs), self.dtype)

    def _trace(self) -> Tensor:
        return _cast(self._over_spectrum(_ops.reduce_sum, self._spectrum), self.dtype)

    def _diag_part(self) -> Tensor:
        sizes = self._sizes()
        mean = self._trace() / _ops.cast(sizes[-1], self.dtype)
        return _ops.broadcast_to(_ops.expand_dims(mean, -1), sizes[:-1])

    def _eigvals(self) -> Tensor:
        return _ops.reshape(self._spectrum, self._sizes()[:-1])

    def _cond(self) -> Tensor:
        sizes = _ops.abs(self._spectrum)
        most = self._over_spectrum(_ops.reduce_max, sizes)
        return _ops.cast(most / self._over_spectrum(_ops.reduce_min, sizes), self.dtype)

    def convolution_kernel(self, name: str = "convolution_kernel") -> Tensor:
        """The inverse transform of the spectrum: the first column, an axis for each."""
        return _cast(_BACKWARD[self._depth](complex_of(self._spectrum)), self.dtype)

    def _same(self, spectrum: Tensor) -> LinearOperator:
        return type(self)(
            spectrum,
            self.dtype,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_adjoint(self) -> LinearOperator:
        return self._same(conjugate(self._spectrum))

    def _linop_inverse(self) -> LinearOperator:
        return self._same(_ops.reciprocal(self._spectrum))


@own_init
class LinearOperatorCirculant(_Circulant):
    """Matrices each row of which is the row above moved by one: `spectrum` [..., n]."""


@own_init
class LinearOperatorCirculant2D(_Circulant):
    """Circulant matrices of circulant blocks: `spectrum` [..., n0, n1]."""

    _depth = 2


@own_init
class LinearOperatorCirculant3D(_Circulant):
    """Three circulants nested: `spectrum` [..., n0, n1, n2]."""

    _depth = 3


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
