"""Owns the attention of ``tf.contrib.seq2seq``: mechanisms, and a cell that uses one."""

from __future__ import annotations

from typing import NamedTuple

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.layers import Dense
from pelton.compat.v1.recurrence.rnn_cells import RNNCell
from pelton.compat.v1.recurrence.tensor_arrays import TensorArray
from pelton.compat.v1.variable_scopes import get_variable, variable_scope
from pelton.nest import map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_NEVER = -1e9  # the score of a step behind the end


class _Mechanism:
    """How steps of a memory answer a query. Subclasses define `_scores`."""

    def __init__(self, num_units: int, memory: Any, memory_sequence_length: Any,
                 has_query_layer: bool, name: str) -> None:  # fmt: skip
        from pelton.compat.v1 import sequence_mask

        given = _functions.convert(memory)
        self._name = name
        self._mask = None
        if memory_sequence_length is not None:
            self._mask = sequence_mask(memory_sequence_length, _ops.shape(given)[1], given.dtype)
            given = given * _ops.expand_dims(self._mask, 2)
        self.values = given
        self.memory_layer = Dense(num_units, name="memory_layer", use_bias=False)
        self.query_layer = (
            Dense(num_units, name="query_layer", use_bias=False) if has_query_layer else None
        )
        self.keys = self.memory_layer(given)
        self.batch_size = _ops.shape(given)[0]
        self.alignments_size = _ops.shape(given)[1]

    def _scores(self, query: Any) -> Any:
        raise NotImplementedError

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """(the share of each step, the same as the next state)."""
        scores = self._scores(query)
        if self._mask is not None:
            scores = scores * self._mask + (1.0 - self._mask) * _NEVER
        shares = _nn.softmax(scores)
        return shares, shares

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        """Zeros for so many rows."""
        return _ops.cast(self.keys[:, :, 0] * 0.0, dtype)

    initial_state = initial_alignments


class BahdanauAttention(_Mechanism):
    """Scores of a small net of query and key (Bahdanau et al. 2014)."""

    def __init__(
        self, num_units: int, memory: Any, memory_sequence_length: Any = None,
        normalize: bool = False, probability_fn: Any = None, score_mask_value: Any = None,
        dtype: Any = None, name: str = "BahdanauAttention",
    ) -> None:  # fmt: skip
        super().__init__(num_units, memory, memory_sequence_length, True, name)
        self._units, self._is_normalized = num_units, normalize

    def _scores(self, query: Any) -> Any:
        from pelton.compat.v1 import constant_initializer, zeros_initializer

        with variable_scope("bahdanau_attention"):
            made = _ops.expand_dims(self.query_layer(query), 1) + self.keys
            weights = get_variable("attention_v", [self._units]).value()
            if self._is_normalized:
                start = constant_initializer(self._units**-0.5)
                scale = get_variable("attention_g", [], initializer=start).value()
                bias = get_variable("attention_b", [self._units], initializer=zeros_initializer())
                weights = scale * weights * _ops.rsqrt(_ops.reduce_sum(_ops.square(weights)))
                made = made + bias.value()
            return _ops.reduce_sum(weights * _ops.tanh(made), [2])


class LuongAttention(_Mechanism):
    """Scores that are products of query and key (Luong et al. 2015)."""

    def __init__(
        self, num_units: int, memory: Any, memory_sequence_length: Any = None,
        scale: bool = False, probability_fn: Any = None, score_mask_value: Any = None,
        dtype: Any = None, name: str = "LuongAttention",
    ) -> None:  # fmt: skip
        super().__init__(num_units, memory, memory_sequence_length, False, name)
        self._is_scaled = scale

    def _scores(self, query: Any) -> Any:
        from pelton.compat.v1 import ones_initializer

        with variable_scope("luong_attention"):
            found = _ops.reduce_sum(_ops.expand_dims(query, 1) * self.keys, [2])
            if self._is_scaled:
                scale = get_variable("attention_g", [], initializer=ones_initializer())
                found = found * scale.value()
            return found


class AttentionWrapperState(NamedTuple):
    """The state of a cell with attention; `alignment_history` is a TensorArray of the alignments
    (batch, steps of the memory) of each step, or empty."""

    cell_state: Any
    attention: Any
    time: Any
    alignments: Any
    alignment_history: Any
    attention_state: Any

    def clone(self, **values: Any) -> AttentionWrapperState:
        """The state with other parts."""
        return self._replace(**values)


class AttentionWrapper(RNNCell):
    """A cell that is given, beside its inputs, what it attended to in the step before."""

    def __init__(
        self, cell: Any, attention_mechanism: Any, attention_layer_size: Any = None,
        alignment_history: bool = False, cell_input_fn: Any = None, output_attention: bool = True,
        initial_cell_state: Any = None, name: str | None = None, attention_layer: Any = None,
    ) -> None:  # fmt: skip
        super().__init__(name=name)
        if isinstance(attention_mechanism, (list, tuple)):
            if len(attention_mechanism) != 1:
                raise NotImplementedError("AttentionWrapper: one mechanism at a time is here")
            attention_mechanism = attention_mechanism[0]
        self._cell, self._mechanism = cell, attention_mechanism
        size = attention_layer_size
        size = size[0] if isinstance(size, (list, tuple)) else size
        self._layer = attention_layer or (
            None if size is None else Dense(size, name="attention_layer", use_bias=False)
        )
        self._size = size or int(attention_mechanism.values.shape[-1])
        self._join = cell_input_fn or (lambda inputs, seen: _ops.concat([inputs, seen], -1))
        self._gives_attention, self._is_kept = output_attention, alignment_history
        self._first = initial_cell_state

    @property
    def output_size(self) -> Any:
        """That of what it attended to, or the cell's."""
        return self._size if self._gives_attention else self._cell.output_size

    @property
    def state_size(self) -> Any:
        """The sizes of the parts of the state."""
        steps = self._mechanism.keys.shape[1]
        return AttentionWrapperState(self._cell.state_size, self._size, 0, steps, (), steps)

    def zero_state(self, batch_size: Any, dtype: Any = "float32") -> Any:
        """A state of zeros, or with the first state of the cell."""
        from pelton.compat.v1.deferred import zeros

        start = self._first
        if start is None:
            start = self._cell.zero_state(batch_size, dtype)
        shares = self._mechanism.initial_alignments(batch_size, dtype)
        history = TensorArray(dtype, 0, dynamic_size=True) if self._is_kept else ()
        return AttentionWrapperState(
            start, zeros([batch_size, self._size], dtype), _functions.convert(0), shares, history,
            self._mechanism.initial_state(batch_size, dtype),
        )  # fmt: skip

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The cell's step, then a look at the memory."""
        made, after = self._cell(self._join(inputs, state.attention), state.cell_state)
        shares, kept = self._mechanism(made, state.attention_state)
        seen = _ops.reduce_sum(_ops.expand_dims(shares, 2) * self._mechanism.values, [1])
        if self._layer is not None:
            seen = self._layer(_ops.concat([made, seen], 1))
        history: Any = ()
        if self._is_kept:
            history = state.alignment_history.write(state.time, shares)
        following = AttentionWrapperState(after, seen, state.time + 1, shares, history, kept)
        return (seen if self._gives_attention else made), following


def tile_batch(t: Any, multiplier: int, name: Any = None) -> Any:
    """Each row so many times."""
    from pelton.compat.v1 import repeat

    return map_structure(lambda one: repeat(one, multiplier, axis=0), t)
