"""keras.applications: the models that Keras defines, from the files of the installed Keras, which
are run over Pelton's layers; without the package keras their names raise an ImportError."""

from __future__ import annotations

from pelton.keras import installed_sources as _installed
from pelton.keras.missing_names import answer as _answer

_MODULES = (
    "convnext densenet efficientnet efficientnet_v2 imagenet_utils inception_resnet_v2 "
    "inception_v3 mobilenet mobilenet_v2 mobilenet_v3 nasnet resnet resnet50 resnet_v2 vgg16 vgg19 "
    "xception"
).split()
for _name in _MODULES:
    globals()[_name] = _installed.public_module(f"{__name__}.{_name}")


def __getattr__(name: str) -> object:
    if name.startswith("_"):
        return _answer(__name__, name)
    return _installed.member(__name__, name)


def __dir__() -> list[str]:
    return sorted({*_MODULES, *_installed.members(__name__)})
