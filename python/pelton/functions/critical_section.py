"""Owns CriticalSection: code that one thread at a time runs."""

from __future__ import annotations

import threading

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_shared: dict[str, Any] = {}
_opening = threading.Lock()


class CriticalSection:
    """`execute(fn)` runs `fn` while no other thread runs one of this section.

    Sections of the same `shared_name` are one. A function that is traced holds the section while
    it is traced."""

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def is not None:
            raise ValueError("CriticalSection: critical_section_def is not supported")
        self._name = name or "CriticalSection"
        with _opening:
            lock = threading.Lock()
            self._lock = lock if shared_name is None else _shared.setdefault(shared_name, lock)
        self._owner: int | None = None

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    def execute(
        self,
        fn: Callable[[], Any],
        exclusive_resource_access: bool = True,
        name: str | None = None,
    ) -> Any:
        """What `fn()` returns. Raises ValueError where `fn` enters the section again."""
        if self._owner == threading.get_ident():
            raise ValueError(
                f"Attempting to lock a CriticalSection {self._name!r} in which we are already "
                "executing. This would deadlock."
            )
        with self._lock:
            self._owner = threading.get_ident()
            try:
                return fn()
            finally:
                self._owner = None


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
