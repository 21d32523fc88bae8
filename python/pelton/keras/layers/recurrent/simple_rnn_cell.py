"""SimpleRNNCell: one step of a fully connected recurrent network."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.recurrent.cell import RecurrentCell
from pelton.keras.layers.recurrent.dropout_masks import product

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.layers.recurrent.dropout_masks import Masks


class SimpleRNNCell(RecurrentCell):
    """From inputs (batch, features) and the state h (batch, units) to
    activation(inputs @ kernel + bias + h @ recurrent_kernel), which is output and next state."""

    draws_first = True

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        super().__init__(**kwargs)
        self._configure(given)

    def project(self, inputs: Tensor, masks: Masks = None) -> Tensor:
        """The inputs' part: (..., features) to (..., units)."""
        z = product(self._floating(inputs), masks, self._read(self.kernel))
        return z if self.bias is None else _ops.bias_add(z, self._read(self.bias))

    def step(self, z: Tensor, h: Tensor, masks: Masks = None) -> Tensor:
        """The next h from the inputs' part; `masks` are those of h."""
        return self.activation(z + product(h, masks, self._read(self.recurrent_kernel)))
