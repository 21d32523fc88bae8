"""The metrics of a model and the order in which its methods return their results."""

from __future__ import annotations

from typing import Any

from pelton._core import training as _training
from pelton.keras.tracking import any_metrics, metrics_of
from pelton.keras.training import compiled_parts
from pelton.keras.training.compile_metrics import CompileMetrics, EngineMetrics

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core.metrics import Metric


def _metrics(self: Any) -> list[Metric]:
    if getattr(self, "_own_steps", None) is None:
        trainer = _training.trainer_of(self)
        has_metrics = trainer.compiled and compiled_parts.has_metrics(self)
        compiled = [EngineMetrics(trainer)] if has_metrics else []
        return [*trainer.metrics[:1], *compiled, *metrics_of(self)]
    parts = self._compiled_parts
    out = [] if parts.tracker is None else [parts.tracker]
    if parts.metrics is not None:
        out.append(parts.metrics)
    if parts.loss is not None:
        out += [metric for metric in parts.loss.metrics if metric is not None]
    return out + metrics_of(self)


METRICS = property(_metrics)


def metrics_names(self: Any) -> list[str]:
    return [metric.name for metric in self.metrics] if _training.trainer_of(self).compiled else []


def _are_in_order(model: Any, logs: dict[str, float]) -> bool:
    """Whether the figures are one for each metric, in their order."""
    return (
        type(model).metrics is METRICS
        and vars(model).get("_own_steps") is None
        and not (any_metrics() and metrics_of(model))
        and _training.trainer_of(model).names_as_metrics(logs)
    )


def in_order(model: Any, logs: dict[str, float]) -> Any:
    """Loss and metrics as evaluate returns them: a list in the metrics' order, or one number."""
    if _are_in_order(model, logs):
        results = list(logs.values())
    else:
        names = []
        for metric in model.metrics:
            parts = metric.metrics if isinstance(metric, CompileMetrics) else [metric]
            names += [part.name for part in parts]
        results = [logs[name] for name in names if name in logs]
        results += [logs[name] for name in sorted(logs) if name not in names]
    return results[0] if len(results) == 1 else results


def named(model: Any, logs: dict[str, float]) -> dict[str, float]:
    """In the order that callbacks see."""
    return logs if getattr(model, "_own_steps", None) is not None else dict(sorted(logs.items()))
