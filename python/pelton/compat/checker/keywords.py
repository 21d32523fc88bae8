"""Owns which keywords a function or a class takes: from its signature, or from the stubs for what
C++ defines."""

from __future__ import annotations

import ast
import functools
import inspect
import os

import pelton

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_STUBS = os.path.join(os.path.dirname(pelton.__file__), "_core")
_EVERY_LAYER = frozenset("batch_input_shape batch_shape weights".split())
# What layers that hand the rest on to Layer take out of it.
_TAKEN_OUT = frozenset("alpha implementation input_length zero_output_for_mask".split())


@functools.cache
def _stub(module: str) -> dict[str, ast.stmt]:
    """The definitions of the stub of pelton._core.<module>, by name; those of classes' methods as
    "Class.method"."""
    path = os.path.join(_STUBS, f"{module}.pyi")
    if not os.path.isfile(path):
        return {}
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    found[f"{node.name}.{method.name}"] = method
    return found


def _of_definition(node: ast.stmt | None) -> frozenset[str] | None:
    """The keywords of a definition; None where it takes any, or is not known."""
    if not isinstance(node, ast.FunctionDef) or node.args.kwarg is not None:
        return None
    return frozenset(one.arg for one in [*node.args.args, *node.args.kwonlyargs])


def _of_signature(function: Callable[..., Any]) -> frozenset[str] | None:
    """The same of a function of Python's. Raises ValueError or TypeError where none is known."""
    found = inspect.signature(function).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in found):
        return None
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return frozenset(one.name for one in found if one.kind in kinds)


def _stub_name(value: Any) -> tuple[str, str]:
    module = str(getattr(value, "__module__", None) or "").rpartition(".")[2]
    if isinstance(value, type):
        return module, f"{value.__name__}.__init__"
    return module, str(getattr(value, "__name__", ""))


def _of_library_layer(layer: type) -> frozenset[str] | None:
    """The keywords of a layer of the library that hands the rest on to Layer."""
    if not str(layer.__module__).startswith("pelton."):
        return None
    found = inspect.signature(layer).parameters.values()
    own = {one.name for one in found if one.kind is not one.VAR_KEYWORD}
    of_every = _of_definition(_stub("layers")["Layer.__init__"]) or frozenset()
    return frozenset(own) | _TAKEN_OUT | of_every


def taken_by(value: Any) -> frozenset[str] | None:
    """The keywords that `value` takes when it is called; None where that is not known."""
    from pelton.keras import Layer, Model

    is_layer = isinstance(value, type) and issubclass(value, Layer)
    if is_layer and issubclass(value, Model):
        return None
    try:
        found = _of_signature(value)
        if found is None and is_layer:
            found = _of_library_layer(value)
    except (ValueError, TypeError):
        module, name = _stub_name(value)
        found = _of_definition(_stub(module).get(name))
    return found | _EVERY_LAYER if found is not None and is_layer else found
