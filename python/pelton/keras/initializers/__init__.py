"""keras.initializers: the classes of the C++ table under their names and aliases."""

from __future__ import annotations

from pelton._core import initializers as _core
from pelton._core import keras_settings as _settings
from pelton.keras import object_config
from pelton.keras.initializers import attributes as _attributes
from pelton.keras.missing_names import lookup as _lookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

Initializer = _core.Initializer

_CLASSES = {
    name: value
    for name, value in vars(_core).items()
    if isinstance(value, type) and value is not Initializer
}
_CLASSES["IdentityInitializer"] = _core.Identity
_CLASSES["OrthogonalInitializer"] = _core.Orthogonal
_attributes.add_to_classes()
globals().update(_CLASSES)
globals().update({_settings.to_snake_case(name): value for name, value in _CLASSES.items()})


def get(identifier: Any) -> Any:
    """The initializer of a name, a config, a class, a callable or an array, which it gives; None as
    it is."""
    if isinstance(identifier, dict):
        return object_config.restore(_core.get, identifier)
    if hasattr(identifier, "shape") and hasattr(identifier, "__array__"):
        from pelton.keras.initializers.given_values import GivenValues

        return GivenValues(identifier)
    return _core.get(identifier)


def serialize(initializer: Any) -> dict[str, Any]:
    """The initializer as a dictionary: module, class_name, config, registered_name."""
    described: dict[str, Any] = object_config.describe("keras.initializers", initializer)
    return described


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The initializer that `config` describes; own classes are looked up in custom_objects."""
    return object_config.restore(get, config, custom_objects)


_missing = _lookup(__name__)


_NAMES_OF_STFT = ("STFT", "STFTInitializer", "stft")


def __getattr__(name: str) -> object:
    if name not in _NAMES_OF_STFT:
        return _missing(name)
    import importlib

    found = importlib.import_module(f"{__name__}.short_time_fourier").STFT
    globals().update(dict.fromkeys(_NAMES_OF_STFT, found))
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES_OF_STFT})
