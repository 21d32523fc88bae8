"""Writes pictures as SVG text, and as PNG and the like by Pillow."""

from __future__ import annotations

import io
import math
from typing import Any
from xml.sax.saxutils import escape

from pelton.keras.models.plotting.picture import Picture

_PER_INCH = 72.0
_HEAD = 8.0  # length of an arrow's head
FORMATS = ("png", "svg", "dot", "jpg", "jpeg", "gif", "bmp", "webp", "pdf")
_MOST_PIXELS = 20_000  # on a side


def _head(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The triangle at a line's end."""
    (x0, y0), (x, y) = line[-2:]
    length = math.hypot(x - x0, y - y0) or 1.0
    u, v = (x - x0) / length * _HEAD, (y - y0) / length * _HEAD
    return [(x, y), (x - u - v / 2, y - v + u / 2), (x - u + v / 2, y - v - u / 2)]


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def svg_of(picture: Picture, dpi: float) -> str:
    """The picture as an SVG document of `dpi` pixels per 72 points."""
    scale = dpi / _PER_INCH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width * scale:.0f}" '
        f'height="{picture.height * scale:.0f}" '
        f'viewBox="0 0 {picture.width:.1f} {picture.height:.1f}" '
        'font-family="Helvetica,sans-serif">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for line in picture.lines:
        parts.append(f'<polyline points="{_points(line)}" fill="none" stroke="#000000"/>')
        parts.append(f'<polygon points="{_points(_head(line))}"/>')
    for box in picture.rectangles:
        dashes = ' stroke-dasharray="5,3"' if box.dashed else ""
        parts.append(
            f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
            f'height="{box.height:.1f}" fill="{box.fill}" stroke="#000000"{dashes}/>'
        )
    for text in picture.texts:
        parts.append(
            f'<text x="{text.x:.1f}" y="{text.y:.1f}" font-size="{text.size:.0f}" '
            f'text-anchor="middle" dominant-baseline="central" fill="{text.colour}">'
            f"{escape(text.text)}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _pillow() -> tuple[Any, Any, Any]:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError(
            "plot_model: pictures other than SVG are written by the package Pillow: "
            'pip install "pelton[images]"; to_file="model.svg" needs no package'
        ) from error
    return Image, ImageDraw, ImageFont


def raster_of(picture: Picture, dpi: float, extension: str) -> bytes:
    """The picture as a file of Pillow's. Raises ImportError without Pillow, ValueError for a
    picture of more than 20,000 pixels on a side."""
    image_module, draw_module, font_module = _pillow()
    scale = dpi / _PER_INCH
    size = tuple(max(1, round(side * scale)) for side in (picture.width, picture.height))
    if max(size) > _MOST_PIXELS:
        raise ValueError(
            f"plot_model: the picture would have {size[0]} x {size[1]} pixels, more than "
            f"{_MOST_PIXELS} on a side: give a smaller `dpi` than {dpi}, or write SVG"
        )
    image = image_module.new("RGB", size, "#ffffff")
    draw = draw_module.Draw(image)
    stroke = max(1, round(scale))
    for line in picture.lines:
        draw.line([(x * scale, y * scale) for x, y in line], "#000000", stroke)
        draw.polygon([(x * scale, y * scale) for x, y in _head(line)], "#000000")
    for box in picture.rectangles:
        corners = [box.x * scale, box.y * scale]
        corners += [(box.x + box.width) * scale, (box.y + box.height) * scale]
        fill = None if box.dashed else box.fill
        draw.rectangle(corners, fill, "#808080" if box.dashed else "#000000", stroke)
    fonts: dict[float, Any] = {}
    for text in picture.texts:
        font = fonts.setdefault(text.size, font_module.load_default(text.size * scale))
        draw.text((text.x * scale, text.y * scale), text.text, text.colour, font, "mm")
    out = io.BytesIO()
    image.save(out, {"jpg": "jpeg"}.get(extension, extension), dpi=(dpi, dpi))
    return out.getvalue()
