"""The table of model.summary(), laid out as Keras 3 does; rows come in, text goes out.

Knows no model class: the caller lists the layers. `rich` is imported on first use only."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pelton.keras.utils.console import is_interactive_logging_enabled, print_msg

if TYPE_CHECKING:
    from rich.table import Table

_UNITS = ("B", "KB", "MB", "GB", "TB", "PB")


_MOST_COLUMNS = 100_000


@dataclass
class SummaryRow:
    """One layer. output_shape: a tuple, a list or dict of tuples, or None (printed `?`).

    trainable None means that the layer has no weights; depth counts enclosing models;
    inbound lists (layer name, node index, tensor index) where the table shows connections."""

    name: str
    class_name: str
    output_shape: Any
    params: int
    built: bool = True
    depth: int = 0
    trainable: bool | None = None
    inbound: Sequence[tuple[str, int, int]] = ()


@dataclass
class WeightTotal:
    """How many numbers a group of weights holds, and their bytes."""

    count: int
    size: float


def readable_memory_size(size: float) -> str:
    """Bytes as `638.62 KB`, base 1024."""
    for unit in _UNITS[:-1]:
        if size < 1024:
            return f"{size:.2f} {unit}"
        size /= 1024
    return f"{size:.2f} {_UNITS[-1]}"


def layer_bounds(names: Sequence[str], layer_range: Sequence[str] | None) -> tuple[int, int]:
    """The half-open index range that `layer_range`'s two names or patterns select."""
    if layer_range is None:
        return 0, len(names)
    if len(layer_range) != 2 or not all(isinstance(name, str) for name in layer_range):
        raise ValueError(f"summary: layer_range must be two strings, received {layer_range!r}")
    first, last = ([i for i, n in enumerate(names) if re.match(p, n)] for p in layer_range)
    if not first or not last:
        raise ValueError(
            f"summary: layer_range {layer_range!r} matches no layer; the layers are {list(names)}"
        )
    if min(first) > max(last):
        return min(last), max(first) + 1
    return min(first), max(last) + 1


def _color(text: object, code: int) -> str:
    return f"[color({code})]{text}[/]"


def _number(value: object) -> str:
    return _color(value, 45 if value is None else 34)


def _shape(shape: Any) -> str:
    if shape is None:
        return "?"
    if isinstance(shape, dict):
        return "{" + ", ".join(f"{key}: {_shape(value)}" for key, value in shape.items()) + "}"
    if all(dim is None or isinstance(dim, int) for dim in shape):
        return f"({', '.join(_number(dim) for dim in shape)})"
    parts = ", ".join(_shape(part) for part in shape)
    return f"[{parts}]" if isinstance(shape, list) else f"({parts})"


def _load_rich() -> None:
    """Imports `rich`, which draws from Python's `random` as it loads: the program's own numbers,
    of which seeds of layers are some, stay what they were."""
    if "rich.console" in sys.modules:
        return
    state = random.getstate()
    importlib.import_module("rich.console")
    random.setstate(state)


def _cells(row: SummaryRow, connections: bool, show_trainable: bool) -> list[str]:
    from rich.markup import escape

    prefix = "   " * row.depth + "└ " if row.depth else ""
    name = f"{escape(prefix + row.name)} ({_color(escape(row.class_name), 33)})"
    params = _number(f"{row.params:,}") if row.built else f"{_number(0)} (unbuilt)"
    cells = [name, _shape(row.output_shape), params]
    if connections:
        inbound = (f"{escape(n)}[{_number(node)}][{_number(i)}]" for n, node, i in row.inbound)
        cells.append(", ".join(inbound) or "-")
    if show_trainable:
        if row.trainable is None:
            cells.append("[bold]-[/]")
        else:
            letter, code = ("Y", 34) if row.trainable else ("N", 9)
            cells.append(f"[bold]{_color(letter, code)}[/]")
    return cells


def _columns(
    connections: bool,
    show_trainable: bool,
    line_length: int | None,
    positions: Sequence[float] | None,
) -> tuple[int, list[tuple[str, Any, int]]]:
    names = ["Layer (type)", "Output Shape", "Param #"]
    justify = ["left", "left", "right"]
    default_length, default_positions = 88, [0.45, 0.80, 1.0]
    if connections:
        names.append("Connected to")
        justify.append("left")
        default_length, default_positions = 108, [0.3, 0.56, 0.74, 1.0]
    ends = list(positions or default_positions)
    if show_trainable:
        names.append("Trainable")
        justify.append("center")
        default_length += 12
        ends = [end * 0.90 for end in ends] + [1.0]
    length = line_length or min(default_length, shutil.get_terminal_size().columns - 4)
    if length > _MOST_COLUMNS:
        raise ValueError(f"summary: line_length must be at most {_MOST_COLUMNS}, got {length}")
    widths, used = [], 0
    for end in ends:
        widths.append(int(end * length) - used)
        used += widths[-1]
    if min(widths) < 4:
        raise ValueError("Insufficient console width to print summary.")
    return length, list(zip(names, justify, widths, strict=False))


def _table(length: int, columns: list[tuple[str, Any, int]], rows: Iterable[list[str]]) -> Table:
    from rich.table import Column, Table

    heads = [Column(name, justify=justify, width=width) for name, justify, width in columns]
    table = Table(*heads, width=length, show_lines=True)
    for cells in rows:
        table.add_row(*cells)
    return table


def _total_lines(
    trainable: WeightTotal, non_trainable: WeightTotal, optimizer: WeightTotal | None
) -> list[str]:
    groups = [("Trainable", trainable), ("Non-trainable", non_trainable)]
    if optimizer is not None:
        groups.append(("Optimizer", optimizer))
    count = sum(total.count for _, total in groups)
    size = sum(total.size for _, total in groups)
    groups.insert(0, ("Total", WeightTotal(count, size)))
    return [
        f"[bold] {label} params: [/]{_number(f'{total.count:,}')} "
        f"({readable_memory_size(total.size)})"
        for label, total in groups
    ]


def print_summary(
    model_name: str,
    rows: Sequence[SummaryRow],
    trainable: WeightTotal,
    non_trainable: WeightTotal,
    optimizer: WeightTotal | None = None,
    *,
    line_length: int | None = None,
    positions: Sequence[float] | None = None,
    print_fn: Callable[[str], object] | None = None,
    show_connections: bool = False,
    show_trainable: bool = False,
) -> None:
    """Print Keras 3's summary table; `print_fn` gets the whole text once, without colours."""
    _load_rich()
    import rich.console
    from rich.markup import escape

    length, columns = _columns(show_connections, show_trainable, line_length, positions)
    table = _table(length, columns, (_cells(row, show_connections, show_trainable) for row in rows))
    captured = print_fn is not None or not is_interactive_logging_enabled()
    if captured:
        console = rich.console.Console(highlight=False, force_terminal=False, color_system=None)
        console.begin_capture()
    else:
        console = rich.console.Console(highlight=False)
    console.print(f'[bold]Model: "{escape(model_name)}"[/]')
    console.print(table)
    for line in _total_lines(trainable, non_trainable, optimizer):
        console.print(line)
    if captured:
        text = console.end_capture()
        print_msg(text, line_break=False) if print_fn is None else print_fn(text)
