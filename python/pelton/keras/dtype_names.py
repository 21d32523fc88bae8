"""What code of Keras asks dtypes, which are their names there: `x.dtype.startswith("float")`."""

from __future__ import annotations

from pelton._core import DType

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _starts_with(self: Any, prefix: str | tuple[str, ...]) -> bool:
    """Whether the dtype's name does."""
    return str(self.name).startswith(prefix)


def add_to_dtypes() -> None:
    """Gives dtypes the methods of their names."""
    DType.startswith = _starts_with
