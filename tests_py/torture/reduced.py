"""Reduces what killed or hung a child to a script of at most five lines."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator

from torture.watched import Failure

HEAD = "import functools, numpy as np, pelton as tf"
SECONDS = 5.0  # for the whole script, of which a hang takes more than two
_BOUND = (
    "import resource, warnings; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); "
    "resource.setrlimit(resource.RLIMIT_AS, (3 << 30,) * 2); warnings.simplefilter('ignore')"
)
MOST_RUNS = 40


class Reducer:
    """Runs ever smaller scripts for as long as they end as the first did."""

    def __init__(self, what: str, environment: dict[str, str]) -> None:
        self.what = what
        self.environment = {**os.environ, **environment}
        self.runs = 0

    def fails(self, snippets: list[list[str]]) -> bool:
        """Whether these snippets, each of which an exception ends, kill or hang a process."""
        self.runs += 1
        blocks = [f"run({lines!r})" for lines in snippets]
        script = "\n".join([_BOUND, "from torture.child import run", *blocks])
        try:
            done = subprocess.run(
                [sys.executable, "-c", script],
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return self.what.startswith("hang")
        return done.returncode < 0 and not self.what.startswith("hang")

    def history(self, before: list[list[str]], last: list[str]) -> list[list[str]] | None:
        """The snippets needed, of the last 512 before; None where it does not come again."""
        needed = before[-512:]
        if not self.fails([*needed, last]):
            return None
        size = len(needed)
        while size > 0 and self.runs < MOST_RUNS:
            place = 0
            while place < len(needed) and self.runs < MOST_RUNS:
                rest = needed[:place] + needed[place + size :]
                if self.fails([*rest, last]):
                    needed = rest
                else:
                    place += size
            size //= 2
        return [*needed, last]

    def simpler(self, snippets: list[list[str]]) -> list[list[str]]:
        """Without lines and arguments that it does not take."""
        changed = True
        while changed and self.runs < MOST_RUNS:
            changed = False
            for candidate in _candidates(snippets):
                if self.runs < MOST_RUNS and self.fails(candidate):
                    snippets, changed = candidate, True
                    break
        return snippets


def _candidates(snippets: list[list[str]]) -> Iterator[list[list[str]]]:
    """Scripts with one line or argument less."""
    for index, lines in enumerate(snippets):
        for place in range(len(lines) - 1):
            rest = lines[:place] + lines[place + 1 :]
            yield [*snippets[:index], rest, *snippets[index + 1 :]]
        for place, line in enumerate(lines):
            for shorter in _shorter(line):
                rest = [*lines[:place], shorter, *lines[place + 1 :]]
                yield [*snippets[:index], rest, *snippets[index + 1 :]]


def _shorter(line: str) -> Iterator[str]:
    """The line with one argument less in its outer calls."""
    tree = ast.parse(line)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)][:3]
    for call in calls:
        for arguments in (call.keywords, call.args):
            for place in reversed(range(len(arguments))):
                taken = arguments.pop(place)
                yield ast.unparse(tree)
                arguments.insert(place, taken)


def reduce(failure: Failure, environment: dict[str, str]) -> list[str]:
    """The script's lines; empty where the failure does not come again."""
    reducer = Reducer(failure.what, environment)
    snippets: list[list[str]] | None = [failure.lines]
    if not reducer.fails([failure.lines]):
        snippets = reducer.history(failure.before, failure.lines)
    if snippets is None:
        return []
    return [HEAD, *(line for lines in reducer.simpler(snippets) for line in lines)]
