"""Owns what the checker finds in a script: names, keywords, methods and texts that would fail."""

from __future__ import annotations

import ast
import difflib
import importlib
from typing import NamedTuple

from pelton import run
from pelton.compat import legacy
from pelton.compat.checker import keywords
from pelton.names import name_lookup
from pelton.scripts import import_paths, script_names

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_ROOTS = tuple(run.ALIASES)
# Keywords whose value may be the name of an object, and where Keras looks for it.
_NAMED = {
    **dict.fromkeys(["activation", "recurrent_activation"], "activations"),
    **{f"{part}_initializer": "initializers" for part in ("kernel", "bias", "recurrent")},
    **{f"{part}_initializer": "initializers" for part in ("embeddings", "gamma", "beta")},
    "kernel_regularizer": "regularizers",
}
_COMPILED = {"loss": "losses", "optimizer": "optimizers"}


class Finding(NamedTuple):
    """A line that would fail and why."""

    line: int
    text: str


def _nearest(target: str, name: str) -> str:
    """A hint at the name that is meant, "" where there is none."""
    owner = name_lookup.find(target, name.rpartition(".")[0])
    found = difflib.get_close_matches(name.rpartition(".")[2], dir(owner), 1, 0.75)
    return f"; the nearest is {found[0]!r}" if found else ""


def _missing(name: str) -> str | None:
    """Why a name of tensorflow or keras would fail; None where it would not."""
    target = run.target_of(import_paths.name_now(name))
    if target is None:
        return None
    root, _, rest = target.partition(".")
    lacks = name_lookup.missing_part(root, rest, in_classes=True)
    if lacks is None:
        return None
    shown = lacks if lacks.startswith("keras.") else f"tensorflow.{lacks}"
    if legacy.has(name):
        return f"there is no {shown}; python -m pelton.run --legacy has it"
    text = f"there is no {shown}{_nearest(root, lacks)}"
    if rest.startswith("keras."):
        text += "; stock Keras 3 may have it (python -m pelton.run --keras=stock)"
    return text


def _value_of(name: str) -> Any:
    """What a name of tensorflow or keras is in Pelton; None where it is not there."""
    target = run.target_of(import_paths.name_now(name))
    try:
        return name_lookup.find(*target.split(".", 1)) if target and "." in target else None
    except (AttributeError, ImportError):
        return None


def _names(tree: ast.Module) -> Iterator[Finding]:
    seen = set()
    for use in script_names.uses(tree):
        if script_names.below(_ROOTS, use.name) is None or (use.name, use.line) in seen:
            continue
        seen.add((use.name, use.line))
        text = _missing(use.name)
        if text is not None:
            yield Finding(use.line, text)


def _refused(name: str, value: Any, call: ast.Call) -> Iterator[Finding]:
    """The keywords of a call that `value` does not take."""
    taken = keywords.taken_by(value)
    if taken is None:
        return
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in taken:
            continue
        near = difflib.get_close_matches(keyword.arg, taken, 1, 0.6)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        if legacy.has_keyword(value, keyword.arg):
            hint = "; python -m pelton.run --legacy takes it"
        yield Finding(keyword.value.lineno, f"{name} takes no keyword {keyword.arg!r}{hint}")


def _keywords(tree: ast.Module) -> Iterator[Finding]:
    for use in script_names.uses(tree):
        if use.call is not None and script_names.below(_ROOTS, use.name):
            value = _value_of(use.name)
            if value is not None:
                yield from _refused(use.name, value, use.call)
                yield from _unknown_texts(use.call, _NAMED)


def _made_by_classes(tree: ast.Module) -> dict[str, type]:
    """The variables of a file that only ever hold objects of one class of tensorflow or keras."""
    bound = script_names.bound_names(tree)
    kinds: dict[str, set[Any]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            called = node.value.func if isinstance(node.value, ast.Call) else None
            name = script_names.dotted(called, bound) if called is not None else None
            kind = _value_of(name) if name else None
            for target in node.targets:
                for one in ast.walk(target):
                    if isinstance(one, ast.Name):
                        kinds.setdefault(one.id, set()).add(kind if one is target else None)
    every = {name: next(iter(found)) for name, found in kinds.items() if len(found) == 1}
    return {name: kind for name, kind in every.items() if isinstance(kind, type)}


def _methods(tree: ast.Module) -> Iterator[Finding]:
    objects = _made_by_classes(tree)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        method, owner = node.func.attr, node.func.value
        kind = objects.get(owner.id) if isinstance(owner, ast.Name) else None
        if method == "compile":
            yield from _unknown_texts(node, _COMPILED)
        if method in own:
            continue
        found = getattr(kind, method, None) if kind is not None else None
        if callable(found):
            yield from _refused(f"{kind.__name__}.{method}", found, node)  # type: ignore[union-attr]
        elif method in legacy.METHODS and (kind is not None or method != "reset_states"):
            text = f"objects have no method {method!r}; python -m pelton.run --legacy has it"
            yield Finding(node.lineno, text)


def _unknown_texts(call: ast.Call, kinds: dict[str, str]) -> Iterator[Finding]:
    """The keywords of a call whose text names nothing that Keras has."""
    for keyword in call.keywords:
        value, kind = keyword.value, kinds.get(keyword.arg or "")
        if kind is None or not isinstance(value, ast.Constant) or not isinstance(value.value, str):
            continue
        module = importlib.import_module(f"pelton.keras.{kind}")
        try:
            module.get(value.value)
        except (ValueError, TypeError):
            names = [name.lower() for name in dir(module)] + dir(module)
            near = difflib.get_close_matches(value.value, names, 1, 0.7)
            hint = f"; the nearest is {near[0]!r}" if near else ""
            text = f"keras.{kind} has no {value.value!r} (keyword {keyword.arg!r}){hint}"
            yield Finding(value.lineno, text)


def found_in(tree: ast.Module) -> list[Finding]:
    """All that would fail, by line, each once."""
    found = {*_names(tree), *_keywords(tree), *_methods(tree)}
    return sorted(found)
