"""Owns what is set about physical devices: visibility, parts, memory growth. The engine keeps it;
this module knows TensorFlow's rules and texts. Use its functions through ``tf.config``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pelton._core import runtime as _runtime
from pelton.devices.records import LogicalDeviceConfiguration, PhysicalDevice
from pelton.names.named_refusals import truth

TYPES = ("CPU", "GPU")
_MEGABYTE = 1 << 20
_MOST_MEGABYTES = 1 << 40  # more than any card has, and a limit that the engine can refuse

# What set_logical_device_configuration was given; the engine knows the limits alone.
_configurations: dict[PhysicalDevice, list[LogicalDeviceConfiguration]] = {}
_strict = False


def strict_tf(enabled: bool = True) -> None:
    """Whether settings are refused after the first use of a device, as in TensorFlow.

    Off, which is the default, they change at any time; a GPU that holds tensors stays as it is and
    a RuntimeError says so. Pelton's own.
    """
    global _strict
    _strict = truth("strict_tf", enabled)


def refuse_if_strict(message: str, error: type[Exception] = RuntimeError) -> None:
    """Raises where TensorFlow would, under ``strict_tf``, once devices are in use."""
    if _strict and _runtime.devices_in_use():
        raise error(message)


def is_strict() -> bool:
    """Whether ``strict_tf`` is on."""
    return _strict


def is_asked_for(kind: str, device_type: object) -> bool:
    """Whether devices of a kind are among those of the type that a user gave, None for all."""
    return device_type is None or (isinstance(device_type, str) and device_type == kind)


def list_physical(device_type: str | None = None) -> list[PhysicalDevice]:
    """All devices, or those of one type, CPUs first."""
    return [
        PhysicalDevice(f"/physical_device:{kind}:{index}", kind)
        for kind in TYPES
        if is_asked_for(kind, device_type)
        for index in range(_runtime.physical_device_count(kind))
    ]


def _index_of(device: object) -> int:
    """The number of a physical device among those of its type."""
    known = list_physical()
    if not isinstance(device, PhysicalDevice) or device not in known:
        raise ValueError(f"Unrecognized device: {device!r}")
    return list_physical(device.device_type).index(device)


def get_visible(device_type: str | None) -> list[PhysicalDevice]:
    """The devices that ops may use."""
    states = {kind: _runtime.physical_device_states(kind) for kind in TYPES}
    return [
        device
        for device in list_physical(device_type)
        if states[device.device_type][_index_of(device)][0]
    ]


def set_visible(devices: object, device_type: str | None) -> None:
    """Shows ``devices`` alone, among those of ``device_type`` or among all."""
    several = isinstance(devices, (list, tuple, set)) and not isinstance(devices, PhysicalDevice)
    given: list[Any] = list(devices) if several else [devices]  # type: ignore[call-overload]
    wanted = set()
    for device in given:
        _index_of(device)
        if device_type is not None and device.device_type != device_type:
            raise ValueError(f"Unrecognized device: {device!r}")
        wanted.add(device)
    if device_type is not None:
        wanted |= {d for d in get_visible(None) if d.device_type != device_type}
    if wanted == set(get_visible(None)):
        return
    text = "Visible devices cannot be modified after being initialized"
    refuse_if_strict(text)
    for kind in reversed(TYPES):
        shown = [device in wanted for device in list_physical(kind)]
        _change(
            kind,
            [(s, *state[1:]) for s, state in zip(shown, _states(kind), strict=True)],
            text,
        )


def _states(kind: str) -> list[tuple[bool, list[int] | None, bool | None]]:
    return _runtime.physical_device_states(kind)


def _change(
    kind: str, states: Iterable[tuple[bool, list[int] | None, bool | None]], text: str
) -> None:
    """Tells the engine; where a device in use is in the way, says so after TensorFlow's text."""
    try:
        _runtime.set_physical_device_states(kind, list(states))
    except RuntimeError as error:
        if isinstance(error, ValueError):
            raise
        raise RuntimeError(f"{text}: {error}") from None


def get_growth(device: object) -> bool | None:
    """What ``set_growth`` said last; None before."""
    index = _index_of(device)
    assert isinstance(device, PhysicalDevice)
    return _states(device.device_type)[index][2]


def set_growth(device: object, enable: bool) -> None:
    """Whether a GPU's memory is taken as needed."""
    index = _index_of(device)
    assert isinstance(device, PhysicalDevice)
    if _strict and device in _configurations:
        raise ValueError("Cannot set memory growth on device when virtual devices configured")
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")
    states = _states("GPU")
    if states[index][2] == bool(enable):
        return
    text = "Physical devices cannot be modified after being initialized"
    refuse_if_strict(text)
    states[index] = (*states[index][:2], bool(enable))
    _change("GPU", states, text)


def check_growth_is_one() -> None:
    """Under ``strict_tf`` refuses, as TensorFlow's start does, GPUs that differ in growth."""
    if _strict and len({state[2] for state in _states("GPU") if state[0]}) > 1:
        raise ValueError("Memory growth cannot differ between GPU devices")


def get_configuration(device: object) -> list[LogicalDeviceConfiguration] | None:
    """What ``set_configuration`` said last; None before."""
    _index_of(device)
    assert isinstance(device, PhysicalDevice)
    found = _configurations.get(device)
    return None if found is None else list(found)


def _parts_of(logical: object) -> list[LogicalDeviceConfiguration]:
    """The configurations in what a user gave as a list of them, whose limits are numbers."""
    several = isinstance(logical, Iterable) and not isinstance(logical, LogicalDeviceConfiguration)
    parts = list(logical) if several else [None]  # type: ignore[call-overload]
    for part in parts:
        if not isinstance(part, LogicalDeviceConfiguration):
            raise TypeError(
                "logical_devices must be a list of tf.config.LogicalDeviceConfiguration, "
                f"got {logical!r}"
            )
        if not isinstance(part.memory_limit, int | float | None):
            raise TypeError(f"memory_limit must be a number of MB, got {part.memory_limit!r}")
    return parts


def set_configuration(device: object, logical: Iterable[LogicalDeviceConfiguration]) -> None:
    """Cuts a physical device into logical ones."""
    index = _index_of(device)
    assert isinstance(device, PhysicalDevice)
    kind = device.device_type
    parts = _parts_of(logical)
    for part in parts:
        if kind == "CPU" and part.memory_limit is not None:
            raise ValueError(
                "Setting memory limit on CPU virtual devices is currently not supported"
            )
        if kind == "GPU" and part.memory_limit is None:
            raise ValueError("Setting memory limit is required for GPU virtual devices")
        if part.memory_limit is not None and not part.memory_limit > 0:  # nor a NaN
            raise ValueError(f"memory_limit must be above 0 MB, got {part.memory_limit}")
    if _configurations.get(device) == parts:
        return
    text = "Virtual devices cannot be modified after being initialized"
    refuse_if_strict(text)
    states = _states(kind)
    limits = [int(min(part.memory_limit or 0, _MOST_MEGABYTES) * _MEGABYTE) for part in parts]
    states[index] = (states[index][0], limits, states[index][2])
    _change(kind, states, text)
    _configurations[device] = parts
