"""keras.preprocessing: text, sequences and images before they are tensors."""

import importlib as _importlib

from pelton.keras.missing_names import answer as _answer

_PACKAGES = frozenset(("image", "sequence", "text"))
# What lies in keras.utils too, under the same names, as far as it is there.
_OF_UTILS = frozenset(
    (
        "image_dataset_from_directory",
        "text_dataset_from_directory",
        "timeseries_dataset_from_array",
    )
)


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return _importlib.import_module(f"{__name__}.{name}")
    utils = _importlib.import_module("pelton.keras.utils")
    if name in _OF_UTILS and hasattr(utils, name):
        return getattr(utils, name)
    return _answer(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PACKAGES})
