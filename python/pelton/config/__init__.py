"""Owns ``tf.config``: which devices there are and how ops are placed on them."""

from __future__ import annotations

from pelton._core import runtime as _runtime
from pelton.config import experimental
from pelton.device_records import LogicalDevice, PhysicalDevice

__all__ = [
    "LogicalDevice",
    "PhysicalDevice",
    "experimental",
    "get_soft_device_placement",
    "list_logical_devices",
    "list_physical_devices",
    "set_soft_device_placement",
    "threading",
]


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of this machine, CPU first; those of ``device_type`` ("CPU", "GPU") if given.

    An unknown type gives an empty list. Starts nothing: no GPU is touched.
    """
    types = ("CPU", "GPU") if device_type is None else (device_type,)
    return [
        PhysicalDevice(f"/physical_device:{kind}:{index}", kind)
        for kind in types
        for index in range(_runtime.physical_device_count(kind))
    ]


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that ops can run on; those of ``device_type`` if given."""
    return [
        LogicalDevice(name, kind)
        for name, kind in _runtime.logical_devices()
        if device_type in (None, kind)
    ]


def get_soft_device_placement() -> bool:
    """Whether ops fall back to another device where the asked-for one does not exist."""
    return _runtime.soft_device_placement()


def set_soft_device_placement(enabled: bool) -> None:
    """Switches soft placement; off, an impossible placement raises InvalidArgumentError."""
    _runtime.set_soft_device_placement(bool(enabled))


class threading:  # noqa: N801 - TensorFlow's name
    """Number of threads that one op uses."""

    @staticmethod
    def get_intra_op_parallelism_threads() -> int:
        """Threads that one op uses."""
        return _runtime.num_threads()

    @staticmethod
    def set_intra_op_parallelism_threads(num_threads: int) -> None:
        """Sets that number; unlike in TensorFlow it may change at any time. 0 means automatic."""
        _runtime.set_num_threads(num_threads or _runtime.default_num_threads())
