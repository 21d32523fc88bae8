"""Owns what orders ops in graphs of old and has little to do here, where each op runs at once:
``tf.group``, ``tf.no_op``, ``tf.tuple``, ``tf.control_dependencies``."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor


def no_op(name: str | None = None) -> None:
    """Does nothing."""


def group(*inputs: Any, **kwargs: Any) -> None:
    """Nothing: what is given has run already. Raises ValueError for unknown keywords."""
    kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}")


def tuple(  # noqa: A001 - TensorFlow's name
    tensors: Sequence[Any], control_inputs: Sequence[Any] | None = None, name: str | None = None
) -> list[Any]:
    """The tensors as a list, None kept. Raises ValueError where all are None."""
    found = [None if tensor is None else _functions.convert(tensor) for tensor in tensors]
    if all(tensor is None for tensor in found):
        raise ValueError("tuple must have at least one Tensor")
    return found


def identity_n(input: Sequence[Any], name: str | None = None) -> list[Tensor]:  # noqa: A002
    """Each of the tensors as ``tf.identity`` gives it."""
    return [_ops.identity(value) for value in input]


class control_dependencies:  # noqa: N801 - TensorFlow's name
    """``with tf.control_dependencies(inputs):`` runs its body after `inputs`, which have run."""

    def __init__(self, control_inputs: Sequence[Any] | None) -> None:
        if callable(control_inputs):
            control_inputs()
        else:
            for control in control_inputs or ():
                if callable(control):
                    control()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: Any) -> None:
        return None


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
