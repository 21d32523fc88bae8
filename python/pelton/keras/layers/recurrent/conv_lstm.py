"""ConvLSTM: an LSTM over sequences of signals, images or volumes, whose products are
convolutions."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.recurrent import dropout_masks, sequence_shapes, steps
from pelton.keras.layers.recurrent.cell import ORDER
from pelton.keras.layers.recurrent.conv_lstm_cell import PARTS, PLAIN, ConvLSTMCell
from pelton.keras.layers.recurrent.state_variables import Held, keep, state_variable
from pelton.keras.user_attribute import UserAttribute

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_OF_CELL = (
    "filters kernel_size strides padding data_format dilation_rate use_bias unit_forget_bias "
    "dropout recurrent_dropout"
).split()


def _of_cell(name: str) -> UserAttribute:
    def read(self: Any) -> Any:
        return getattr(self.cell, name)

    read.__doc__ = f"The argument `{name}`, which its cell has."
    return UserAttribute(read)


_FLAGS = ("return_sequences", "return_state", "go_backwards", "stateful")


class ConvLSTM(LibraryLayer):
    """A ConvLSTMCell over sequences (batch, time, spatial..., channels).

    Gives the last output (batch, spatial..., filters), or with `return_sequences` that of each
    step; with `return_state` h and c behind it. `mask` (batch, time) is true where there is a
    value. `stateful`: a batch begins with the states that the one before ended with, until
    `reset_states`. Raises ValueError for bad arguments and ranks."""

    supports_masking = True
    spatial = 1

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
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
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        arguments = {name: given[name] for name in (*PARTS, *PLAIN)}
        self.cell = ConvLSTMCell(self, arguments)
        for name in _FLAGS:
            setattr(self, name, bool(given[name]))
        self._states: Any = None
        self.input_spec = InputSpec(ndim=self.spatial + 3)

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        row = (sequences_shape[0], *sequences_shape[2:])
        self.cell.build(row)
        if self.stateful:
            label = f"[{type(self).__name__} '{self.name}']"
            sequence_shapes.check_batch_is_known(label, sequences_shape)
            zeros = _ops.zeros(self.cell.state_shape(row), self.compute_dtype)
            self._states = Held([state_variable(self, zeros) for _ in range(2)])

    @property
    def states(self) -> Any:
        """The variables of a stateful layer that is built; else None."""
        return None if self._states is None else self._states.variables

    def reset_states(self) -> None:
        """Makes the states of a stateful layer 0."""
        for state in self.states or ():
            state.assign(_ops.zeros_like(state))

    reset_state = reset_states

    def call(
        self, sequences: Any, initial_state: Any = None, mask: Any = None, training: bool = False
    ) -> Any:
        label = f"[{type(self).__name__} '{self.name}']"
        x = library_layer.as_tensor(self, "sequences", sequences)
        mask = None if mask is None else library_layer.as_tensor(self, "mask", mask)
        sequence_shapes.check_steps(label, x, mask)
        first = _ops.reduce_sum(_ops.zeros_like(x), axis=[1])
        if initial_state is None and self.states is not None:
            states = [_functions.convert(state) for state in self.states]
        elif initial_state is None:
            zeros = self.cell.zero_state(first)
            states = [zeros, zeros]
        else:
            states = [_functions.convert(state) for state in initial_state]
        masks = dropout_masks.of_layer(self.cell, lambda: first, lambda: states[0], training)

        def step(row: Tensor, held: Any) -> tuple[Tensor, Any]:
            return self.cell.step(row, held, masks)

        seen = None if mask is None else _ops.cast(_functions.convert(mask), "bool")
        outputs, last, after = steps.run(step, x, states, seen, self.go_backwards, False)
        if self.states is not None:
            keep(self.states, after)
        output = outputs if self.return_sequences else last
        return (output, *after) if self.return_state else output

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The mask itself with `return_sequences`; states have none."""
        mask = mask[0] if isinstance(mask, (list, tuple)) else mask
        own = mask if self.return_sequences else None
        return [own, None, None] if self.return_state else own

    def compute_output_shape(self, sequences_shape: Any, initial_state_shape: Any = None) -> Any:
        one = self.cell.state_shape((sequences_shape[0], *sequences_shape[2:]))
        output = (one[0], sequences_shape[1], *one[1:]) if self.return_sequences else one
        return (output, one, one) if self.return_state else output

    def get_config(self) -> dict[str, Any]:
        fixed = {"unroll": False, "zero_output_for_mask": False}
        own = {
            **{name: getattr(self.cell, name) for name in PLAIN},
            **library_layer.parts_config(self.cell, *PARTS),
            **library_layer.activity_regularizer_config(self),
        }
        flags = {**{name: getattr(self, name) for name in _FLAGS}, **fixed}
        return {**super().get_config(), **flags, **library_layer.in_order(ORDER, own)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """Of the arguments that the config holds."""
        left = {"unroll", "zero_output_for_mask"}
        return cls(**{name: value for name, value in config.items() if name not in left})


for _name in _OF_CELL:
    setattr(ConvLSTM, _name, _of_cell(_name))


class ConvLSTM1D(ConvLSTM):
    """An LSTM over sequences of signals (batch, time, length, channels), by 1D convolutions."""


class ConvLSTM2D(ConvLSTM):
    """An LSTM over sequences of images (batch, time, height, width, channels)."""

    spatial = 2


class ConvLSTM3D(ConvLSTM):
    """An LSTM over sequences of volumes (batch, time, depth, height, width, channels)."""

    spatial = 3
