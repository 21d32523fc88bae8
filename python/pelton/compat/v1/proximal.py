"""Owns the proximal optimizers: steps after which weights are drawn towards zero."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.optimizers import AdagradOptimizer, GradientDescentOptimizer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class ProximalGradientDescentOptimizer(GradientDescentOptimizer):
    """Gradient descent with penalties of sizes and squares (Duchi and Singer 2009)."""

    def __init__(
        self, learning_rate: Any, l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0, use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, use_locking, name)
        self._strengths = (l1_regularization_strength, l2_regularization_strength)

    def _apply(self, run: Any, grads: Any, rate: Any, targets: Any) -> None:
        super()._apply(run, grads, rate, targets)
        sizes, squares = self._strengths
        for reference in targets.variables if sizes or squares else ():
            variable = run.variable(reference)
            value = variable.value()
            step = _ops.cast(rate, value.dtype)
            shrunk = _ops.maximum(_ops.abs(value) - step * sizes, 0.0)
            variable.assign(_ops.sign(value) * shrunk / (1.0 + step * squares))


class ProximalAdagradOptimizer(AdagradOptimizer):
    """Adagrad with penalties of sizes and squares (Duchi and Singer 2009)."""

    def __init__(
        self, learning_rate: Any, initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0, l2_regularization_strength: float = 0.0,
        use_locking: bool = False, name: str = "ProximalAdagrad",
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._strengths = (l1_regularization_strength, l2_regularization_strength)

    def _apply(self, run: Any, grads: Any, rate: Any, targets: Any) -> None:
        super()._apply(run, grads, rate, targets)
        sizes, squares = self._strengths
        if not sizes and not squares:
            return
        variables = [run.variable(one) for one in targets.variables]
        optimizer = self._optimizer_of(run.session, targets, variables)
        sums = [one for one in optimizer.variables if "accumulator" in one.path]
        for variable, total in zip(variables, sums, strict=True):
            value = variable.value()
            step = _ops.cast(rate, value.dtype) * _ops.rsqrt(_functions.convert(total))
            shrunk = _ops.maximum(_ops.abs(value) - step * sizes, 0.0)
            variable.assign(_ops.sign(value) * shrunk / (1.0 + step * squares))
