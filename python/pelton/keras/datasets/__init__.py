"""keras.datasets: one module per data set, loaded on first use."""

import importlib as _importlib

from pelton.keras.missing_names import answer as _answer

_MODULES = frozenset(
    "boston_housing california_housing cifar10 cifar100 fashion_mnist imdb mnist reuters".split()
)


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return _importlib.import_module(f"{__name__}.{name}")
    return _answer(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
