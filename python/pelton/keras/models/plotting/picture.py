"""Owns Picture: a diagram as rectangles, lines and texts at their places, in points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pelton.keras.models.plotting.diagram import FROZEN, HEAD, PLAIN, TRAINABLE, Cell, Diagram
from pelton.keras.models.plotting.layout import layout

MARGIN, PADDING, GROUP_ROOM = 12.0, 10.0, 14.0
SIZES = {HEAD: 16.0, PLAIN: 14.0, TRAINABLE: 14.0, FROZEN: 14.0}
_FILLS = {HEAD: "#000000", PLAIN: "#ffffff", TRAINABLE: "#228b22", FROZEN: "#b22222"}
_WIDTH_OF_LETTER = 0.58  # of the size, in the mean of a sans serif face


class Rectangle(NamedTuple):
    """Corner, size and colour; a dashed one is a frame without a filling."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    dashed: bool = False


class Text(NamedTuple):
    """A centred line of text."""

    x: float
    y: float
    text: str
    size: float
    colour: str


@dataclass
class Picture:
    """What is drawn, lines with an arrow's head at their ends."""

    width: float
    height: float
    rectangles: list[Rectangle] = field(default_factory=list)
    lines: list[list[tuple[float, float]]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)


def _cell_width(cell: Cell) -> float:
    return len(cell.text) * SIZES[cell.look] * _WIDTH_OF_LETTER + 2 * PADDING


def _row_height(row: list[Cell]) -> float:
    return max(SIZES[cell.look] for cell in row) * 1.25 + 2 * PADDING


def _size(rows: list[list[Cell]]) -> tuple[float, float]:
    width = max(sum(map(_cell_width, row)) for row in rows)
    return width, sum(map(_row_height, rows))


def _draw_box(
    picture: Picture, rows: list[list[Cell]], centre: tuple[float, float], size: tuple[float, float]
) -> None:
    left, top = centre[0] - size[0] / 2, centre[1] - size[1] / 2
    for row in rows:
        height, x = _row_height(row), left
        stretch = size[0] / sum(map(_cell_width, row))
        for cell in row:
            width = _cell_width(cell) * stretch
            picture.rectangles.append(Rectangle(x, top, width, height, _FILLS[cell.look]))
            colour = "#000000" if cell.look == PLAIN else "#ffffff"
            middle = (x + width / 2, top + height / 2)
            picture.texts.append(Text(*middle, cell.text, SIZES[cell.look], colour))
            x += width
        top += height


def _square(points: list[tuple[float, float]], lies: bool) -> list[tuple[float, float]]:
    """The points of a line with right angles only, each turn half-way between two ranks."""
    made = [points[0]]
    for x, y in points[1:]:
        before_x, before_y = made[-1]
        if lies and abs(y - before_y) > 0.5:
            half = (before_x + x) / 2
            made += [(half, before_y), (half, y)]
        elif not lies and abs(x - before_x) > 0.5:
            half = (before_y + y) / 2
            made += [(before_x, half), (x, half)]
        made.append((x, y))
    return made


def picture_of(diagram: Diagram, rankdir: str, splines: str) -> Picture:
    """The diagram laid out from top to bottom (TB), BT, LR or RL; lines have right angles for
    splines="ortho"."""
    sizes = [_size(rows) for rows in diagram.boxes]
    placed = layout(sizes, diagram.arrows, rankdir)
    edge = MARGIN + (GROUP_ROOM + 6.0) * bool(diagram.groups)
    picture = Picture(placed.width + 2 * edge, placed.height + 2 * edge)
    centres = [(x + edge, y + edge) for x, y in placed.centres]
    for path in placed.paths:
        points = [(x + edge, y + edge) for x, y in path]
        lies = rankdir in ("LR", "RL")
        picture.lines.append(_square(points, lies) if splines == "ortho" else points)
    for rows, centre, size in zip(diagram.boxes, centres, sizes, strict=True):
        _draw_box(picture, rows, centre, size)
    for group in diagram.groups:
        inside = [(*centres[number], *sizes[number]) for number in group.boxes]
        left = min(x - width / 2 for x, _, width, _ in inside) - GROUP_ROOM / 2
        right = max(x + width / 2 for x, _, width, _ in inside) + GROUP_ROOM / 2
        top = min(y - height / 2 for _, y, _, height in inside) - GROUP_ROOM
        bottom = max(y + height / 2 for _, y, _, height in inside) + GROUP_ROOM / 2
        picture.rectangles.append(Rectangle(left, top, right - left, bottom - top, "none", True))
        half = len(group.name) * 10.0 * _WIDTH_OF_LETTER / 2
        picture.texts.append(Text(left + half + 4.0, top + 6.0, group.name, 10.0, "#000000"))
    return picture
