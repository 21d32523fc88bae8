"""Turns the types in pybind11's signatures into those that stubs use."""

from __future__ import annotations

import re

# In order: longer texts before their parts.
_REPLACED = (
    ("typing.SupportsInt | typing.SupportsIndex", "int"),
    ("typing.SupportsFloat | typing.SupportsIndex", "float"),
    ("collections.abc.", ""),
    ("typing.", ""),
)
_ARGUMENTS = (
    ("tuple[int | None, ...]", "ShapeLike"),
    ("pelton.Tensor", "TensorLike"),
    ("pelton.DType", "DTypeLike"),
)
_PLAIN = {
    "object": "Any",
    "handle": "Any",
    "function": "Callable[..., Any]",
    "Callable": "Callable[..., Any]",
    "Iterable": "Iterable[Any]",
    "Sequence": "Sequence[Any]",
    "dict": "dict[str, Any]",
    "list": "list[Any]",
    "tuple": "tuple[Any, ...]",
}


def type_text(text: str, is_argument: bool, classes: dict[str, str]) -> str:
    """The annotation; `classes` names the bound classes by their dotted names."""
    for old, new in _REPLACED + (_ARGUMENTS if is_argument else ()):
        text = text.replace(old, new)
    if "::" in text:  # a C++ type that stands for any object
        return "Any"
    text = re.sub(r"[A-Za-z_][\w.]*\.[A-Za-z_]\w*", lambda m: classes[m.group()], text)
    return re.sub(
        r"(?<![\w.\[])([A-Za-z]+)(?![\w\[.])", lambda m: _PLAIN.get(m.group(), m.group()), text
    )


def split_top(text: str) -> list[str]:
    """The parts between commas that stand in no bracket or string."""
    parts, depth, start, quote = [], 0, 0, ""
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{<":
            depth += 1
        elif letter in ")]}>" and text[at - 1] != "-":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in [*parts, text[start:].strip()] if part]


def signatures(doc: str | None) -> list[tuple[list[str], str]]:
    """[(parameters, return type)] of a bound function, one for each overload."""
    lines = (doc or "").splitlines()
    if not lines:
        return []
    numbered = [line for line in lines if re.match(r"\d+\. \w+\(", line)]
    found = []
    for line in numbered if "Overloaded function." in lines else lines[:1]:
        match = re.match(r"(?:\d+\. )?\w+\((.*)\) -> (.*)$", line)
        if match:
            found.append((split_top(match.group(1)), match.group(2)))
    return found
