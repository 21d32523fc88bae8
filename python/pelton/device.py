"""Owns ``tf.device``, the scope that says where ops run."""

from __future__ import annotations

from pelton._core.runtime import DeviceScope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton.devices.records import LogicalDevice
    from pelton.devices.spec import DeviceSpec


class device:  # noqa: N801 - TensorFlow's name
    """Runs the ops inside ``with tf.device(device_name):`` on one device.

    ``device_name`` is a full or partial name (``"/GPU:0"``, ``"cpu"``), a ``LogicalDevice``, a
    ``DeviceSpec``, or ``None`` for automatic placement. Inner scopes refine outer ones. A name that
    parses but names no existing device is no error here: soft placement decides when an op runs.

    Raises (on entry): ValueError for what is no device name, RuntimeError for a function.
    """

    __slots__ = ("_scope",)

    def __init__(self, device_name: str | LogicalDevice | DeviceSpec | None) -> None:
        is_text = device_name is None or isinstance(device_name, str)
        self._scope = DeviceScope(device_name if is_text else _name_of(device_name))

    def __enter__(self) -> None:
        self._scope.__enter__()

    def __exit__(self, *error: object) -> None:
        self._scope.__exit__(*error)


def _name_of(device: object) -> str:
    """The name of what is no string: a device of tf.config, or what has a `to_string`."""
    from pelton.devices.records import LogicalDevice

    if isinstance(device, LogicalDevice):
        return device.name
    if callable(device):
        raise RuntimeError("tf.device does not support functions.")
    to_string = getattr(device, "to_string", None)
    if callable(to_string):
        return str(to_string())
    from pelton.names.named_refusals import shown

    raise ValueError(f"Expecting a string device name. Got {type(device)}({shown(device)})")
