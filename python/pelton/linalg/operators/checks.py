"""Owns the assertions of linear operators: that their matrices are what is needed of them."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Checks:
    """What a LinearOperator asserts of its matrices; each raises InvalidArgumentError."""

    def _check_square(self: Any, what: str) -> None:
        if self.is_square is False:
            raise NotImplementedError(
                f"{what} not implemented for an operator that is expected to not be square."
            )

    def _check_solvable(self: Any) -> None:
        if self.is_non_singular is False or self.is_square is False:
            kind = "be singular" if self.is_non_singular is False else "not be square"
            raise NotImplementedError(
                f"Exact solve not implemented for an operator that is expected to {kind}."
            )

    def assert_non_singular(self: Any, name: str = "assert_non_singular") -> Any:
        """Asserts that condition numbers are less than one over the dtype's precision."""
        return self._assert_non_singular()

    def _assert_non_singular(self: Any) -> Any:
        from pelton.debugging import assert_less
        from pelton.linalg.factoring import epsilon

        cond = _ops.real(self.cond()) if self.dtype.is_complex else self.cond()
        limit = 1.0 / epsilon(cond)
        return assert_less(cond, limit, message=f"{self.name}: Singular matrix up to precision")

    def assert_positive_definite(self: Any, name: str = "assert_positive_definite") -> Any:
        """Asserts that there is a Cholesky decomposition.

        Raises NotImplementedError for an operator that is not said to be self-adjoint."""
        return self._assert_positive_definite()

    def _assert_positive_definite(self: Any) -> Any:
        from pelton.debugging import check_numerics
        from pelton.linalg.factoring import cholesky

        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        factor = cholesky(self.to_dense())  # NaN where there is none
        real = _ops.real(factor) if self.dtype.is_complex else factor
        check_numerics(real, f"{self.name}: Matrix was not positive definite.")

    def assert_self_adjoint(self: Any, name: str = "assert_self_adjoint") -> Any:
        """Asserts that each matrix is its own conjugate transpose."""
        return self._assert_self_adjoint()

    def _assert_self_adjoint(self: Any) -> Any:
        from pelton.debugging import assert_equal
        from pelton.linalg.diagonals import adjoint

        dense = self.to_dense()
        message = f"{self.name}: Matrix was not equal to its adjoint."
        return assert_equal(dense, adjoint(dense), message=message)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
