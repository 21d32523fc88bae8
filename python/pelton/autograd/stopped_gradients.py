"""Owns gradients that stop at tensors in between: what comes through them is taken off."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # Gradients of targets by sources, the targets weighted; None where they are not connected.
    Gradient = Callable[[list[Any], list[Any], list[Any] | None], list[Any]]


def _less(whole: Any, part: Any) -> Any:
    return whole if whole is None or part is None else whole - part


def _place(one: Any, among: list[Any]) -> int | None:
    return next((place for place, other in enumerate(among) if other is one), None)


class StoppedGradients:
    """The gradients of `ys`, weighted, that pass none of `stops`, which count as constants.

    By linearity: those of all ways less those that end in a stop, taken on by its own ways. The
    stops are gone through from the last one that is computed to the first."""

    def __init__(self, gradient: Gradient, ys: list[Any], weights: Any, stops: list[Any]) -> None:
        self._gradient = gradient
        self._ys, self._weights, self._stops = ys, weights, stops
        self._own: dict[int, Any] = {}
        for place in self._last_first():
            self._own[place] = self._direct(stops[place])

    def _last_first(self) -> list[int]:
        """The places of the stops, each before those that it follows from."""
        rest = list(range(len(self._stops)))
        ordered: list[int] = []
        while rest:
            place = next((one for one in rest if self._is_last(one, rest)), rest[0])
            rest.remove(place)
            ordered.append(place)
        return ordered

    def _is_last(self, place: int, rest: list[int]) -> bool:
        """Whether none of the other stops follows from this one."""
        one = self._stops[place]
        others = [self._stops[other] for other in rest if other != place]
        return not any(self._gradient([other], [one], None)[0] is not None for other in others)

    def _direct(self, x: Any) -> Any:
        found = self._gradient(self._ys, [x], self._weights)[0]
        for place, own in self._own.items():
            if found is not None and own is not None:
                found = _less(found, self._gradient([self._stops[place]], [x], [own])[0])
        return found

    def by(self, xs: list[Any]) -> list[Any]:
        """The gradient by each of `xs`; zeros where all ways to it pass a stop."""
        places = [_place(x, self._stops) for x in xs]
        return [
            self._direct(x) if place is None else self._own[place]
            for x, place in zip(xs, places, strict=True)
        ]
