"""Reads, writes and logs an optimizer's learning rate for the callbacks that change it."""

from __future__ import annotations

import struct
from typing import Any

from pelton.keras.callbacks.callback import Logs


def read_rate(optimizer: Any) -> float:
    """The current learning rate as a Python float."""
    return float(optimizer.learning_rate)


def as_float32(value: float) -> float:
    """`value` rounded to float32, in which optimizers keep their rate."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def optimizers_of(model: Any) -> list[tuple[str, Any]]:
    """(name, optimizer) pairs: one with an empty name, or those of an optimizer of optimizers."""
    optimizer = model.optimizer
    if hasattr(optimizer, "optimizers"):
        return [(inner.name, inner) for inner in optimizer.optimizers]
    return [("", optimizer)]


def log_rates(model: Any, logs: Logs) -> None:
    """Add `learning_rate` (or one `learning_rate_<name>` per optimizer) to `logs`."""
    for name, optimizer in optimizers_of(model):
        logs[f"learning_rate_{name}" if name else "learning_rate"] = read_rate(optimizer)
