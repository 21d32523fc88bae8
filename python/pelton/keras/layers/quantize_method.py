"""Layer.quantize, which refuses: layers with integer kernels are stock Keras's."""

from __future__ import annotations

from typing import Any

from pelton._core.layers import Layer
from pelton.names.named_refusals import named_method

_MODES = ("int8", "float8", "int4", "gptq", "awq")


def quantize(
    self: Any, mode: str | None = None, type_check: bool = True, config: Any = None, **kwargs: Any
) -> None:
    """Raises ValueError for a mode that is none and a layer that is not built, else
    NotImplementedError."""
    if mode is not None and mode not in _MODES:
        raise ValueError(
            f"Invalid quantization mode. Expected one of {_MODES}. Received: mode={mode}"
        )
    if not self.built:
        raise ValueError(
            f"Cannot quantize a layer that isn't yet built. Layer '{self.name}' (of type "
            f"'{type(self).__name__}') is not built yet."
        )
    raise NotImplementedError(
        f"Layer {type(self).__name__} does not have a `quantize` method implemented. Stock Keras "
        "on Pelton quantizes (KERAS_BACKEND=pelton)"
    )


def _no_mode(layer: Any) -> None:
    """None: no layer is quantized."""
    return


def add_to_layers() -> None:
    """Gives all layers and models the method, and the mode that they have not."""
    Layer.quantize = named_method(quantize)
    Layer.quantization_mode = property(_no_mode)
