"""Owns what steps in Python use of what compile() was given."""

from __future__ import annotations

from typing import Any

from pelton._core import training as _training
from pelton.keras.training.compile_loss import CompileLoss
from pelton.keras.training.compile_metrics import CompileMetrics


class CompiledParts:
    """What steps in Python use of what compile() was given."""

    def __init__(self, model: Any) -> None:
        given = getattr(model, "_compile_arguments", {})
        names = getattr(model, "output_names", None)
        loss, metrics = given.get("loss"), (given.get("metrics"), given.get("weighted_metrics"))
        weights = given.get("loss_weights")
        trained = _training.trainer_of(model).metrics
        self.tracker = trained[0] if trained else None
        self.loss = None if loss is None else CompileLoss(loss, weights, names)
        self.metrics = CompileMetrics(*metrics, names) if any(metrics) else None
