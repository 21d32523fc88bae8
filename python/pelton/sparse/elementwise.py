"""Owns what ops do that are called with sparse tensors: some work on their values."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

# The ops that TensorFlow lets take sparse tensors.
_OF_VALUES = frozenset(
    "abs asin atan cast erf identity negative sign sin sqrt square stop_gradient tanh".split()
)


def of_op(op: str, given: dict[str, Any]) -> Any:
    """What the op of that name gives for those arguments; raises ValueError for other ops."""
    first, *rest = given
    if op not in _OF_VALUES:
        raise ValueError(
            f"{op}: Attempt to convert a value of unsupported type (SparseTensor) to a Tensor."
        )
    sparse = given[first]
    others = {name: given[name] for name in rest}
    return sparse.with_values(getattr(_ops, op)(sparse.values, **others))


def register(cls: type) -> None:
    """Has ops with instances of the class come here."""
    _functions.add_composite_class(cls, of_op)
