"""What `shape` and `dtype` of the symbolic tensors of layers are: a tuple and a name, as Keras's
are, which answer what TensorFlow's TensorShape and DType do, too."""

from __future__ import annotations

from pelton._core import DType, as_dtype
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class SymbolicShape(tuple):
    """The sizes of a symbolic tensor, None for an open one."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(TensorShape(tuple(self)), name)

    def __reduce__(self) -> Any:
        return tuple, (tuple(self),)


class DTypeName(str):
    """The name of a symbolic tensor's dtype."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_dtype_of(self), name)

    def __reduce__(self) -> Any:
        return str, (str(self),)


def _dtype_of(name: str) -> DType:
    found: DType = as_dtype(str(name))
    return found
