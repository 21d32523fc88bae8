"""Owns ``tf.contrib.seq2seq``: decoders step by step, their helpers, attention and losses."""

from __future__ import annotations

from typing import NamedTuple

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.legacy.contrib.attention import (
    AttentionWrapper,
    AttentionWrapperState,
    BahdanauAttention,
    LuongAttention,
    tile_batch,
)
from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.control_flow import while_loop
from pelton.compat.v1.recurrence.tensor_arrays import TensorArray
from pelton.compat.v1.variable_scopes import variable_scope
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "AttentionWrapper", "AttentionWrapperState", "BahdanauAttention", "BasicDecoder",
    "BasicDecoderOutput", "Decoder", "GreedyEmbeddingHelper", "Helper", "LuongAttention",
    "SampleEmbeddingHelper", "TrainingHelper", "dynamic_decode", "sequence_loss", "tile_batch",
]  # fmt: skip


class BasicDecoderOutput(NamedTuple):
    """What a BasicDecoder gives for a step."""

    rnn_output: Any
    sample_id: Any


class Helper:
    """Says what a decoder's steps are given. Subclasses define `initialize`, `sample` and
    `next_inputs`."""

    @property
    def batch_size(self) -> Any:
        """How many rows there are."""
        raise NotImplementedError("batch_size has not been implemented")

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """(whether each row has ended, the first inputs)."""
        raise NotImplementedError("initialize has not been implemented")

    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """The symbols of a step's outputs."""
        from pelton.compat.v1 import argmax

        return _ops.cast(argmax(outputs, -1), "int32")

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """(whether each row has ended, the next inputs, the next state)."""
        raise NotImplementedError("next_inputs has not been implemented")


class TrainingHelper(Helper):
    """Gives the steps of `inputs`, as far as each row's `sequence_length` goes."""

    def __init__(
        self, inputs: Any, sequence_length: Any, time_major: bool = False, name: Any = None
    ) -> None:
        given = _functions.convert(inputs)
        self._inputs = given if time_major else _ops.transpose(given, [1, 0, *_rest(given)])
        self._lengths = _ops.cast(sequence_length, "int32")
        self._rows = TensorArray(given.dtype, _ops.shape(self._inputs)[0]).unstack(self._inputs)

    @property
    def batch_size(self) -> Any:
        """How many rows there are."""
        return _ops.shape(self._lengths)[0]

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """(whether each row has ended, the first inputs)."""
        return _ops.equal(self._lengths, 0), self._inputs[0]

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """(whether each row has ended, the next inputs, the state)."""
        last = _ops.shape(self._inputs)[0] - 1
        row = self._rows.read(_ops.minimum(time + 1, last))
        return time + 1 >= self._lengths, row, state


def _rest(tensor: Any) -> list[int]:
    return list(range(2, len(tensor.shape)))


class GreedyEmbeddingHelper(Helper):
    """Gives the embedding of the likeliest symbol of the step before, until `end_token`."""

    def __init__(self, embedding: Any, start_tokens: Any, end_token: Any) -> None:
        self._embed = (
            embedding if callable(embedding) and not hasattr(embedding, "shape")
            else lambda ids: _nn.embedding_lookup(embedding, ids)
        )  # fmt: skip
        self._start = _ops.cast(start_tokens, "int32")
        self._end = _ops.cast(end_token, "int32")

    @property
    def batch_size(self) -> Any:
        """How many rows there are."""
        return _ops.shape(self._start)[0]

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """(no row has ended, the embeddings of the first symbols)."""
        from pelton.compat.v1 import zeros_like

        return zeros_like(self._start, "bool"), self._embed(self._start)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """(which rows have ended, the embeddings of the symbols, the state)."""
        return _ops.equal(sample_ids, self._end), self._embed(sample_ids), state


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """Gives the embedding of a symbol drawn by the outputs of the step before."""

    def __init__(self, embedding: Any, start_tokens: Any, end_token: Any,
                 softmax_temperature: Any = None, seed: Any = None) -> None:  # fmt: skip
        super().__init__(embedding, start_tokens, end_token)
        self._temperature, self._seed = softmax_temperature, seed

    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """Symbols drawn by their logits."""
        from pelton.compat.v1 import multinomial

        logits = outputs if self._temperature is None else outputs / self._temperature
        drawn = multinomial(logits, 1, seed=self._seed)
        return _ops.cast(_ops.reshape(drawn, [-1]), "int32")


class Decoder:
    """What ``dynamic_decode`` runs: `initialize` and `step`."""

    tracks_own_finished = False

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """(outputs, state) after the last step."""
        return outputs, final_state


class BasicDecoder(Decoder):
    """Steps of a cell that a helper gives inputs, with `output_layer` after them."""

    def __init__(
        self, cell: Any, helper: Helper, initial_state: Any, output_layer: Any = None
    ) -> None:
        self._cell, self._helper = cell, helper
        self._start, self._layer = initial_state, output_layer

    @property
    def batch_size(self) -> Any:
        """How many rows there are."""
        return self._helper.batch_size

    def initialize(self, name: Any = None) -> tuple[Any, Any, Any]:
        """(which rows have ended, the first inputs, the first state)."""
        return (*self._helper.initialize(), self._start)

    def step(self, time: Any, inputs: Any, state: Any, name: Any = None) -> tuple[Any, ...]:
        """(outputs, state, the next inputs, which rows have ended)."""
        made, state = self._cell(inputs, state)
        made = made if self._layer is None else self._layer(made)
        ids = self._helper.sample(time=time, outputs=made, state=state)
        ended, inputs, state = self._helper.next_inputs(
            time=time, outputs=made, state=state, sample_ids=ids
        )
        return BasicDecoderOutput(made, ids), state, inputs, ended


def dynamic_decode(
    decoder: Any, output_time_major: bool = False, impute_finished: bool = False,
    maximum_iterations: Any = None, parallel_iterations: int = 32, swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:  # fmt: skip
    """(outputs, last state, lengths) of a decoder whose steps run until all rows have ended, or so
    many."""
    with variable_scope(scope or "decoder"):
        ended, inputs, state = decoder.initialize()
        limit = None
        if maximum_iterations is not None:
            limit = _ops.cast(maximum_iterations, "int32")
            ended = _ops.logical_or(ended, limit <= 0)
        arrays = [TensorArray(kind, 0, True) for kind in _kinds(decoder, inputs, state)]
        like: list[Any] = []
        found = while_loop(
            lambda time, kept, state, inputs, ended, lengths: _ops.logical_not(
                _ops.reduce_all(ended)
            ),
            _step_of(decoder, limit, impute_finished, like),
            [_functions.convert(0), arrays, state, inputs, ended, _ops.cast(ended, "int32") * 0],
        )  # fmt: skip
    outputs = pack_sequence_as(like[-1], [array.stack() for array in found[1]])
    outputs, state = decoder.finalize(outputs, found[2], found[5])
    if not output_time_major:
        outputs = map_structure(_batch_first, outputs)
    return outputs, state, found[5]


def _step_of(decoder: Any, limit: Any, imputes: bool, like: list[Any]) -> Any:
    """The body of the loop of a decoder; `like` is given what a step puts out."""
    from pelton.compat.v1 import zeros_like

    def body(time: Any, kept: Any, state: Any, inputs: Any, ended: Any, lengths: Any) -> Any:
        outputs, after, following, done = decoder.step(time, inputs, state)
        like.append(outputs)
        done = done if decoder.tracks_own_finished else _ops.logical_or(done, ended)
        if limit is not None:
            done = _ops.logical_or(done, time + 1 >= limit)
        lengths = _ops.where(ended, lengths, lengths * 0 + time + 1)
        if imputes:
            outputs = map_structure(lambda one: _held(ended, zeros_like(one), one), outputs)
            after = _each(lambda new, old: _held(ended, old, new), after, state)
        flat = zip(kept, flatten(outputs), strict=True)
        kept = [array.write(time, one) for array, one in flat]
        return [time + 1, kept, after, following, done, lengths]

    return body


def _kinds(decoder: Any, inputs: Any, state: Any) -> list[Any]:
    """The dtypes of a decoder's outputs."""
    if isinstance(decoder, BasicDecoder):
        return [flatten(inputs)[0].dtype, "int32"]
    kinds = decoder.output_dtype
    return [getattr(one, "name", one) for one in flatten(kinds)]


def _held(ended: Any, one: Any, other: Any) -> Any:
    if hasattr(other, "flow"):  # an array, of which steps that come later write no more
        return other
    rank = len(_functions.convert(other).shape)
    spread = ended
    for _ in range(rank - 1):
        spread = _ops.expand_dims(spread, -1)
    return _ops.where(spread, one, other) if rank else other


def _each(function: Any, nest: Any, other: Any) -> Any:
    pairs = zip(flatten(nest), flatten(other), strict=True)
    return pack_sequence_as(nest, [function(one, two) for one, two in pairs])


def _batch_first(tensor: Any) -> Any:
    from pelton.compat.v1 import transpose

    rank = tensor.shape.rank
    return transpose(tensor, [1, 0, *range(2, rank)])


def sequence_loss(
    logits: Any, targets: Any, weights: Any, average_across_timesteps: bool = True,
    average_across_batch: bool = True, softmax_loss_function: Any = None, name: Any = None,
) -> Any:  # fmt: skip
    """The weighted cross-entropy of logits of (batch, time, symbols), averaged as asked.

    Raises ValueError for logits of other than three axes and targets or weights of other than
    two."""
    given = [_functions.convert(one) for one in (logits, targets, weights)]
    for what, tensor, rank in zip(("Logits", "Targets", "Weights"), given, (3, 2, 2), strict=True):
        if len(tensor.shape) != rank:
            raise ValueError(f"{what} must be a tensor of {rank} axes, got shape {tensor.shape}")
    logits, targets, weights = given
    flat = _ops.reshape(logits, [-1, int(logits.shape[2])])
    wanted = _ops.reshape(targets, [-1])
    if softmax_loss_function is None:
        losses = _nn.sparse_softmax_cross_entropy_with_logits(labels=wanted, logits=flat)
    else:
        losses = softmax_loss_function(labels=wanted, logits=flat)
    losses = losses * _ops.reshape(weights, [-1])
    if average_across_timesteps and average_across_batch:
        return _ops.reduce_sum(losses) / (_ops.reduce_sum(weights) + 1e-12)
    losses = _ops.reshape(losses, _ops.shape(targets))
    if average_across_timesteps:
        return _ops.reduce_sum(losses, [1]) / (_ops.reduce_sum(weights, [1]) + 1e-12)
    if average_across_batch:
        return _ops.reduce_sum(losses, [0]) / (_ops.reduce_sum(weights, [0]) + 1e-12)
    return losses
