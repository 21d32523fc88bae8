"""Owns `add_loss` and `add_metric` of symbolic tensors of Keras 2's functional models, and what
layers of then add while they are called: `add_metric`, `add_update`."""

from __future__ import annotations

import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_ADDED = "_added_metrics"  # {name: metric} of a layer


def _with_losses(native: Any) -> type:
    """A class of functional models whose calls add the mean of each of their symbolic losses, and
    whose metrics take in the symbolic tensors that they are of."""
    from pelton.keras import ops
    from pelton.keras.models.functional import Functional
    from pelton.nest import flatten, pack_sequence_as

    class WithLosses(Functional):
        """A model of inputs and outputs, with losses and metrics that follow from its tensors."""

        def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
            state = vars(self)
            found = state["_whole"](inputs, training=training)
            count = len(flatten(self.output))
            losses = state.get("_symbolic_losses", ())
            for loss in found[count : count + len(losses)]:
                native(self, ops.mean(loss))
            of_metrics = state.get("_symbolic_metrics", ())
            for (name, _), value in zip(of_metrics, found[count + len(losses) :], strict=True):
                add_metric(self, value, name)
            return pack_sequence_as(self.output, found[:count])

    return WithLosses


def _add_ends(made: list[type], native: Any, model: Any, key: str, ends: list[Any]) -> None:
    """Lets a functional model compute more symbolic tensors in each call."""
    from pelton.keras.models.functional import Functional
    from pelton.nest import flatten

    state = vars(model)
    state[key] = [*state.get(key, ()), *ends]
    measured = [value for _, value in state.get("_symbolic_metrics", ())]
    outputs = [*flatten(model.output), *state.get("_symbolic_losses", ()), *measured]
    state["_whole"] = Functional(model.input, outputs)
    if not made:
        made.append(_with_losses(native))
    model.__class__ = made[0]


def _is_of_graph(value: Any) -> bool:
    from pelton._core import functions as _functions

    return _functions.is_symbolic(value) and not _functions.is_tracing()


def _with_symbolic(native: Callable[..., Any], made: list[type]) -> Callable[..., Any]:
    """add_loss that takes symbolic tensors of a functional model too."""

    def add_loss(self: Any, loss: Any) -> None:
        """Add a scalar, or a symbolic tensor of a functional model, to its losses."""
        from pelton.keras.models.functional import Functional
        from pelton.nest import flatten

        losses = flatten(loss)
        if not isinstance(self, Functional) or not all(map(_is_of_graph, losses)):
            native(self, loss)
            return
        _add_ends(made, native, self, "_symbolic_losses", losses)

    return add_loss


def _of_models(native: Callable[..., Any], made: list[type]) -> Callable[..., Any]:
    """add_metric of models, which functional ones give symbolic tensors too."""

    def add_metric_of_model(
        self: Any, value: Any, name: str | None = None, aggregation: str | None = None
    ) -> None:
        """Tell the mean of a tensor, or of a symbolic tensor of a functional model, as a metric."""
        from pelton.keras.models.functional import Functional

        if isinstance(self, Functional) and _is_of_graph(value):
            _metric_of(self, name, value)
            _add_ends(made, native, self, "_symbolic_metrics", [(name, value)])
            return
        add_metric(self, value, name, aggregation)

    add_metric_of_model.__name__ = "add_metric"
    return add_metric_of_model


def _metric_of(layer: Any, name: str | None, value: Any) -> Any:
    """The layer's metric of that name, made once. Raises ValueError without a name."""
    from pelton import init_scope
    from pelton.keras.metrics import Mean

    if name is None:
        raise ValueError(
            "Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), "
            f"name='mean_activation')`. [{type(layer).__name__}]"
        )
    added = vars(layer).setdefault(_ADDED, {})
    if name not in added:
        with init_scope():
            added[name] = Mean(name=name)
            setattr(layer, f"_added_metric_{len(added)}", added[name])
    return added[name]


def add_metric(
    layer: Any, value: Any, name: str | None = None, aggregation: str | None = None
) -> None:
    """Tell the mean of a tensor of this call as a metric of the layer; the result of a call of a
    metric tells that metric.

    Raises ValueError for a tensor without a name and for another `aggregation` than "mean"."""
    if aggregation not in (None, "mean"):
        raise ValueError(
            f"Only `mean` sample-wise metric aggregation is supported, got {aggregation!r}. "
            f"[{type(layer).__name__}]"
        )
    own = getattr(value, "_metric_obj", None)
    if own is not None:
        if own not in layer.metrics:
            setattr(layer, f"_added_metric_{own.name}", own)
        return
    metric = _metric_of(layer, name, value)
    if not _is_of_graph(value):
        metric.update_state(value)


def add_update(layer: Any, updates: Any) -> None:
    """Calls what can be called; assignments have been done where they were made."""
    for update in updates if isinstance(updates, (list, tuple)) else [updates]:
        if callable(update) and not hasattr(update, "dtype"):
            update()


def _with_its_metric(call: Callable[..., Any]) -> Callable[..., Any]:
    """Metric.__call__, whose result `add_metric` knows the metric of."""

    @functools.wraps(call)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = call(self, *args, **kwargs)
        if hasattr(result, "dtype"):
            try:
                result._metric_obj = self
            except AttributeError:  # of what takes no attributes
                return result
        return result

    return wrapped


def _names_of_parts(model: Any) -> list[str]:
    """The names of the loss and of each metric, in the order of what `evaluate` gives."""
    from pelton.keras.training.compile_metrics import CompileMetrics

    if not model.compiled:
        return []
    every = model.metrics
    parts = [one.metrics if isinstance(one, CompileMetrics) else [one] for one in every]
    return [metric.name for several in parts for metric in several]


def _note_adding(cls: Any) -> None:
    """Notes a class some function of which adds metrics."""
    from pelton.keras import tracking

    codes = (getattr(one, "__code__", None) for one in vars(cls).values())
    if any(code is not None and "add_metric" in code.co_names for code in codes):
        tracking.note_adding_metrics()


def install_losses() -> None:
    """Widens layers, models and metrics; once in a process."""
    from pelton import keras
    from pelton.keras import hooks

    layer, made = keras.layers.Layer, []  # type: ignore[var-annotated]
    native = keras.Model.add_loss
    keras.Model.add_loss = _with_symbolic(native, made)
    layer.add_metric, layer.add_update = add_metric, add_update
    layer.updates, layer.stateful = property(lambda _: []), False
    keras.Model.add_metric = _of_models(native, made)
    keras.Model.metrics_names = property(_names_of_parts)
    hooks.OF_LAYER_CLASSES.append(_note_adding)
    keras.metrics.Metric.__call__ = _with_its_metric(keras.metrics.Metric.__call__)
