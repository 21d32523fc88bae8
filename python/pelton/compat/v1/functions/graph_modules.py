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

_DRAWS = {  # functions whose results differ from run to run
    "image": "random_brightness random_contrast random_crop random_flip_left_right "
    "random_flip_up_down random_hue random_jpeg_quality random_saturation "
    "sample_distorted_bounding_box".split(),
    "random": "all_candidate_sampler categorical fixed_unigram_candidate_sampler gamma "
    "learned_unigram_candidate_sampler log_uniform_candidate_sampler multinomial normal poisson "
    "shuffle truncated_normal uniform uniform_candidate_sampler".split(),
}
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
    "random": {
        "multinomial": "categorical",
        "set_random_seed": "set_seed",
        "get_seed": ".functions.graph_helpers",
    },
    "io": {
        **dict.fromkeys("matching_files read_file write_file".split(), ".functions.graph_helpers"),
        **dict.fromkeys("TFRecordCompressionType tf_record_iterator".split(), ".python_io"),
        **dict.fromkeys(
            "PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue".split(),
            ".queues.graph_queues",
        ),
    },
    "debugging": {
        name: f"math.{name}"
        for name in "is_finite is_inf is_nan is_non_decreasing is_strictly_increasing".split()
    },
    "sets": {f"set_{name}": name for name in "difference intersection size union".split()},
    "manip": {"batch_to_space_nd": "batch_to_space"},
    "linalg": {"transpose": "matrix_transpose"},
    "strings": {"split": ".functions.splitting"},
    "sparse": {"matmul": "sparse_dense_matmul", "placeholder": ".sparse_graphs",
               "merge": "compat.v1.sparse_merge",
               "reduce_max_sparse": "compat.v1.sparse_reduce_max_sparse",
               "reduce_sum_sparse": "compat.v1.sparse_reduce_sum_sparse"},
}  # fmt: skip
_OF_GRAPHS = (".functions.graph_helpers", ".python_io")  # which make their nodes themselves
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
        path = _OLD_NAMES.get(last, {}).get(name, name)
        found = _found(last, path, name)
        if isinstance(found, type) or not callable(found) or path in _OF_GRAPHS:
            return found
        found = as_of_1(found, f"{last}.{name}")
        if last == "debugging" and is_check(name):
            return as_check(found, name)
        if name in _DRAWS.get(last, ()) and is_active():
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
    if "." in path:
        home, _, path = path.rpartition(".")
    return getattr(importlib.import_module(f"pelton.{home}" if home else "pelton"), path)


@functools.cache
def module(name: str) -> types.ModuleType:
    """The module of graphs by its name in ``tf``."""
    return _Module(f"pelton.compat.v1.{name}")
