"""Owns the placement log and the count of silent copies between devices."""

from __future__ import annotations

from pelton._core import runtime as _runtime

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton.devices.records import DeviceCopies


def set_log_device_placement(enabled: bool) -> None:
    """Prints ``Executing op MatMul in device ...`` to ``sys.stderr`` for each op while on."""
    _runtime.set_log_device_placement(bool(enabled))


def get_log_device_placement() -> bool:
    """Whether op placements are printed."""
    return _runtime.log_device_placement()


def copies(reset: bool = False) -> list[DeviceCopies]:
    """The copies between devices that ops made of their inputs unasked, by op and devices.

    Each has ``op``, ``source``, ``target``, ``count`` and ``bytes``. Counts from the start of the
    process or the last call with ``reset``. What ``tf.identity`` copies is asked for and not
    counted. Pelton's own.
    """
    from pelton.devices.records import DeviceCopies

    found = [DeviceCopies(*row) for row in _runtime.copies()]
    if reset:
        _runtime.clear_copies()
    return found


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
