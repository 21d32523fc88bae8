"""Owns ``tf.config``: which devices there are and how ops are placed on them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from pelton import _core
from pelton._core import runtime as _runtime
from pelton.config import experimental, optimizer
from pelton.config import physical as _physical
from pelton.config.clusters import experimental_connect_to_cluster, experimental_connect_to_host
from pelton.config.physical import strict_tf
from pelton.devices.records import LogicalDevice, LogicalDeviceConfiguration, PhysicalDevice
from pelton.names.named_refusals import named as _named
from pelton.names.named_refusals import shown as _shown

__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "experimental",
    "experimental_connect_to_cluster",
    "experimental_connect_to_host",
    "experimental_functions_run_eagerly",
    "experimental_run_functions_eagerly",
    "functions_run_eagerly",
    "get_logical_device_configuration",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "optimizer",
    "require_gpu",
    "run_functions_eagerly",
    "set_logical_device_configuration",
    "set_soft_device_placement",
    "set_visible_devices",
    "strict_tf",
    "threading",
]


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of this machine, CPU first; those of ``device_type`` ("CPU", "GPU") if given.

    An unknown type gives an empty list. Starts nothing: no GPU is touched.
    """
    return _physical.list_physical(device_type)


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that ops can run on; those of ``device_type`` if given."""
    _physical.check_growth_is_one()
    return [
        LogicalDevice(name, kind)
        for name, kind in _runtime.logical_devices()
        if _physical.is_asked_for(kind, device_type)
    ]


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The physical devices that ops may use; those of ``device_type`` if given."""
    return _physical.get_visible(device_type)


def set_visible_devices(
    devices: PhysicalDevice | Iterable[PhysicalDevice], device_type: str | None = None
) -> None:
    """Lets ops use ``devices`` alone, among those of ``device_type`` or, without it, among all.

    Raises ValueError for what is no device of that type and RuntimeError where a GPU to be hidden
    holds tensors. Ops that need the host run on the CPU even when it is hidden.
    """
    _physical.set_visible(devices, device_type)


def get_logical_device_configuration(
    device: PhysicalDevice,
) -> list[LogicalDeviceConfiguration] | None:
    """What ``set_logical_device_configuration`` said of ``device``; None when it said nothing."""
    return _physical.get_configuration(device)


def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Iterable[LogicalDeviceConfiguration]
) -> None:
    """Cuts a physical device into logical ones, each with its memory limit on a GPU.

    Unlike in TensorFlow, limits and memory growth go together and parts may change later. Raises
    ValueError for a limit that the device cannot have and RuntimeError where it holds tensors.
    """
    _physical.set_configuration(device, logical_devices)


def get_soft_device_placement() -> bool:
    """Whether ops fall back to another device where the asked-for one does not exist."""
    return _runtime.soft_device_placement()


@_named
def set_soft_device_placement(enabled: bool) -> None:
    """Switches soft placement; off, an impossible placement raises InvalidArgumentError."""
    _runtime.set_soft_device_placement(bool(enabled))


def require_gpu() -> None:
    """Raises RuntimeError, naming the reason, unless ops can run on a GPU. Pelton's own."""
    if not list_logical_devices("GPU"):
        from pelton.doctor import examine

        problems = examine()["problems"] or ["this machine has no GPU"]
        raise RuntimeError(f"No GPU can be used: {'; '.join(problems)}")


def functions_run_eagerly() -> bool:
    """Whether ``run_functions_eagerly`` is on."""
    return _core.functions_run_eagerly()


@_named
def run_functions_eagerly(run_eagerly: bool) -> None:
    """Whether what ``tf.function`` made runs as Python code instead of from records."""
    _core.run_functions_eagerly(bool(run_eagerly))


experimental_functions_run_eagerly = functions_run_eagerly
experimental_run_functions_eagerly = run_functions_eagerly


def _thread_number(setter: str, number: int) -> int:
    """A number of threads that a user gave to that setter, checked."""
    try:
        found = index(number)
    except TypeError:
        raise TypeError(f"{setter}: num_threads must be an int, got {_shown(number)}") from None
    if not 0 <= found <= 1024:
        raise ValueError(f"{setter}: num_threads must be 0 to 1024, got {_shown(found)}")
    return found


class threading:  # noqa: N801 - TensorFlow's name
    """Numbers of threads; 0 means automatic."""

    _intra = 0
    _inter = 0

    @staticmethod
    def get_intra_op_parallelism_threads() -> int:
        """Threads that one op uses; 0: as many as there are processors."""
        return threading._intra

    @staticmethod
    def set_intra_op_parallelism_threads(num_threads: int) -> None:
        """Sets that number, at most 1024; unlike in TensorFlow it may change at any time."""
        num_threads = _thread_number("set_intra_op_parallelism_threads", num_threads)
        if num_threads == threading._intra:
            return
        _physical.refuse_if_strict("Intra op parallelism cannot be modified after initialization.")
        _runtime.set_num_threads(num_threads or _runtime.default_num_threads())
        threading._intra = num_threads

    @staticmethod
    def get_inter_op_parallelism_threads() -> int:
        """What was set; 0 before."""
        return threading._inter

    @staticmethod
    def set_inter_op_parallelism_threads(num_threads: int) -> None:
        """Keeps the number, which has no effect: ops run one after the other."""
        num_threads = _thread_number("set_inter_op_parallelism_threads", num_threads)
        if num_threads == threading._inter:
            return
        _physical.refuse_if_strict("Inter op parallelism cannot be modified after initialization.")
        threading._inter = num_threads
