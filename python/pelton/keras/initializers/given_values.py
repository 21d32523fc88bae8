"""GivenValues: a tensor in the place of an initializer."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class GivenValues:
    """Gives the tensor whatever shape is asked for, in the dtype that is."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        found: Tensor = _functions.convert(self.values)
        return found if dtype is None else _ops.cast(found, dtype)
