"""``tf.experimental``: what TensorFlow may still change."""

from __future__ import annotations

import sys as _sys

_MODULES = frozenset(["dlpack", "extension_type", "numpy"])
_LAZY = {
    "BatchableExtensionType": "pelton.tensors.extension_type",
    "DynamicRaggedShape": "pelton.ragged.dynamic_shape",
    "ExtensionType": "pelton.tensors.extension_type",
    "ExtensionTypeBatchEncoder": "pelton.tensors.extension_spec",
    "ExtensionTypeSpec": "pelton.tensors.extension_spec",
    **dict.fromkeys(
        "dispatch_for_api dispatch_for_binary_elementwise_apis "
        "dispatch_for_unary_elementwise_apis unregister_dispatch_for".split(),
        "pelton.tensors.api_dispatch",
    ),
    "Optional": "pelton.experimental.optional",
    "async_clear_error": "pelton.experimental.waiting",
    "async_scope": "pelton.experimental.waiting",
}


def __getattr__(name: str) -> object:
    module = _LAZY.get(name, f"{__name__}.{name}")
    if name in _MODULES or name in _LAZY:
        __import__(module)
        found = _sys.modules[module]
        return getattr(found, name) if name in _LAZY else found
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_LAZY})
