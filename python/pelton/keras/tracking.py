"""Which layers, variables and metrics are among a layer's attributes: noted when they are set, in
lists, tuples, sets and dicts too, and when such an attribute gets more."""

from __future__ import annotations

from _thread import get_ident

from pelton._core import Tensor, Variable
from pelton._core.layers import Layer, Model
from pelton._core.metrics import Metric
from pelton.keras.hooks import check_layer
from pelton.keras.user_attribute import UserAttribute
from pelton.names.loaded import is_loaded_instance

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
            if not _is_before_init(layer):
                layer._check_open()
                layer._note_parts()
            stored.append(value)
            if store == "_metrics":
                note_own_metrics()
    elif _is_seed_generator(value):
        layer._track_seed_state(value.state)
    elif isinstance(value, tuple):
        parts = [tracked(layer, item) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    elif isinstance(value, (list, dict, set)):
        from pelton.keras.tracked_containers import container_of

        return container_of(layer, value)
    return value


def _is_before_init(layer: Any, name: str = "built") -> bool:
    """Whether a class's `__init__` sets attributes before it calls its base's, as Keras allows."""
    try:
        getattr(layer, name)  # raises without the C++ half
    except RuntimeError:
        return True
    return False


def untrack(layer: Any, value: Any) -> None:
    """Takes a layer, variable or metric away that was tracked; others change nothing."""
    if isinstance(value, Variable):
        layer._untrack(value)
    elif (store := _store_of(value)) is not None:
        stored = vars(layer).get(store, [])
        stored[:] = [one for one in stored if one is not value]


def _is_seed_generator(value: Any) -> bool:
    return is_loaded_instance(value, "pelton.keras.random.seed_generator", "SeedGenerator")


def _store_of(value: Any) -> str | None:
    return next((store for base, store in _STORES if isinstance(value, base)), None)


# Whether any layer has got a metric, or a class a `metrics` of its own: until then nobody looks.
_seen_metrics = False


def metrics_of(layer: Any) -> list[Any]:
    """The metrics of the layer, then those that the layers inside tell, each once; of models inside
    only their layers'."""
    if not _seen_metrics:
        return []
    found: list[Any] = []
    seen: dict[int, Any] = {}
    ahead = [layer]
    while ahead:
        one = ahead.pop()
        if id(one) in seen:
            continue
        seen[id(one)] = one
        is_model = isinstance(one, Model)
        tells = one is not layer and not is_model and _has_own_metrics(one)
        told = one.metrics if tells else vars(one).get("_metrics", ())
        found.extend(metric for metric in told if metric not in found)
        if not tells:
            ahead.extend(reversed(one.layers if is_model else vars(one).get("_layers", ())))
    return found


def _has_own_metrics(layer: Any) -> bool:
    return type(layer).metrics is not Layer.metrics


def note_own_metrics() -> None:
    """A class tells its metrics itself: from now on they are looked for."""
    global _seen_metrics
    _seen_metrics = True


# Whether calls of some class add metrics, as Keras 2 let them.
_adding_metrics = False


def note_adding_metrics() -> None:
    """A class adds metrics in its calls: from now on no model is taken to have none."""
    global _adding_metrics
    _adding_metrics = True


def calls_add_metrics() -> bool:
    """Whether layers may get metrics while they are called."""
    return _adding_metrics


def any_metrics() -> bool:
    """Whether a layer may have metrics."""
    return _seen_metrics


# The threads whose layers get attributes that are not tracked, each as often as it is in a scope.
_untracking: list[int] = []


class DotNotTrackScope:
    """Within it layers keep what this thread sets on them as it is, and no part of it is theirs."""

    def __enter__(self) -> None:
        _untracking.append(get_ident())

    def __exit__(self, *error: object) -> None:
        _untracking.remove(get_ident())


def is_tracking_enabled() -> bool:
    """Whether attributes that this thread sets on layers are tracked."""
    return not _untracking or get_ident() not in _untracking


def set_attribute(layer: Any, name: str, value: Any) -> None:
    """Layer.__setattr__. What is nested deeper than Python goes is kept as it is, untracked."""
    check_layer(layer, name)
    try:
        kept = tracked(layer, value) if is_tracking_enabled() else value
    except RecursionError:
        kept = value
    try:
        object.__setattr__(layer, name, kept)
    except RuntimeError:
        # A property of the class, such as supports_masking: `__init__` gives it its value anyway.
        if not _is_before_init(layer):
            raise


def delete_attribute(layer: Any, name: str) -> None:
    """Layer.__delattr__: a variable is then the layer's no more; layers and metrics stay."""
    value = vars(layer).get(name)
    object.__delattr__(layer, name)
    if isinstance(value, Variable):
        layer._untrack(value)


def _state_in(value: Any) -> list[Any]:
    """The variables and metrics in `value`: itself, or those of a container's items, in order."""
    found: list[Any] = []
    seen: set[int] = set()
    ahead = [value]
    while ahead:  # containers may be nested deeper than calls
        one = ahead.pop()
        if isinstance(one, (Variable, Metric)):
            found.append(one)
        elif isinstance(one, (list, tuple, dict)) and id(one) not in seen:
            seen.add(id(one))
            ahead += reversed(list(one.values()) if isinstance(one, dict) else one)
    return found


def set_metric_attribute(metric: Any, name: str, value: Any) -> None:
    """Metric.__setattr__: variables that are set, and those of metrics, are the metric's too, in
    lists, tuples and dicts as well."""
    object.__setattr__(metric, name, value)
    if type(value) in _PLAIN:
        return
    found = _state_in(value)
    if found and _is_before_init(metric, "dtype"):
        return
    for one in found:
        if isinstance(one, Metric):
            metric._track_part(one)
        elif not any(known is one for known in metric.variables):
            metric._track(one)


def add_to(layer_class: Any, metric_class: Any) -> None:
    """Gives the classes of all layers and metrics the tracking of attributes."""
    layer_class.__setattr__ = set_attribute
    layer_class.__delattr__ = delete_attribute
    layer_class.metrics = property(metrics_of)
    for name in ("input_shape", "output_shape"):
        setattr(layer_class, name, UserAttribute(getattr(layer_class, name).fget))
    metric_class.__setattr__ = set_metric_attribute
