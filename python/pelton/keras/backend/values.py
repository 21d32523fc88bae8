"""Owns what keras.backend makes tensors and variables of, and how their values are read and set."""

from __future__ import annotations

from pelton._core import Tensor, Variable, as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops.conversion import convert, convert_as
from pelton.keras.ops.dtypes import dtype_name

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pelton._types import ShapeLike, TensorLike

_uids: dict[str, int] = {}


def variable(value: Any, dtype: Any = None, name: str | None = None, constraint: Any = None) -> Any:
    """A Variable of that value, in the default float dtype unless `dtype` says otherwise."""
    start = convert_as(value, dtype_name(dtype))
    options = {} if name is None else {"name": name}
    return Variable(start, constraint=constraint, **options)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str | None = None) -> Tensor:
    """A tensor of that value, in the default float dtype unless `dtype` says otherwise."""
    made = convert_as(value, dtype_name(dtype))
    if shape is None or tuple(shape) == tuple(made.shape):
        return made
    if made.ndim == 0:
        return _ops.fill(made, shape)
    return _ops.reshape(made, shape)


def zeros(shape: ShapeLike, dtype: Any = None, name: str | None = None) -> Any:
    """A Variable of zeros."""
    return variable(_filled(0, shape, dtype), dtype, name)


def ones(shape: ShapeLike, dtype: Any = None, name: str | None = None) -> Any:
    """A Variable of ones."""
    return variable(_filled(1, shape, dtype), dtype, name)


def _filled(value: int, shape: ShapeLike, dtype: Any) -> Tensor:
    return _ops.fill(convert_as(value, dtype_name(dtype)), shape)


def eye(size: int | tuple[int, int], dtype: Any = None, name: str | None = None) -> Any:
    """A Variable with ones on the diagonal: `size` rows and as many columns, or two sizes."""
    from pelton.keras.ops import numpy as _knp

    rows, columns = size if isinstance(size, (list, tuple)) else (size, size)
    return variable(_knp.eye(rows, columns, dtype=dtype_name(dtype)), dtype, name)


def zeros_like(x: TensorLike, dtype: Any = None, name: str | None = None) -> Tensor:
    """Zeros in the shape and, unless `dtype` says otherwise, the dtype of `x`."""
    made = _ops.zeros_like(convert(x))
    return made if dtype is None else _ops.cast(made, dtype_name(dtype))


def ones_like(x: TensorLike, dtype: Any = None, name: str | None = None) -> Tensor:
    """Ones in the shape and, unless `dtype` says otherwise, the dtype of `x`."""
    made = _ops.ones_like(convert(x))
    return made if dtype is None else _ops.cast(made, dtype_name(dtype))


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = "int32") -> Tensor:
    """start, start + step, ... below `stop`; from 0 to `start` without one."""
    from pelton.keras.ops import numpy as _knp

    if stop is None:
        start, stop = 0, start if not isinstance(start, (int, float)) else max(start, 0)
    return _knp.arange(start, stop, step, dtype=dtype_name(dtype))


def cast_to_floatx(x: Any) -> Any:
    """A tensor in the default float dtype; for an array or number an array in it."""
    from pelton._core.keras_settings import floatx

    if isinstance(x, (Tensor, Variable)):
        return _ops.cast(x, floatx())
    import numpy as np

    return np.asarray(x, dtype=floatx())


def eval(x: Any) -> Any:
    """The value as an array."""
    return get_value(convert(x))


def get_value(x: Any) -> Any:
    """The value of a tensor or variable as an array; anything else as it is."""
    return x.numpy() if isinstance(x, (Tensor, Variable)) else x


def batch_get_value(tensors: Iterable[Any]) -> list[Any]:
    """The values of several tensors or variables."""
    return [get_value(one) for one in tensors]


def set_value(x: Any, value: Any) -> None:
    """Gives a variable a value. Raises TypeError for what is no variable."""
    _assigned("set_value", x, "assign", value)


def batch_set_value(tuples: Iterable[tuple[Any, Any]]) -> None:
    """Gives variables values, from pairs of both."""
    for one, value in tuples:
        set_value(one, value)


def _assigned(function: str, x: Any, how: str, value: Any) -> Any:
    if not isinstance(x, Variable):
        raise TypeError(f"{function}: `x` must be a variable. Received: x={x}")
    value = (
        value
        if isinstance(value, (Tensor, Variable))
        else convert_as(value, as_dtype(x.dtype).name)
    )
    return getattr(x, how)(value)


def update(x: Any, new_x: Any) -> Any:
    """Gives the variable `x` a new value."""
    return _assigned("update", x, "assign", new_x)


def update_add(x: Any, increment: Any) -> Any:
    """Adds to the variable `x`."""
    return _assigned("update_add", x, "assign_add", increment)


def update_sub(x: Any, decrement: Any) -> Any:
    """Subtracts from the variable `x`."""
    return _assigned("update_sub", x, "assign_sub", decrement)


def moving_average_update(x: Any, value: Any, momentum: float) -> Any:
    """Gives the variable `x` the value momentum x + (1 - momentum) value."""
    change = _ops.multiply(
        _ops.subtract(convert(x), convert_as(value, convert(x).dtype.name)),
        convert_as(1 - momentum, convert(x).dtype.name),
    )
    return _assigned("moving_average_update", x, "assign_sub", change)


def is_keras_tensor(x: Any) -> bool:
    """Whether `x` is what `keras.Input` and layers called on it give."""
    return isinstance(x, Tensor) and _functions.is_symbolic(x) and not _functions.is_tracing()


def is_sparse(tensor: Any) -> bool:
    """Whether it is a SparseTensor."""
    return hasattr(tensor, "dense_shape") and hasattr(tensor, "indices")


def to_dense(tensor: Any) -> Any:
    """A SparseTensor as a tensor; others as they are."""
    if not is_sparse(tensor):
        return tensor
    from pelton.sparse import to_dense as dense

    return dense(tensor)


def get_uid(prefix: str = "") -> int:
    """1, 2, ...: how often this prefix has been asked for."""
    _uids[prefix] = _uids.get(prefix, 0) + 1
    return _uids[prefix]


def forget_uids() -> None:
    """Counts from 1 again, as clear_session does."""
    _uids.clear()


_name_refusals(globals())
