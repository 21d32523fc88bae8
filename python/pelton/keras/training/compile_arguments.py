"""Checks the arguments of compile() and brings them into the form that the engine takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelton.keras import optimizers as _optimizers
from pelton.names.named_refusals import shown, truth

# The arguments of compile() that can be given by output.
BY_OUTPUT = ("loss", "loss_weights", "metrics", "weighted_metrics")


def _one(name: str, value: Any) -> Any:
    """The one entry of a list; other values as they are."""
    seen: set[int] = set()
    while isinstance(value, (list, tuple)):
        if id(value) in seen:
            raise ValueError(f"`{name}` is a list that contains itself. Received: {name}={value}")
        seen.add(id(value))
        if len(value) != 1:
            raise ValueError(
                f"`{name}` has {len(value)} entries, but the model has one output. Received: "
                f"{name}={value}"
            )
        value = value[0]
    if isinstance(value, Mapping) and "class_name" not in value:
        raise ValueError(
            f"`{name}` is a dictionary of outputs, but the model has one unnamed output. "
            f"Received: {name}={value}"
        )
    return value


def is_by_output(loss: Any, loss_weights: Any, metrics: Any, weighted_metrics: Any) -> bool:
    """Whether an argument has entries by output, of which there are several or a named one."""

    def several(value: Any) -> bool:
        if isinstance(value, Mapping):
            return "class_name" not in value
        return isinstance(value, (list, tuple)) and len(value) > 1

    def by_lists(value: Any) -> bool:
        if isinstance(value, Mapping):
            return "class_name" not in value
        return isinstance(value, (list, tuple)) and (
            len(value) > 1
            and any(item is None or isinstance(item, (list, tuple)) for item in value)
        )

    return several(loss) or several(loss_weights) or by_lists(metrics) or by_lists(weighted_metrics)


def kept(model: Any, *values: Any) -> dict[str, Any]:
    """The values of BY_OUTPUT by name: of an earlier `compile` for a loss that is None, with its
    weights, and for metrics of which neither kind is given, as in Keras."""
    before = vars(model).get("_compile_arguments") or {}
    given = dict(zip(BY_OUTPUT, values, strict=True))
    names = ("loss", "loss_weights") if given["loss"] is None else ()
    if given["metrics"] is None and given["weighted_metrics"] is None:
        names += ("metrics", "weighted_metrics")
    return {**given, **{name: before.get(name) for name in names}}


def loss(value: Any) -> Any:
    """A loss, a function, a name or None; raises ValueError for several."""
    value = _one("loss", value)
    if value is not None and not callable(value) and not isinstance(value, (str, Mapping)):
        raise ValueError(f"Could not interpret loss identifier: {value}")
    return library_loss(value)


def library_loss(value: Any) -> Any:
    """The loss of a name that is made in Python; anything else as it is."""
    from pelton.keras import losses

    return losses.get(value) if isinstance(value, str) and value in losses._LIBRARY else value


def library_metric(value: Any) -> Any:
    """The same for a metric, called by the name that was given."""
    from pelton.keras import metrics as _metrics

    if not isinstance(value, str) or not _metrics.is_made_in_python(value):
        return value
    metric = _metrics.get(value)
    metric.name = value
    return metric


def loss_weight(value: Any) -> float | None:
    """The weight of the one loss; raises ValueError for several."""
    if isinstance(value, (list, tuple)) and len(value) != 1:
        raise ValueError(
            f"`loss_weights` must match the number of losses, got 1 losses and {len(value)} "
            "weights."
        )
    value = _one("loss_weights", value)
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError):
        raise TypeError(f"`loss_weights` must be a number, got {shown(value)}") from None


def _flat(values: Any) -> list[Any]:
    if isinstance(values, (list, tuple)):
        return [item for value in values for item in _flat(value)]
    if isinstance(values, Mapping) and "class_name" not in values:
        return [item for value in values.values() for item in _flat(value)]
    return [values]


def metrics(name: str, values: Any) -> list[Any]:
    """A flat list of metrics, functions and names; raises ValueError as Keras does."""
    if values is None:
        return []
    if not isinstance(values, (list, tuple, Mapping)):
        raise ValueError(
            f"Expected `{name}` argument to be a list, tuple, or dict. Received instead: "
            f"{name}={values} of type {type(values)}"
        )
    try:
        found = _flat(values)
    except RecursionError:  # also of a list that holds itself
        raise ValueError(f"`{name}` is nested too deeply: {shown(values)}") from None
    return [library_metric(value) for value in found]


def optimizer(value: Any) -> Any:
    """An optimizer from an instance, a name or a serialized config."""
    return _optimizers.get(value)


def scaled(model: Any, given: Any, auto_scale_loss: bool) -> Any:
    """The optimizer, in a LossScaleOptimizer where the model computes in mixed_float16."""
    scale = _optimizers.LossScaleOptimizer
    if not truth("auto_scale_loss", auto_scale_loss) or given is None or isinstance(given, scale):
        return given
    if model.dtype_policy.name != "mixed_float16":
        return given
    return scale(given, name="loss_scale_optimizer")


def jit_compile(model: Any) -> bool:
    """Whether compile() was asked for XLA, which is not there; "auto" is False."""
    return (vars(model).get("_compile_arguments") or {}).get("jit_compile") is True


def distribute_strategy(model: Any) -> Any:
    """The strategy of ``tf.distribute`` that is in use: what a model computes is on one device."""
    from pelton.distribute import get_strategy

    return get_strategy()
