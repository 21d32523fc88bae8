"""Owns Diagram: the boxes and arrows that show a model, without places and colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pelton._core import layers as _core
from pelton.keras.models.functional import Functional
from pelton.keras.models.graph import Operation, place_of
from pelton.nest import flatten, map_structure

HEAD, PLAIN, TRAINABLE, FROZEN = "head", "plain", "trainable", "frozen"


class Cell(NamedTuple):
    """A field of a box: a label, the value that it is about, and how it looks."""

    label: str
    value: str
    look: str = PLAIN

    @property
    def text(self) -> str:
        return f"{self.label} {self.value}".strip()


class Shown(NamedTuple):
    """What boxes say, by the arguments of plot_model."""

    shapes: bool = False
    dtype: bool = False
    names: bool = True
    activations: bool = False
    trainable: bool = False
    nested: bool = False  # models within the model by their own layers


@dataclass
class Group:
    """A model within the model: its name and the boxes of its layers."""

    name: str
    boxes: list[int] = field(default_factory=list)


@dataclass
class Diagram:
    """Boxes of rows of cells, arrows between boxes by number, and groups of boxes."""

    boxes: list[list[list[Cell]]] = field(default_factory=list)
    arrows: list[tuple[int, int]] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def connect(self, source: int, target: int) -> None:
        """An arrow, unless it is there."""
        if (source, target) not in self.arrows:
            self.arrows.append((source, target))


def _tried(get: Callable[[], Any]) -> Any:
    try:
        return get()
    except (AttributeError, ValueError, RuntimeError):
        return None


def _shape_text(structure: Any) -> str:
    if structure is None:
        return "?"
    shapes = map_structure(lambda tensor: tuple(tensor.shape), structure)
    if isinstance(shapes, dict):
        return ", ".join(f"{name}: {shape}" for name, shape in shapes.items())
    return str(shapes)


def _dtype_text(structure: Any) -> str:
    if structure is None:
        return "?"
    return str(map_structure(lambda tensor: tensor.dtype.name, structure)).replace("'", "")


def _rows(head: Cell, activation: Any, ends: Any, layer: Any, shown: Shown) -> list[list[Cell]]:
    rows = [[head]]
    if shown.activations and activation is not None:
        name = getattr(activation, "name", None) or getattr(activation, "__name__", activation)
        rows.append([Cell("Activation:", str(name))])
    cells = []
    if shown.shapes:
        if not isinstance(layer, _core.InputLayer):
            cells.append(Cell("Input shape:", _shape_text(ends[0])))
        cells.append(Cell("Output shape:", _shape_text(ends[1])))
    if shown.dtype:
        cells.append(Cell("Output dtype:", _dtype_text(ends[1])))
    if shown.trainable and layer is not None and layer.weights:
        look = TRAINABLE if layer.trainable else FROZEN
        cells.append(Cell("", "Trainable" if layer.trainable else "Non-trainable", look))
    return [*rows, cells] if cells else rows


def _layer_rows(layer: Any, shown: Shown, has_ends: bool = True) -> list[list[Cell]]:
    kind = type(layer).__name__
    head = Cell(layer.name, f"({kind})", HEAD) if shown.names else Cell(kind, "", HEAD)
    ends = None, None
    if has_ends:
        ends = _tried(lambda: layer.input), _tried(lambda: layer.output)
    return _rows(head, _tried(lambda: layer.activation), ends, layer, shown)


def _op_rows(operation: Operation, shown: Shown) -> list[list[Cell]]:
    kind = operation.kind
    head = Cell(operation.name, f"({kind})", HEAD) if shown.names else Cell(kind, "", HEAD)
    given = operation.owner.inputs()
    ends = (given[0] if len(given) == 1 else given), operation.calls[0]
    return _rows(head, None, ends, None, shown)


class _Ends(NamedTuple):
    """The boxes that take a model's or a layer's inputs and that give its outputs."""

    entries: list[int]
    exits: list[int]


class _Drawer:
    """Puts a model's parts into a diagram."""

    def __init__(self, diagram: Diagram, shown: Shown) -> None:
        self.diagram = diagram
        self.shown = shown
        self.open: list[Group] = []

    def box(self, rows: list[list[Cell]]) -> _Ends:
        number = len(self.diagram.boxes)
        self.diagram.boxes.append(rows)
        for group in self.open:
            group.boxes.append(number)
        return _Ends([number], [number])

    def part(self, layer: Any) -> _Ends:
        """A layer as a box; a model of layers, where nested ones are shown, as a group."""
        if not self.shown.nested or not isinstance(layer, (_core.Sequential, Functional)):
            return self.box(_layer_rows(layer, self.shown))
        self.open.append(Group(layer.name))
        ends = self.model(layer)
        self.diagram.groups.append(self.open.pop())
        return ends

    def model(self, model: Any) -> _Ends:
        if isinstance(model, _core.Sequential):
            return self._chain(model)
        if isinstance(model, Functional):
            return self._graph(model)
        return self.box(_layer_rows(model, self.shown, has_ends=False))

    def _chain(self, model: Any) -> _Ends:
        parts = [self.part(layer) for layer in model.layers]
        for before, after in zip(parts, parts[1:], strict=False):
            self.diagram.connect(before.exits[0], after.entries[0])
        return _Ends(parts[0].entries, parts[-1].exits)

    def _graph(self, model: Any) -> _Ends:
        operations = vars(model)["_operations"]
        parts: list[_Ends] = []
        at: dict[Any, _Ends] = {}  # by what gave a tensor
        for one in operations:
            rows = None if one.layer is not None else _op_rows(one, self.shown)
            parts.append(self.part(one.layer) if rows is None else self.box(rows))
            at.update(dict.fromkeys((place_of(tensor)[0] for tensor in one.calls), parts[-1]))
        for one, part in zip(operations, parts, strict=True):
            for maker in one.makers():
                for place, leaf in enumerate(maker.shown_inputs(one.known)):
                    key, index = place_of(leaf)
                    self.diagram.connect(
                        at[key].exits[min(index, len(at[key].exits) - 1)],
                        part.entries[min(place, len(part.entries) - 1)],
                    )
        entries = [at[place_of(tensor)[0]].entries[0] for tensor in model.inputs]
        exits = []
        for tensor in flatten(model.outputs):
            key, index = place_of(tensor)
            exits.append(at[key].exits[min(index, len(at[key].exits) - 1)])
        return _Ends(entries, exits)


def diagram_of(model: Any, shown: Shown) -> Diagram:
    """The diagram of a built model. Raises ValueError for one that is not, and for what is none."""
    if not isinstance(model, _core.Model):
        raise ValueError(f"`model` must be a Keras model. Received: model={model!r}")
    if not model.built:
        raise ValueError(
            "This model has not yet been built. Build the model first by calling `build()` or by "
            "calling the model on a batch of data."
        )
    diagram = Diagram()
    if not isinstance(model, _core.Sequential) or model.layers:
        _Drawer(diagram, shown).model(model)
    return diagram
