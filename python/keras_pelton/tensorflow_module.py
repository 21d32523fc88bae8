"""Gives Keras Pelton where it asks for the module ``tensorflow``: datasets, strings, files."""

from typing import Any


def teach(module_utils: Any) -> None:
    """Points the lazy modules at Pelton, whether or not TensorFlow is installed."""
    module_utils.tensorflow = module_utils.LazyModule("pelton")
    module_utils.gfile = module_utils.LazyModule("pelton.io.gfile", pip_name="pelton")
