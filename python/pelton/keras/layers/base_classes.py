"""Bases of families of layers that Keras has in its own modules: packages ask for them with
`isinstance`."""

from __future__ import annotations

import abc

from pelton.keras import layers as _layers
from pelton.keras.layers.merging.merge import Merge as Merge

_AXES = (1, 2, 3)
_POOLINGS = [name for n in _AXES for name in (f"AveragePooling{n}D", f"MaxPooling{n}D")]


class BaseConv(abc.ABC):  # noqa: B024
    """Conv1D, Conv2D and Conv3D."""


class BaseConvTranspose(abc.ABC):  # noqa: B024
    """Conv1DTranspose, Conv2DTranspose and Conv3DTranspose."""


class BaseDepthwiseConv(abc.ABC):  # noqa: B024
    """DepthwiseConv1D and DepthwiseConv2D."""


class BaseSeparableConv(abc.ABC):  # noqa: B024
    """SeparableConv1D and SeparableConv2D."""


class BasePooling(abc.ABC):  # noqa: B024
    """Pooling layers with windows."""


class BaseGlobalPooling(abc.ABC):  # noqa: B024
    """Pooling layers over all places."""


Conv = BaseConv  # Keras 2's names
_Merge = Merge
_FAMILIES = {
    BaseConv: [f"Conv{n}D" for n in _AXES],
    BaseConvTranspose: [f"Conv{n}DTranspose" for n in _AXES],
    BaseDepthwiseConv: ["DepthwiseConv1D", "DepthwiseConv2D"],
    BaseSeparableConv: ["SeparableConv1D", "SeparableConv2D"],
    BasePooling: _POOLINGS,
    BaseGlobalPooling: [f"Global{name}" for name in _POOLINGS],
}
for _base, _names in _FAMILIES.items():
    for _name in _names:
        _base.register(getattr(_layers, _name))
