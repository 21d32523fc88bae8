"""Owns the import paths below ``tensorflow.python`` that scripts use."""

import importlib as _importlib


def __getattr__(name: str) -> object:
    home = "pelton" if name == "keras" else __name__
    try:
        return _importlib.import_module(f"{home}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
