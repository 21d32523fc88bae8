"""Classes derived from today's optimizers that are written by Keras 2's protocol."""

from __future__ import annotations

import functools
from typing import Any

from pelton._core import optimizers as _optimizers
from pelton.keras import hooks, optimizers
from pelton.keras.optimizers import legacy
from pelton.keras.optimizers.keras_2.kinds import LEGACY, STEPS
from pelton.keras.optimizers.keras_2.own_steps import PROTOCOL, OptimizerV2


def _take_protocol(cls: Any) -> None:
    """Gives a class that defines a part of the protocol the steps that ask for it."""
    if not PROTOCOL & vars(cls).keys() or issubclass(cls, OptimizerV2):
        return
    base = next((one for one in cls.__mro__ if one in STEPS), _optimizers.Optimizer)
    bases = list(cls.__bases__)
    bases.insert(next(i for i, one in enumerate(bases) if issubclass(one, base)), STEPS[base])
    cls.__bases__ = tuple(bases)


def _with_legacy(deserialize: Any) -> Any:
    """deserialize of optimizers that makes Keras 2's classes again, whose configs have `decay`."""

    @functools.wraps(deserialize)
    def call(config: Any, custom_objects: Any = None, **kwargs: Any) -> Any:
        name = config.get("class_name") if isinstance(config, dict) else None
        if name in LEGACY and "decay" in config["config"]:
            return LEGACY[name].from_config(config["config"])
        return deserialize(config, custom_objects)

    return call


def install() -> None:
    """keras.optimizers.legacy has Keras 2's classes, and classes derived from others may be
    written like them; once in a process."""
    for name, kind in LEGACY.items():
        setattr(legacy, name, kind)
    optimizers.deserialize = _with_legacy(optimizers.deserialize)
    hooks.OF_OPTIMIZER_CLASSES.append(_take_protocol)
