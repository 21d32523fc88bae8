"""Owns how a script or a notebook is read for the checker, and which line is where."""

from __future__ import annotations

import ast
import json
import os

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Source:
    """A parsed file; `place(line)` says where a line of it is: "a.py:3", "a.ipynb:cell 2:3".

    Raises OSError for a file that cannot be read, SyntaxError for one that is no Python, ValueError
    for one that is no notebook."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._cells: list[tuple[int, int]] = []  # (first line, number) of each cell
        with open(path, "rb") as file:
            data = file.read()
        text: Any = self._notebook(data) if path.endswith(".ipynb") else data
        self.tree = ast.parse(text, path)

    def _notebook(self, data: bytes) -> str:
        """The code cells as one program; cells are numbered as they stand in the notebook."""
        try:
            cells = json.loads(data)["cells"]
            code = [
                (number, "".join(cell["source"]))
                for number, cell in enumerate(cells, 1)
                if cell["cell_type"] == "code"
            ]
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{self.path}: no notebook: {error!r}") from None
        lines: list[str] = []
        for number, text in code:
            self._cells.append((len(lines) + 1, number))
            lines += _plain_lines(text)
        return "\n".join(lines)

    def place(self, line: int) -> str:
        """Where a line is."""
        shown = os.path.relpath(self.path) if os.path.isabs(self.path) else self.path
        found = [cell for cell in self._cells if cell[0] <= line]
        if not found:
            return f"{shown}:{line}"
        first, number = found[-1]
        return f"{shown}:cell {number}:{line - first + 1}"


def _plain_lines(cell: str) -> list[str]:
    """A cell's lines as Python: magics and commands of the shell do nothing."""
    lines = cell.split("\n")
    if lines[0].startswith("%%") and not lines[0].startswith(("%%time", "%%capture")):
        return ["pass"] * len(lines)
    return [_plain(line) for line in lines]


def _plain(line: str) -> str:
    code = line.lstrip()
    if code.startswith(("%", "!", "?")) or code.endswith("?"):
        return line[: len(line) - len(code)] + "pass"
    before, equals, after = line.partition("=")
    if equals and after.lstrip().startswith(("!", "%")) and before.strip().isidentifier():
        return f"{before}= None"
    return line
