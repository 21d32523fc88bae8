"""Owns the module paths of Keras 1 and 2, each of which is another name of a module of today's."""

from __future__ import annotations

import importlib
import importlib.util
import types

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from typing import Any

# Below keras: the old path and the module that has its names now.
PATHS = {
    **dict.fromkeys(
        (
            "layers.advanced_activations layers.convolutional layers.core layers.embeddings "
            "layers.experimental layers.experimental.preprocessing layers.merge "
            "layers.local layers.noise layers.normalization layers.pooling layers.recurrent "
            "layers.wrappers layers.convolutional_recurrent"
        ).split(),
        "layers",
    ),
    **dict.fromkeys(
        "utils.data_utils utils.generic_utils utils.layer_utils utils.np_utils utils.vis_utils "
        "utils.io_utils".split(),
        "utils",
    ),
    **dict.fromkeys("engine engine.topology engine.base_layer".split(), "layers"),
    **dict.fromkeys("engine.training engine.sequential".split(), "models"),
    "backend.tensorflow_backend": "backend",
    "optimizers.experimental": "optimizers",
    "optimizer_v2": "optimizers",
    **{f"optimizer_v2.{name}": "optimizers" for name in "adam gradient_descent rmsprop".split()},
    "objectives": "losses",
    "callback": "callbacks",
    "optimizer": "optimizers",
}
# Modules of this package, by their path below keras.
_OWN = {"wrappers": "wrappers", "wrappers.scikit_learn": "scikit_learn"}
_ROOTS = ("keras", "tensorflow.keras", "tensorflow.python.keras", "tensorflow.contrib.keras")


def _finder(target: str) -> Any:
    def find(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return getattr(importlib.import_module(f"pelton.keras.{target}"), attribute)

    return find


def _module(path: str, target: str) -> types.ModuleType:
    """A module whose names are those of pelton.keras.<target> too: Pelton's own of that path where
    there is one."""
    name = f"pelton.keras.{path}"
    parent = name.rpartition(".")[0]
    if importlib.util.find_spec(parent) and importlib.util.find_spec(name):
        made = importlib.import_module(name)
    else:
        made = types.ModuleType(name, f"Another name of pelton.keras.{target}.")
        made.__path__ = []
    vars(made).setdefault("__getattr__", _finder(target))
    return made


def _add(modules: MutableMapping[str, types.ModuleType], path: str, made: types.ModuleType) -> None:
    for root in _ROOTS:
        modules.setdefault(f"{root}.{path}", made)
    parent, _, child = path.rpartition(".")
    owner = modules.get(f"keras.{parent}") if parent else None
    if owner is None:
        owner = importlib.import_module(f"pelton.keras.{parent}" if parent else "pelton.keras")
    if child not in vars(owner):
        setattr(owner, child, made)


def install_modules(modules: MutableMapping[str, types.ModuleType]) -> None:
    """Puts the old paths into `modules`, sys.modules, and as attributes beside today's names."""
    for path, target in PATHS.items():
        _add(modules, path, _module(path, target))
    for path, name in _OWN.items():
        _add(modules, path, importlib.import_module(f"pelton.compat.legacy.{name}"))
