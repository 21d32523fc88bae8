"""Owns which Keras a script of ``pelton.run`` gets: Pelton's own, or stock Keras 3 on Pelton."""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import importlib.util
import sys
import types

from pelton.names import name_lookup
from pelton.scripts import keras_2, script_names
from pelton.scripts.import_paths import name_now

KINDS = ("auto", "native", "stock")
_WITH_OLD = "keras._tf_keras.keras"  # where Keras has its names for tf.keras


def installed() -> str | None:
    """The version of stock Keras that is installed, or None."""
    try:
        return importlib.metadata.version("keras")
    except importlib.metadata.PackageNotFoundError:
        return None


def used_names(script: str) -> set[str]:
    """What the script and its own modules use of Keras, below ``keras``: "layers.Dense"."""
    names = (
        name_now(use.name)
        for tree in script_names.own_files(script)
        for use in script_names.uses(tree)
    )
    found = (script_names.below(("keras",), name) for name in names)
    return {name for name in found if name is not None}


def lacking(names: set[str]) -> list[str]:
    """Those of the names that Pelton's own Keras does not have, counted as modules and classes."""
    missing = (name_lookup.missing_part("pelton.keras", name) for name in names)
    return sorted({name for name in missing if name is not None})


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
    if keras_2.is_asked_for() or keras_2.is_asked_for_by(script):
        return "native"
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
    Python programs that it starts; the names of old that Keras keeps for ``tf.keras`` are below
    ``keras`` too, as scripts that were written for Keras 2 want them."""
    importlib.import_module("keras_pelton")
    import pelton

    importlib.import_module("pelton.keras")  # what the backend's ops are defined in
    pelton.keras = importlib.import_module(_WITH_OLD)
    for name in [name for name in sys.modules if name.startswith(_WITH_OLD + ".")]:
        old = sys.modules[name]
        now = sys.modules.setdefault("keras" + name.removeprefix(_WITH_OLD), old)
        parent, _, child = now.__name__.rpartition(".")
        if now is old:
            setattr(sys.modules["keras" + parent.removeprefix(_WITH_OLD)], child, old)
        elif not hasattr(now, "__getattr__"):
            now.__getattr__ = functools.partial(_of_old, now.__name__, old)  # type: ignore
    for home in ("keras", _WITH_OLD):
        for module in ("backend", "config"):
            importlib.import_module(f"{home}.{module}").backend = _backend  # type: ignore


def _backend() -> str:
    """What computes, as scripts for TensorFlow compare it; Keras's own code knows better."""
    return "tensorflow"


def _of_old(module: str, old: types.ModuleType, name: str) -> object:
    """What `module` lacks and has had, of Keras's own names of old."""
    found = vars(old).get(name)
    if found is None or name.startswith("_"):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return found
