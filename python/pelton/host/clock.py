"""Owns ``tf.timestamp``: the clock of the host."""

from __future__ import annotations

from pelton._core import dtypes as _dtypes
from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor


def timestamp(name: str | None = None) -> Tensor:
    """Seconds since 1970 as a float64 scalar; a traced function asks again in each run."""

    def read(_: list[Tensor]) -> list[Tensor]:
        import time

        return [_functions.convert(time.time(), _dtypes["float64"])]

    made: Tensor = _functions.compute("Timestamp", [], read)[0]
    return made
