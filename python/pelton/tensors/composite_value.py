"""Owns CompositeValue: the class above values that are made of several tensors and a spec."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.tensors.composite_specs import PartsSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class CompositeValue:
    """A value that functions, datasets, branches and loops carry as tensors, its parts.

    All that is not in the parts is in the spec, a ``PartsSpec``.
    """

    _is_tensor_like = False  # True where ``tf.is_tensor`` is

    @property
    def _type_spec(self) -> Any:
        """The spec of this value."""
        raise NotImplementedError(f"{type(self).__name__} has no spec")

    def _gradient_part(self) -> Tensor:
        """The tensor of which gradients are taken, and by which the value is a source of them."""
        raise ValueError(
            f"Type {type(self).__name__} is not supported as a gradient source or gradient target."
        )

    def _with_gradient(self, gradient: Any) -> Any:
        """The value of this class that a gradient of that tensor stands for."""
        raise NotImplementedError(f"{type(self).__name__} has no gradients")


def composite_type_spec(value: object) -> Any:
    """The spec of a value that is made of several tensors; None for others."""
    return value._type_spec if isinstance(value, CompositeValue) else None


_functions.set_composite_classes(CompositeValue, PartsSpec)
