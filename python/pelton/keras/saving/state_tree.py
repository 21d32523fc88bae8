"""Where in a file of weights each layer and optimizer of a model is: by the attributes that lead to
it, in the order and with the names of Keras's own files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pelton._core.layers import Layer, Sequential
from pelton._core.optimizers import Optimizer
from pelton.keras.models.functional import Functional

Place = tuple[str, Any]  # path, layer or optimizer
_CONTAINERS = (list, tuple, dict)
# Attributes of ours in which parts are listed that have other attributes too.
_OURS = frozenset(
    "_layers _metrics _operations _input_layers _input_layer _graph _nested_inputs _call_records "
    "_compile_arguments _compile_loss _compile_metrics _loss_tracker _open_batches _own_steps "
    "inputs outputs input output metrics_names".split()
)


def places_of(root: Any) -> list[Place]:
    """(path, object) for the root, "", and each layer and optimizer below it, each once."""
    return list(_below(root, "", set()))


def _below(thing: Any, path: str, seen: set[int]) -> Iterator[Place]:
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield path, thing
    for name, child in _children(thing):
        below = f"{path}/{name}" if path else name
        if isinstance(child, (Layer, Optimizer)):
            yield from _below(child, below, seen)
        elif isinstance(child, _CONTAINERS):
            yield from _inside(child, below, seen, set())


def _children(thing: Any) -> Iterator[tuple[str, Any]]:
    """Attributes by name, private ones last; a model's layers come first."""
    if isinstance(thing, (Sequential, Functional)):
        yield "layers", thing.layers
    for name in sorted(_names(thing), key=lambda name: f"~{name}" if name[0] == "_" else name):
        try:
            child = getattr(thing, name)
        except Exception:  # a property that cannot tell yet  # noqa: BLE001
            continue
        yield name, child


def _names(thing: Any) -> set[str]:
    base = Layer if isinstance(thing, Layer) else Optimizer
    skipped = _OURS | set(dir(base))
    return {name for name in dir(thing) if not name.startswith("__") and name not in skipped}


def _inside(container: Any, path: str, seen: set[int], open_: set[int]) -> Iterator[Place]:
    if id(container) in open_:
        return
    open_.add(id(container))
    used: dict[str, int] = {}
    for part in list(container.values()) if isinstance(container, dict) else list(container):
        if isinstance(part, (Layer, Optimizer)):
            name = _unique(snake_case(type(part).__name__), used)
            yield from _below(part, f"{path}/{name}", seen)
        elif isinstance(part, _CONTAINERS):
            yield from _inside(part, f"{path}/{_unique('container', used)}", seen, open_)


def _unique(name: str, used: dict[str, int]) -> str:
    number = used.get(name, -1) + 1
    used[name] = number
    return f"{name}_{number}" if number else name


def snake_case(name: str) -> str:
    """ "Conv2DTranspose" -> "conv2d_transpose", as Keras writes class names in paths."""
    from pelton._core.keras_settings import to_snake_case

    return to_snake_case(name)
