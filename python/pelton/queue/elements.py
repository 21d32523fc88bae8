"""Owns the elements of a queue: threads that put wait for room, those that take for elements."""

from __future__ import annotations

import heapq
import threading
from collections import deque

from pelton.errors import CancelledError, OutOfRangeError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Elements:
    """Up to `capacity` elements (any number below 1), of which `keep` stay until the queue is
    closed. Calls are served in the order in which they came."""

    def __init__(self, kind: str, name: str, capacity: int, keep: int = 0) -> None:
        self._kind, self._name, self._capacity, self._keep = kind, name, capacity, keep
        self._items: Any = deque()
        self._changed = threading.Condition()
        self._putters: deque[object] = deque()
        self._takers: deque[object] = deque()
        self.is_closed = self._is_cancelled = False

    def _add(self, element: Any) -> None:
        self._items.append(element)

    def _remove(self) -> Any:
        return self._items.popleft()

    def _restore(self, taken: list[Any]) -> None:
        self._items.extendleft(reversed(taken))

    def __len__(self) -> int:
        return len(self._items)

    def __str__(self) -> str:
        return f"{self._kind} '{self._name}'"

    def put(self, elements: list[Any]) -> None:
        """Adds the elements, each once there is room. Raises CancelledError once closed."""

        def step(left: list[Any]) -> bool:
            if self._is_cancelled:
                raise CancelledError(f"{self} is closed.")
            while left and (self._capacity < 1 or len(self._items) < self._capacity):
                self._add(left.pop(0))
            return not left

        with self._changed:
            if self.is_closed:
                raise CancelledError(f"{self} is closed.")
            self._in_turn(self._putters, step, list(elements))

    def take(self, count: int, up_to: bool = False) -> list[Any]:
        """Removes `count` elements, each once it is there; with `up_to`, what is left of a closed
        queue. Raises OutOfRangeError where a closed queue has too few, which it keeps."""

        def step(taken: list[Any]) -> bool:
            keep = 0 if self.is_closed else self._keep
            while len(taken) < count and len(self._items) > keep:
                taken.append(self._remove())
                self._changed.notify_all()
            if len(taken) == count:
                return True
            if not self.is_closed or self._putters or self._items:
                return False
            if up_to and taken:
                return True
            self._restore(taken)
            raise OutOfRangeError(
                f"{self} is closed and has insufficient elements (requested {count}, current size "
                f"{len(taken)})"
            )

        with self._changed:
            return self._in_turn(self._takers, step, [])

    def _in_turn(
        self, line: deque[object], step: Callable[[list[Any]], bool], state: list[Any]
    ) -> list[Any]:
        """Takes steps from when the calls before have ended until one says that all is done."""
        ticket = object()
        line.append(ticket)
        try:
            while line[0] is not ticket or not step(state):
                self._changed.notify_all()
                self._changed.wait()
        finally:
            line.remove(ticket)
            self._changed.notify_all()
        return state

    def close(self, cancel_pending_enqueues: bool) -> None:
        """Lets nobody put from now on. Raises CancelledError for a queue that is closed."""
        with self._changed:
            if self.is_closed and not (cancel_pending_enqueues and not self._is_cancelled):
                raise CancelledError(f"Queue '{self._name}' is already closed.")
            self.is_closed, self._is_cancelled = True, bool(cancel_pending_enqueues)
            self._changed.notify_all()


class ShuffledElements(Elements):
    """Elements that leave in random order."""

    def __init__(self, kind: str, name: str, capacity: int, keep: int, seed: Any) -> None:
        import random

        super().__init__(kind, name, capacity, keep)
        self._items = []
        self._random = random.Random(seed)

    def _remove(self) -> Any:
        at = self._random.randrange(len(self._items))
        self._items[at], self._items[-1] = self._items[-1], self._items[at]
        return self._items.pop()

    def _restore(self, taken: list[Any]) -> None:
        self._items.extend(taken)


class OrderedElements(Elements):
    """Elements that leave by their first component, the least first."""

    def __init__(self, kind: str, name: str, capacity: int) -> None:
        super().__init__(kind, name, capacity)
        self._items = []
        self._count = 0

    def _add(self, element: Any) -> None:
        self._count += 1
        heapq.heappush(self._items, (int(element[0]), self._count, element))

    def _remove(self) -> Any:
        return heapq.heappop(self._items)[2]

    def _restore(self, taken: list[Any]) -> None:
        for element in taken:
            self._add(element)
