"""Declares what the extension binds: functions and methods by their docstring's signature, and
constructors by the rows of a field table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from make_stubs.native_types import signatures, type_text
from make_stubs.stub_file import StubFile, default_text, function

# Users override these with narrower types and other arguments.
OVERRIDDEN = frozenset(
    "build call compute_output_shape update_state result reset_state update_step".split()
)
# What the C++ signature cannot say.
RETURNS = {
    "get_weights": "list[np.ndarray[Any, Any]]",
    "get_config": "dict[str, Any]",
    "memory_info": "dict[str, int]",
    "as_dtype": "DType",
    "on_batch": "dict[str, float]",
    "evaluate": "dict[str, float]",
    "predict": "np.ndarray[Any, Any]",
}
BASES = {  # methods of the base classes that pass on what they get
    "Layer.__call__": (["inputs: Any", "*args: Any", "**kwargs: Any"], "Tensor"),
    "Loss.__call__": (["y_true: Any", "y_pred: Any", "sample_weight: Any = None"], "Tensor"),
    "Metric.__call__": (["*args: Any", "**kwargs: Any"], "Tensor"),
    "Metric.update_state": (["*args: Any", "**kwargs: Any"], "Any"),
}

Rows = Iterable[tuple[str, str, object, bool]]


def field_type(text: str) -> str:
    """A field table's type as an annotation."""
    text = re.sub(r"\bdict\b(?!\[)", "dict[str, Any]", text)
    text = re.sub(r"\bCallable\b(?!\[)", "Callable[..., Any]", text)
    text = text.replace("Callable[[Tensor], Tensor]", "Callable[[Any], Any]")
    return text.replace("str | DType", "DTypeLike")


def row_parameters(stub: StubFile, rows: Rows) -> list[str]:
    """`name: type = default` of each row."""
    return [
        f"{name}: {stub.type(field_type(kind))}{default_text(value, required)}"
        for name, kind, value, required in rows
    ]


class NativeFunctions:
    """Writes bound functions into a stub; `classes` names bound classes by their dotted names."""

    def __init__(self, stub: StubFile, classes: dict[str, tuple[str, str]]) -> None:
        self.stub = stub
        self.names = {dotted: name for dotted, (_, name) in classes.items()}
        self.homes = {name: module for module, name in classes.values()}

    def type(self, text: str, is_argument: bool) -> str:
        """The annotation of one argument or result, imported into the stub."""
        return self.stub.type(type_text(text, is_argument, self.names), self.homes)

    def _parameter(self, text: str, narrow: bool) -> str:
        if text.startswith("*"):
            return f"{text}: {self.stub.type('Any')}"
        match = re.match(r"(\w+): (.*?)(?: = (.*))?$", text)
        if match is None:
            return text
        name, kind, default = match.groups()
        annotation = self.type(kind, True) if narrow else self.stub.type("Any")
        literal = default if re.fullmatch(r"-?[\d.]+|None|True|False|'\w*'", default or "") else ...
        suffix = "" if default is None else f" = {'...' if literal is ... else literal}"
        return f"{name}: {annotation}{suffix}"

    def parameters(self, texts: list[str], is_method: bool, narrow: bool) -> list[str]:
        """The stub's parameters; unnamed ones are positional only."""
        out = ["self"] if is_method else []
        rest = texts[1:] if is_method else texts
        out += [self._parameter(text, narrow) for text in rest]
        unnamed = [at for at, text in enumerate(out) if re.match(r"arg\d+:", text)]
        if unnamed:
            out.insert(unnamed[-1] + 1, "/")
        if "*" in out and out[-1] == "*":
            out.pop()
        return out

    def declare(self, name: str, value: object, indent: str = "") -> list[str]:
        """The lines of a bound function or, when indented, of a method."""
        found = signatures(value.__doc__)
        is_method, narrow = bool(indent), name not in OVERRIDDEN
        lines = []
        for texts, returns in found:
            if len(found) > 1:
                lines.append(f"{indent}@{self.stub.type('overload')}")
            result = self.type(returns, False) if narrow else self.stub.type("Any")
            if returns in ("object", "dict", "list", "handle") and name in RETURNS:
                result = self.stub.type(RETURNS[name])
            if name == "build" or (narrow and returns == "None"):
                result = "None"
            parameters = self.parameters(texts, is_method, narrow)
            lines += function(name, parameters, result, indent)
        if not found:
            raise ValueError(f"{self.stub.module}: {name} has no signature: {value.__doc__!r}")
        return lines
