"""Owns ``tf.debugging``: the placement log."""

from __future__ import annotations

from pelton._core import runtime as _runtime


def set_log_device_placement(enabled: bool) -> None:
    """Prints ``Executing op MatMul in device ...`` to ``sys.stderr`` for each op while on."""
    _runtime.set_log_device_placement(bool(enabled))


def get_log_device_placement() -> bool:
    """Whether op placements are printed."""
    return _runtime.log_device_placement()
