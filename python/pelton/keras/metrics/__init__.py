"""keras.metrics: the metrics of the engine, as classes and as functions."""

from typing import Any

from pelton._core import metrics as _metrics
from pelton._core.keras_settings import to_snake_case as _to_snake_case
from pelton.keras import config_attributes as _config_attributes
from pelton.keras import object_config
from pelton.keras.metrics import state_names as _state_names
from pelton.keras.metrics import stateless as _stateless
from pelton.keras.metrics import wrapped_function as _wrapped_function
from pelton.keras.missing_names import answer as _answer
from pelton.names.named_refusals import REFUSALS as _REFUSALS
from pelton.names.named_refusals import name_class as _name_class
from pelton.names.named_refusals import name_refusal as _name_refusal

_stateless.add_to(_metrics.Metric)
_state_names.add_to(_metrics.Metric)
_wrapped_function.add_to(_metrics.MeanMetricWrapper)
_SHORT = ("MAE", "MSE", "mae", "mse")  # which the engine's own table has
_NAMES = [name for name in dir(_metrics) if not name.startswith("_") and name != "get"]
for _name in _NAMES:
    globals()[_name] = getattr(_metrics, _name)
    globals()[_name].__module__ = __name__
_config_attributes.add_to(globals()[_name] for _name in _NAMES)
# Metrics that are made in Python load on first use, from these modules.
_LIBRARY = {
    **dict.fromkeys(
        "FalseNegatives FalsePositives Precision Recall TrueNegatives TruePositives".split(),
        "confusion",
    ),
    **dict.fromkeys(
        "AUC PrecisionAtRecall RecallAtPrecision SensitivityAtSpecificity "
        "SpecificityAtSensitivity".split(),
        "curves",
    ),
    **dict.fromkeys(
        "BinaryIoU F1Score FBetaScore IoU MeanIoU OneHotIoU OneHotMeanIoU".split(), "overlap"
    ),
    **dict.fromkeys(
        "CategoricalHinge CosineSimilarity Hinge KLDivergence LogCoshError "
        "MeanAbsolutePercentageError MeanSquaredLogarithmicError Poisson SquaredHinge".split(),
        "means",
    ),
    **dict.fromkeys(("ConcordanceCorrelation", "PearsonCorrelation"), "correlation"),
    "R2Score": "r2_score",
}
# Functions that are metrics only, and their modules.
_OWN_FUNCTIONS = {
    "cosine_similarity": "means",
    **dict.fromkeys(("concordance_correlation", "pearson_correlation"), "correlation"),
}
_FUNCTIONS = frozenset(
    "KLD MAE MAPE MSE MSLE binary_focal_crossentropy categorical_focal_crossentropy "
    "categorical_hinge hinge huber kld kl_divergence kullback_leibler_divergence log_cosh logcosh "
    "mae mape mean_absolute_percentage_error mean_squared_logarithmic_error mse msle poisson "
    "squared_hinge cosine_similarity pearson_correlation concordance_correlation".split()
)


_CLASS_OF = {
    **{_to_snake_case(name): name for name in _LIBRARY},
    **dict.fromkeys(("MAPE", "mape"), "MeanAbsolutePercentageError"),
    **dict.fromkeys(("MSLE", "msle"), "MeanSquaredLogarithmicError"),
}


def is_made_in_python(name: str) -> bool:
    """Whether a metric of this name is none of the engine's table."""
    is_class = name in _LIBRARY or name in _CLASS_OF
    return is_class or (name in _FUNCTIONS and name not in _SHORT)


def __getattr__(name: str) -> Any:
    import importlib

    if name in _LIBRARY:
        module = importlib.import_module(f"{__name__}.{_LIBRARY[name]}")
        found = getattr(module, name)
        found.__module__ = __name__
        _name_class(found)
    elif name in _OWN_FUNCTIONS:
        found = getattr(importlib.import_module(f"{__name__}.{_OWN_FUNCTIONS[name]}"), name)
    elif name in _FUNCTIONS:
        found = getattr(importlib.import_module("pelton.keras.losses"), name)
    else:
        return _answer(__name__, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LIBRARY, *_FUNCTIONS})


def get(identifier: Any) -> Any:
    """A metric from its name, config or class; functions and None as they are."""
    if identifier is None or (callable(identifier) and not isinstance(identifier, type)):
        return identifier
    if isinstance(identifier, type):
        try:
            return identifier()
        except _REFUSALS as error:
            _name_refusal(error, "metrics.get", (identifier,), {})
            raise
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if not isinstance(identifier, str):
        raise ValueError(f"Could not interpret metric identifier: {identifier}")
    if is_made_in_python(identifier):
        name = _CLASS_OF.get(identifier, identifier)
        found = globals().get(name) or __getattr__(name)
        return found() if isinstance(found, type) else MeanMetricWrapper(found, identifier)  # noqa: F821
    return _metrics.get(identifier)


def serialize(metric: Any) -> Any:
    """{"class_name", "config"} of a metric, the name of a function."""
    return object_config.describe("keras.metrics", metric)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""
    if isinstance(config, str):
        return get(config)
    if object_config.is_function_form(config):
        return object_config.restore_function(get, config, custom_objects)
    return object_config.rebuild("metric", config, _find, custom_objects)


def _find(name: str) -> Any:
    return globals().get(name) or (__getattr__(name) if name in _LIBRARY else None)


__all__ = [*_NAMES, *sorted({*_LIBRARY, *_FUNCTIONS}), "deserialize", "get", "serialize"]
