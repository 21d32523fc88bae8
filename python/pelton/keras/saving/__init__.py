"""keras.saving: models and their parts as files and configs. Loads on first use."""

import importlib as _importlib

from pelton.keras.missing_names import answer as _answer

_NAMES = {
    **dict.fromkeys(
        (
            *("CustomObjectScope", "custom_object_scope", "get_custom_objects"),
            *("get_registered_name", "get_registered_object", "register_keras_serializable"),
        ),
        "registration",
    ),
    "deserialize_keras_object": "deserialize_object",
    "serialize_keras_object": "serialize_object",
    **dict.fromkeys(("load_model", "load_weights", "save_model", "save_weights"), "model_files"),
}
__all__ = sorted(_NAMES)


def __getattr__(name: str) -> object:
    if name in _NAMES:
        return getattr(_importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
    return _answer(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES})
