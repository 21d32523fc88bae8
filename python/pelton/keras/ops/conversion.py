"""Owns what every function here begins with: tensors of what is given, in the dtype of them all,
and the sizes, axes and data formats that go with them."""

from __future__ import annotations

from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.ops.dtypes import WEAK, dtype_name, float_type, joined

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_HALVES = ("float16", "bfloat16")


def convert(x: Any) -> Tensor:
    """A tensor of a tensor, variable, number, array or nested list, in the dtype that it has.

    Others may have a method ``__tf_tensor__(dtype, name)``."""
    if isinstance(x, Tensor):
        return x
    if not isinstance(x, Variable) and hasattr(x, "__tf_tensor__"):
        return x.__tf_tensor__()
    return _functions.convert(x)


def cast_to(x: Tensor, name: str) -> Tensor:
    """`x` in the dtype of that name; itself where it has it."""
    return x if x.dtype.name == name else _ops.cast(x, name)


def convert_as(x: Any, name: str) -> Tensor:
    """A tensor of `x` in the dtype of that name, without a detour through another dtype."""
    if not isinstance(x, (Tensor, Variable)) and not hasattr(x, "__tf_tensor__"):
        try:
            return _functions.convert(x, name)
        except (TypeError, ValueError, OverflowError):
            pass  # not a value of that dtype as it stands: cast below, or refused there
    return cast_to(convert(x), name)


def kind_of(x: Any) -> Any:
    """The weak type of one of Python's numbers, the dtype's name of a tensor."""
    return type(x) if type(x) in WEAK else x.dtype.name


def _operand(x: Any) -> Any:
    return x if type(x) in WEAK else convert(x)


def promoted(*values: Any, least: Any = None) -> list[Tensor]:
    """The values in the dtype of their result; `least`: a dtype or weak type that counts too."""
    operands = [_operand(value) for value in values]
    kinds = [kind_of(operand) for operand in operands]
    name = joined(tuple(kinds if least is None else [*kinds, least]))
    return [convert_as(operand, name) for operand in operands]


def floating(x: Any) -> Tensor:
    """`x` as a tensor of a floating or complex dtype; integers in the default one."""
    x = convert(x)
    return cast_to(x, float_type(x.dtype.name))


def widened(x: Tensor) -> Tensor:
    """`x`, in float32 where it has a dtype of 16 bits, in which the engine neither factors nor
    transforms."""
    return _ops.cast(x, "float32") if x.dtype.name in _HALVES else x


def narrowed(found: Tensor, like: Tensor) -> Tensor:
    """A result made of ``widened(like)`` in the dtype of 16 bits that `like` has."""
    return cast_to(found, like.dtype.name) if like.dtype.name in _HALVES else found


def wide_floating(x: Any) -> Tensor:
    """As `floating`, but 64-bit integers become float64, as some functions take them."""
    x = convert(x)
    return cast_to(x, "float64") if x.dtype.name == "int64" else floating(x)


def floats(*values: Any) -> list[Tensor]:
    """The values in the floating dtype of their result."""
    return promoted(*values, least=float)


def sizes(x: Tensor) -> list[Any]:
    """The sizes of `x`: a number where it is known, a symbolic tensor where it is open."""
    shape = x.shape
    if shape.is_fully_defined():
        return list(shape)
    found = _ops.shape(x)
    return [found[axis] if size is None else size for axis, size in enumerate(shape)]


def product(factors: Sequence[Any]) -> Any:
    """The product of sizes."""
    total: Any = 1
    for factor in factors:
        total = total * factor
    return total


def axes_of(axis: Any, rank: int, name: str = "axis") -> list[int]:
    """Axes counted from 0: one, several, or None for all. Raises ValueError for one outside."""
    if axis is None:
        return list(range(rank))
    given = list(axis) if isinstance(axis, (list, tuple)) else [axis]
    return [one_axis(place, rank, name) for place in given]


def one_axis(axis: Any, rank: int, name: str = "axis") -> int:
    """An axis counted from 0. Raises ValueError where the rank has none such."""
    place = int(axis)
    if not -rank <= place < rank:
        raise ValueError(f"{name} {axis} is out of bounds for an array of rank {rank}")
    return place % rank


def scalar(value: Any, like: Tensor) -> Tensor:
    """A number as a tensor of the dtype of `like`."""
    return convert_as(value, like.dtype.name)


def named_dtype(dtype: Any, default: str | None = None) -> str:
    """The name of `dtype`; `default`, or the default float dtype, for None."""
    return default if dtype is None and default is not None else dtype_name(dtype)


def default_data_format() -> str:
    """Where channels stand unless a call says; on stock Keras that one's setting stands here."""
    from pelton.keras.backend import image_data_format

    return image_data_format()


def data_format_of(data_format: str | None) -> str:
    """Either "channels_last" or "channels_first"; None: the process-wide one. ValueError else."""
    if data_format is None:
        return default_data_format()
    found = str(data_format).lower()
    if found not in ("channels_last", "channels_first"):
        raise ValueError(
            "The `data_format` argument must be one of {'channels_first', 'channels_last'}. "
            f"Received: data_format={data_format}"
        )
    return found


def missing(op: str) -> Any:
    """The engine's op of that name. Raises NotImplementedError where it has none."""
    found = getattr(_ops, op, None)
    if found is None:
        raise NotImplementedError(f"the engine has no op '{op}' yet, which this function needs")
    return found
