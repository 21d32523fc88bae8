"""The parts of the keys of traces and steps, read from the C++ headers that declare them."""

import pathlib
import re

CPP = pathlib.Path(__file__).resolve().parents[1] / "cpp"
_FIELD = re.compile(r"^\s*[\w:<>,&*\s]+?[\s&*](\w+)(?:\s*=[^;]*)?;", re.MULTILINE)


def _body(path, struct):
    text = re.sub(r"//[^\n]*", "", (CPP / path).read_text(encoding="utf-8"))
    start = re.search(rf"struct {struct}\b[^{{;]*{{", text).end()
    return text[start : text.index("};", start)]


def fields_of(path, struct):
    """The names of a struct's fields, in order; functions are none."""
    lines = [line for line in _body(path, struct).split(";") if "(" not in line.split("=")[0]]
    return _FIELD.findall(";".join(lines) + ";")


def methods_of(path, struct, prefix):
    """The names of a struct's functions that begin with `prefix`, without it."""
    return re.findall(rf"\bvoid {prefix}(\w+)\(", _body(path, struct))
