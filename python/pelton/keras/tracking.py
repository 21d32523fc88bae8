"""Which layers, variables and metrics are among a layer's attributes: noted when they are set, in
lists, tuples, sets and dicts too, and when such an attribute gets more."""

from __future__ import annotations

import sys

from pelton._core import Tensor, Variable
from pelton._core.layers import Layer, Model
from pelton._core.metrics import Metric

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_PLAIN = frozenset({bool, int, float, str, type(None), Tensor})
_STORES = ((Layer, "_layers"), (Metric, "_metrics"))


def tracked(layer: Any, value: Any) -> Any:
    """What `layer` keeps for `value`: containers become ones that note what is added to them.

    Raises ValueError for a new layer, variable or metric once the layer has been built."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Variable):
        layer._track(value)
    elif (store := _store_of(value)) is not None:
        stored = vars(layer).setdefault(store, [])
        if value is not layer and not any(one is value for one in stored):
            layer._check_open()
            stored.append(value)
    elif _is_seed_generator(value):
        layer._track_seed_state(value.state)
    elif isinstance(value, tuple):
        parts = [tracked(layer, item) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    elif isinstance(value, (list, dict, set)):
        from pelton.keras.tracked_containers import container_of

        return container_of(layer, value)
    return value


def untrack(layer: Any, value: Any) -> None:
    """Takes a layer, variable or metric away that was tracked; others change nothing."""
    if isinstance(value, Variable):
        layer._untrack(value)
    elif (store := _store_of(value)) is not None:
        stored = vars(layer).get(store, [])
        stored[:] = [one for one in stored if one is not value]


def _is_seed_generator(value: Any) -> bool:
    # Who has made one has loaded its module.
    module = sys.modules.get("pelton.keras.random.seed_generator")
    return module is not None and isinstance(value, module.SeedGenerator)


def _store_of(value: Any) -> str | None:
    return next((store for base, store in _STORES if isinstance(value, base)), None)


def metrics_of(layer: Any) -> list[Any]:
    """The metrics of the layer, then those of the layers inside that are no models, each once."""
    if vars(layer).keys().isdisjoint(("_metrics", "_layers")):
        return []
    found: list[Any] = []
    seen: set[int] = set()

    def visit(one: Any) -> None:
        seen.add(id(one))
        found.extend(metric for metric in vars(one).get("_metrics", ()) if metric not in found)
        for inner in vars(one).get("_layers", ()):
            if id(inner) not in seen and not isinstance(inner, Model):
                visit(inner)

    visit(layer)
    return found


def set_attribute(layer: Any, name: str, value: Any) -> None:
    """Layer.__setattr__. What is nested deeper than Python goes is kept as it is, untracked."""
    try:
        kept = tracked(layer, value)
    except RecursionError:
        kept = value
    object.__setattr__(layer, name, kept)


def delete_attribute(layer: Any, name: str) -> None:
    """Layer.__delattr__: a variable is then the layer's no more; layers and metrics stay."""
    value = vars(layer).get(name)
    object.__delattr__(layer, name)
    if isinstance(value, Variable):
        layer._untrack(value)


def add_to(layer_class: Any) -> None:
    """Gives the class of all layers the tracking of attributes."""
    layer_class.__setattr__ = set_attribute
    layer_class.__delattr__ = delete_attribute
