"""Owns Filler, which fills the places in braces of expressions by chance."""

from __future__ import annotations

import random
import re

from torture import values

PLAIN = {
    "source": "D.range(3)",
    "size": "2",
    "function": "lambda *a: a[0]",
    "spec": "S((), 'int64')",
}


class Filler:
    """Fills `{name}` with one of the expressions of that name, whose places are filled too."""

    DEPTH = 3

    def __init__(self, chance: random.Random, parts: dict[str, list[str]]) -> None:
        self.chance, self.parts = chance, parts
        names = "|".join([*parts, "value"])
        self.place = re.compile(rf"\{{({names})\}}")

    def one_of(self, expressions: list[str], depth: int = DEPTH) -> str:
        """One of the expressions with all its places filled."""
        return self.place.sub(
            lambda found: self._filling(found[1], depth - 1), self.chance.choice(expressions)
        )

    def _filling(self, name: str, depth: int) -> str:
        if name == "value":
            return self.chance.choice(values.NASTY)
        if depth <= 0:
            return PLAIN.get(name, "1.0")
        return self.one_of(self.parts[name], depth)
