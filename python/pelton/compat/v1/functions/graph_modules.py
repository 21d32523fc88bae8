"""Owns the modules of functions, such as ``tf.math``, as graphs have them: their functions take
names and tensors of unknown rank, and draw random numbers anew in each run."""

from __future__ import annotations

import functools
import importlib
import types

from pelton.compat.v1.deferred import as_node, named
from pelton.compat.v1.functions.argument_rows import as_of_1
from pelton.compat.v1.functions.checks import as_check, is_check
from pelton.compat.v1.graph import is_active

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_DRAWS = "normal uniform truncated_normal gamma poisson categorical shuffle multinomial".split()
# Other names of functions of a module: of the same, or of compat.v1 where a dot stands before.
_OLD_NAMES = {
    "image": {
        **dict.fromkeys(
            "ResizeMethod resize resize_area resize_bicubic resize_bilinear resize_images "
            "resize_nearest_neighbor".split(),
            ".functions.image_resizing",
        ),
        "resize_image_with_crop_or_pad": "resize_with_crop_or_pad",
        "resize_image_with_pad": "resize_with_pad",
        "transpose_image": "transpose",
        "extract_image_patches": "extract_patches",
    },
    "random": {"multinomial": "categorical", "set_random_seed": "set_seed"},
    "linalg": {"transpose": "matrix_transpose"},
    "strings": {"split": ".functions.splitting"},
    "sparse": {"matmul": "sparse_dense_matmul", "placeholder": ".sparse_graphs"},
}  # fmt: skip
NAMES = frozenset(
    "math linalg strings image random io sparse debugging sets manip spectral".split()
)
_HOMES = {"manip": "", "spectral": "signal"}  # where their functions are today


class _Module(types.ModuleType):
    """A module whose functions are those of `pelton`'s module of the same name, in graphs too."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        last = self.__name__.rpartition(".")[2]
        found = _found(last, _OLD_NAMES.get(last, {}).get(name, name), name)
        if isinstance(found, type) or not callable(found):
            return found
        found = as_of_1(found, f"{last}.{name}")
        if last == "debugging" and is_check(name):
            return as_check(found, name)
        if last == "random" and name in _DRAWS and is_active():
            return as_node(found, name)
        return named(found)

    def __dir__(self) -> list[str]:
        last = self.__name__.rpartition(".")[2]
        home = _HOMES.get(last, last)
        names = dir(importlib.import_module(f"pelton.{home}" if home else "pelton"))
        return sorted({*names, *_OLD_NAMES.get(last, {})})


def _found(module: str, path: str, name: str) -> Any:
    if path.startswith("."):
        return getattr(importlib.import_module(f"pelton.compat.v1{path}"), name)
    home = _HOMES.get(module, module)
    return getattr(importlib.import_module(f"pelton.{home}" if home else "pelton"), path)


@functools.cache
def module(name: str) -> types.ModuleType:
    """The module of graphs by its name in ``tf``."""
    return _Module(f"pelton.compat.v1.{name}")
