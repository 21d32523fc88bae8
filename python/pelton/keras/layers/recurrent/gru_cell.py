"""GRUCell: one step of a gated recurrent unit."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.recurrent.cell import PARTS, PLAIN, RecurrentCell
from pelton.keras.layers.recurrent.dropout_masks import product

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.layers.recurrent.dropout_masks import Masks


class GRUCell(RecurrentCell):
    """From inputs (batch, features) and the state h (batch, units) to the next h, which is the
    output. The kernels hold the gates z, r and the candidate beside each other; with
    `reset_after` r acts behind the product with the kernel, and there are two biases."""

    gates = 3
    parts = ("recurrent_activation", *PARTS)
    plain = ("reset_after", *PLAIN)

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
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
        reset_after: bool = True,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        kwargs.pop("implementation", None)  # of older versions; there is one
        super().__init__(**kwargs)
        self._configure(given)
        self.reset_after = bool(reset_after)

    def _bias_shape(self) -> tuple[int, ...]:
        return (2, 3 * self.units) if self.reset_after else (3 * self.units,)

    def project(self, inputs: Tensor, masks: Masks = None) -> Tensor:
        """The inputs' part of the gates: (..., features) to (..., 3 * units)."""
        z = product(self._floating(inputs), masks, self._read(self.kernel))
        if self.bias is None:
            return z
        bias = self._read(self.bias)
        return _ops.bias_add(z, bias[0] if self.reset_after else bias)

    def is_one_op(self) -> bool:
        """With `reset_after`, tanh and sigmoid."""
        from pelton.keras import activations

        gates, values = activations.get("sigmoid"), activations.get("tanh")
        usual = self.activation is values and self.recurrent_activation is gates
        return self.reset_after and usual

    def run(
        self, z: Tensor, h: Tensor, mask: Tensor | None, **flags: bool
    ) -> tuple[Tensor, Tensor]:
        """The outputs (batch, time, units) and the last h, of all steps' parts of the inputs."""
        bias = None if self.bias is None else self._read(self.bias)[1]
        outputs, _, last = _ops.gru(
            z,
            self._read(self.recurrent_kernel),
            _functions.zeros((0,), z.dtype) if bias is None else bias,
            h,
            _functions.zeros((0,), "bool") if mask is None else mask,
            **flags,
        )
        return outputs, last

    def step(self, z: Tensor, h: Tensor, masks: Masks = None) -> Tensor:
        """The next h from the inputs' part; `masks` are those of h."""
        units, kernel = self.units, self._read(self.recurrent_kernel)
        of_inputs = _ops.split(z, 3, axis=-1)
        gate = self.recurrent_activation
        if self.reset_after:
            inner = product(h, masks, kernel)
            if self.bias is not None:
                inner = _ops.bias_add(inner, self._read(self.bias)[1])
            of_state = _ops.split(inner, 3, axis=-1)
            update, reset = gate(of_inputs[0] + of_state[0]), gate(of_inputs[1] + of_state[1])
            candidate = self.activation(of_inputs[2] + reset * of_state[2])
        else:
            of_gates, of_candidate = _ops.split(kernel, [2 * units, units], axis=-1)
            of_state = _ops.split(product(h, masks and masks[:2], of_gates), 2, axis=-1)
            update, reset = gate(of_inputs[0] + of_state[0]), gate(of_inputs[1] + of_state[1])
            inner = product(reset * h, masks and masks[-1:], of_candidate)
            candidate = self.activation(of_inputs[2] + inner)
        return update * h + (1 - update) * candidate
