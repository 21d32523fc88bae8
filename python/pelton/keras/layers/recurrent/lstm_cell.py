"""LSTMCell: the weights of an LSTM, and one step."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.open_sizes import same_sizes
from pelton.keras.layers.recurrent import dropout_masks
from pelton.keras.layers.recurrent.cell import ORDER
from pelton.keras.layers.recurrent.dropout_masks import product

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.layers.recurrent.dropout_masks import Masks

PARTS = tuple(
    "activation recurrent_activation kernel_initializer recurrent_initializer bias_initializer "
    "kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint "
    "recurrent_constraint bias_constraint".split()
)
_FIRST = "units activation recurrent_activation use_bias unit_forget_bias".split()
PLAIN = tuple("units use_bias unit_forget_bias dropout recurrent_dropout seed".split())


class LSTMCell(LibraryLayer):
    """One step of an LSTM: from inputs (batch, features) and states [h, c], each (batch, units),
    to (h, [h, c]). The kernels hold the gates i, f, candidate, o beside each other.

    `dropout` and `recurrent_dropout` drop features of the inputs and of h in training, where they
    are between 0 and 1. Raises ValueError for bad sizes, rates, seeds and names."""

    gates = 4
    masks_gates = False

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias: bool = True,
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
        given = {name: value for name, value in locals().items() if name in PARTS}
        super().__init__(**kwargs)
        self.units = library_layer.positive_int(self, "units", units)
        library_layer.read_parts(self, **given)
        self.use_bias = bool(use_bias)
        self.unit_forget_bias = bool(unit_forget_bias)
        self.dropout = library_layer.rate(self, "dropout", dropout)
        self.recurrent_dropout = library_layer.rate(self, "recurrent_dropout", recurrent_dropout)
        self.seed = library_layer.seed(self, seed)
        library_layer.add_seed_generator(self, self.seed)
        self.bias = None

    @property
    def state_size(self) -> list[int]:
        """The sizes of h and c."""
        return [self.units, self.units]

    @property
    def output_size(self) -> int:
        """The size of the output."""
        return self.units

    def build(self, input_shape: Any) -> None:
        units = self.units
        self.kernel = self.add_weight(
            name="kernel",
            shape=(input_shape[-1], 4 * units),
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.recurrent_kernel = self.add_weight(
            name="recurrent_kernel",
            shape=(units, 4 * units),
            initializer=self.recurrent_initializer,
            regularizer=self.recurrent_regularizer,
            constraint=self.recurrent_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                name="bias",
                shape=(4 * units,),
                initializer=self._initial_bias,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )

    def get_initial_state(self, batch_size: Any = None) -> list[Tensor]:
        """h and c that a sequence begins with unless they are given: zeros."""
        shape = (batch_size, self.units)
        return [_functions.zeros(shape, self.compute_dtype) for _ in range(2)]

    def _initial_bias(self, shape: Any, dtype: Any = None) -> Tensor:
        make = self.bias_initializer or _functions.zeros
        if not self.unit_forget_bias:
            return make(shape, dtype)
        units = self.units
        forget = _functions.ones((units,), dtype)
        return _ops.concat([make((units,), dtype), forget, make((2 * units,), dtype)], axis=0)

    def has_fused_activations(self) -> bool:
        """Whether both activations are those of the fused op: tanh and sigmoid."""
        from pelton.keras import activations

        gates, values = activations.get("sigmoid"), activations.get("tanh")
        return self.activation is values and self.recurrent_activation is gates

    def project(self, inputs: Tensor, masks: Masks = None) -> Tensor:
        """The inputs' part of the gates: (..., features) to (..., 4 * units)."""
        z = product(self._floating(inputs), masks, self._read(self.kernel))
        return z if self.bias is None else _ops.bias_add(z, self._read(self.bias))

    def step(self, z: Tensor, h: Tensor, c: Tensor, masks: Masks = None) -> tuple[Tensor, Tensor]:
        """The next h and c from the inputs' part of the gates; `masks` are those of h."""
        z = z + product(h, masks, self._read(self.recurrent_kernel))
        i, f, candidate, o = _ops.split(z, 4, axis=1)
        gate = self.recurrent_activation
        c = gate(f) * c + gate(i) * self.activation(candidate)
        return gate(o) * self.activation(c), c

    def call(
        self, inputs: Tensor, states: Any, training: bool = False
    ) -> tuple[Tensor, list[Tensor]]:
        inputs = library_layer.as_tensor(self, "inputs", inputs)
        if not same_sizes(tuple(inputs.shape), (None, self.kernel.shape[0])):
            raise ValueError(
                f"The inputs must have shape (batch, {self.kernel.shape[0]}). Received: "
                f"inputs.shape={tuple(inputs.shape)} [LSTMCell '{self.name}']"
            )
        h, c = two_states(self, states, inputs.shape[0])
        of_inputs, of_state = dropout_masks.of_call(self, inputs, h, training)
        h, c = self.step(self.project(inputs, of_inputs), h, c, of_state)
        return h, [h, c]

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self.own_config()}

    def own_config(self) -> dict[str, Any]:
        """The entries that are not of all layers."""
        plain = {name: getattr(self, name) for name in PLAIN}
        own = {**plain, **library_layer.parts_config(self, *PARTS)}
        return library_layer.in_order(_FIRST, library_layer.in_order(ORDER, own))


def two_states(layer: Any, states: Any, batch: int | None) -> tuple[Tensor, Tensor]:
    """`states` as h and c in the compute dtype.

    Raises ValueError unless they are two tensors (batch, units)."""
    is_list = isinstance(states, (list, tuple))
    tensors = states if is_list else [states]
    h_and_c = [library_layer.as_tensor(layer, "initial_state", state) for state in tensors]
    shapes = [tuple(state.shape) for state in h_and_c]
    fits = is_list and len(shapes) == 2
    if not fits or not all(same_sizes(shape, (batch, layer.units)) for shape in shapes):
        raise ValueError(
            f"The state of an LSTM is two tensors [h, c] of shape ({batch}, {layer.units}). "
            f"Received: shapes {shapes if is_list else shapes[0]} "
            f"[{type(layer).__name__} '{layer.name}']"
        )
    h, c = (_functions.convert(state) for state in h_and_c)
    if h.dtype.name != layer.compute_dtype or c.dtype.name != layer.compute_dtype:
        return _ops.cast(h, layer.compute_dtype), _ops.cast(c, layer.compute_dtype)
    return h, c
