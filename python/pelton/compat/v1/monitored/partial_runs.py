"""Owns PartialRun, a run of a session in parts: each knows what those before it were fed and
gave."""

from __future__ import annotations

from pelton.compat.v1.operation import is_of_operation
from pelton.errors import InvalidArgumentError
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class PartialRun:
    """The fetches and feeds that a run may have, and the values so far."""

    def __init__(self, session: Any, fetches: Any, feeds: Any) -> None:
        self._session = session
        self._open = {self._place(one) for one in flatten(list(feeds or ()))}
        self._wanted = {self._place(one) for one in flatten(fetches)}
        self._known: dict[Any, Any] = {}

    def _place(self, value: Any) -> Any:
        from pelton.compat.v1.evaluation import place_of

        found = self._session.graph.as_graph_element(value)
        return place_of(found) if is_of_operation(found) else id(found)

    def run(self, fetches: Any, feed_dict: dict[Any, Any]) -> Any:
        """The values of `fetches`. InvalidArgumentError for what was not named before."""
        for one in feed_dict:
            if self._place(one) not in self._open:
                raise InvalidArgumentError(
                    f"The tensor {one!r} was not specified in partial_run_setup, or was fed before."
                )
        for one in flatten(fetches):
            if self._place(one) not in self._wanted:
                raise InvalidArgumentError(f"{one!r} was not specified in partial_run_setup.")
        self._known.update(feed_dict)
        self._open -= {self._place(one) for one in feed_dict}
        found = self._session.run(fetches, self._known)
        for one, value in zip(flatten(fetches), flatten(found), strict=True):
            if is_of_operation(one):
                self._known[one] = value
        return found
