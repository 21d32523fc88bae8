"""The parameters of everything public: by Python's signatures and by the engine's stubs."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pelton as tf

PACKAGE = Path(tf.__file__).parent
POSITIONAL, KEYWORD, REST, KEYWORDS = "positional", "keyword", "rest", "keywords"


@dataclass(frozen=True)
class Parameter:
    """One parameter; its kind is POSITIONAL (or by name), KEYWORD (by name), REST or KEYWORDS."""

    name: str
    annotation: str
    required: bool
    kind: str


def _of_node(node: ast.FunctionDef) -> tuple[Parameter, ...]:
    """The parameters that a stub declares, without self and cls."""
    arguments, found = node.args, []
    named = [*arguments.posonlyargs, *arguments.args]
    first_default = len(named) - len(arguments.defaults)
    for index, argument in enumerate(named):
        if index == 0 and argument.arg in ("self", "cls"):
            continue
        text = ast.unparse(argument.annotation) if argument.annotation else ""
        found.append(Parameter(argument.arg, text, index < first_default, POSITIONAL))
    if arguments.vararg:
        found.append(Parameter(arguments.vararg.arg, "", False, REST))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        text = ast.unparse(argument.annotation) if argument.annotation else ""
        found.append(Parameter(argument.arg, text, default is None, KEYWORD))
    if arguments.kwarg:
        found.append(Parameter(arguments.kwarg.arg, "", False, KEYWORDS))
    return tuple(found)


@functools.cache
def _stubs() -> dict[tuple[str, str], tuple[Parameter, ...]]:
    """{(class or module, function): parameters} of the engine's stubs."""
    found: dict[tuple[str, str], tuple[Parameter, ...]] = {}
    for path in sorted((PACKAGE / "_core").glob("*.pyi")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for node in module.body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault((path.stem, node.name), _of_node(node))
            elif isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef) and not member.decorator_list:
                        found.setdefault((node.name, member.name), _of_node(member))
    return found


_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: POSITIONAL,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: KEYWORD,
    inspect.Parameter.VAR_POSITIONAL: REST,
    inspect.Parameter.VAR_KEYWORD: KEYWORDS,
}


def _of_signature(call: Callable[..., Any], is_method: bool) -> tuple[Parameter, ...] | None:
    """What Python knows of the callable; None for the engine's."""
    try:
        parameters = [*inspect.signature(call).parameters.values()]
    except (TypeError, ValueError):
        return None
    return tuple(
        Parameter(
            one.name, str(one.annotation).strip("'"), one.default is one.empty, _KINDS[one.kind]
        )
        for one in parameters[1 if is_method else 0 :]
    )


ANY = (Parameter("arguments", "", False, REST), Parameter("keywords", "", False, KEYWORDS))


def of_function(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """Those of a public function; of the engine's by its stub."""
    module = str(getattr(function, "__module__", "")).rpartition(".")[2]
    name = getattr(function, "__name__", "")
    declared = _stubs().get((module, name), _of_signature(function, False))
    return ANY if declared is None else declared


def of_method(cls: type, name: str) -> tuple[Parameter, ...]:
    """Those of a class's method, without self, declared in the class or one that it is of."""
    for base in cls.__mro__:
        if (base.__name__, name) in _stubs():
            return _stubs()[base.__name__, name]
        if name in vars(base):
            member = vars(base)[name]
            is_method = not isinstance(member, (staticmethod, classmethod))
            found = _of_signature(getattr(base, name), is_method)
            if found is not None and base is not object:
                return found
    return ANY
