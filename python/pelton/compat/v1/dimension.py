"""Owns Dimension, the size of an axis as TensorFlow 1 has it, and how shapes give it to programs:
the library's own code goes on to read integers and None from them."""

from __future__ import annotations

import operator
import sys

from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class Dimension:
    """A size that may be unknown (None); equal to another of the same number.

    Raises TypeError for what is no integer, ValueError for a negative one."""

    def __init__(self, value: Any) -> None:
        found = value.value if isinstance(value, Dimension) else value
        if isinstance(found, (float, str)):
            raise TypeError(f"Dimension value must be integer or None, got value {value!r}")
        self._value = None if found is None else int(found)
        if self._value is not None and self._value < 0:
            raise ValueError(f"Dimension {self._value} must be >= 0")

    @property
    def value(self) -> int | None:
        """The number, or None."""
        return self._value

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __int__(self) -> int:
        return self.__index__()

    def __index__(self) -> int:
        if self._value is None:
            raise TypeError("Dimension: an unknown size is no integer")
        return self._value

    def __eq__(self, other: object) -> Any:
        """None where one of the two is unknown."""
        try:
            number = Dimension(other).value
        except (TypeError, ValueError):
            return NotImplemented
        return None if None in (self._value, number) else self._value == number

    def __hash__(self) -> int:
        return hash(self._value)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both may be the same size."""
        return None in (self._value, Dimension(other).value) or self == other

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError unless both may be the same size."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> Dimension:
        """What is known of a size that is both; raises ValueError where they differ."""
        self.assert_is_compatible_with(other)
        return Dimension(other) if self._value is None else Dimension(self._value)

    def __truediv__(self, other: Any) -> Any:
        raise TypeError(
            f"unsupported operand type(s) for /: 'Dimension' and '{type(other).__name__}', please "
            "use // instead"
        )

    def __rtruediv__(self, other: Any) -> Any:
        raise TypeError(
            f"unsupported operand type(s) for /: '{type(other).__name__}' and 'Dimension', please "
            "use // instead"
        )


def _number(value: Any) -> int | None:
    return value.value if isinstance(value, Dimension) else Dimension(value).value


def _arithmetic(apply: Callable[[int, int], int], is_swapped: bool) -> Any:
    """Unknown where one of the two is."""

    def method(self: Dimension, other: Any) -> Any:
        try:
            number = _number(other)
        except (TypeError, ValueError):
            return NotImplemented
        if self.value is None or number is None:
            return Dimension(None)
        return Dimension(apply(number, self.value) if is_swapped else apply(self.value, number))

    return method


def _order(apply: Callable[[int, int], bool]) -> Any:
    """None where one of the two is unknown."""

    def method(self: Dimension, other: Any) -> Any:
        number = _number(other)
        return None if None in (self.value, number) else apply(self.value, number)

    return method


for _name in "add sub mul floordiv mod".split():
    setattr(Dimension, f"__{_name}__", _arithmetic(getattr(operator, _name), False))
    setattr(Dimension, f"__r{_name}__", _arithmetic(getattr(operator, _name), True))
for _name in "lt le gt ge".split():
    setattr(Dimension, f"__{_name}__", _order(getattr(operator, _name)))


def dimension_value(dimension: Any) -> Any:
    """The number of a Dimension, or None; anything else as it is."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


def dimension_at_index(shape: Any, index: int) -> Dimension:
    """The Dimension of an axis, unknown where the number of axes is."""
    return Dimension(None if shape.rank is None else shape[index])


_before: dict[str, Any] = {}  # the methods of shapes with integers
_BY_SIZE = ("__getitem__", "__iter__", "__repr__", "__str__")


def _is_ours(depth: int) -> bool:
    """Whether the library's own code asks."""
    name = sys._getframe(depth + 1).f_globals.get("__name__", "")
    return str(name).partition(".")[0] == "pelton"


def _item(shape: TensorShape, key: Any) -> Any:
    found = _before["__getitem__"](shape, key)
    if isinstance(key, slice) or _is_ours(1):
        return found
    return Dimension(found)


def _sizes(shape: TensorShape) -> Iterator[Any]:
    sizes = _before["__iter__"](shape)
    return sizes if _is_ours(1) else map(Dimension, sizes)


def _repr(shape: TensorShape) -> str:
    return f"TensorShape({shape.dims})"


def _str(shape: TensorShape) -> str:
    if shape.rank is None:
        return "<unknown>"
    shown = ", ".join("?" if size is None else str(size) for size in shape.as_list())
    return f"({shown},)" if shape.rank == 1 else f"({shown})"


def _set_shape(tensor: Any, shape: Any) -> None:
    """Tensor.set_shape, which knows no Dimensions."""
    _before["set_shape"](tensor, TensorShape(shape)._dims)


def disable_v2_tensorshape() -> None:
    """From now on programs read Dimensions from shapes."""
    if _before:
        return
    from pelton._core import Tensor

    made = (_item, _sizes, _repr, _str)
    for name, method in zip(_BY_SIZE, made, strict=True):
        _before[name] = vars(TensorShape).get(name)
        setattr(TensorShape, name, method)
    _before["set_shape"] = Tensor.set_shape
    Tensor.set_shape = _set_shape


def enable_v2_tensorshape() -> None:
    """From now on programs read integers and None from shapes."""
    from pelton._core import Tensor

    if _before:
        Tensor.set_shape = _before.pop("set_shape")
    for name, method in _before.items():
        if method is None:
            delattr(TensorShape, name)
        else:
            setattr(TensorShape, name, method)
    _before.clear()
