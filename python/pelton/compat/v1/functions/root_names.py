"""Owns which names of ``tensorflow`` itself are those of graphs, and from when on and how long."""

from __future__ import annotations

import contextlib
import functools
import sys
import threading
from collections.abc import Iterator
from typing import Any

_NAMES = (
    "Variable constant cond while_loop group no_op identity gradients control_dependencies "
    "name_scope TensorArray custom_gradient case switch_case map_fn scan foldl foldr "
    "vectorized_map numpy_function py_function"
).split()
_OF_FILES = "matching_files read_file write_file".split()  # of `tf.io`
_lock = threading.Lock()
_scopes = 0  # of Graph.as_default that have them installed


def install() -> None:
    """Variables, constants and control flow of ``tensorflow`` are those of compat.v1."""
    from pelton import io
    from pelton.compat import v1
    from pelton.compat.v1.functions import draws, graph_helpers

    draws.install()
    vars(io).update({name: getattr(graph_helpers, name) for name in _OF_FILES})
    root = vars(sys.modules["pelton"])
    root.update({name: getattr(v1, name) for name in _NAMES})
    # TensorFlow 2's gives a list for a list of one.
    root.update(
        while_loop=functools.partial(v1.while_loop, return_same_structure=True), tuple=_tuple
    )


def _tuple(tensors: Any, control_inputs: Any = None, name: str | None = None) -> Any:
    """compat.v1's with TensorFlow 2's arguments."""
    from pelton.compat import v1

    return v1.tuple(tensors, name, control_inputs)


def remove() -> None:
    """They are those of TensorFlow 2 again."""
    from pelton._core import Variable
    from pelton._core.ops import identity
    from pelton.compat.v1.functions import draws
    from pelton.io import whole_files

    draws.remove()
    vars(sys.modules["pelton.io"]).update({name: getattr(whole_files, name) for name in _OF_FILES})
    root = vars(sys.modules["pelton"])
    for name in (*_NAMES, "tuple"):
        root.pop(name, None)
    root.update(Variable=Variable, identity=identity)


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """Installs them meanwhile, and the texts of tensors in graphs. In other threads, where no graph
    is built, they work at once."""
    from pelton.compat.v1.tensor_methods import install_texts, remove_texts

    global _scopes
    with _lock:
        _scopes += 1
        if _scopes == 1:
            install()
            install_texts()
    try:
        yield
    finally:
        with _lock:
            _scopes -= 1
            if _scopes == 0:
                remove()
                remove_texts()
