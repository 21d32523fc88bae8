"""HeadsProjection: a matrix product from features to heads, or from heads to features."""

from __future__ import annotations

import math

from pelton._core import ops as _ops
from pelton.keras.layers.core.fan_axes import with_fan_axes
from pelton.keras.layers.low_rank import LowRankLayer
from pelton.keras.layers.open_sizes import reshape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def copied(initializer: Any) -> Any:
    """An initializer with the same config and a seed of its own where none was given."""
    if not hasattr(initializer, "get_config"):
        return initializer
    return type(initializer).from_config(initializer.get_config())


class HeadsProjection(LowRankLayer):
    """From (batch, time, *inputs) to (batch, time, *outputs), by a kernel of the shape
    (*inputs, *outputs) and a bias of the shape `outputs`. `owner` has the parts of both, and reads
    the inputs' masks."""

    supports_masking = True
    _adapts = "kernel"

    def __init__(
        self, owner: Any, inputs: tuple[int, ...], outputs: tuple[int, ...], name: str
    ) -> None:
        super().__init__(
            name=name,
            dtype=owner.dtype_policy,
            trainable=owner.trainable,
            activity_regularizer=owner.activity_regularizer,
        )
        self.inputs, self.outputs = inputs, outputs
        self.use_bias = owner.use_bias
        for part in ("initializer", "regularizer", "constraint"):
            for weight in ("kernel", "bias"):
                setattr(self, f"{weight}_{part}", getattr(owner, f"{weight}_{part}"))
        # Of their own: an initializer gives the same values at every call.
        self.kernel_initializer = copied(owner.kernel_initializer)
        self.bias_initializer = copied(owner.bias_initializer)
        self.bias = None
        self._set_low_rank(None, None)

    @property
    def kernel(self) -> Any:
        """The variable, or the tensor that stands for it where it is adapted."""
        return self._made_adapted()

    def build(self, input_shape: Any) -> None:
        inputs, axes = len(self.inputs), range(len(self.inputs) + len(self.outputs))
        self._kernel = self.add_weight(
            name="kernel",
            shape=(*self.inputs, *self.outputs),
            initializer=with_fan_axes(self.kernel_initializer, axes[:inputs], axes[inputs:]),
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        if self.use_bias:
            self.bias = self.add_weight(
                name="bias",
                shape=self.outputs,
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )

    def call(self, inputs: Tensor) -> Tensor:
        rows, columns = math.prod(self.inputs), math.prod(self.outputs)
        kernel = _ops.reshape(self._read(self.kernel), [rows, columns])
        x = _ops.reshape(self._floating(inputs), [-1, rows])
        if self.bias is None:
            product = _ops.matmul(x, kernel)
        else:
            bias = _ops.reshape(self._read(self.bias), [columns])
            product = _ops.fused_matmul(x, kernel, bias)
        return reshape(product, [(inputs, 0), (inputs, 1), *self.outputs])

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        return (*input_shape[:2], *self.outputs)
