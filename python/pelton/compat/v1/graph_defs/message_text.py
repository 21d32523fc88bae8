"""Owns messages as text: ``name: value`` by line, parts in braces."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton.compat.v1.graph_defs.message import Message

DTYPES = {
    1: "DT_FLOAT", 2: "DT_DOUBLE", 3: "DT_INT32", 4: "DT_UINT8", 5: "DT_INT16", 6: "DT_INT8",
    7: "DT_STRING", 8: "DT_COMPLEX64", 9: "DT_INT64", 10: "DT_BOOL", 14: "DT_BFLOAT16",
    17: "DT_UINT16", 18: "DT_COMPLEX128", 19: "DT_HALF", 20: "DT_RESOURCE", 22: "DT_UINT32",
    23: "DT_UINT64",
}  # fmt: skip


def text_of(message: Message, indent: str = "") -> str:
    """The message's fields by line."""
    lines = []
    for number in sorted(message._set):
        if not message._is_set(number):
            continue
        name, kind, count = message.FIELDS[number]
        value = message._set[number]
        if count == "map":
            lines += [_entry(name, key, one, indent) for key, one in sorted(value.items())]
        else:
            lines += [_line(name, kind, one, indent) for one in _all(value, count)]
    return "".join(lines)


def _all(value: Any, count: str) -> Any:
    return value if count == "many" else [value]


def _entry(name: str, key: str, value: Message, indent: str) -> str:
    inner = indent + "  "
    part = f'{inner}key: "{key}"\n{inner}value {{\n{text_of(value, inner + "  ")}{inner}}}\n'
    return f"{indent}{name} {{\n{part}{indent}}}\n"


def _line(name: str, kind: Any, value: Any, indent: str) -> str:
    if not isinstance(kind, str):
        return f"{indent}{name} {{\n{text_of(value, indent + '  ')}{indent}}}\n"
    if kind == "enum":
        shown = DTYPES.get(value, str(value))
    elif kind == "bool":
        shown = "true" if value else "false"
    elif kind in ("string", "bytes"):
        shown = f'"{_escaped(value)}"'
    else:
        shown = repr(value)
    return f"{indent}{name}: {shown}\n"


def _escaped(value: Any) -> str:
    data = value.encode() if isinstance(value, str) else value
    marks = {34: '\\"', 92: "\\\\", 10: "\\n", 13: "\\r", 9: "\\t"}
    return "".join(
        marks.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data
    )
