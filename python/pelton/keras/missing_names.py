"""Owns the text of the AttributeError for a name of Keras that Pelton's own Keras does not have."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable


def missing(module: str, name: str) -> AttributeError:
    """The error for `module.name`, with the way to stock Keras, which has all names."""
    text = f"module {module!r} has no attribute {name!r}"
    if name.startswith("_"):
        return AttributeError(text)
    return AttributeError(
        f"{text}. If stock Keras 3 has it, it runs on Pelton: "
        'pip install "pelton[keras]", then python -m pelton.run --keras=stock script.py, or '
        "KERAS_BACKEND=pelton and import keras"
    )


def answer(module: str, name: str) -> object:
    """The older module `module.name`, which pelton.run knows; raises that error for other names."""
    paths = sys.modules.get("pelton.scripts.import_paths")  # loaded under pelton.run only
    found = None if paths is None else paths.older_module(module, name)
    if found is None:
        raise missing(module, name)
    return found


def lookup(module: str) -> Callable[[str], object]:
    """The ``__getattr__`` of a package that loads nothing on first use: it answers so."""

    def get(name: str) -> object:
        return answer(module, name)

    return get
