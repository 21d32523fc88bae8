"""Owns ``tf.config.experimental``: settings and reports of TensorFlow and of Pelton alone."""

from __future__ import annotations

from collections.abc import Iterable

from pelton._core import runtime as _runtime
from pelton.config import physical as _physical
from pelton.config.memory import (
    empty_cache,
    get_memory_info,
    get_memory_statistics,
    get_memory_usage,
    reset_memory_stats,
)
from pelton.devices.records import LogicalDevice, LogicalDeviceConfiguration, PhysicalDevice
from pelton.names.named_refusals import named as _named
from pelton.names.named_refusals import shown as _shown

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core.layers import Model
    from pelton.functions.recorded_function import Function

__all__ = [
    "VirtualDeviceConfiguration",
    "empty_cache",
    "enable_op_determinism",
    "enable_tensor_float_32_execution",
    "explain_program",
    "get_device_details",
    "get_device_policy",
    "get_memory_growth",
    "get_memory_info",
    "get_memory_statistics",
    "get_memory_usage",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "is_op_determinism_enabled",
    "list_logical_devices",
    "list_physical_devices",
    "reset_memory_stats",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
    "tensor_float_32_execution_enabled",
]

VirtualDeviceConfiguration = LogicalDeviceConfiguration
_POLICIES = ("silent", "warn", "explicit", "silent_for_int32")
_synchronous = True


def get_memory_growth(device: PhysicalDevice) -> bool | None:
    """What ``set_memory_growth`` said of ``device``; None before, when memory grows on demand."""
    return _physical.get_growth(device)


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Whether a GPU's memory is taken as needed (Pelton's default) or nearly all at first use.

    Raises ValueError for a CPU and RuntimeError where the GPU holds tensors.
    """
    _physical.set_growth(device, enable)


def get_device_details(device: PhysicalDevice) -> dict[str, object]:
    """A GPU's ``device_name`` and ``compute_capability``; nothing for a CPU."""
    if not isinstance(device, PhysicalDevice):
        raise ValueError(f"device must be a tf.config.PhysicalDevice, but got: {device}")
    known = _physical.list_physical(device.device_type)
    if device not in known:
        raise ValueError(
            "The PhysicalDevice must be one obtained from calling "
            f"`tf.config.list_physical_devices`, but got: {device}"
        )
    if device.device_type != "GPU":
        return {}
    found = _runtime.physical_device_properties("GPU", known.index(device))
    return {"device_name": found["name"], "compute_capability": found["compute_capability"]}


def get_device_policy() -> str:
    """What this thread does where an op's input is on another device."""
    return _POLICIES[_runtime.device_policy()]


def set_device_policy(device_policy: str | None) -> None:
    """Sets that policy: ``"silent"`` copies, ``"warn"`` says so too, ``"explicit"`` refuses,
    ``"silent_for_int32"`` refuses all but int32; None means silent."""
    name = "silent" if device_policy is None else device_policy
    if not isinstance(name, str) or name not in _POLICIES:
        raise ValueError(
            f"Invalid argument `device_policy`: {_shown(device_policy)}. Please refer to "
            "https://www.tensorflow.org/api_docs/python/tf/config/experimental/set_device_policy "
            "for valid `device_policy` arguments."
        )
    _runtime.set_device_policy(_POLICIES.index(name))


def get_synchronous_execution() -> bool:
    """What ``set_synchronous_execution`` said; True before."""
    return _synchronous


@_named
def set_synchronous_execution(enable: bool) -> None:
    """Keeps the setting, which has no effect: GPU work is always asynchronous."""
    global _synchronous
    _synchronous = bool(enable)


def enable_op_determinism() -> None:
    """Makes ops give the same bits each time; random ops then need a seed, or RuntimeError."""
    _runtime.set_deterministic(True)


def is_op_determinism_enabled() -> bool:
    """Whether ``enable_op_determinism`` was called."""
    return _runtime.is_deterministic()


def tensor_float_32_execution_enabled() -> bool:
    """Whether float32 products on a GPU may be rounded to TensorFloat-32."""
    return _runtime.allows_tf32()


@_named
def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Sets that; on by default, as in TensorFlow. CPUs never round."""
    _runtime.set_allows_tf32(bool(enabled))


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The same as ``tf.config.list_physical_devices``."""
    return _physical.list_physical(device_type)


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The same as ``tf.config.list_logical_devices``."""
    from pelton import config

    return config.list_logical_devices(device_type)


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The same as ``tf.config.get_visible_devices``."""
    return _physical.get_visible(device_type)


def set_visible_devices(
    devices: PhysicalDevice | Iterable[PhysicalDevice], device_type: str | None = None
) -> None:
    """The same as ``tf.config.set_visible_devices``."""
    _physical.set_visible(devices, device_type)


def get_virtual_device_configuration(
    device: PhysicalDevice,
) -> list[LogicalDeviceConfiguration] | None:
    """The same as ``tf.config.get_logical_device_configuration``."""
    return _physical.get_configuration(device)


def set_virtual_device_configuration(
    device: PhysicalDevice, logical_devices: Iterable[LogicalDeviceConfiguration]
) -> None:
    """The same as ``tf.config.set_logical_device_configuration``."""
    _physical.set_configuration(device, logical_devices)


def explain_program(model: Model | Function) -> str:
    """What recorded steps do, op by op, or why a step is not recorded, as text.

    ``fit``, ``evaluate``, ``predict`` and the ``*_on_batch`` methods record what each kind of batch
    (phase, shapes and dtypes) computes the first times that it comes, gradients included, and run
    the record from then on. After each op stands where in the program's memory its results lie.
    Python code of layers and losses runs while recording only; where it reads values, the step is
    computed call by call, and the text names the line. Steps of one's own (``train_step``) and over
    nested data are traced as functions. Of what ``tf.function``
    made: each kind of call. Raises TypeError for what is neither a Keras model nor such a function.
    Pelton's own.
    """
    from pelton.functions.bound_function import BoundFunction
    from pelton.functions.recorded_function import Function
    from pelton.keras.training.model_methods import trainer_of

    if isinstance(model, (Function, BoundFunction)):
        return str(model._explain())
    own = getattr(model, "_own_steps", None)
    return trainer_of(model).explain_programs() if own is None else str(own.explain())
