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
ASSETS_KEY = "saved_model_assets"
CLASSIFY_INPUTS = "inputs"
CLASSIFY_METHOD_NAME = "tensorflow/serving/classify"
CLASSIFY_OUTPUT_CLASSES = "classes"
CLASSIFY_OUTPUT_SCORES = "scores"
DEBUG_DIRECTORY = "debug"
DEBUG_INFO_FILENAME_PB = "saved_model_debug_info.pb"
PREDICT_INPUTS = "inputs"
PREDICT_METHOD_NAME = "tensorflow/serving/predict"
PREDICT_OUTPUTS = "outputs"
REGRESS_INPUTS = "inputs"
REGRESS_METHOD_NAME = "tensorflow/serving/regress"
REGRESS_OUTPUTS = "outputs"
SAVED_MODEL_FILENAME_PB = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT = "saved_model.pbtxt"
SAVED_MODEL_SCHEMA_VERSION = 1
TPU = "tpu"

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
        "ASSETS_KEY",
        "CLASSIFY_INPUTS",
        "CLASSIFY_METHOD_NAME",
        "CLASSIFY_OUTPUT_CLASSES",
        "CLASSIFY_OUTPUT_SCORES",
        "DEBUG_DIRECTORY",
        "DEBUG_INFO_FILENAME_PB",
        "PREDICT_INPUTS",
        "PREDICT_METHOD_NAME",
        "PREDICT_OUTPUTS",
        "REGRESS_INPUTS",
        "REGRESS_METHOD_NAME",
        "REGRESS_OUTPUTS",
        "SAVED_MODEL_FILENAME_PB",
        "SAVED_MODEL_FILENAME_PBTXT",
        "SAVED_MODEL_SCHEMA_VERSION",
        "TPU",
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
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES})
