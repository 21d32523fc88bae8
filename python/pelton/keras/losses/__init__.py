"""keras.losses: the losses of the engine, as classes and as functions."""

from typing import Any

from pelton._core import losses as _losses
from pelton.keras import config_attributes as _config_attributes
from pelton.keras import object_config
from pelton.keras.missing_names import answer as _answer

_NAMES = [name for name in dir(_losses) if not name.startswith("_") and name != "get"]
for _name in _NAMES:
    globals()[_name] = getattr(_losses, _name)
    globals()[_name].__module__ = __name__
_config_attributes.add_to(globals()[_name] for _name in _NAMES)
# Losses that are made in Python; loaded when one of their names is first asked for.
_LIBRARY = frozenset(
    "BinaryFocalCrossentropy CategoricalFocalCrossentropy CategoricalGeneralizedCrossEntropy "
    "CTC CategoricalHinge Circle CosineSimilarity Dice Hinge Huber KLD KLDivergence LogCosh "
    "MAPE MSLE "
    "MeanAbsolutePercentageError MeanSquaredLogarithmicError Poisson SquaredHinge Tversky "
    "binary_focal_crossentropy categorical_focal_crossentropy "
    "categorical_generalized_cross_entropy categorical_hinge circle cosine_similarity ctc dice "
    "hinge huber "
    "kl_divergence kld kullback_leibler_divergence log_cosh logcosh mape "
    "mean_absolute_percentage_error mean_squared_logarithmic_error msle poisson squared_hinge "
    "tversky".split()
)
MAE = mae = mean_absolute_error  # noqa: F821 - from the engine's table
MSE = mse = mean_squared_error  # noqa: F821


class Reduction:
    """The names of Keras 2 for what a loss does with its values."""

    AUTO = "sum_over_batch_size"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"


def __getattr__(name: str) -> Any:
    if name not in _LIBRARY:
        return _answer(__name__, name)
    from pelton.keras.losses import library_losses

    globals().update({**library_losses.CLASSES, **library_losses.FUNCTIONS})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *_LIBRARY})


def get(identifier: Any) -> Any:
    """A loss from its name, config, class or function; functions and None as they are.

    A snake-case name or an alias gives the function, a class name an object, as in Keras."""
    if identifier is None or (callable(identifier) and not isinstance(identifier, type)):
        return identifier
    if isinstance(identifier, type):
        return identifier()
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if not isinstance(identifier, str):
        raise ValueError(f"Could not interpret loss identifier: {identifier}")
    if identifier in _LIBRARY:
        import sys

        found = getattr(sys.modules[__name__], identifier)
        return found() if isinstance(found, type) else found
    found = _losses.get(identifier)
    if identifier == type(found).__name__:
        return found
    return globals()[_losses._function_name(found)]


def serialize(loss: Any) -> Any:
    """The name of a function, or {"class_name", "config"} of an object."""
    return object_config.describe("keras.losses", loss)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""
    if isinstance(config, str):
        return get(config)
    if object_config.is_function_form(config):
        return object_config.restore_function(get, config, custom_objects)
    return object_config.rebuild("loss", config, _find, custom_objects)


def _find(name: str) -> Any:
    if name in _LIBRARY:
        __getattr__(name)
    return globals().get(name)


__all__ = [
    *_NAMES,
    *sorted(_LIBRARY),
    *("MAE", "MSE", "Reduction", "deserialize", "get", "mae", "mse", "serialize"),
]
