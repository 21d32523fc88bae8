"""Owns what is known of a tensor without running anything: ``tf.get_static_value``,
``tf.ensure_shape``, ``tf.is_symbolic_tensor``."""

from __future__ import annotations

from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def is_symbolic_tensor(tensor: object) -> bool:
    """Whether it is a tensor without values, as ``keras.Input`` gives: False for variables and
    all else."""
    return isinstance(tensor, Tensor) and bool(_functions.is_symbolic(tensor))


def inside_function() -> bool:
    """Whether a ``tf.function`` is being traced."""
    return bool(_functions.is_tracing())


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value as an array, None for a symbolic tensor; anything else as it is."""
    if isinstance(tensor, Variable):
        return None
    if not isinstance(tensor, Tensor):
        return tensor
    if _functions.is_symbolic(tensor):
        return None
    value = tensor.numpy()
    return value[()] if value.ndim == 0 else value


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """`x` itself, of which `shape` is known from here on, None standing for any size. Raises
    InvalidArgumentError where its shape is another, in a traced function when it runs."""
    tensor, wanted = _functions.convert(x), TensorShape(shape)
    if wanted.rank is None:
        return _ops.identity(tensor)
    return _ops.ensure_shape(tensor, [-1 if size is None else size for size in wanted])


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
