"""Owns Message: protocol buffers by a table of fields, as bytes and as text."""

from __future__ import annotations

import struct
from typing import Any, ClassVar

from pelton.train.checkpoints import wire

_DEFAULTS: dict[Any, Any] = {"int": 0, "enum": 0, "bool": False, "float": 0.0, "double": 0.0,
                             "string": "", "bytes": b""}  # fmt: skip
_FIXED = {"float": ("<f", 5), "double": ("<d", 1)}


class Repeated(list[Any]):
    """The values of a repeated field."""

    def __init__(self, kind: Any, values: Any = ()) -> None:
        super().__init__(values)
        self._kind = kind

    def add(self, **values: Any) -> Any:
        """Appends a new message."""
        self.append(self._kind(**values))
        return self[-1]


class Mapped(dict[str, Any]):
    """The values of a map; one that is not there is made."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, key: str) -> Any:
        self[key] = self._kind()
        return self[key]


class Message:
    """A message; `FIELDS` says (name, kind, "one", "many" or "map") by number, where a kind is a
    word or another message; `ONE_OF` the fields by group of which one is set at most. Raises
    AttributeError for a field that is not there."""

    FIELDS: ClassVar[dict[int, tuple[str, Any, str]]] = {}
    ONE_OF: ClassVar[dict[str, str]] = {}

    def __init__(self, **values: Any) -> None:
        vars(self)["_set"] = {}
        for name, value in values.items():
            count = self.FIELDS[self._number(name)][2]
            try:
                if count == "one":
                    setattr(self, name, value)
                elif count == "many":
                    getattr(self, name).extend(value)
                else:
                    getattr(self, name).update(value)
            except (TypeError, ValueError, OverflowError):
                raise TypeError(
                    f"{type(self).__name__}: a bad value for the field {name!r}: {value!r}"
                ) from None

    def _number(self, name: str) -> int:
        for number, (field, _, _) in self.FIELDS.items():
            if field == name:
                return number
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        number = self._number(name)
        found = self._set.get(number)
        if found is not None:
            return found
        _, kind, count = self.FIELDS[number]
        if count == "one" and isinstance(kind, str):
            return _DEFAULTS[kind]
        made = Repeated(kind) if count == "many" else Mapped(kind) if count == "map" else kind()
        self._set[number] = made
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        number = self._number(name)
        kind = self.FIELDS[number][1]
        if kind == "string" and isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        elif kind == "bytes" and isinstance(value, str):
            value = value.encode()
        elif kind == "enum":
            value = int(getattr(value, "as_datatype_enum", value))
        self._set[number] = value

    def _is_set(self, number: int) -> bool:
        value = self._set.get(number)
        if value is None:
            return False
        return bool(value._present()) if isinstance(value, Message) else True

    def _present(self) -> bool:
        return any(not isinstance(one, (list, dict)) or one for one in self._set.values())

    # --- as Google's messages have it

    def HasField(self, name: str) -> bool:  # noqa: N802 - a protobuf's name
        """Whether the field was set."""
        return self._is_set(self._number(name))

    def WhichOneof(self, group: str) -> str | None:  # noqa: N802 - a protobuf's name
        """The field of the group that was set, None where none was. ValueError for no group."""
        if group not in self.ONE_OF:
            raise ValueError(f"{type(self).__name__} has no group of fields {group!r}")
        names = self.ONE_OF[group].split()
        return next((one for one in names if self._is_set(self._number(one))), None)

    def ClearField(self, name: str) -> None:  # noqa: N802 - a protobuf's name
        """Sets the field back."""
        self._set.pop(self._number(name), None)

    def Clear(self) -> None:  # noqa: N802 - a protobuf's name
        """Sets all fields back."""
        self._set.clear()

    def CopyFrom(self, other: Message) -> None:  # noqa: N802 - a protobuf's name
        """Becomes like another message of the class. TypeError for one of another class."""
        if type(other) is not type(self):
            raise TypeError(
                f"CopyFrom: a {type(self).__name__} is wanted, got {type(other).__name__}"
            )
        self.ParseFromString(other.SerializeToString())

    def SerializeToString(self, deterministic: Any = None) -> bytes:  # noqa: N802
        """The message's bytes."""
        return b"".join(
            self._field_bytes(number, *self.FIELDS[number][1:])
            for number in sorted(self._set)
            if self._is_set(number)
        )

    def _field_bytes(self, number: int, kind: Any, count: str) -> bytes:
        value = self._set[number]
        if count == "map":
            return b"".join(
                wire.text(number, wire.text(1, key) + wire.text(2, one.SerializeToString()))
                for key, one in sorted(value.items())
            )
        return b"".join(
            _bytes_of(number, kind, one) for one in (value if count == "many" else [value])
        )

    def ByteSize(self) -> int:  # noqa: N802 - a protobuf's name
        """How many bytes it has."""
        return len(self.SerializeToString())

    def ParseFromString(self, serialized: bytes) -> int:  # noqa: N802 - a protobuf's name
        """Becomes the message of the bytes; their number. DataLossError for what is none."""
        self._set.clear()
        return self.MergeFromString(serialized)

    def MergeFromString(self, serialized: bytes) -> int:  # noqa: N802 - a protobuf's name
        """Takes the fields of the bytes in. DataLossError for what is no message."""
        data = bytes(serialized)
        for number, found in wire.fields(data).items():
            if number not in self.FIELDS:
                continue
            name, kind, count = self.FIELDS[number]
            if count == "map":
                for entry in found:
                    parts = wire.fields(entry)
                    key = wire.name(wire.one(parts, 1, bytes, b""))
                    getattr(self, name)[key] = _value_of(kind, wire.one(parts, 2, bytes, b""))
            elif count == "many":
                getattr(self, name).extend(one for raw in found for one in _values_of(kind, raw))
            else:
                self._set[number] = _value_of(kind, found[-1])
        return len(data)

    @classmethod
    def FromString(cls, serialized: bytes) -> Any:  # noqa: N802 - a protobuf's name
        """The message of the bytes."""
        made = cls()
        made.ParseFromString(serialized)
        return made

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Message)
            and type(other) is type(self)
            and self.SerializeToString() == other.SerializeToString()
        )

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        from pelton.compat.v1.graph_defs.message_text import text_of

        return text_of(self)

    __repr__ = __str__


def _bytes_of(number: int, kind: Any, value: Any) -> bytes:
    if not isinstance(kind, str):
        return wire.text(number, value.SerializeToString())
    if kind in ("string", "bytes"):
        return wire.text(number, value)
    if kind in _FIXED:
        form, how = _FIXED[kind]
        return wire.varint(number << 3 | how) + struct.pack(form, value)
    return wire.varint(number << 3) + wire.varint(int(value))


def _value_of(kind: Any, raw: Any) -> Any:
    from pelton.errors import DataLossError

    if kind in ("int", "enum", "bool"):
        if not isinstance(raw, int):
            raise DataLossError("a number of a message is of another kind")
        signed = raw - (1 << 64) if raw >= 1 << 63 else raw
        return bool(raw) if kind == "bool" else signed
    if kind in _FIXED:
        data = raw.to_bytes(4, "little") if isinstance(raw, int) else raw
        if not isinstance(data, bytes) or len(data) != struct.calcsize(_FIXED[kind][0]):
            raise DataLossError("a number of a message is of another kind")
        return struct.unpack(_FIXED[kind][0], data)[0]
    if not isinstance(raw, bytes):
        raise DataLossError("a text or part of a message is of another kind")
    if kind == "string":
        return raw.decode("utf-8", "replace")
    return raw if kind == "bytes" else kind.FromString(raw)


def _values_of(kind: Any, raw: Any) -> list[Any]:
    """The values of one occurrence of a repeated field: several where numbers are packed."""
    if not isinstance(raw, bytes) or kind in ("string", "bytes") or not isinstance(kind, str):
        return [_value_of(kind, raw)]
    if kind in _FIXED:
        size = struct.calcsize(_FIXED[kind][0])
        return [_value_of(kind, raw[at : at + size]) for at in range(0, len(raw), size)]
    found, place = [], 0
    while place < len(raw):
        value, place = wire.read_varint(raw, place)
        found.append(_value_of(kind, value))
    return found
