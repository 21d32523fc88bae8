"""Owns Reference: what ``tensor.ref()`` gives, since tensors and variables are not hashable."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor, Variable


class Reference:
    """Hashable by identity; ``deref()`` gives the object back."""

    __slots__ = ("_referent",)

    def __init__(self, referent: Tensor | Variable) -> None:
        self._referent = referent

    def deref(self) -> Tensor | Variable:
        """The tensor or variable itself."""
        return self._referent

    def __hash__(self) -> int:
        return id(self._referent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._referent is other._referent

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._referent!r}>"
