"""keras.wrappers: Keras's models as estimators of scikit-learn, from the files of the installed
Keras; without the packages keras and scikit-learn their names raise errors that say so."""

from __future__ import annotations

from pelton.keras import installed_sources as _installed
from pelton.keras.missing_names import answer as _answer


def __getattr__(name: str) -> object:
    if name.startswith("_"):
        return _answer(__name__, name)
    return _installed.member(__name__, name)


def __dir__() -> list[str]:
    return sorted(_installed.members(__name__))
