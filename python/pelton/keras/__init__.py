"""Keras's front: packages below load on first use, so that importing pelton stays cheap."""

import importlib as _importlib

from pelton._core import bind_keras as _bind_keras

_bind_keras()

# What they are about is bound above.
from pelton.keras import abstract_classes as _abstract_classes  # noqa: E402
from pelton.keras import dtype_names as _dtype_names  # noqa: E402
from pelton.keras import hooks as _hooks  # noqa: E402
from pelton.keras import own_variables as _own_variables  # noqa: E402
from pelton.keras import tracking as _tracking  # noqa: E402
from pelton.keras.missing_names import answer as _answer  # noqa: E402

_abstract_classes.add_to_classes()
_tracking.add_to(_tracking.Layer, _tracking.Metric)
_dtype_names.add_to_dtypes()
_hooks.add_to_classes()
_own_variables.add_to_classes()

__version__ = "3.15.1"  # of the Keras whose names and behaviour these are

_PACKAGES = frozenset(
    "activations applications backend callbacks config constraints datasets dtype_policies export "
    "initializers layers losses metrics mixed_precision models ops optimizers preprocessing random "
    "regularizers saving tree utils wrappers".split()
)
# Names of keras itself and the packages that hold them.
_NAMES = {
    "Constraint": "constraints",
    "DTypePolicy": "dtype_policies",
    "FloatDTypePolicy": "dtype_policies",
    "Function": "function",
    "Initializer": "initializers",
    "Input": "keras_tensor",
    "InputSpec": "layers",
    "KerasTensor": "keras_tensor",
    "Layer": "layers",
    "Loss": "losses",
    "Metric": "metrics",
    "Model": "models",
    "Operation": "operation",
    "Optimizer": "optimizers",
    "Regularizer": "regularizers",
    "RematScope": "rematerialization",
    "Sequential": "models",
    "StatelessScope": "stateless",
    "Variable": "variable",
    "device": "scopes",
    "name_scope": "scopes",
    "remat": "rematerialization",
}

__all__ = sorted({*_PACKAGES, *_NAMES, "version"})


def version() -> str:
    """The version of the Keras whose names and behaviour these are."""
    return __version__


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return _importlib.import_module(f"{__name__}.{name}")
    if name in _NAMES:
        return getattr(_importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
    return _answer(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PACKAGES, *_NAMES})
