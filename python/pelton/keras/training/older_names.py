"""What steps of Keras 2's time ask a model for: compiled_metrics, compiled_loss, and the functions
that fit, evaluate and predict make of its steps."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from pelton._core.metrics import Mean
from pelton.keras.training.compiled_parts import step_of_compile
from pelton.keras.user_attribute import UserAttribute


class _CompiledMetrics:
    """Takes batches into all metrics of a model."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def update_state(self, y: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Means, that of the losses too, take the predictions, as in Keras 3."""
        from pelton.keras.training.model_methods import parts_of

        warnings.warn(
            "`model.compiled_metrics()` is deprecated. Instead, use e.g.:\n```\n"
            "for metric in self.metrics:\n    metric.update_state(y, y_pred)\n```\n",
            stacklevel=2,
        )
        parts_of(self._model)  # the metrics from now on are those that Python updates
        for metric in self._model.metrics:
            given = (y_pred,) if isinstance(metric, Mean) else (y, y_pred)
            metric.update_state(*given, sample_weight=sample_weight)


@property
def compiled_metrics(self: Any) -> Any:
    """What takes a batch into all metrics; deprecated, as `compute_metrics` does it."""
    return _CompiledMetrics(self)


def compiled_loss(
    self: Any, y: Any, y_pred: Any, sample_weight: Any = None, regularization_losses: Any = None
) -> Any:
    """`compute_loss` without inputs; deprecated."""
    warnings.warn(
        "`model.compiled_loss()` is deprecated. Instead, use `model.compute_loss(x, y, y_pred, "
        "sample_weight, training)`.",
        stacklevel=2,
    )
    return self.compute_loss(x=None, y=y, y_pred=y_pred, sample_weight=sample_weight)


def _maker(kind: str) -> Callable[..., Any]:
    def make(self: Any, force: bool = False) -> Any:
        def run(iterator: Any) -> Any:
            return getattr(self, f"{kind}_step")(next(iterator))

        known = getattr(self, f"{kind}_function")
        if known is not None and not force:
            return known
        vars(self)[f"{kind}_function"] = run
        return None  # as in Keras

    make.__name__ = f"make_{kind}_function"
    make.__doc__ = (
        f"Gives `{kind}_function`, which runs `{kind}_step` on an iterator's next batch; the first "
        "time, and with `force`, makes it and gives None."
    )
    return make


def _none_yet(model: Any) -> None:
    """None until somebody makes the function: the engine's loops need none."""
    return


METHODS = (compiled_loss, *map(_maker, ("train", "test", "predict")))
PROPERTIES: dict[str, Any] = {
    "compiled_metrics": compiled_metrics,
    "steps_per_execution": UserAttribute(step_of_compile),
    **{f"{kind}_function": UserAttribute(_none_yet) for kind in ("train", "test", "predict")},
}
