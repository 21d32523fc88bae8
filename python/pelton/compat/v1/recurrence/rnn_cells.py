"""Owns ``tf.nn.rnn_cell``: cells of recurrent networks whose variables belong to the graph."""

from __future__ import annotations

from typing import NamedTuple

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1 import nn as _old_nn
from pelton.compat.v1.layers.base import Layer
from pelton.compat.v1.variable_scopes import AUTO_REUSE, variable_scope
from pelton.nest import map_structure

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


class RNNCell(Layer):
    """``cell(inputs, state)`` gives (output, next state) of rows. Subclasses define `call`,
    `state_size` and `output_size`."""

    _begin: tuple[Any, Any] = (None, None)  # initializers of kernels and of biases

    @property
    def output_size(self) -> Any:
        """How wide the output is."""
        raise NotImplementedError("Abstract method")

    @property
    def state_size(self) -> Any:
        """How wide the state is, or each part of it."""
        raise NotImplementedError("Abstract method")

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """A state of zeros for so many rows."""
        return map_structure(lambda size: _zeros(batch_size, size, dtype), self.state_size)

    get_initial_state = zero_state

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """One step, with the variables of the scope around it."""
        raise NotImplementedError(f"{type(self).__name__} does not define call")

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        given = map_structure(_functions.convert, inputs)
        if scope is not None and self._scope is None and self._name is None:
            self._name = scope if isinstance(scope, str) else None
        with self._scope_of_call():
            if not self.built:
                self.build(getattr(given, "shape", None))
                self.built = True
            return self.call(given, state)

    def _linear(self, inputs: Any, width: int, bias: Any = None) -> Any:
        """inputs @ kernel + bias; `bias` begins with zeros unless an initializer is given."""
        from pelton.ops.array.creation import zeros

        of_kernel, of_bias = self._begin
        kernel = self.add_weight("kernel", [inputs.shape[-1], width], initializer=of_kernel)
        shift = self.add_weight("bias", [width], initializer=of_bias or bias or zeros)
        return _ops.matmul(inputs, kernel.value()) + shift.value()


class UnitCell(RNNCell):
    """A cell of so many units, whose output and state are as wide."""

    def __init__(self, num_units: int, activation: Any = None, reuse: Any = None,
                 name: str | None = None, dtype: Any = None, **options: Any) -> None:  # fmt: skip
        if not hasattr(num_units, "__index__") or int(num_units) <= 0:
            raise ValueError(
                f"{type(self).__name__}: `num_units` must be a positive integer, got {num_units!r}"
            )
        super().__init__(name=name, dtype=dtype, _reuse=reuse)
        self._units = int(num_units)
        self._activation = _named_activation(activation) or _ops.tanh

    @property
    def output_size(self) -> Any:
        """How wide the output is."""
        return self._units

    @property
    def state_size(self) -> Any:
        """How wide the state is, or each part of it."""
        return self._units


def _named_activation(activation: Any) -> Any:
    if not isinstance(activation, str):
        return activation
    from pelton.keras.activations import get

    return get(activation)


class BasicRNNCell(UnitCell):
    """activation(inputs and state @ kernel + bias)."""

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the next state."""
        made = self._activation(self._linear(_ops.concat([inputs, state], 1), self._units))
        return made, made


class GRUCell(UnitCell):
    """A gated recurrent unit (Cho et al. 2014)."""

    def __init__(self, num_units: int, activation: Any = None, reuse: Any = None,
                 kernel_initializer: Any = None, bias_initializer: Any = None,
                 name: str | None = None, **options: Any) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name)
        self._begin = (kernel_initializer, bias_initializer)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the next state."""
        with variable_scope("gates", reuse=AUTO_REUSE):
            gates = self._linear(_ops.concat([inputs, state], 1), 2 * self._units, _ones)
        reset, update = _ops.split(_ops.sigmoid(gates), 2, 1)
        with variable_scope("candidate", reuse=AUTO_REUSE):
            found = self._linear(_ops.concat([inputs, reset * state], 1), self._units)
        made = update * state + (1.0 - update) * self._activation(found)
        return made, made


class BasicLSTMCell(UnitCell):
    """A long short-term memory cell (Hochreiter and Schmidhuber 1997)."""

    def __init__(self, num_units: int, forget_bias: float = 1.0, state_is_tuple: bool = True,
                 activation: Any = None, reuse: Any = None, name: str | None = None,
                 **options: Any) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name)
        self._forget_bias, self._is_tuple = forget_bias, state_is_tuple

    def _parts(self) -> tuple[int, int]:
        return self._units, self._units

    @property
    def state_size(self) -> Any:
        """How wide both parts of the state are; together without `state_is_tuple`."""
        return LSTMStateTuple(*self._parts()) if self._is_tuple else sum(self._parts())

    def _split(self, state: Any) -> Any:
        return state if self._is_tuple else _ops.split(state, list(self._parts()), 1)

    def _joined(self, kept: Any, made: Any) -> Any:
        return LSTMStateTuple(kept, made) if self._is_tuple else _ops.concat([kept, made], 1)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the state's h."""
        kept, given = self._split(state)
        gates = self._linear(_ops.concat([inputs, given], 1), 4 * self._units)
        enter, found, forget, leave = _ops.split(gates, 4, 1)
        kept = kept * _ops.sigmoid(forget + self._forget_bias)
        kept = kept + _ops.sigmoid(enter) * self._activation(found)
        made = self._activation(kept) * _ops.sigmoid(leave)
        return made, self._joined(kept, made)


class LSTMCell(BasicLSTMCell):
    """A BasicLSTMCell with, as options say, peepholes (Gers and Schmidhuber 2000), a clipped state
    and an output that is projected to `num_proj`."""

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

    def _parts(self) -> tuple[int, int]:
        return self._units, self.output_size

    def _peep(self, name: str, kept: Any) -> Any:
        if not self._peeps:
            return 0.0
        made = self.add_weight(name, [self._units], initializer=self._begin[0])
        return made.value() * kept

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the state's h."""
        kept, given = self._split(state)
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
                kernel = self.add_weight("kernel", shape, initializer=self._begin[0])
            made = _clipped(_ops.matmul(made, kernel.value()), self._projected_clip)
        return made, self._joined(kept, made)


def _clipped(value: Any, limit: Any) -> Any:
    if limit is None:
        return value
    from pelton import clip_by_value

    return clip_by_value(value, -limit, limit)


class MultiRNNCell(RNNCell):
    """Cells on top of each other; the state is a tuple of theirs, or joined without
    `state_is_tuple`. ValueError for none."""

    def __init__(self, cells: Any, state_is_tuple: bool = True) -> None:
        super().__init__()
        if not isinstance(cells, (list, tuple)):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        self._cells = list(cells)
        if not self._cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        self._is_tuple = state_is_tuple

    def _base_name(self) -> str:
        return "multi_rnn_cell"

    @property
    def output_size(self) -> Any:
        """How wide the last cell's output is."""
        return self._cells[-1].output_size

    @property
    def state_size(self) -> Any:
        """How wide the states are."""
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._is_tuple else sum(sizes)

    @property
    def variables(self) -> list[Any]:
        """Those of the cells."""
        return [one for cell in self._cells for one in cell.variables]

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of the cells that optimizers change."""
        return [one for one in self.variables if one.trainable]

    weights, trainable_weights = variables, trainable_variables

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """States of zeros."""
        if not self._is_tuple:
            return super().zero_state(batch_size, dtype)
        return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """Each cell is given the output of the one below."""
        states = []
        if not self._is_tuple:
            state = _ops.split(state, [cell.state_size for cell in self._cells], 1)
        for number, (cell, own) in enumerate(zip(self._cells, state, strict=True)):
            with variable_scope(f"cell_{number}", reuse=AUTO_REUSE):
                inputs, after = cell(inputs, own)
            states.append(after)
        return inputs, tuple(states) if self._is_tuple else _ops.concat(states, 1)


class _Wrapper(RNNCell):
    """A cell around a cell, whose sizes and first state are that one's."""

    def __init__(self, cell: Any) -> None:
        super().__init__()
        self._cell = cell

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """The cell's."""
        return self._cell.zero_state(batch_size, dtype)

    @property
    def wrapped_cell(self) -> Any:
        """The cell."""
        return self._cell

    @property
    def variables(self) -> list[Any]:
        """Those of the cell."""
        return list(self._cell.variables)

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of the cell that optimizers change."""
        return list(self._cell.trainable_variables)

    weights, trainable_weights = variables, trainable_variables

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
