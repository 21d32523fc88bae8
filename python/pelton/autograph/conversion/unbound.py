"""Owns what stands for a variable that has no value yet, and for what nothing was returned as."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Unbound:
    """A variable without a value; what is asked of it is an UnboundLocalError."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self, *args: Any) -> Any:
        raise UnboundLocalError(
            f"cannot access local variable '{self._name}' where it is not associated with a value"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what Python and libraries ask of any object
            raise AttributeError(name)
        return self._refuse()

    __call__ = __getitem__ = __iter__ = __bool__ = __len__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __matmul__ = __rmatmul__ = __neg__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = _refuse


class NothingReturned(Unbound):
    """What a function returns where it has not yet returned."""
