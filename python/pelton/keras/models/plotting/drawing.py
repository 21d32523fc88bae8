"""Owns Drawing, what model_to_dot gives: a diagram that writes itself, as text of Graphviz too."""

from __future__ import annotations

import os
from typing import Any
from xml.sax.saxutils import escape

from pelton.host.atomic_file import replacing
from pelton.keras.models.plotting.diagram import Cell, Diagram
from pelton.keras.models.plotting.image_files import FORMATS, raster_of, svg_of
from pelton.keras.models.plotting.picture import SIZES, picture_of

_COLOURS = {"head": "black", "plain": "white", "trainable": "forestgreen", "frozen": "firebrick"}


def _cell_text(cell: Cell, columns: int) -> str:
    ink = "black" if cell.look == "plain" else "white"
    return (
        f'<td colspan="{columns}" bgcolor="{_COLOURS[cell.look]}">'
        f'<font point-size="{SIZES[cell.look]:.0f}" color="{ink}">{escape(cell.text)}</font></td>'
    )


def _label(rows: list[list[Cell]]) -> str:
    columns = max(len(row) for row in rows)
    lines = (
        "".join(_cell_text(cell, columns // len(row) if len(row) == 1 else 1) for cell in row)
        for row in rows
    )
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<<table border="0" cellborder="1" bgcolor="black" cellpadding="10">{table}</table>>'


class Drawing:
    """A model's graph: write(path, format="png"), write_png and write_svg, create(format="svg") as
    bytes, to_string() as text of Graphviz. No program and no package is needed but Pillow, for
    other pictures than SVG."""

    def __init__(self, diagram: Diagram, name: str, rankdir: str, dpi: float, splines: str) -> None:
        self.diagram = diagram
        self.name = name
        self.rankdir = rankdir
        self.dpi = dpi
        self.splines = splines

    def to_string(self) -> str:
        """The graph in Graphviz's language."""
        quoted = self.name.replace("\\", "\\\\").replace('"', '\\"')
        lines = [
            f'digraph "{quoted}" {{',
            f'  graph [rankdir={self.rankdir}, dpi={self.dpi:g}, splines="{self.splines}"];',
            '  node [shape=plain, fontname="Helvetica"];',
        ]
        for number, rows in enumerate(self.diagram.boxes):
            lines.append(f"  n{number} [label={_label(rows)}];")
        for number, group in enumerate(self.diagram.groups):
            inside = " ".join(f"n{box};" for box in group.boxes)
            label = group.name.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(
                f'  subgraph cluster_{number} {{ label="{label}"; style=dashed; {inside} }}'
            )
        lines += [f"  n{source} -> n{target};" for source, target in self.diagram.arrows]
        return "\n".join([*lines, "}"]) + "\n"

    def create(self, prog: Any = None, format: str = "png") -> bytes:
        """The picture as a file's bytes. Raises ValueError for an unknown format."""
        if format not in FORMATS:
            raise ValueError(
                f"plot_model: unknown format {format!r}; there are {', '.join(FORMATS)}"
            )
        if format == "dot":
            return self.to_string().encode()
        picture = picture_of(self.diagram, self.rankdir, self.splines)
        if format == "svg":
            return svg_of(picture, self.dpi).encode()
        return raster_of(picture, self.dpi, format)

    def write(self, path: Any, prog: Any = None, format: str = "raw") -> bool:
        """Writes the picture, or its text for "raw" and "dot", whole or not at all."""
        made = self.create(format="dot" if format == "raw" else format)
        with replacing(os.fspath(path)) as file:
            file.write(made)
        return True

    def write_png(self, path: Any, prog: Any = None) -> bool:
        """Writes a PNG."""
        return self.write(path, format="png")

    def write_svg(self, path: Any, prog: Any = None) -> bool:
        """Writes an SVG."""
        return self.write(path, format="svg")

    def create_svg(self, prog: Any = None) -> bytes:
        """The SVG's bytes."""
        return self.create(format="svg")

    def create_png(self, prog: Any = None) -> bytes:
        """The PNG's bytes."""
        return self.create(format="png")

    def _repr_svg_(self) -> str:
        return self.create_svg().decode()
