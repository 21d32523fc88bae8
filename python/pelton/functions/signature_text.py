"""Owns the texts that show what a concrete function takes, gives and reads."""

from __future__ import annotations

from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    import inspect
    from collections.abc import Iterable, Iterator
    from typing import Any


def type_text(value: Any, keeps_name: bool = False) -> str:
    """A spec as it is, without its name unless `keeps_name`; containers and values by class."""
    if isinstance(value, (PartsSpec, TensorShape)):
        return repr(value)
    if isinstance(value, TensorSpec):
        return repr(value if keeps_name else TensorSpec(value.shape, value.dtype))
    if isinstance(value, dict):
        pairs = (f"[{key!r}, {type_text(part, keeps_name)}]" for key, part in value.items())
        return f"Dict[{', '.join(pairs)}]"
    if isinstance(value, (list, tuple)):
        kind = "List" if isinstance(value, list) else "Tuple"
        return f"{kind}[{', '.join(type_text(part, keeps_name) for part in value)}]"
    return f"Literal[{value!r}]"


def _parameters(bound: inspect.BoundArguments) -> Iterator[tuple[str, str, str]]:
    """Name, kind and type of each parameter, one for each extra argument, none for ``self``."""
    for name, value in bound.arguments.items():
        kind = bound.signature.parameters[name].kind
        if kind is kind.VAR_POSITIONAL:
            for i, part in enumerate(value):
                yield f"{name}_{i}", "POSITIONAL_ONLY", type_text(part, keeps_name=True)
        elif kind is kind.VAR_KEYWORD:
            for key, part in value.items():
                yield key, "KEYWORD_ONLY", type_text(part, keeps_name=True)
        elif name != "self":
            yield name, kind.name, type_text(value, keeps_name=True)


def short_text(bound: inspect.BoundArguments, outputs: Any, keeps_names: bool = False) -> str:
    """``(x: TensorSpec(...), *, k: Literal[1]) -> TensorSpec(...)``; with `keeps_names` outputs
    have the names of their specs."""
    parts: list[str] = []
    before = None
    for name, kind, text in _parameters(bound):
        if before == "POSITIONAL_ONLY" and kind != before:
            parts.append("/")
        if kind == "KEYWORD_ONLY" and kind != before:
            parts.append("*")
        parts.append(f"{name}: {text}")
        before = kind
    if before == "POSITIONAL_ONLY":
        parts.append("/")
    return f"({', '.join(parts)}) -> {type_text(outputs, keeps_names)}"


def long_text(
    bound: inspect.BoundArguments,
    outputs: Any,
    variables: Iterable[Any],
    keeps_names: bool = False,
) -> str:
    """Lines for the parameters, what is returned, and the variables that are read, by number."""
    taken = [f"  {name} ({kind}): {text}" for name, kind, text in _parameters(bound)]
    read = [
        f"  {id(variable)}: TensorSpec(shape=(), dtype=tf.resource, name=None)"
        for variable in variables
    ]
    given = ["Output Type:", f"  {type_text(outputs, keeps_names)}", "Captures:"]
    return "\n".join(["Input Parameters:", *taken, *given, *(read or ["  None"])])
