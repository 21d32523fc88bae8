"""Reduces what killed or hung a child to a script of at most five lines."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from torture.kind import BY_CHANCE, FAILURES, REDUCED, kind_of
from torture.watched import Failure

HEAD = "import functools, numpy as np, pelton as tf"
START = 3.0  # seconds that a process may take to begin
_BOUND = (
    "import resource, warnings; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); "
    "resource.setrlimit(resource.RLIMIT_AS, (3 << 30,) * 2); warnings.simplefilter('ignore')"
)
MOST_RUNS, MOST_LINES = 40, 5
DIED = 77  # the status where a process that the snippet made has died
TRIES = 8  # of what happens by chance


class Reducer:
    """Runs ever smaller scripts for as long as they end as the first did."""

    def __init__(self, name: str, what: str, environment: dict[str, str]) -> None:
        made = kind_of(name, 0)
        self.what = what
        self.seconds = made.LIMIT + START
        self.environment = {**os.environ, **made.ENVIRONMENT, **environment}
        self.runs = 0

    def fails(self, snippets: list[list[str]]) -> bool:
        """Whether these snippets, each of which an exception ends, kill or hang a process."""
        self.runs += 1
        blocks = [f"error = run({lines!r})[1]" for lines in snippets]
        end = f"import sys; sys.exit({DIED} if isinstance(error, AssertionError) else 0)"
        script = "\n".join([_BOUND, "from torture.child import run", *blocks, end])
        try:
            with tempfile.TemporaryDirectory() as folder:  # for what it writes
                done = subprocess.run(
                    [sys.executable, "-"],
                    input=script.encode("utf-8", "surrogatepass"),
                    cwd=folder,
                    env=self.environment,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=self.seconds,
                    check=False,
                )
        except subprocess.TimeoutExpired:
            return self.what.startswith("hang")
        died = done.returncode < 0 or done.returncode == DIED
        return died and not self.what.startswith("hang")

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


def _one_line(tree: ast.Module) -> str:
    """Statements as one line; a compound one stands alone."""
    lines = [line.strip() for line in ast.unparse(tree).splitlines()]
    if hasattr(tree.body[0], "body"):
        return f"{lines[0]} {'; '.join(lines[1:])}"
    return "; ".join(lines)


def _shorter(line: str) -> Iterator[str]:
    """The line with one statement less, or one argument less in its outer calls."""
    tree = ast.parse(line)
    body: list[ast.stmt] = getattr(tree.body[0], "body", tree.body)
    if len(body) > 1:
        for place in range(len(body)):
            taken = body.pop(place)
            yield _one_line(tree)
            body.insert(place, taken)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)][:4]
    for call in calls:
        for arguments in (call.keywords, call.args):
            for place in reversed(range(len(arguments))):
                taken = arguments.pop(place)
                yield _one_line(tree)
                arguments.insert(place, taken)


def _folded(lines: list[str]) -> list[str]:
    """The lines as at most five, where they can share one."""
    lines = [line for line in lines if line]
    while len(lines) > MOST_LINES:
        pairs = [
            (len(lines[place]) + len(lines[place + 1]), place)
            for place in range(len(lines) - 1)
            if not lines[place + 1].startswith("with ") and not lines[place].startswith("with ")
        ]
        if not pairs:
            break
        _, place = min(pairs)
        lines[place : place + 2] = [f"{lines[place]}; {lines[place + 1]}"]
    return lines


def reduce(name: str, failure: Failure, environment: dict[str, str]) -> list[str]:
    """The script's lines; empty where the failure does not come again.

    What depends on the order of threads, or is wrong only at its end, is left as it is, but for
    kinds whose lines are made at random."""
    reducer = Reducer(name, failure.what, environment)
    snippets: list[list[str]] | None = [failure.lines]
    if name in BY_CHANCE or (failure.what in FAILURES and name not in REDUCED):
        again = any(reducer.fails([failure.lines]) for _ in range(TRIES))
        return _folded([HEAD, *failure.lines]) if again else []
    if not reducer.fails([failure.lines]):
        snippets = reducer.history(failure.before, failure.lines)
    if snippets is None:
        return []
    return _folded([HEAD, *(line for lines in reducer.simpler(snippets) for line in lines)])
