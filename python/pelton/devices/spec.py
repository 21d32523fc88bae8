"""Owns ``tf.DeviceSpec``: a device name in parts. The engine reads the names."""

from __future__ import annotations

from typing import Any

from pelton._core.runtime import parse_device_name


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


class DeviceSpec:
    """The parts of a device name; those that are ``None`` are open. Never changes.

    Raises ValueError for a replica, task or index that is no number.
    """

    __slots__ = ("_device_index", "_device_type", "_job", "_replica", "_task")

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        self._job = None if job is None else str(job)
        self._replica = _number(replica)
        self._task = _number(task)
        is_plain = device_type in ("cpu", "gpu")
        self._device_type = device_type.upper() if device_type and is_plain else device_type
        self._device_index = _number(device_index)

    @property
    def job(self) -> str | None:
        """The job's name."""
        return self._job

    @property
    def replica(self) -> int | None:
        """The replica's number."""
        return self._replica

    @property
    def task(self) -> int | None:
        """The task's number."""
        return self._task

    @property
    def device_type(self) -> str | None:
        """``"CPU"``, ``"GPU"`` or another type."""
        return self._device_type

    @property
    def device_index(self) -> int | None:
        """The device's number among those of its type; None: any."""
        return self._device_index

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """The parts of ``spec``; raises ValueError for what is no device name."""
        if not isinstance(spec, str):
            raise ValueError(f"Expecting a string device name. Got {type(spec)}({spec})")
        return cls(*parse_device_name(spec))

    def parse_from_string(self, spec: str) -> DeviceSpec:
        """The same as ``from_string``: a new object."""
        return self.from_string(spec)

    def to_string(self) -> str:
        """The full name, ``"/job:w/replica:0/task:1/device:GPU:*"``, without the open parts."""
        out = ""
        for key, value in (("job", self._job), ("replica", self._replica), ("task", self._task)):
            if value is not None:
                out += f"/{key}:{value}"
        if self._device_type is not None:
            index = "*" if self._device_index is None else self._device_index
            out += f"/device:{self._device_type}:{index}"
        return out

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """This spec with the parts that ``dev`` names replaced by them."""
        pairs = zip(self._parts(), dev._parts(), strict=True)
        return DeviceSpec(*(mine if theirs is None else theirs for mine, theirs in pairs))

    def replace(self, **kwargs: Any) -> DeviceSpec:
        """This spec with the given parts replaced; raises TypeError for an unknown part."""
        names = ("job", "replica", "task", "device_type", "device_index")
        return DeviceSpec(**{**dict(zip(names, self._parts(), strict=True)), **kwargs})

    def _parts(self) -> tuple[Any, ...]:
        return (self._job, self._replica, self._task, self._device_type, self._device_index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        return (
            f"<DeviceSpec(job={self._job}, replica={self._replica}, task={self._task}, "
            f"device_type={self._device_type}, device_index={self._device_index})>"
        )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
