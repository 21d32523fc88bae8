"""Owns which Keras a script of ``pelton.run`` gets: Pelton's own, or stock Keras 3 on Pelton."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Iterator

KINDS = ("auto", "native", "stock")
_ROOTS = ("tensorflow.keras", "keras")


def installed() -> str | None:
    """The version of stock Keras that is installed, or None."""
    try:
        return importlib.metadata.version("keras")
    except importlib.metadata.PackageNotFoundError:
        return None


def _own_files(script: str) -> Iterator[ast.Module]:
    """The script and those of its imports that lie beside it, parsed; what does not parse is left
    to Python to say."""
    folder = os.path.dirname(os.path.abspath(script))
    waiting, seen = [os.path.abspath(script)], set()
    while waiting:
        path = waiting.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        try:
            with open(path, "rb") as file:
                tree = ast.parse(file.read())
        except (OSError, SyntaxError, ValueError):
            continue
        yield tree
        for name in _imported(tree):
            place = os.path.join(folder, *name.split("."))
            waiting += [place + ".py", os.path.join(place, "__init__.py")]


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _bound_names(tree: ast.Module) -> dict[str, str]:
    """The names by which a file calls modules and what it took from them, and what they are."""
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                bound[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return bound


def _dotted(node: ast.expr, bound: dict[str, str]) -> str | None:
    """``tf.keras.layers.Dense`` as `tensorflow.keras.layers.Dense`; None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in bound:
        return None
    return ".".join([bound[node.id], *reversed(parts)])


def used_names(script: str) -> set[str]:
    """What the script and its own modules use of Keras, below ``keras``: "layers.Dense"."""
    found: set[str] = set()
    for tree in _own_files(script):
        bound = _bound_names(tree)
        names = [_dotted(node, bound) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        for name in [*bound.values(), *filter(None, names)]:
            for root in _ROOTS:
                if name.startswith(root + "."):
                    found.add(name[len(root) + 1 :])
                elif name == root:
                    found.add("")
    return found


def lacking(names: set[str]) -> list[str]:
    """Those of the names that Pelton's own Keras does not have, counted as modules and classes."""
    keras = importlib.import_module("pelton.keras")
    missing = set()
    for name in names - {""}:
        value: object = keras
        path = "pelton.keras"
        for number, part in enumerate(name.split("."), 1):
            path = f"{path}.{part}"
            if isinstance(value, type) or not hasattr(value, "__path__") and number > 1:
                # Below a class or a plain module: attributes of objects are not asked for.
                if not hasattr(value, part) and isinstance(value, type(sys)):
                    missing.add(".".join(name.split(".")[:number]))
                break
            try:
                value = getattr(value, part)
            except AttributeError:
                try:
                    value = importlib.import_module(path)
                except ImportError:
                    missing.add(".".join(name.split(".")[:number]))
                    break
    return sorted(missing)


def choose(kind: str, script: str) -> str:
    """ "native" or "stock"; says in a line on stderr why it is not Pelton's own.

    Raises SystemExit where stock Keras is wanted and not installed."""
    if kind == "native":
        return "native"
    version = installed()
    if kind == "stock":
        if version is None:
            raise SystemExit('pelton.run: --keras=stock wants Keras: pip install "pelton[keras]"')
        return "stock"
    names = used_names(script)
    missing = lacking(names) if names else []
    if not missing:
        return "native"
    shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
    if version is None:
        print(
            f"pelton.run: pelton.keras has no {shown}; stock Keras 3 on Pelton has: "
            'pip install "pelton[keras]"',
            file=sys.stderr,
        )
        return "native"
    print(f"pelton.run: stock Keras {version}, as pelton.keras has no {shown}", file=sys.stderr)
    return "stock"


def use_stock() -> None:
    """Makes ``import keras`` and ``tf.keras`` stock Keras on Pelton, in this process and in the
    Python programs that it starts."""
    importlib.import_module("keras_pelton")
    import pelton

    importlib.import_module("pelton.keras")  # what the backend's ops are defined in
    pelton.keras = importlib.import_module("keras")  # type: ignore[assignment]
