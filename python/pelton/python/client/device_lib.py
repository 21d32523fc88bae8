"""Owns ``device_lib.list_local_devices``: the logical devices as TensorFlow's records print."""

from __future__ import annotations

import hashlib
import os

from pelton._core import runtime as _runtime
from pelton.config import physical as _physical


class DeviceLocality:
    """Where a device is attached; empty for a CPU."""

    def __init__(self, bus_id: int = 0) -> None:
        self.bus_id = bus_id

    def __repr__(self) -> str:
        return f"  bus_id: {self.bus_id}\n  links {{\n  }}\n" if self.bus_id else ""


class DeviceAttributes:
    """One logical device; ``str`` gives the text form of TensorFlow's message."""

    def __init__(self, name: str, device_type: str, memory_limit: int, description: str) -> None:
        self.name = name
        self.device_type = device_type
        self.memory_limit = memory_limit
        self.physical_device_desc = description
        self.locality = DeviceLocality(1 if device_type == "GPU" else 0)
        # One number per device and process, as TensorFlow's.
        digest = hashlib.blake2b(f"{os.getpid()} {name}".encode(), digest_size=8).digest()
        self.incarnation = int.from_bytes(digest, "little")
        self.xla_global_id = -1

    def __repr__(self) -> str:
        text = (
            f'name: "{self.name}"\ndevice_type: "{self.device_type}"\n'
            f"memory_limit: {self.memory_limit}\nlocality {{\n{self.locality!r}}}\n"
            f"incarnation: {self.incarnation}\n"
        )
        if self.physical_device_desc:
            text += f'physical_device_desc: "{self.physical_device_desc}"\n'
        return f"{text}xla_global_id: {self.xla_global_id}\n"


_CPU_LIMIT = 1 << 28  # the number that TensorFlow prints; it limits nothing there either


def _gpus() -> list[tuple[int, int]]:
    """Physical number and memory limit of each logical GPU, in order."""
    found = []
    for physical, (is_visible, limits, _) in enumerate(_runtime.physical_device_states("GPU")):
        if is_visible:
            total = _runtime.physical_device_properties("GPU", physical)["total_memory"]
            found += [(physical, limit or total) for limit in (limits or [0])]
    return found


def list_local_devices(session_config: object = None) -> list[DeviceAttributes]:
    """The logical devices. Unlike TensorFlow's takes no GPU memory; the argument has no effect."""
    _physical.check_growth_is_one()
    gpus = _gpus()
    devices = []
    for name, kind in _runtime.logical_devices():
        if kind == "CPU":
            devices.append(DeviceAttributes(name, kind, _CPU_LIMIT, ""))
            continue
        physical, limit = gpus[int(name.rpartition(":")[2])]
        card = _runtime.physical_device_properties("GPU", physical)
        major, minor = card["compute_capability"]
        description = (
            f"device: {physical}, name: {card['name']}, pci bus id: {card['pci_bus_id']}, "
            f"compute capability: {major}.{minor}"
        )
        devices.append(DeviceAttributes(name, kind, limit, description))
    return devices
