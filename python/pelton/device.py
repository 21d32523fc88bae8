"""Owns ``tf.device`` and the device objects that ``tf.config`` lists."""

from __future__ import annotations

from typing import NamedTuple

from pelton._core.runtime import DeviceScope


class PhysicalDevice(NamedTuple):
    """A device of the machine, as ``/physical_device:CPU:0``."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that ops run on, as ``/device:CPU:0``."""

    name: str
    device_type: str


class device:  # noqa: N801 - TensorFlow's name
    """Runs the ops inside ``with tf.device(name):`` on one device.

    ``name`` is a full or partial device name (``"/GPU:0"``, ``"cpu"``), a ``LogicalDevice``, or
    ``None`` for automatic placement. Inner scopes refine outer ones. A name that parses but
    names no existing device is no error here: soft placement decides when an op runs.

    Raises (on entry): ValueError for what is no device name, RuntimeError for a function.
    """

    __slots__ = ("_scope",)

    def __init__(self, name: str | LogicalDevice | PhysicalDevice | None) -> None:
        if isinstance(name, (LogicalDevice, PhysicalDevice)):
            name = name.name
        if callable(name):
            raise RuntimeError("tf.device does not support functions.")
        if name is not None and not isinstance(name, str):
            if hasattr(name, "to_string"):
                name = name.to_string()
            else:
                raise ValueError(f"Expecting a string device name. Got {type(name)}({name})")
        self._scope = DeviceScope(name)

    def __enter__(self) -> None:
        self._scope.__enter__()

    def __exit__(self, *error: object) -> None:
        self._scope.__exit__(*error)
