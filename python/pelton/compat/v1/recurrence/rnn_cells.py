"""Owns ``tf.nn.rnn_cell``: cells of recurrent networks whose variables belong to the graph."""

from __future__ import annotations

from typing import NamedTuple

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1 import nn as _old_nn
from pelton.compat.v1.variable_scopes import AUTO_REUSE, get_variable, variable_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class LSTMStateTuple(NamedTuple):
    """The state of an LSTM: what it keeps and what it gave."""

    c: Any
    h: Any


def _zeros(batch_size: Any, units: int, dtype: Any) -> Any:
    from pelton.compat.v1.deferred import zeros

    return zeros([batch_size, units], dtype)


def _ones(shape: Any, dtype: Any = "float32") -> Any:
    from pelton.ops.array.creation import ones

    return ones(shape, dtype)


class RNNCell:
    """``cell(inputs, state)`` gives (output, next state) of rows. Subclasses define `step`."""

    _scope = "rnn_cell"  # of the variables, below the scope around the call
    _begin: tuple[Any, Any] = (None, None)  # initializers of kernels and of biases

    def __init__(self, num_units: int, activation: Any = None, reuse: Any = None,
                 name: str | None = None) -> None:  # fmt: skip
        if not isinstance(num_units, int) or num_units <= 0:
            raise ValueError(
                f"{type(self).__name__}: `num_units` must be a positive integer, got {num_units!r}"
            )
        self._units = num_units
        self._activation = activation or _ops.tanh
        self._name = name or self._scope

    @property
    def output_size(self) -> Any:
        """How wide the output is."""
        return self._units

    @property
    def state_size(self) -> Any:
        """How wide the state is, or each part of it."""
        return self._units

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """A state of zeros for so many rows."""
        return _zeros(batch_size, self._units, dtype)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """One step, with the variables of the scope around it."""
        raise NotImplementedError(f"{type(self).__name__} does not define step")

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        with variable_scope(scope or self._name, reuse=AUTO_REUSE):
            return self.step(_functions.convert(inputs), state)

    def _linear(self, inputs: Any, width: int, bias: Any = None) -> Any:
        """inputs @ kernel + bias; `bias` begins with zeros unless an initializer is given."""
        from pelton.ops.array.creation import zeros

        of_kernel, of_bias = self._begin
        kernel = get_variable("kernel", [inputs.shape[-1], width], initializer=of_kernel)
        shift = get_variable("bias", [width], initializer=of_bias or bias or zeros)
        return _ops.matmul(inputs, kernel.value()) + shift.value()


class BasicRNNCell(RNNCell):
    """activation(inputs and state @ kernel + bias)."""

    _scope = "basic_rnn_cell"

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the next state."""
        made = self._activation(self._linear(_ops.concat([inputs, state], 1), self._units))
        return made, made


class GRUCell(RNNCell):
    """A gated recurrent unit (Cho et al. 2014)."""

    _scope = "gru_cell"

    def __init__(self, num_units: int, activation: Any = None, reuse: Any = None,
                 kernel_initializer: Any = None, bias_initializer: Any = None,
                 name: str | None = None, **options: Any) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name)
        self._begin = (kernel_initializer, bias_initializer)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the next state."""
        with variable_scope("gates", reuse=AUTO_REUSE):
            gates = self._linear(_ops.concat([inputs, state], 1), 2 * self._units, _ones)
        reset, update = _ops.split(_ops.sigmoid(gates), 2, 1)
        with variable_scope("candidate", reuse=AUTO_REUSE):
            found = self._linear(_ops.concat([inputs, reset * state], 1), self._units)
        made = update * state + (1.0 - update) * self._activation(found)
        return made, made


class BasicLSTMCell(RNNCell):
    """A long short-term memory cell (Hochreiter and Schmidhuber 1997)."""

    _scope = "basic_lstm_cell"

    def __init__(self, num_units: int, forget_bias: float = 1.0, state_is_tuple: bool = True,
                 activation: Any = None, reuse: Any = None, name: str | None = None,
                 **options: Any) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name)
        if not state_is_tuple:
            raise ValueError(f"{type(self).__name__}: `state_is_tuple` must be True, got False")
        self._forget_bias = forget_bias

    @property
    def state_size(self) -> Any:
        """How wide both parts of the state are."""
        return LSTMStateTuple(self._units, self._units)

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """A state of zeros for so many rows."""
        zeros = (_zeros(batch_size, self._units, dtype) for _ in range(2))
        return LSTMStateTuple(*zeros)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the state's h."""
        kept, given = state
        gates = self._linear(_ops.concat([inputs, given], 1), 4 * self._units)
        enter, found, forget, leave = _ops.split(gates, 4, 1)
        kept = kept * _ops.sigmoid(forget + self._forget_bias)
        kept = kept + _ops.sigmoid(enter) * self._activation(found)
        made = self._activation(kept) * _ops.sigmoid(leave)
        return made, LSTMStateTuple(kept, made)


class LSTMCell(BasicLSTMCell):
    """A BasicLSTMCell with, as options say, peepholes (Gers and Schmidhuber 2000), a clipped state
    and an output that is projected to `num_proj`."""

    _scope = "lstm_cell"

    def __init__(self, num_units: int, use_peepholes: bool = False, cell_clip: Any = None,
                 initializer: Any = None, num_proj: Any = None, proj_clip: Any = None,
                 num_unit_shards: Any = None, num_proj_shards: Any = None,
                 forget_bias: float = 1.0, state_is_tuple: bool = True, activation: Any = None,
                 reuse: Any = None, name: str | None = None,
                 **options: Any) -> None:  # fmt: skip
        super().__init__(num_units, forget_bias, state_is_tuple, activation, reuse, name)
        self._begin = (initializer, None)
        self._peeps, self._clip = use_peepholes, cell_clip
        self._projected, self._projected_clip = num_proj, proj_clip

    @property
    def output_size(self) -> Any:
        """How wide the output is."""
        return self._projected or self._units

    @property
    def state_size(self) -> Any:
        """How wide both parts of the state are."""
        return LSTMStateTuple(self._units, self.output_size)

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """A state of zeros for so many rows."""
        zeros = (_zeros(batch_size, width, dtype) for width in self.state_size)
        return LSTMStateTuple(*zeros)

    def _peep(self, name: str, kept: Any) -> Any:
        if not self._peeps:
            return 0.0
        return get_variable(name, [self._units], initializer=self._begin[0]).value() * kept

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the state's h."""
        kept, given = state
        gates = self._linear(_ops.concat([inputs, given], 1), 4 * self._units)
        enter, found, forget, leave = _ops.split(gates, 4, 1)
        forget = _ops.sigmoid(forget + self._forget_bias + self._peep("w_f_diag", kept))
        enter = _ops.sigmoid(enter + self._peep("w_i_diag", kept))
        kept = _clipped(forget * kept + enter * self._activation(found), self._clip)
        leave = _ops.sigmoid(leave + self._peep("w_o_diag", kept))
        made = self._activation(kept) * leave
        if self._projected:
            with variable_scope("projection", reuse=AUTO_REUSE):
                shape = [self._units, self._projected]
                kernel = get_variable("kernel", shape, initializer=self._begin[0])
            made = _clipped(_ops.matmul(made, kernel.value()), self._projected_clip)
        return made, LSTMStateTuple(kept, made)


def _clipped(value: Any, limit: Any) -> Any:
    if limit is None:
        return value
    from pelton import clip_by_value

    return clip_by_value(value, -limit, limit)


class MultiRNNCell(RNNCell):
    """Cells on top of each other; the state is a tuple of theirs. ValueError for none."""

    def __init__(self, cells: Any, state_is_tuple: bool = True) -> None:
        self._cells = list(cells)
        if not self._cells:
            raise ValueError("MultiRNNCell: `cells` must hold at least one cell, got []")
        self._name = "multi_rnn_cell"

    @property
    def output_size(self) -> Any:
        """How wide the last cell's output is."""
        return self._cells[-1].output_size

    @property
    def state_size(self) -> Any:
        """How wide the states are."""
        return tuple(cell.state_size for cell in self._cells)

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """States of zeros."""
        return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """Each cell is given the output of the one below."""
        states = []
        for number, (cell, own) in enumerate(zip(self._cells, state, strict=True)):
            with variable_scope(f"cell_{number}", reuse=AUTO_REUSE):
                inputs, after = cell(inputs, own)
            states.append(after)
        return inputs, tuple(states)


class _Wrapper(RNNCell):
    """A cell around a cell, whose sizes and first state are that one's."""

    def __init__(self, cell: Any) -> None:
        self._cell = cell
        self.zero_state = cell.zero_state

    @property
    def output_size(self) -> Any:
        """The cell's."""
        return self._cell.output_size

    @property
    def state_size(self) -> Any:
        """The cell's."""
        return self._cell.state_size


class DropoutWrapper(_Wrapper):
    """A cell of whose inputs, outputs and next states elements are dropped; what an LSTM keeps
    (`c`) is not."""

    def __init__(self, cell: Any, input_keep_prob: Any = 1.0, output_keep_prob: Any = 1.0,
                 state_keep_prob: Any = 1.0, **options: Any) -> None:  # fmt: skip
        super().__init__(cell)
        self._kept = (input_keep_prob, output_keep_prob, state_keep_prob)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        before, after, of_state = self._kept
        outputs, state = self._cell(_dropped(inputs, before), state, scope)
        return _dropped(outputs, after), _dropped_state(state, of_state)


class ResidualWrapper(_Wrapper):
    """A cell whose inputs are added to its outputs, or joined by ``residual_fn(inputs, outputs)``.
    ValueError where shapes differ."""

    def __init__(self, cell: Any, residual_fn: Any = None, **options: Any) -> None:
        super().__init__(cell)
        self._join = residual_fn or _added

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        outputs, state = self._cell(inputs, state, scope)
        return self._join(inputs, outputs), state


class DeviceWrapper(_Wrapper):
    """A cell whose ops are placed on `device`."""

    def __init__(self, cell: Any, device: Any, **options: Any) -> None:
        super().__init__(cell)
        self._device = device

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        from pelton.device import device

        with device(self._device):
            return self._cell(inputs, state, scope)


def _added(inputs: Any, outputs: Any) -> Any:
    if not inputs.shape.is_compatible_with(outputs.shape):
        raise ValueError(
            f"ResidualWrapper: inputs of shape {inputs.shape} and outputs of shape {outputs.shape} "
            "cannot be added"
        )
    return inputs + outputs


def _dropped_state(state: Any, kept: Any) -> Any:
    if isinstance(state, LSTMStateTuple):
        return LSTMStateTuple(state.c, _dropped(state.h, kept))
    if isinstance(state, (list, tuple)):
        return type(state)(_dropped_state(part, kept) for part in state)
    return _dropped(state, kept)


def _dropped(values: Any, kept: Any) -> Any:
    if isinstance(kept, (int, float)) and kept == 1:
        return values
    return _old_nn.dropout(values, keep_prob=kept)
