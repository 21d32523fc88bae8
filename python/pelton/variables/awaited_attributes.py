"""Objects whose attributes or elements a checkpoint has values for before they are there."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Taker = Callable[[str, Any], None]


class _Awaited:
    """Who waits for attributes that are not there yet, by their names."""

    def __init__(self) -> None:
        self.takers: dict[str, list[Taker]] = {}

    def __reduce__(self) -> Any:  # nobody waits for a copy's attributes
        return _Awaited, ()


class AwaitedAttributes:
    """What tells those who wait for attributes of an object when they are set. A list that is
    waited for becomes an AwaitedList, as it may get its elements later."""

    def __setattr__(self, name: str, value: Any) -> None:
        awaited = vars(self).get("_awaited")
        if awaited is None or name not in awaited.takers or value is None:
            object.__setattr__(self, name, value)
            return
        if type(value) is list:
            value = AwaitedList(value)
        object.__setattr__(self, name, value)
        for take in awaited.takers.pop(name):
            take(name, value)

    def _when_set(self, names: Iterable[str], take: Taker) -> None:
        """Calls `take(name, value)` once for each of the attributes, when something that is not
        None is first assigned to it."""
        awaited = vars(self).setdefault("_awaited", _Awaited())
        for name in names:
            awaited.takers.setdefault(name, []).append(take)


class AwaitedList(list[object]):
    """A list whose elements are told to those who wait for them when they are added."""

    def __init__(self, elements: Iterable[Any] = ()) -> None:
        super().__init__(elements)
        self._takers: dict[str, list[Taker]] = {}

    def _when_set(self, names: Iterable[str], take: Taker) -> None:
        """Calls `take(name, value)` once for each of the elements, named by its place."""
        for name in names:
            self._takers.setdefault(name, []).append(take)

    def _tell(self) -> None:
        for place, value in enumerate(self):
            for take in self._takers.pop(str(place), ()):
                take(str(place), value)

    def append(self, value: Any) -> None:
        """Adds an element."""
        super().append(value)
        self._tell()

    def extend(self, values: Iterable[Any]) -> None:
        """Adds elements."""
        super().extend(values)
        self._tell()

    def insert(self, place: Any, value: Any) -> None:
        """Adds an element before another."""
        super().insert(place, value)
        self._tell()

    def __iadd__(self, values: Any) -> Any:
        self.extend(values)
        return self

    def __reduce__(self) -> Any:
        return AwaitedList, (list(self),)

    def __repr__(self) -> str:
        return f"ListWrapper({list(self)!r})"
