"""Steps of a model that are Python: what users override (train_step, compute_loss, ...), and steps
over nested inputs and outputs. Each is one tf.function, so that Python runs while tracing only."""

from __future__ import annotations

import weakref
from typing import Any

from pelton.keras.training.composite_batches import carries_composites, restored
from pelton.keras.training.output_nest import is_nested
from pelton.nest import flatten, map_structure

HOOKS = (
    "train_step",
    "test_step",
    "predict_step",
    "compute_loss",
    "compute_metrics",
    "metrics",
    "get_metrics_result",
    "reset_metrics",
    "losses",
    "trainable_weights",
    "__call__",
)


def unpack(data: Any) -> tuple[Any, Any, Any]:
    """(x, y, sample_weight) of what a step gets; raises ValueError for longer tuples."""
    if isinstance(data, list):
        data = tuple(data)
    if not isinstance(data, tuple):
        return data, None, None
    if not 1 <= len(data) <= 3:
        raise ValueError(
            "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, "
            f"found: {data}"
        )
    return (*data, None, None)[:3]


def overrides_steps(model: Any, base: type) -> bool:
    """Whether the model's class, or the model itself, has steps or figures of its own."""
    cls = type(model)
    return not vars(model).keys().isdisjoint(HOOKS) or any(
        getattr(cls, name, None) is not getattr(base, name) for name in HOOKS
    )


def _defines(model: Any, name: str) -> bool:
    from pelton.keras.models import Model

    return name in vars(model) or getattr(type(model), name) is not getattr(Model, name)


def weak_function(model: Any, name: str, eagerly: bool) -> Any:
    """The model's method as a traced function that does not keep the model alive. Of batches with
    ragged and sparse tensors, whose sizes differ, one trace serves all."""
    import pelton as tf

    this = weakref.ref(model)

    def step(data: Any) -> Any:
        return getattr(this(), name)(restored(data))

    step.__name__ = name
    if eagerly:
        return step
    traced, of_composites = tf.function(step), tf.function(step, reduce_retracing=True)

    def run(data: Any) -> Any:
        return (of_composites if carries_composites(data) else traced)(data)

    run._explain = traced._explain  # type: ignore[attr-defined]
    return run


def _figure(value: Any) -> Any:
    """The number that `value` is, or a tensor of several."""
    import pelton as tf

    if isinstance(value, float):
        return value
    tensor = tf.convert_to_tensor(value)
    return float(tensor) if tensor.shape.num_elements() == 1 else tensor


class StepFunctions:
    """What the engine's loops call for each batch; `eagerly`: never from a trace."""

    def __init__(self, model: Any, eagerly: bool) -> None:
        self._model = weakref.ref(model)
        self._train, self._test, self._predict = (
            weak_function(model, f"{phase}_step", eagerly) for phase in ("train", "test", "predict")
        )
        self._logs: Any = {}
        self._resets = False
        self.outputs: Any = None  # of the last prediction, for their structure

    def train(self, data: Any) -> None:
        self._logs = self._train(data)

    def test(self, data: Any) -> None:
        self._logs = self._test(data)

    def predict(self, data: Any) -> list[Any]:
        self.outputs = self._predict(data)
        return flatten(self.outputs)

    def logs(self, of_all: bool = False) -> dict[str, Any]:
        """The figures of the last step as numbers or tensors of several, sorted, those of nested
        dicts by their own names where the dict's is. `of_all` steps: those of the model's metrics,
        where they have the names that the step gave, as in Keras."""
        found = self._logs or {}
        if of_all and isinstance(found, dict):
            whole = self._model().get_metrics_result()
            found = whole if set(whole) == set(found) else found
        out: dict[str, Any] = {}
        for name, value in sorted(found.items()):
            if isinstance(value, dict):
                out.update({key: _figure(inner) for key, inner in sorted(value.items())})
            else:
                out[name] = _figure(value)
        return out

    def reset_metrics(self) -> None:
        """By the model's own method where its class has one, which may call this in turn."""
        model = self._model()
        if not self._resets and _defines(model, "reset_metrics"):
            self._resets = True
            try:
                model.reset_metrics()
            finally:
                self._resets = False
            return
        for metric in model.metrics:
            metric.reset_state()

    def explain(self) -> str:
        """The traces of the steps, or why there are none."""
        parts = []
        for name in ("train", "test", "predict"):
            function = getattr(self, f"_{name}")
            if hasattr(function, "_explain") and (text := function._explain()):
                parts.append(f"{name}_step{text}")
        return "".join(parts)


def pack_outputs(outputs: Any, leaves: list[Any]) -> Any:
    """Arrays in the structure of `outputs`."""
    arrays = iter(leaves)
    return map_structure(lambda _: next(arrays), outputs) if is_nested(outputs) else leaves[0]
