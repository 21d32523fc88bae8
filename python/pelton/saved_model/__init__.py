"""tf.saved_model: objects with functions and variables as a directory. Loads on first use.

The directory is Pelton's own (docs/saved_models.md), not TensorFlow's."""

import importlib as _importlib

from pelton.saved_model import experimental as experimental

ASSETS_DIRECTORY = "assets"
VARIABLES_DIRECTORY = "variables"
VARIABLES_FILENAME = "variables"
DEFAULT_SERVING_SIGNATURE_DEF_KEY = "serving_default"
SERVING = "serve"
TRAINING = "train"
GPU = "gpu"

_NAMES = {
    "Asset": "asset",
    "LoadOptions": "options",
    "SaveOptions": "options",
    "contains_saved_model": "directory",
    "load": "loading",
    "save": "saving",
}
__all__ = sorted(
    [
        *_NAMES,
        "ASSETS_DIRECTORY",
        "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
        "GPU",
        "SERVING",
        "TRAINING",
        "VARIABLES_DIRECTORY",
        "VARIABLES_FILENAME",
    ]
)


def __getattr__(name: str) -> object:
    if name in _NAMES:
        return getattr(_importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
    from pelton.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES})
