"""Owns `tf_keras`, the package of Keras 2, under ``pelton.run``: Pelton's Keras with Keras 2's
names and arguments, and a version of Keras 2, as libraries ask for it."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import types

from pelton.scripts import import_paths
from pelton.version import VERSION

ROOT = "tf_keras"


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
            from pelton import _core
            from pelton.compat import legacy

            legacy.install(legacy.KERAS)
            _core._name_weights_as_in_keras_2()


def spec_of(name: str, keras: str) -> importlib.machinery.ModuleSpec | None:
    """The spec of `tf_keras` itself; None for other names. `keras`: the module that Keras is."""
    if name != ROOT:
        return None
    return importlib.machinery.ModuleSpec(name, Keras2Loader(keras), is_package=True)
