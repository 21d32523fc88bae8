"""What compile and fit ask of hooks that users define in optimizers, losses and `evaluate`."""

from __future__ import annotations

from typing import Any

from pelton._core import training as _training
from pelton._core.optimizers import Optimizer
from pelton.keras import hooks
from pelton.nest import flatten


def note_parts(model: Any, optimizer: Any, *others: Any) -> None:
    """Notes whether optimizer or losses define what only steps in Python call; raises
    NotImplementedError for what would be ignored."""
    parts = [optimizer, *flatten(list(others))]
    for part in parts:
        hooks.check_object(part)
    if hooks.steps_in_python(*parts):
        vars(model)["_python_parts"] = True
    else:
        vars(model).pop("_python_parts", None)


def check_validation(model: Any, validation: Any) -> None:
    """fit's validation is the engine's own."""
    from pelton.keras.models import Model

    if validation is not None and hooks.overrides(model, Model, ("evaluate",)):
        raise NotImplementedError(
            f"{type(model).__name__} defines `evaluate`, which fit does not call for its "
            "validation data. Validate by a callback"
        )


def finalize(model: Any, epochs: Any) -> None:
    """Calls an optimizer's own finalize_variable_values, which the engine does not look for."""
    optimizer = _training.trainer_of(model).optimizer
    if epochs and hooks.overrides(optimizer, Optimizer, ("finalize_variable_values",)):
        optimizer.finalize_variable_values(model.trainable_weights)
