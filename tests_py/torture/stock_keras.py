"""Makes random bad calls of stock Keras 3 on Pelton, whose own texts are not judged."""

from __future__ import annotations

import functools
import importlib
import random
from typing import ClassVar

from recorded.fact_file import load_facts
from torture import bad_calls, public_names, texts
from torture.bad_calls import Arguments
from torture.kind import Snippet
from torture.public_names import Target

# What reads the network, or draws pictures by programs that need not be there.
LEFT_OUT = ("datasets", "applications", "visualization", "distribution", "keras")


@functools.cache
def targets() -> tuple[Target, ...]:
    """Everything public that Keras has by TensorFlow's record, each once."""
    importlib.import_module("keras_pelton")
    importlib.import_module("keras")
    found: dict[int, list[Target]] = {}
    for package, names in load_facts("names/keras_names")["packages"].items():
        if package in LEFT_OUT:
            continue
        module = importlib.import_module(f"keras.{package}")
        for name in sorted(names):
            value = getattr(module, name, None)
            if callable(value):
                path = f"keras.{package}.{name}"
                found.setdefault(id(value), public_names.targets_of(path, value))
    return tuple(target for group in found.values() for target in group)


class Torture(bad_calls.Torture):
    """Bad calls whose values are stock Keras's where others' are Pelton's."""

    TRIES = 2
    ENVIRONMENT: ClassVar[dict[str, str]] = {"KERAS_BACKEND": "pelton"}

    def find(self) -> tuple[Target, ...]:
        return targets()

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        if "PyTreeSpec" in str(error):  # of the library that stock Keras's own trees are made of
            return None
        return texts.RAW if texts.inside(error) == texts.RAW else None

    def _object(self, path: str, chance: random.Random) -> str:
        return super()._object(f"tf.{path}", chance)

    def _lines(
        self, target: Target, arguments: Arguments, chance: random.Random, learning: bool
    ) -> list[str]:
        lines = super()._lines(target, arguments, chance, learning)
        return [
            "import keras_pelton, keras",
            *(one.replace("tf.keras.", "keras.") for one in lines),
        ]
