"""Keras's front: packages below load on first use, so that importing pelton stays cheap."""

import importlib as _importlib

_PACKAGES = frozenset({"callbacks", "datasets", "utils"})


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PACKAGES})
