"""Owns ``tf.contrib.rnn``: the cells of tf.nn.rnn_cell with some more, and static_rnn."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.compat.v1.recurrence.rnn import (
    bidirectional_dynamic_rnn,
    static_bidirectional_rnn,
    static_rnn,
)
from pelton.compat.v1.recurrence.rnn_cells import (
    BasicLSTMCell,
    BasicRNNCell,
    DeviceWrapper,
    DropoutWrapper,
    GRUCell,
    LSTMCell,
    LSTMStateTuple,
    MultiRNNCell,
    ResidualWrapper,
    RNNCell,
)
from pelton.compat.v1.variable_scopes import get_variable, variable_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "EmbeddingWrapper",
    "GRUBlockCell",
    "GRUBlockCellV2",
    "GRUCell",
    "InputProjectionWrapper",
    "LSTMBlockCell",
    "LSTMCell",
    "LSTMStateTuple",
    "LayerNormBasicLSTMCell",
    "MultiRNNCell",
    "OutputProjectionWrapper",
    "RNNCell",
    "ResidualWrapper",
    "stack_bidirectional_dynamic_rnn",
    "static_bidirectional_rnn",
    "static_rnn",
]


class LSTMBlockCell(LSTMCell):
    """An LSTMCell by its other name."""

    def __init__(self, num_units: int, forget_bias: float = 1.0, cell_clip: Any = None,
                 use_peephole: bool = False, dtype: Any = None, reuse: Any = None,
                 name: str = "lstm_cell") -> None:  # fmt: skip
        super().__init__(
            num_units, use_peephole, cell_clip, forget_bias=forget_bias, reuse=reuse, name=name
        )


class GRUBlockCell(GRUCell):
    """A GRUCell by its other name."""

    def __init__(self, num_units: int | None = None, cell_size: int | None = None,
                 reuse: Any = None, name: str = "gru_cell", dtype: Any = None) -> None:  # fmt: skip
        super().__init__(num_units or cell_size, reuse=reuse, name=name)  # type: ignore[arg-type]


GRUBlockCellV2 = GRUBlockCell


class LayerNormBasicLSTMCell(BasicLSTMCell):
    """An LSTM whose gates and state are normalized (Ba et al. 2016), with recurrent dropout."""

    def __init__(self, num_units: int, forget_bias: float = 1.0, input_size: Any = None,
                 activation: Any = None, layer_norm: bool = True, norm_gain: float = 1.0,
                 norm_shift: float = 0.0, dropout_keep_prob: Any = 1.0,
                 dropout_prob_seed: Any = None, reuse: Any = None) -> None:  # fmt: skip
        super().__init__(num_units, forget_bias, True, activation, reuse)
        self._norm = (layer_norm, norm_gain, norm_shift)
        self._keep = dropout_keep_prob

    def _normalized(self, inputs: Any, name: str) -> Any:
        from pelton.compat.v1 import constant_initializer, nn

        is_on, gain, shift = self._norm
        if not is_on:
            return inputs
        with variable_scope(name):
            size = [int(inputs.shape[-1])]
            gamma = get_variable("gamma", size, initializer=constant_initializer(gain))
            beta = get_variable("beta", size, initializer=constant_initializer(shift))
        mean, variance = nn.moments(inputs, [-1], keep_dims=True)
        width = _ops.rsqrt(variance + 1e-12)
        return (inputs - mean) * width * gamma.value() + beta.value()

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output is the state's h."""
        from pelton.compat.v1 import nn

        kept, given = state
        both = _ops.concat([inputs, given], 1)
        kernel = get_variable("kernel", [both.shape[-1], 4 * self._units])
        gates = _ops.matmul(both, kernel.value())
        if not self._norm[0]:
            from pelton.compat.v1 import zeros_initializer

            bias = get_variable("bias", [4 * self._units], initializer=zeros_initializer())
            gates = gates + bias.value()
        parts = zip(
            _ops.split(gates, 4, 1), ("input", "transform", "forget", "output"), strict=True
        )
        enter, found, forget, leave = (self._normalized(one, name) for one, name in parts)
        found = self._activation(found)
        if hasattr(self._keep, "shape") or self._keep < 1.0:
            found = nn.dropout(found, self._keep)
        kept = kept * _ops.sigmoid(forget + self._forget_bias) + _ops.sigmoid(enter) * found
        kept = self._normalized(kept, "state")
        made = self._activation(kept) * _ops.sigmoid(leave)
        return made, LSTMStateTuple(kept, made)


class _Around(RNNCell):
    """A cell around a cell, whose state is that one's."""

    def __init__(self, cell: Any) -> None:
        super().__init__()
        self._cell = cell

    @property
    def state_size(self) -> Any:
        """The cell's."""
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        """The cell's."""
        return self._cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """The cell's."""
        return self._cell.zero_state(batch_size, dtype)


class OutputProjectionWrapper(_Around):
    """A cell whose outputs are projected to another size."""

    def __init__(
        self, cell: Any, output_size: int, activation: Any = None, reuse: Any = None
    ) -> None:
        super().__init__(cell)
        self._size, self._activation = output_size, activation

    @property
    def output_size(self) -> Any:
        """The size asked for."""
        return self._size

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The cell's step, with projected outputs."""
        outputs, state = self._cell(inputs, state)
        made = self._linear(outputs, self._size)
        return made if self._activation is None else self._activation(made), state


class InputProjectionWrapper(_Around):
    """A cell whose inputs are projected to another size first."""

    def __init__(
        self, cell: Any, num_proj: int, activation: Any = None, input_size: Any = None,
        reuse: Any = None,
    ) -> None:  # fmt: skip
        super().__init__(cell)
        self._size, self._activation = num_proj, activation

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The cell's step on projected inputs."""
        made = self._linear(inputs, self._size)
        return self._cell(made if self._activation is None else self._activation(made), state)


class EmbeddingWrapper(_Around):
    """A cell whose inputs are ids of rows of a table of embeddings."""

    def __init__(self, cell: Any, embedding_classes: int, embedding_size: int,
                 initializer: Any = None, reuse: Any = None) -> None:  # fmt: skip
        super().__init__(cell)
        self._shape, self._start = [embedding_classes, embedding_size], initializer

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The cell's step on embeddings."""
        from pelton.compat.v1 import nn, random_uniform_initializer

        start = self._start or random_uniform_initializer(-(3**0.5), 3**0.5)
        table = self.add_weight("embedding", self._shape, initializer=start)
        return self._cell(nn.embedding_lookup(table, _ops.reshape(inputs, [-1])), state)


def stack_bidirectional_dynamic_rnn(
    cells_fw: Any, cells_bw: Any, inputs: Any, initial_states_fw: Any = None,
    initial_states_bw: Any = None, dtype: Any = None, sequence_length: Any = None,
    parallel_iterations: Any = None, time_major: bool = False, scope: Any = None,
    swap_memory: bool = False,
) -> tuple[Any, Any, Any]:  # fmt: skip
    """(outputs, states forwards, states backwards) of layers of two directions, each of which is
    given the outputs of both directions of the one below.

    Raises ValueError for other than equally many cells."""
    if not cells_fw or len(cells_fw) != len(cells_bw):
        raise ValueError("Forward and Backward cells must have the same depth, above 0")
    first = initial_states_fw or [None] * len(cells_fw)
    second = initial_states_bw or [None] * len(cells_bw)
    ahead, behind = [], []
    with variable_scope(scope or "stack_bidirectional_rnn"):
        for number, (one, other) in enumerate(zip(cells_fw, cells_bw, strict=True)):
            with variable_scope(f"cell_{number}"):
                outputs, (state, back) = bidirectional_dynamic_rnn(
                    one, other, inputs, sequence_length, first[number], second[number], dtype,
                    time_major=time_major,
                )  # fmt: skip
            inputs = _ops.concat(list(outputs), 2)
            ahead.append(state)
            behind.append(back)
    return inputs, tuple(ahead), tuple(behind)
