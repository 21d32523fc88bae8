"""LSTM: a whole sequence through the fused op, or step by step where that cannot do it."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import (
    LibraryLayer,
    activity_regularizer_config,
    as_tensor,
    in_order,
)
from pelton.keras.layers.recurrent import dropout_masks, sequence_shapes
from pelton.keras.layers.recurrent.cell import ORDER
from pelton.keras.layers.recurrent.lstm_cell import PARTS, PLAIN, LSTMCell, two_states
from pelton.keras.layers.recurrent.lstm_steps import run_steps
from pelton.keras.layers.recurrent.state_variables import state_variable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_FLAGS = "return_sequences return_state go_backwards stateful unroll zero_output_for_mask".split()


class _States:
    """The variables h and c of a stateful layer; they are no weights of it."""

    def __init__(self, layer: Any, batch: int) -> None:
        zeros = _functions.zeros((batch, layer.units), layer.compute_dtype)
        self.h = state_variable(layer, zeros)
        self.c = state_variable(layer, zeros)

    def keep(self, h: Tensor, c: Tensor) -> None:
        """Assigns both, unless they are of a model's graph: within the symbolic trace of a
        function what a variable holds is symbolic too."""
        is_traced = _functions.is_symbolic(_functions.convert(self.h))
        if is_traced or not _functions.is_symbolic(h):
            self.h.assign(h)
            self.c.assign(c)


class LSTM(LibraryLayer):
    """A long short-term memory over sequences (batch, time, features).

    Gives the last output (batch, units), or with `return_sequences` that of each step (batch,
    time, units), in the order of the steps; with `return_state` (output, h, c). `mask` (batch,
    time) is true where there is a value: elsewhere the states stay and the output is the one
    before, or 0 with `zero_output_for_mask`. `stateful` begins with the states that the call
    before ended with. Other activations than tanh and sigmoid, and `recurrent_dropout` in
    training, run step by step and need a known number of steps.

    Raises ValueError for bad arguments, ranks, masks, states, and for no steps."""

    supports_masking = True

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
        unroll: bool = False,
        use_cudnn: Any = "auto",
        **kwargs: Any,
    ) -> None:
        given = {**locals(), "zero_output_for_mask": kwargs.pop("zero_output_for_mask", False)}
        kwargs.pop("implementation", None)  # of older versions; there is one
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        of_cell = {name: given[name] for name in (*PLAIN, *PARTS)}
        cell = {"name": "lstm_cell", "dtype": self.dtype_policy, "trainable": self.trainable}
        self.cell = LSTMCell(**of_cell, **cell)
        for name in _FLAGS:
            setattr(self, name, bool(given[name]))
        self.use_cudnn = use_cudnn  # kept as an attribute alone
        self.input_spec = InputSpec(ndim=3)
        self._states: _States | None = None

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        sequence_shapes.check_for_build(self._label(), sequences_shape, self.stateful)
        self.cell.build(sequences_shape)
        self.input_spec = InputSpec(ndim=3, axes={-1: sequences_shape[-1]})
        if self.stateful:
            self._states = _States(self, sequences_shape[0])

    def _label(self) -> str:
        return f"[{type(self).__name__} '{self.name}']"

    @property
    def state_size(self) -> list[int]:
        """The sizes of h and c."""
        return self.cell.state_size

    @property
    def single_state(self) -> bool:
        """False: there are h and c."""
        return False

    @property
    def states(self) -> list[Any] | None:
        """The variables h and c of a stateful layer that is built; else None."""
        return None if self._states is None else [self._states.h, self._states.c]

    def reset_states(self) -> None:
        """Makes the states of a stateful layer 0."""
        for state in self.states or ():
            state.assign(_ops.zeros_like(state))

    reset_state = reset_states

    def get_initial_state(self, batch_size: int) -> list[Tensor]:
        """The states that a sequence begins with unless they are given: zeros."""
        shape = (batch_size, self.units)
        return [_functions.zeros(shape, self.compute_dtype) for _ in range(2)]

    def call(
        self, sequences: Tensor, initial_state: Any = None, mask: Any = None, training: bool = False
    ) -> Any:
        sequences = self._floating(as_tensor(self, "sequences", sequences))
        mask = None if mask is None else as_tensor(self, "mask", mask)
        wanted = (None, None, self.cell.kernel.shape[0])
        sequence_shapes.check_for_call(self._label(), wanted, sequences, mask)
        state = self.states if initial_state is None else initial_state
        if state is None and type(self).get_initial_state is not LSTM.get_initial_state:
            rows = sequences.shape[0]
            state = self.get_initial_state(_ops.shape(sequences)[0] if rows is None else rows)
        if state is not None:
            state = two_states(self, state, sequences.shape[0])
        outputs, h, c = self._run(sequences, state, mask, training)
        if self._states is not None:
            self._states.keep(h, c)
        if not self.return_sequences:
            outputs = h if mask is None else outputs[:, -1]
        return (outputs, h, c) if self.return_state else outputs

    def _run(self, x: Tensor, state: Any, mask: Any, training: Any) -> tuple[Tensor, ...]:
        """The output of each step, and the last h and c."""
        cell, dtype = self.cell, self.compute_dtype
        if mask is not None and mask.dtype.name != "bool":
            mask = _ops.cast(mask, "bool")
        like = lambda: _functions.zeros([_ops.shape(x)[0], self.units], dtype)  # noqa: E731
        masks = dropout_masks.of_layer(cell, lambda: x[:, 0], like, training)
        of_inputs, of_state = masks
        if not cell.has_fused_activations() or of_state is not None:
            return run_steps(self, x, state, mask, masks)
        if of_inputs is not None:
            x = x * _ops.expand_dims(of_inputs[0], axis=1)
        none = _functions.zeros((0,), dtype)
        outputs, _, h, c = _ops.lstm(
            x,
            cell._read(cell.kernel),
            cell._read(cell.recurrent_kernel),
            none if cell.bias is None else cell._read(cell.bias),
            *((none, none) if state is None else state),
            _functions.zeros((0,), "bool") if mask is None else mask,
            go_backwards=self.go_backwards,
            zero_output_for_mask=self.zero_output_for_mask,
        )
        return outputs, h, c

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The mask itself with `return_sequences`; states have none."""
        mask = mask[0] if isinstance(mask, (list, tuple)) else mask
        own = mask if self.return_sequences else None
        return [own, None, None] if self.return_state else own

    def compute_output_shape(self, sequences_shape: Any, initial_state_shape: Any = None) -> Any:
        batch, time = sequences_shape[0], sequences_shape[1]
        state = (batch, self.units)
        output = (batch, time, self.units) if self.return_sequences else state
        return (output, state, state) if self.return_state else output

    def get_config(self) -> dict[str, Any]:
        flags = {name: getattr(self, name) for name in _FLAGS}
        own = in_order(ORDER, {**self.cell.own_config(), **activity_regularizer_config(self)})
        return {**super().get_config(), **flags, **own}


def _of_cell(name: str) -> property:
    return property(lambda self: getattr(self.cell, name))


for _name in (*PLAIN, *PARTS):
    setattr(LSTM, _name, _of_cell(_name))
