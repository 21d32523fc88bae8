"""Owns the fields of extension types: what their annotations allow, and values made to fit."""

from __future__ import annotations

import collections.abc
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import DType, Tensor
from pelton._core import functions as _functions
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.tensor_spec import TensorSpec

_PLAIN = (int, float, str, bytes, bool, type(None), DType, TensorShape, Tensor)
_UNIONS = (typing.Union, types.UnionType)


class ImmutableDict(Mapping[Any, Any]):
    """A dict that cannot be changed, in which extension types keep mappings."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._items = dict(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"ImmutableDict({self._items!r})"


def check_annotation(field: str, annotation: Any) -> None:
    """Raises TypeError for a type that no field may have."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in _UNIONS or origin in (tuple, collections.abc.Mapping):
        for one in arguments:
            if one is not Ellipsis:
                check_annotation(field, one)
        return
    is_class = isinstance(annotation, type) and origin is None
    if is_class and (annotation in _PLAIN or issubclass(annotation, CompositeValue)):
        return
    shown = repr(annotation.__name__) if is_class or annotation is Any else annotation
    raise TypeError(f"In field {field!r}: Unsupported type annotation {shown}")


def converted(path: str, annotation: Any, value: Any, *, of_spec: bool = False) -> Any:
    """The value as the annotation has it, of a spec the specs of tensors; raises TypeError."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in _UNIONS:
        return _one_of(path, annotation, value, of_spec)
    if origin is tuple:
        return _tuple(path, arguments, value, of_spec)
    if origin is collections.abc.Mapping:
        if not isinstance(value, Mapping):
            raise TypeError(f"{path}: expected mapping, got {type(value).__name__!r}")
        key, item = arguments
        return ImmutableDict(
            {
                converted(f"{path}[<key>]", key, k): converted(
                    f"{path}[{k!r}]", item, v, of_spec=of_spec
                )
                for k, v in value.items()
            }
        )
    return (_spec_leaf if of_spec else _leaf)(path, annotation, value)


def _one_of(path: str, annotation: Any, value: Any, of_spec: bool) -> Any:
    for one in typing.get_args(annotation):
        try:
            return converted(path, one, value, of_spec=of_spec)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"{path}: expected {annotation}, got {type(value).__name__!r}")


def _tuple(path: str, arguments: tuple[Any, ...], value: Any, of_spec: bool) -> Any:
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"{path}: expected tuple, got {type(value).__name__!r}")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        arguments = (arguments[0],) * len(value)
    if len(arguments) != len(value):
        given = type(value).__name__
        raise TypeError(f"{path}: expected tuple with length {len(arguments)}, got {given!r}")
    pairs = enumerate(zip(arguments, value, strict=True))
    return tuple(converted(f"{path}[{i}]", one, item, of_spec=of_spec) for i, (one, item) in pairs)


def _leaf(path: str, annotation: Any, value: Any) -> Any:
    if annotation is Tensor:
        try:
            return value if isinstance(value, Tensor) else _functions.convert(value)
        except (TypeError, ValueError):
            given = type(value).__name__
            raise TypeError(f"{path}: expected a Tensor, got {given!r}") from None
    if annotation is DType:
        return _dtypes.as_dtype(value)
    if annotation is TensorShape:
        return TensorShape(value)
    if not isinstance(value, annotation):
        raise TypeError(f"{path}: expected {annotation.__name__!r}, got {type(value).__name__!r}")
    return value


def _spec_leaf(path: str, annotation: Any, value: Any) -> Any:
    is_tensor = annotation is Tensor
    if not is_tensor and not issubclass(annotation, CompositeValue):
        return _leaf(path, annotation, value)
    fits = isinstance(value, (TensorSpec, PartsSpec)) and issubclass(value.value_type, annotation)
    if not fits:
        wanted = "a TensorSpec" if is_tensor else f"a spec of {annotation.__name__}"
        raise TypeError(f"{path}: expected {wanted}, got {type(value).__name__!r}")
    return value


def map_values(function: Callable[..., Any], *values: Any) -> Any:
    """``function`` of what is in tuples and mappings that are nested alike, nested so again."""
    first = values[0]
    if isinstance(first, tuple):
        return tuple(map_values(function, *parts) for parts in zip(*values, strict=True))
    if isinstance(first, ImmutableDict):
        names = sorted(first)
        return ImmutableDict(
            {n: map_values(function, *(value[n] for value in values)) for n in names}
        )
    return function(*values)


def values_in(value: Any) -> list[Any]:
    """What is in nested tuples and mappings, in order."""
    found: list[Any] = []
    map_values(found.append, value)
    return found


def nested_alike(one: Any, other: Any) -> bool:
    """Whether both are nested in the same tuples and mappings."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(nested_alike(*pair) for pair in pairs)
    if isinstance(one, ImmutableDict) and isinstance(other, ImmutableDict):
        return sorted(one) == sorted(other) and all(nested_alike(one[n], other[n]) for n in one)
    kinds = (tuple, ImmutableDict)
    return not isinstance(one, kinds) and not isinstance(other, kinds)
