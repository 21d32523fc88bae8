"""Owns the text of the AttributeError for a name of Keras that Pelton's own Keras does not have."""

from __future__ import annotations

import sys


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


def answer_for(module: str) -> None:
    """Lets a package of Keras's front raise that error, unless it has an answer of its own."""

    def get(name: str) -> object:
        raise missing(module, name)

    sys.modules[module].__dict__.setdefault("__getattr__", get)
