"""The lists, dicts and sets that are attributes of layers: what is added to them is tracked, what
is taken out no more."""

from __future__ import annotations

import weakref
from collections import OrderedDict, defaultdict

from pelton.keras.tracking import tracked, untrack

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Self


def _no_layer() -> None:
    return None


class _Tracked:
    """What the containers have in common; copies of them belong to no layer."""

    _layer: Any = staticmethod(_no_layer)

    def _note(self, value: Any) -> Any:
        layer = self._layer()
        return value if layer is None else tracked(layer, value)

    def _forget(self, values: Iterable[Any]) -> None:
        layer = self._layer()
        for value in list(values) if layer is not None else ():
            untrack(layer, value)


class TrackedList(_Tracked, list):
    """A list that is an attribute of a layer."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (list(self),)

    def append(self, value: Any) -> None:
        super().append(self._note(value))

    def insert(self, index: Any, value: Any) -> None:
        super().insert(index, self._note(value))

    def extend(self, values: Iterable[Any]) -> None:
        super().extend([self._note(value) for value in values])

    def __iadd__(self, values: Iterable[Any]) -> Self:
        self.extend(values)
        return self

    def __setitem__(self, index: Any, value: Any) -> None:
        noted = [self._note(item) for item in value] if isinstance(index, slice) else None
        super().__setitem__(index, self._note(value) if noted is None else noted)

    def __delitem__(self, index: Any) -> None:
        gone = self[index] if isinstance(index, slice) else [self[index]]
        super().__delitem__(index)
        self._forget(gone)

    def remove(self, value: Any) -> None:
        super().remove(value)
        self._forget([value])

    def pop(self, index: Any = -1) -> Any:
        value = super().pop(index)
        self._forget([value])
        return value

    def clear(self) -> None:
        self._forget(self)
        super().clear()


class _TrackedMapping(_Tracked):
    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, self._note(value))

    def __delitem__(self, key: Any) -> None:
        value = self[key]
        super().__delitem__(key)
        self._forget([value])

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *args: Any, **kwargs: Any) -> None:
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def __ior__(self, other: Any) -> Self:
        self.update(other)
        return self

    def pop(self, key: Any, *default: Any) -> Any:
        if key not in self:
            return super().pop(key, *default)
        value = self[key]
        super().__delitem__(key)
        self._forget([value])
        return value

    def popitem(self) -> Any:
        item = super().popitem()
        self._forget(item[1:])
        return item

    def clear(self) -> None:
        self._forget(self.values())
        super().clear()


class TrackedDict(_TrackedMapping, dict):
    """A dict that is an attribute of a layer."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return dict, (dict(self),)


class TrackedOrderedDict(_TrackedMapping, OrderedDict):
    """An OrderedDict that is an attribute of a layer."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return OrderedDict, (list(self.items()),)


class TrackedDefaultDict(_TrackedMapping, defaultdict):
    """A defaultdict that is an attribute of a layer."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return defaultdict, (self.default_factory, dict(self))

    def __copy__(self) -> Any:
        return defaultdict(self.default_factory, self)

    def __missing__(self, key: Any) -> Any:
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = self.default_factory()
        return self[key]


class TrackedSet(_Tracked, set):
    """A set that is an attribute of a layer."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return set, (list(self),)

    def add(self, value: Any) -> None:
        super().add(self._note(value))

    def update(self, *others: Iterable[Any]) -> None:
        super().update([self._note(value) for values in others for value in values])

    def __ior__(self, other: Any) -> Self:
        self.update(other)
        return self

    def remove(self, value: Any) -> None:
        super().remove(value)
        self._forget([value])

    def discard(self, value: Any) -> None:
        super().discard(value)
        self._forget([value])

    def pop(self) -> Any:
        value = super().pop()
        self._forget([value])
        return value

    def clear(self) -> None:
        self._forget(self)
        super().clear()


_UNDER_WAY: dict[tuple[int, int], Any] = {}  # by layer and container: what may contain itself


def container_of(layer: Any, value: Any) -> Any:
    """`value`, a list, dict or set, as one whose contents `layer` tracks."""
    key = (id(layer), id(value))
    if key in _UNDER_WAY:
        return _UNDER_WAY[key]
    made: Any
    if isinstance(value, list):
        made = TrackedList()
    elif isinstance(value, set):
        made = TrackedSet()
    elif isinstance(value, defaultdict):
        made = TrackedDefaultDict(value.default_factory)
    else:
        made = TrackedOrderedDict() if isinstance(value, OrderedDict) else TrackedDict()
    made._layer = weakref.ref(layer)
    _UNDER_WAY[key] = made
    try:
        made.extend(value) if isinstance(value, list) else made.update(value)
    finally:
        _UNDER_WAY.pop(key, None)
    return made
