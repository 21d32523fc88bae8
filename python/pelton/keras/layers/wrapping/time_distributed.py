"""TimeDistributed: one layer at every time step."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.call_signature import takes
from pelton.keras.layers.library_layer import as_tensor
from pelton.keras.layers.open_sizes import reshape, same_sizes
from pelton.keras.layers.wrapping.wrapper import Wrapper
from pelton.keras.ops.dtypes import result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class TimeDistributed(Wrapper):
    """`layer` of each step of (batch, time, ...): (batch, time, ...) of its outputs.

    The steps are computed as one batch of batch * time examples, unless there is a mask, which
    the layer gets step by step. Raises ValueError for inputs below rank 3 and other masks."""

    supports_masking = True

    def _step_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        if not isinstance(input_shape, (tuple, list)) or len(input_shape) < 3:
            raise ValueError(
                "`TimeDistributed` Layer should be passed an `input_shape` with at least 3 "
                f"dimensions, received: {input_shape}"
            )
        return (input_shape[0], *input_shape[2:])

    def build(self, input_shape: Any) -> None:
        super().build(self._step_shape(input_shape))

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Tensor:
        x = as_tensor(self, "inputs", inputs)
        options = {"training": bool(training)} if takes(self.layer, "training") else {}
        if mask is not None:
            mask = as_tensor(self, "mask", mask)
            self._check_mask(mask, x)
            if takes(self.layer, "mask") and x.shape[1] is not None:
                return self._by_steps(x, mask, options)
        inner = [(x, axis) for axis in range(2, x.ndim)]
        steps = reshape(x, [-1, *inner])
        y = self._widened(self.layer(steps, **options))
        return reshape(y, [-1, (x, 1), *((y, axis) for axis in range(1, y.ndim))])

    def _by_steps(self, x: Tensor, mask: Tensor, options: dict[str, Any]) -> Tensor:
        outputs = [self.layer(x[:, at], mask=mask[:, at], **options) for at in range(x.shape[1])]
        return self._widened(_ops.stack(outputs, axis=1))

    def _widened(self, y: Tensor) -> Tensor:
        """`y` in the dtype that its own and the wrapper's promote to."""
        return _ops.cast(y, result_type(y.dtype.name, self.compute_dtype))

    def _check_mask(self, mask: Tensor, x: Tensor) -> None:
        if mask.ndim < 2:
            raise ValueError(
                "The `mask` passed to the `TimeDistributed` layer must be at least 2D (e.g., "
                f"`(batch_size, timesteps)`), but it has {mask.ndim} dimension(s) with shape "
                f"{tuple(mask.shape)}."
            )
        if not same_sizes(tuple(mask.shape)[:2], tuple(x.shape)[:2]):
            raise ValueError(
                f"The `mask` passed to the `TimeDistributed` layer has a shape {tuple(mask.shape)} "
                f"that is incompatible with the input shape {tuple(x.shape)}."
            )

    def compute_output_shape(self, input_shape: Any) -> Any:
        found = self.layer.compute_output_shape(self._step_shape(input_shape))
        return (found[0], input_shape[1], *found[1:])
