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


class LogicalDeviceConfiguration(NamedTuple):
    """One part of a physical device: ``memory_limit`` in MB (2**20 bytes), GPUs only.

    Priority and ordinal are kept and have no effect.
    """

    memory_limit: int | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


class DeviceCopies(NamedTuple):
    """How often one op's inputs were copied from one device to another, and the bytes in all."""

    op: str
    source: str
    target: str
    count: int
    bytes: int
