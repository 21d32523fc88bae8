"""Owns how optimizers written in Python check their settings."""

from __future__ import annotations

from typing import Any

# The settings that all optimizers have, besides their names and weight decay.
SHARED = tuple(
    "learning_rate clipnorm clipvalue global_clipnorm use_ema ema_momentum ema_overwrite_frequency "
    "loss_scale_factor gradient_accumulation_steps".split()
)


def take_shared(optimizer: Any, base: Any, **given: Any) -> None:
    """Hands the settings that all optimizers have to the base class; ValueErrors and TypeErrors
    name the optimizer's own class."""
    try:
        base.__init__(optimizer, **given)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error} [{type(optimizer).__name__}]") from None


def take(
    optimizer: Any, flags: dict[str, Any], numbers: dict[str, Any], optional: Any = ()
) -> None:
    """Sets booleans and numbers as attributes of `optimizer`; those in `optional` may be None.

    Raises ValueError, naming the class and the argument, for others."""
    for name, value in numbers.items():
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number and not (value is None and name in optional):
            _refuse(optimizer, name, value, "a number")
    for name, value in flags.items():
        if not isinstance(value, bool):
            _refuse(optimizer, name, value, "True or False")
    for name, value in {**numbers, **flags}.items():
        setattr(optimizer, name, value)


def _refuse(optimizer: Any, name: str, value: Any, what: str) -> None:
    raise ValueError(
        f"`{name}` must be {what}. Received: {name}={value} [{type(optimizer).__name__}]"
    )
