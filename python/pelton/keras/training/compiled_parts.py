"""Owns what steps in Python use of what compile() was given."""

from __future__ import annotations

from typing import Any

from pelton._core import training as _training
from pelton.keras.training.compile_loss import CompileLoss
from pelton.keras.training.compile_metrics import CompileMetrics, EngineMetrics


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


def has_metrics(model: Any) -> bool:
    """Whether compile() was given any."""
    given = model._compile_arguments
    return bool(given["metrics"] or given["weighted_metrics"])


def given_loss(model: Any) -> Any:
    """The `loss` that compile() was given, as it is."""
    return getattr(model, "_compile_arguments", {}).get("loss")


def step_of_compile(model: Any) -> Any:
    """The `steps_per_execution` that compile() was given, 1 before."""
    return getattr(model, "_compile_arguments", {}).get("steps_per_execution", 1)


# What own steps ask a model for under Keras's names; None before compile().


def loss_tracker(model: Any) -> Any:
    """The mean of the losses, which is among the model's metrics."""
    trainer = _training.trainer_of(model)
    return trainer.metrics[0] if trainer.compiled and trainer.metrics else None


def compile_metrics(model: Any) -> Any:
    """The metrics that compile() was given, as one."""
    found = (one for one in model.metrics if isinstance(one, (CompileMetrics, EngineMetrics)))
    return next(found, None)


def compile_loss(model: Any) -> Any:
    """The losses that compile() was given, as one: those that steps in Python use, if any run."""
    if not _training.trainer_of(model).compiled:
        return None
    own = vars(model).get("_own_steps") is not None
    return model._compiled_parts.loss if own else CompiledParts(model).loss
