"""Gives Keras Pelton where it asks for the module ``tensorflow``: datasets, strings, files."""

import types
from typing import Any


def teach(module_utils: Any) -> None:
    """Points the lazy modules at Pelton, whether or not TensorFlow is installed."""
    lazy: Any = module_utils.LazyModule

    class PeltonModule(lazy):  # type: ignore[misc]
        """Pelton, with what Keras asks for of TensorFlow's internals."""

        def __getattr__(self, name: str) -> Any:
            return _internals() if name == "__internal__" else super().__getattr__(name)

    module_utils.tensorflow = PeltonModule("pelton")
    module_utils.gfile = lazy("pelton.io.gfile", pip_name="pelton")


def _internals() -> types.SimpleNamespace:
    import pelton

    return types.SimpleNamespace(CompositeTensor=(pelton.RaggedTensor, pelton.SparseTensor))
