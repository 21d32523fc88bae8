"""Records the public names of real Keras and the arguments of what can be called.

Run `record_keras.py keras_names`.
"""

import importlib
import inspect

from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by

# The packages, "" for keras itself, whose names are Pelton's business or stock Keras's by name.
PACKAGES = (
    " activations applications callbacks config constraints datasets distillation distribution "
    "dtype_policies export initializers layers legacy losses metrics mixed_precision models ops "
    "optimizers optimizers.schedules preprocessing preprocessing.image preprocessing.sequence "
    "quantizers random regularizers saving tree utils visualization wrappers"
).split(" ")


def arguments(value):
    """The names of the arguments that a class or function takes, None of what is neither."""
    if not callable(value):
        return None
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    plain = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in parameters if one.kind in plain]


def names(package):
    """{public name: arguments} of a package."""
    module = importlib.import_module(f"keras.{package}".rstrip("."))
    public = sorted(name for name in dir(module) if not name.startswith("_") and name != "src")
    return {name: arguments(getattr(module, name)) for name in public}


def main():
    """Writes `keras_names.json`."""
    facts = {"packages": {package or "keras": names(package) for package in PACKAGES}}
    write_facts("names/keras_names", made_by("names/record_keras_names.py"), facts)
    assert keras.__version__


if __name__ == "__main__":
    main()
