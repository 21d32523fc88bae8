"""Owns the reports on device memory. Use its functions through ``tf.config.experimental``."""

from __future__ import annotations

import re

from pelton._core import runtime as _runtime
from pelton.config import physical as _physical
from pelton.names.named_refusals import shown

_LOCAL = re.compile(r"([A-Za-z][A-Za-z0-9_]*):(\d+)")


def _candidates(device: str) -> list[tuple[str, int]]:
    """Type and index of the logical devices that a name matches, by the engine's strict grammar:
    ``GPU:0``, or with slashes a full or partial name."""
    if not isinstance(device, str):
        is_nest = type(device) in (list, tuple, dict)  # which may be deeper than repr goes
        given = shown(device) if is_nest else repr(device)
        raise TypeError(f'device must be a string such as "GPU:0", got {given}')
    unparsed = ValueError(
        f"Failed parsing device name: '{device}'. Note a valid device string should at least "
        'contain a device type and a device index, like "GPU:0".'
    )
    devices = [(kind, int(name.rpartition(":")[2])) for name, kind in _runtime.logical_devices()]
    local = _LOCAL.fullmatch(device)
    if local:
        return [found for found in devices if found == (local[1], int(local[2]))]
    if device and not device.startswith("/"):
        raise unparsed
    try:
        job, replica, task, kind, index = _runtime.parse_device_name(device)
    except ValueError:
        raise unparsed from None
    if job not in (None, "localhost") or replica not in (None, 0) or task not in (None, 0):
        return []
    return [found for found in devices if kind in (None, found[0]) and index in (None, found[1])]


def _find(device: str) -> tuple[int, str]:
    found = _candidates(device)
    if not found:
        raise ValueError(f"No matching devices found for '{device}'")
    if len(found) > 1:
        first, second = (
            f"'/job:localhost/replica:0/task:0/device:{kind}:{index}'" for kind, index in found[:2]
        )
        raise ValueError(
            f"Multiple devices match the provided string '{device}': {first} and {second}."
        )
    kind, index = found[0]
    return index, kind


def get_memory_info(device: str) -> dict[str, int]:
    """Bytes in tensors on a device now (``current``) and at most since the last reset (``peak``).

    Unlike TensorFlow's this works for CPUs too. Raises ValueError unless the name says one device.
    """
    index, kind = _find(device)
    if kind == "CPU" and _physical.is_strict():
        raise ValueError(f"Allocator stats not available for device '{device}'")
    info = _runtime.memory_info(index, kind)
    return {"current": info["current"], "peak": info["peak"]}


def get_memory_statistics(device: str) -> dict[str, int]:
    """``current`` and ``peak``, the bytes ``cached`` for reuse, and the ``limit`` (0: none).

    Pelton's own.
    """
    return _runtime.memory_info(*_find(device))


def get_memory_usage(device: str) -> int:
    """The ``current`` of ``get_memory_info``."""
    return get_memory_info(device)["current"]


def reset_memory_stats(device: str) -> None:
    """Makes the current bytes the peak."""
    index, kind = _find(device)
    if kind == "CPU" and _physical.is_strict():
        raise ValueError(f"Cannot reset memory stats for device '{device}'")
    _runtime.reset_memory_stats(index, kind)


def empty_cache(device: str | None = None) -> None:
    """Gives the memory that one device, or all, keeps for reuse back to the system.

    Pelton's own.
    """
    names = [name for name, _ in _runtime.logical_devices()] if device is None else [device]
    for name in names:
        _runtime.empty_cache(*_find(name))
