"""Owns ``keras.src.distribution.distribution_lib`` of a program that runs on one device: libraries
ask there whether a distribution was set."""

from __future__ import annotations


def distribution() -> None:
    """None: no distribution was set."""
    return


def list_devices(device_type: str | None = None) -> list[str]:
    """The names of the devices of that kind, "cpu:0"; of None the GPUs if there are any."""
    from pelton import config

    kinds = ("gpu", "cpu") if device_type is None else (device_type.lower(),)
    for kind in kinds:
        found = config.list_physical_devices(kind.upper())
        if found:
            return [f"{kind}:{place}" for place in range(len(found))]
    return []


def get_device_count(device_type: str | None = None) -> int:
    """How many devices of that kind there are."""
    return len(list_devices(device_type))
