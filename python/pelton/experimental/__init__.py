"""``tf.experimental``: what TensorFlow may still change."""

from __future__ import annotations

import sys as _sys

_MODULES = frozenset(["numpy"])


def __getattr__(name: str) -> object:
    if name in _MODULES:
        __import__(f"{__name__}.{name}")
        return _sys.modules[f"{__name__}.{name}"]
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
