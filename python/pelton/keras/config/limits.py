"""Owns how long training may be at most, whatever scripts ask for: for trying them out."""

from __future__ import annotations

import os

_VARIABLES = {"epochs": "KERAS_MAX_EPOCHS", "steps_per_epoch": "KERAS_MAX_STEPS_PER_EPOCH"}
_set: dict[str, int | None] = {}


def limit(name: str) -> int | None:
    """The largest number of "epochs" or "steps_per_epoch": what was set, or else that of the
    environment; None without a limit."""
    if name in _set:
        return _set[name]
    text = os.environ.get(_VARIABLES[name])
    return int(text) if text else None


def _change(name: str, value: int | None) -> None:
    if value is not None and (type(value) is not int or value <= 0):
        raise ValueError(
            f"set_max_{name}: `max_{name}` must be a positive integer or None. Received: "
            f"max_{name}={value!r}"
        )
    _set[name] = value


def max_epochs() -> int | None:
    """How many epochs `fit` trains at most: set, or of KERAS_MAX_EPOCHS; None: any number."""
    return limit("epochs")


def set_max_epochs(max_epochs: int | None) -> None:
    """Limits the epochs of `fit`; None takes the limit away. ValueError unless it is positive."""
    _change("epochs", max_epochs)


def max_steps_per_epoch() -> int | None:
    """How many steps an epoch has at most: set, or of KERAS_MAX_STEPS_PER_EPOCH."""
    return limit("steps_per_epoch")


def set_max_steps_per_epoch(max_steps_per_epoch: int | None) -> None:
    """Limits the steps of each epoch; None takes the limit away. ValueError unless positive."""
    _change("steps_per_epoch", max_steps_per_epoch)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
