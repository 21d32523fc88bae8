"""Owns `tf_keras`, the package of Keras 2, under ``pelton.run``: Pelton's Keras with Keras 2's
names and arguments, and a version of Keras 2, as libraries ask for it."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import os
import types

from pelton.scripts import import_paths
from pelton.version import VERSION

ROOT = "tf_keras"
_VARIABLE = "TF_USE_LEGACY_KERAS"


class Keras2(import_paths.ThinModule):
    """The module `tf_keras`: its names are those of the module that Keras is."""

    __version__ = VERSION  # tf_keras has the versions of TensorFlow

    def version(self) -> str:
        """The version, as ``tf_keras.version()`` gives it."""
        return VERSION


class Keras2Loader(importlib.abc.Loader):
    """Makes the module; Keras has Keras 2's names and arguments from then on."""

    def __init__(self, keras: str) -> None:
        self.keras = keras

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return Keras2(spec.name, (self.keras,))

    def exec_module(self, module: types.ModuleType) -> None:
        if self.keras == "pelton.keras":
            _take_names()


def _take_names() -> None:
    """Gives Pelton's Keras the names and arguments of Keras 2, and layers its habits."""
    from pelton.compat import legacy

    legacy.install(legacy.KERAS)


def is_asked_for() -> bool:
    """Whether the environment wants ``tf.keras`` to be Keras 2, as TensorFlow reads it."""
    return os.environ.get(_VARIABLE, "").lower() in ("1", "true")


def is_asked_for_by(script: str) -> bool:
    """Whether a script names the variable, which it sets before it imports TensorFlow."""
    try:
        with open(script, "rb") as file:
            return _VARIABLE.encode() in file.read()
    except OSError:
        return False


def use_for_tf_keras() -> None:
    """Makes ``tf.keras`` what `tf_keras` is."""
    _take_names()
    keras = importlib.import_module("pelton.keras")
    keras.__version__ = VERSION  # type: ignore[attr-defined]


def spec_of(name: str, keras: str) -> importlib.machinery.ModuleSpec | None:
    """The spec of `tf_keras` itself; None for other names. `keras`: the module that Keras is."""
    if name != ROOT:
        return None
    return importlib.machinery.ModuleSpec(name, Keras2Loader(keras), is_package=True)
