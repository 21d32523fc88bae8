"""Owns the asserts on dtypes and kinds of values, which look at no element."""

from __future__ import annotations

from pelton._core import Tensor, Variable
from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton.debugging.messages import prefix

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pelton._types import DTypeLike, TensorLike


def assert_type(
    tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None
) -> None:
    """Raises TypeError unless the dtype is `tf_type`."""
    is_composite = hasattr(tensor, "_type_spec")
    found = tensor.dtype if is_composite else _functions.convert(tensor).dtype
    wanted = _as_dtype(tf_type)
    if found != wanted:
        raise TypeError(
            f"{prefix(message)}tensor must be of type tf.{wanted.name}; got tf.{found.name}"
        )


def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raises TypeError unless the dtype is one of integers."""
    found = _functions.convert(x).dtype
    if not found.is_integer:
        raise TypeError(
            f'{prefix(message)}Expected "x" to be integer type.  Found: tensor of dtype {found!r}'
        )


def assert_proper_iterable(values: Iterable[Any]) -> None:
    """Raises TypeError for tensors, arrays and texts, and for what cannot be iterated."""
    is_array = hasattr(values, "dtype") and hasattr(values, "shape")
    if isinstance(values, (Tensor, Variable, str, bytes)) or is_array:
        raise TypeError(
            f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}'
        )
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


def assert_same_float_dtype(
    tensors: Iterable[Any] | None = None, dtype: DTypeLike | None = None
) -> Any:
    """The dtype of all `tensors`, float32 for none. Raises ValueError where they differ from each
    other or from `dtype`, and for a dtype that is not floating."""
    wanted = None if dtype is None else _as_dtype(dtype)
    first: Any = None
    for tensor in tensors or ():
        found = tensor.dtype
        if wanted is not None and found != wanted:
            other = f" as {first}" if first is not None else ""
            raise ValueError(
                f"{tensor}, type={found!r}, must be of the same type ({wanted!r}){other}."
            )
        if wanted is None:
            first, wanted = tensor, found
    result = _as_dtype("float32") if wanted is None else wanted
    if not result.is_floating:
        raise ValueError(f"Expected floating point type, got {result!r}.")
    return result


def is_numeric_tensor(tensor: object) -> bool:
    """Whether it is a tensor of numbers; False for anything that is no tensor."""
    if not isinstance(tensor, (Tensor, Variable)):
        return False
    dtype = tensor.dtype
    return bool(dtype.is_floating or dtype.is_integer or dtype.is_complex)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
