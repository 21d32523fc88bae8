"""Owns ``experimental_enable_numpy_behavior``: tensors with NumPy's methods and promotion."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy import arithmetic as _arithmetic
from pelton.experimental.numpy import indexing as _indexing
from pelton.experimental.numpy import products as _products
from pelton.experimental.numpy import promotion as _promotion
from pelton.experimental.numpy import reductions as _reductions
from pelton.experimental.numpy import shaping as _shaping

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._types import DTypeLike


def _astype(self: Tensor, dtype: DTypeLike) -> Tensor:
    """The elements in that dtype."""
    return _ops.cast(self, dtype)


def _reshape(self: Tensor, *shape: Any, order: str = "C") -> Tensor:
    """The elements in another shape, given as one argument or as several."""
    sizes = shape[0] if len(shape) == 1 else shape
    return _shaping.reshape(self, sizes, order)


def _transpose(self: Tensor, *axes: Any) -> Tensor:
    """The axes in that order, given as one argument or as several; reversed without any."""
    order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
    return _shaping.transpose(self, list(order) if order else None)


def _tolist(self: Tensor) -> Any:
    """The elements as nested lists."""
    return self.numpy().tolist()


# TensorFlow's tensors have these, and no others of NumPy's methods.
_METHODS: dict[str, Any] = {
    "astype": _astype,
    "clip": _indexing.clip,
    "flatten": _shaping.flatten,
    "max": _reductions.max,
    "mean": _reductions.mean,
    "min": _reductions.min,
    "ravel": _shaping.ravel,
    "reshape": _reshape,
    "tolist": _tolist,
    "transpose": _transpose,
    "T": property(_shaping.transpose),
    "data": property(lambda self: self),
    "size": property(_shaping.size),
}
_OPERATORS = {
    "add": _arithmetic.add,
    "sub": _arithmetic.subtract,
    "mul": _arithmetic.multiply,
    "truediv": _arithmetic.true_divide,
    "floordiv": _arithmetic.floor_divide,
    "mod": _arithmetic.mod,
    "pow": _arithmetic.power,
    "matmul": _products.matmul,
}
_COMPARISONS = {
    "lt": _arithmetic.less,
    "le": _arithmetic.less_equal,
    "gt": _arithmetic.greater,
    "ge": _arithmetic.greater_equal,
}
_MODES = ("legacy", "off", "safe", "all")


def _is_ours(other: Any) -> bool:
    """Whether a value is one that tensors compute with, so that others may answer themselves."""
    from pelton._core import Variable

    known = (Tensor, Variable, bool, int, float, complex, list, tuple)
    return isinstance(other, known) or hasattr(other, "__array__")


def _forward(function: Callable[..., Tensor], plain: Any) -> Any:
    def operate(self: Tensor, other: Any) -> Any:
        is_text = self.dtype.name == "string"
        return plain(self, other) if is_text or not _is_ours(other) else function(self, other)

    return operate


def _backward(function: Callable[..., Tensor], plain: Any) -> Any:
    def operate(self: Tensor, other: Any) -> Any:
        is_text = self.dtype.name == "string"
        return plain(self, other) if is_text or not _is_ours(other) else function(other, self)

    return operate


def _item(plain: Any) -> Any:
    """Indexing with NumPy's advanced indices. One of whole numbers beside slices is a gather;
    others need values."""

    def pick(self: Tensor, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        places = [n for n, part in enumerate(parts) if _is_advanced(part)]
        if not places:
            return plain(self, key)
        if len(places) > 1 or None in map(_kept, parts) or not _picks(parts[places[0]]):
            return _picked(self, parts)
        place = places[0]
        rest = tuple(slice(None) if n == place else part for n, part in enumerate(parts))
        axis = _axis(self, parts, place)
        index = _promotion.convert(parts[place])
        size = _ops.cast(self.shape[axis], index.dtype)
        index = _ops.where(_ops.less(index, 0), _ops.add(index, size), index)
        return plain(_ops.gather(self, index, axis), _spread(rest, place, index.ndim))

    return pick


def _is_advanced(part: Any) -> bool:
    return isinstance(part, (list, tuple)) or getattr(part, "ndim", 0) > 0


def _picks(part: Any) -> bool:
    """Whether an advanced index is of whole numbers, which say where, and no mask."""
    return bool(_promotion.convert(part).dtype.is_integer)


def _kept(part: Any) -> Any:
    return Ellipsis if _is_advanced(part) else part


def _picked(x: Tensor, parts: tuple[Any, ...]) -> Tensor:
    """What NumPy picks, found by the numbers that the elements have in a flat tensor."""
    import numpy as np

    shape = tuple(x.shape)
    key = tuple(part.numpy() if isinstance(part, Tensor) else part for part in parts)
    numbers = np.arange(np.prod(shape, dtype=np.int64)).reshape(shape)[key]
    return _ops.gather(_ops.reshape(x, [-1]), numbers)


def _axis(x: Tensor, parts: tuple[Any, ...], place: int) -> int:
    """Which axis the index at `place` is for."""
    before = parts[:place]
    return place if Ellipsis not in before else x.ndim - (len(parts) - place)


def _spread(parts: tuple[Any, ...], place: int, rank: int) -> tuple[Any, ...]:
    """The other indices, with a slice for each axis that the picked elements have."""
    return (*parts[:place], *[slice(None)] * rank, *parts[place + 1 :])


def experimental_enable_numpy_behavior(
    prefer_float32: bool = False, dtype_conversion_mode: str = "legacy"
) -> None:
    """Gives tensors NumPy's methods (`T`, `astype`, `reshape`, `ravel`, `size`, ...), lets their
    operators compute in the dtype that NumPy gives two operands, and lists and tensors of whole
    numbers stand as an index.

    With `prefer_float32` Python's floats are float32 for ``tf.experimental.numpy``. Of the modes of
    conversion "legacy" and "off" (operators as they are) are there. Raises ValueError for others
    than TensorFlow's, NotImplementedError for "safe" and "all"."""
    if dtype_conversion_mode not in _MODES:
        raise ValueError(
            "experimental_enable_numpy_behavior: dtype_conversion_mode must be one of "
            f"{_MODES}, got {dtype_conversion_mode!r}"
        )
    if dtype_conversion_mode in ("safe", "all"):
        raise NotImplementedError(
            "experimental_enable_numpy_behavior: dtype_conversion_mode "
            f"{dtype_conversion_mode!r} is not there: 'legacy' promotes as NumPy does"
        )
    _promotion.prefer_float32(prefer_float32)
    for name, method in _METHODS.items():
        setattr(Tensor, name, method)
    if dtype_conversion_mode == "legacy" and not hasattr(Tensor.__add__, "promotes"):
        _promote_operators()


def _promote_operators() -> None:
    for name, function in _OPERATORS.items():
        forward, backward = f"__{name}__", f"__r{name}__"
        setattr(Tensor, backward, _backward(function, getattr(Tensor, backward)))
        setattr(Tensor, forward, _forward(function, getattr(Tensor, forward)))
    for name, function in _COMPARISONS.items():
        method = f"__{name}__"
        setattr(Tensor, method, _forward(function, getattr(Tensor, method)))
    Tensor.__getitem__ = _item(Tensor.__getitem__)  # type: ignore[method-assign]
    Tensor.__add__.promotes = True  # type: ignore[attr-defined]
