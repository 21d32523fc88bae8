"""keras.models: Model, Sequential and copies of models."""

from pelton.keras.missing_names import lookup as _lookup
from pelton.names.lazy_names import lazy_names as _lazy_names

__all__, __getattr__, __dir__ = _lazy_names(
    __name__,
    {
        "pelton.keras.models.classes": "Model Sequential",
        "pelton.keras.models.cloning": "clone_model",
        "pelton.keras.saving.model_files": "load_model save_model",
        "pelton.keras.saving.model_methods": "model_from_json",
    },
    _lookup(__name__),
)
