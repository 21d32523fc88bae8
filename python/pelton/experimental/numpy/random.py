"""Owns ``tf.experimental.numpy.random``: draws under NumPy's names, from the stream of the
process that ``tf.random`` draws from too."""

from __future__ import annotations

from pelton import random as _random
from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy.promotion import (
    as_given as _as_given,
)
from pelton.experimental.numpy.promotion import (
    convert as _convert,
)
from pelton.experimental.numpy.promotion import (
    default_float as _default_float,
)
from pelton.experimental.numpy.promotion import (
    name_of as _name_of,
)
from pelton.keras.ops.conversion import cast_to as _cast_to
from pelton.names.named_refusals import name_refusals as _name_refusals

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._types import DTypeLike, TensorLike


def _shape(size: int | Sequence[int] | None) -> list[int]:
    if size is None:
        return []
    return [size] if isinstance(size, int) else list(size)


def seed(s: int) -> None:
    """Makes all later random numbers of this process reproducible, as ``tf.random.set_seed``."""
    _random.set_seed(int(s))


def randn(*args: int) -> Tensor:
    """Normal numbers in a tensor of these sizes."""
    return standard_normal(list(args))


def standard_normal(size: int | Sequence[int] | None = None) -> Tensor:
    """Normal numbers of mean 0 and deviation 1; one for None."""
    return _random.normal(_shape(size), dtype=_default_float())


def uniform(
    low: TensorLike = 0.0, high: TensorLike = 1.0, size: int | Sequence[int] | None = None
) -> Tensor:
    """Numbers in [low, high), which broadcast and say the shape where `size` is None."""
    low, high = _as_given(_convert(low), float), _as_given(_convert(high), float)
    shape = _ops.shape(_ops.add(low, high)) if size is None else _shape(size)
    return _random.uniform(shape, low, high, _default_float())


def rand(*size: int) -> Tensor:
    """Numbers in [0, 1) in a tensor of these sizes."""
    return uniform(0.0, 1.0, list(size))


def random(size: int | Sequence[int] | None = None) -> Tensor:
    """Numbers in [0, 1); one for None."""
    return uniform(0.0, 1.0, _shape(size))


def poisson(lam: TensorLike = 1.0, size: int | Sequence[int] | None = None) -> Tensor:
    """Counts of events of which `lam` are expected, in int64."""
    return _cast_to(_random.poisson(_shape(size), lam, _default_float()), "int64")


def randint(
    low: int,
    high: int | None = None,
    size: int | Sequence[int] | None = None,
    dtype: DTypeLike = int,
) -> Tensor:
    """Whole numbers in [low, high), or in [0, low) without `high`.

    Raises ValueError for another dtype than int32 and int64 or their like."""
    name = _name_of(dtype)
    if name not in ("int32", "int64"):
        raise ValueError(f"randint: dtype must be int32 or int64, got {name}")
    low, high = (0, low) if high is None else (low, high)
    return _random.uniform(_shape(size), low, high, name)


_name_refusals(__name__)
