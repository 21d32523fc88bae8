"""Owns the text of one stub: its imports, the names of types in it, and how signatures wrap."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator

WIDTH = 100
# Types that tables and signatures name without saying where they come from.
HOMES = {
    **dict.fromkeys(["Any", "ClassVar", "Self", "overload"], "typing"),
    **dict.fromkeys(["Callable", "Iterable", "Iterator", "Mapping", "Sequence"], "collections.abc"),
    **dict.fromkeys(["ConstantLike", "DTypeLike", "ShapeLike", "TensorLike"], "pelton._types"),
    **dict.fromkeys(["DType", "Tensor", "Variable"], "pelton._core"),
    **dict.fromkeys(["Layer", "Model", "Sequential"], "pelton._core.layers"),
    "DTypePolicy": "pelton.keras.dtype_policies",
    "Initializer": "pelton._core.initializers",
    "KerasTensor": "pelton.keras.keras_tensor",
    "LearningRateSchedule": "pelton._core.optimizers",
    "Loss": "pelton._core.losses",
    "Metric": "pelton._core.metrics",
    "Optimizer": "pelton._core.optimizers",
    "Reference": "pelton.tensors.reference",
    "Regularizer": "pelton._core.regularizers",
    "SeedGenerator": "pelton.keras.random",
    "Constraint": "pelton._core.constraints",
    "TensorShape": "pelton.tensor_shape",
}
LITERALS = (bool, int, float, str, type(None))


class StubFile:
    """One .pyi file in the making. `homes` adds to the places that types are imported from."""

    def __init__(self, module: str, defined: Iterable[str] = ()) -> None:
        self.module = module
        self.defined = set(defined)
        self.imports: set[str] = set()
        self.lines: list[str] = []

    def add(self, *lines: str) -> None:
        """Append lines of the body."""
        self.lines += lines

    def take(self, module: str, name: str, alias: str | None = None) -> None:
        """`from module import name`; with an alias the name is public here."""
        if module == self.module and alias is not None:
            self.imports.add(f"from . import {name} as {alias}")
        elif module != self.module or alias is not None:
            self.imports.add(f"from {module} import {name}" + (f" as {alias}" if alias else ""))

    def type(self, text: str, homes: dict[str, str] | None = None) -> str:
        """The annotation as it must stand here, with what it names imported."""
        found = {**HOMES, **(homes or {})}

        def place(match: re.Match[str]) -> str:
            name = match.group()
            if name == "np":
                self.imports.add("import numpy as np")
            elif name in found:
                if name in self.defined and found[name] == "typing":  # as tf.raw_ops.Any
                    self.imports.add("import typing")
                    return f"typing.{name}"
                if not (name in self.defined and self.module == found[name]):
                    self.take(found[name], name)
            elif name in self.defined and hasattr(builtins, name):
                self.imports.add("import builtins")
                return f"builtins.{name}"
            return name

        return re.sub(r"(?<![\w.])[A-Za-z_]\w*", place, text)

    def text(self) -> str:
        """The whole file."""
        heading = f'"""Types of {self.module}. Made by `dev.py stubs`; do not edit."""'
        plain = sorted(line for line in self.imports if line.startswith("import"))
        pulled = sorted(
            line
            for line in self.imports
            if line.startswith("from") and f"{line} as {line.split()[-1]}" not in self.imports
        )
        parts = [heading, "\n".join([*plain, *pulled]), "\n".join(self.lines)]
        return "\n\n".join(part for part in parts if part) + "\n"


def default_text(value: object, required: bool = False) -> str:
    """` = value` as a stub says it; ` = ...` for what has no short literal."""
    if required:
        return ""
    if isinstance(value, tuple) and all(isinstance(item, (int, float)) for item in value):
        return f" = {value!r}"
    return f" = {value!r}" if isinstance(value, LITERALS) else " = ..."


def wrapped(indent: str, head: str, parameters: list[str], tail: str) -> Iterator[str]:
    """`head(parameters)tail` on one line, or a parameter per line where that is too long."""
    line = f"{indent}{head}({', '.join(parameters)}){tail}"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{indent}{head}("
    yield from (f"{indent}    {parameter}," for parameter in parameters)
    yield f"{indent}){tail}"


def function(name: str, parameters: list[str], returns: str, indent: str = "") -> list[str]:
    """The lines of one function's declaration."""
    return list(wrapped(indent, f"def {name}", parameters, f" -> {returns}: ..."))
