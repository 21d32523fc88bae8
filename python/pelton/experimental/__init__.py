"""``tf.experimental``: what TensorFlow may still change."""

from __future__ import annotations

import sys as _sys

_MODULES = frozenset(["dlpack", "numpy"])
_LAZY = {"Optional": "optional", "async_clear_error": "waiting", "async_scope": "waiting"}


def __getattr__(name: str) -> object:
    module = f"{__name__}.{_LAZY.get(name, name)}"
    if name in _MODULES or name in _LAZY:
        __import__(module)
        found = _sys.modules[module]
        return getattr(found, name) if name in _LAZY else found
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_LAZY})
