"""Owns the device objects of ``tf.config``; ``tf.device`` loads without them and typing."""

from __future__ import annotations

from typing import NamedTuple


class PhysicalDevice(NamedTuple):
    """A device of the machine, as ``/physical_device:CPU:0``."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that ops run on, as ``/device:CPU:0``."""

    name: str
    device_type: str
