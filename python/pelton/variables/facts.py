"""Owns what ``tf.Variable`` says of itself beside its shape and dtype, and old names of it."""

from __future__ import annotations

from pelton._core import dtypes as _dtypes
from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor, Variable
    from pelton.tensor_shape import TensorShape


def get_shape(self: Variable) -> TensorShape:
    """The shape."""
    return self.shape


def set_shape(self: Variable, shape: Any) -> None:
    """Nothing more than a check: raises ValueError for a shape that is not the variable's."""
    self.shape.assert_is_compatible_with(shape)


@property
def initializer(self: Variable) -> Any:
    """None, as of a variable that runs at once."""
    return None


def is_initialized(self: Variable, name: str | None = None) -> Tensor:
    """True: a variable that runs at once has its value from the start."""
    return _functions.convert(True)


def _is_of_keras(variable: Variable) -> bool:
    """Whether it is one of Keras's, whose dtype is a name."""
    return isinstance(variable.dtype, str)


@property
def synchronization(self: Variable) -> Any:
    """``tf.VariableSynchronization.AUTO``, "auto" of one of Keras's: there is one copy."""
    if _is_of_keras(self):
        return "auto"
    from pelton.variables.options import VariableSynchronization

    return VariableSynchronization.AUTO


@property
def aggregation(self: Variable) -> Any:
    """``tf.VariableAggregation.NONE``, "none" of one of Keras's: there is one copy."""
    if _is_of_keras(self):
        return "none"
    from pelton.variables.options import VariableAggregation

    return VariableAggregation.NONE


def count_up_to(self: Variable, limit: int) -> Tensor:
    """The value, to which 1 is added; OutOfRangeError where it is ``limit`` already."""
    from pelton.errors import InvalidArgumentError, OutOfRangeError

    if self.dtype not in (_dtypes["int32"], _dtypes["int64"]):
        raise InvalidArgumentError(
            f"Variable.count_up_to: the variable must be int32 or int64, got {self.dtype.name}"
        )
    value = self.read_value()
    if int(value) >= limit:
        raise OutOfRangeError(f"Variable.count_up_to: reached limit of {limit}")
    self.assign_add(1)
    return value


def _only_of_keras(variable: Variable, refusal: str) -> None:
    """Raises TypeError for a tf.Variable, as Python does for what lacks the method."""
    if not _is_of_keras(variable):
        raise TypeError(refusal)


def __pos__(self: Variable) -> Tensor:  # noqa: N807
    """The value of one of Keras's; TypeError for a tf.Variable."""
    _only_of_keras(self, "bad operand type for unary +: 'Variable'")
    return self.read_value()


def __round__(self: Variable, ndigits: int | None = None) -> Tensor:  # noqa: N807
    """The value of one of Keras's, rounded to that many decimals; TypeError for a tf.Variable."""
    from pelton.keras import ops

    _only_of_keras(self, "type Variable doesn't define __round__ method")
    return ops.round(self.read_value(), decimals=ndigits or 0)


@property
def overwrite_with_gradient(self: Variable) -> bool:
    """False of one of Keras's: optimizers take a step."""
    if not _is_of_keras(self):
        raise AttributeError("'Variable' object has no attribute 'overwrite_with_gradient'")
    return False


def experimental_ref(self: Variable) -> Any:
    """The same as ``ref()``."""
    return self.ref()
