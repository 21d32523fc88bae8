"""Masking: time steps whose features all have one value are masked."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer, as_tensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class Masking(LibraryLayer):
    """Masks the positions (...) of an input (..., features) whose features all are `mask_value`,
    and makes them 0. Raises ValueError for a value that is no number."""

    supports_masking = True

    def __init__(self, mask_value: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(mask_value, (int, float)):
            raise ValueError(
                f"`mask_value` must be a number. Received: mask_value={mask_value} [Masking]"
            )
        self.mask_value = mask_value
        self._build_at_init()

    def _is_seen(self, inputs: Any, keepdims: bool) -> Tensor:
        inputs = as_tensor(self, "inputs", inputs)
        if inputs.ndim == 0:
            raise ValueError(
                f"Masking '{self.name}': the input must have at least one axis, got shape ()"
            )
        differs = _ops.not_equal(inputs, _ops.cast(self.mask_value, inputs.dtype))
        return _ops.reduce_any(differs, axis=[-1], keepdims=keepdims)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Tensor:
        """Where a position has features that differ from `mask_value`."""
        return self._is_seen(inputs, keepdims=False)

    def call(self, inputs: Any) -> Tensor:
        return inputs * _ops.cast(self._is_seen(inputs, keepdims=True), inputs.dtype)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mask_value": self.mask_value}
