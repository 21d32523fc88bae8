"""Owns Kind, a kind of torture, and Snippet, one thing that it tries: lines of Python."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, ClassVar

# Every kind, with how many snippets it tries unless --count says otherwise.
COUNTS = {
    "bad_calls": 20_000,
    "sessions": 20_000,
    "stock_keras": 20_000,
    "combinations": 5_000,
    "damaged_files": 3_000,
    "raised_hooks": 2_000,
    "shared_uses": 200,
    "first_uses": 200,
    "half_made": 60_000,
    "re_entries": 5_000,
    "threads": 300,
    "processes": 200,
    "memory": 1_000,
    "interrupts": 200,
    "full_disk": 300,
    "random_functions": 2_000,
    "random_models": 500,
}

FAILURES = DEATH, WRONG = "death", "wrong"  # what a judge finds that is no text
BY_CHANCE = (
    "threads",
    "processes",
    "shared_uses",
    "first_uses",
)  # what they find depends on who comes first
REDUCED = ("random_functions", "random_models")  # what is wrong there is reduced as deaths are


@dataclass(frozen=True)
class Snippet:
    """Lines that run in one namespace until one raises; `about` is whatever its kind needs."""

    lines: list[str]
    about: Any = None


class Kind:
    """Makes the snippets of one seed and judges how they end; a module's class `Torture`."""

    LIMIT = 2.0  # seconds that a snippet may take
    ENVIRONMENT: ClassVar[dict[str, str]] = {}  # that its processes need

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def warm_up(self) -> int:
        """How many snippets come first, from which it learns what is taken."""
        return 0

    def snippet(self, index: int) -> Snippet | None:
        """What is tried at this index, which decides all chances; None: nothing."""
        raise NotImplementedError

    def key(self, snippet: Snippet) -> Any:
        """What `learn` is to get where the snippet of the warm-up was taken."""
        return None

    def learn(self, key: Any) -> None:
        """Notes what was taken."""

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        """What is wrong with the exception that ended the last line; None where nothing is."""
        return None


def expressions(text: str) -> list[str]:
    """The expressions of a text, which semicolons part."""
    return [" ".join(one.split()) for one in text.split(";")]


def kind_of(name: str, seed: int) -> Kind:
    """The kind of this name."""
    made: Kind = importlib.import_module(f"torture.{name}").Torture(seed)
    return made
