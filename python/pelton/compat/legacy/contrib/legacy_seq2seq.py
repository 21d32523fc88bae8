"""Owns ``tf.contrib.legacy_seq2seq``: decoders over lists of steps, and losses of them."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.compat.legacy.contrib.rnn import EmbeddingWrapper, OutputProjectionWrapper
from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.recurrence.rnn import static_rnn
from pelton.compat.v1.variable_scopes import get_variable, get_variable_scope, variable_scope
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = [
    "attention_decoder", "basic_rnn_seq2seq", "embedding_attention_decoder",
    "embedding_attention_seq2seq", "embedding_rnn_decoder", "embedding_rnn_seq2seq",
    "model_with_buckets", "rnn_decoder", "sequence_loss", "sequence_loss_by_example",
    "tied_rnn_seq2seq",
]  # fmt: skip


def rnn_decoder(
    decoder_inputs: Sequence[Any], initial_state: Any, cell: Any, loop_function: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """(outputs by step, last state); with ``loop_function(output, step)`` each step after the first
    is given what it makes of the output before."""
    outputs: list[Any] = []
    with variable_scope(scope or "rnn_decoder") as found:
        state, before = initial_state, None
        for number, given in enumerate(decoder_inputs):
            if loop_function is not None and before is not None:
                with variable_scope("loop_function", reuse=True):
                    given = loop_function(before, number)
            if number > 0:
                found.reuse_variables()
            output, state = cell(given, state)
            outputs.append(output)
            before = output if loop_function is not None else None
    return outputs, state


def basic_rnn_seq2seq(
    encoder_inputs: Sequence[Any], decoder_inputs: Sequence[Any], cell: Any,
    dtype: Any = "float32", scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """An encoder and a decoder of the same kind of cell."""
    import copy

    with variable_scope(scope or "basic_rnn_seq2seq"):
        _, state = static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


def tied_rnn_seq2seq(
    encoder_inputs: Sequence[Any], decoder_inputs: Sequence[Any], cell: Any,
    loop_function: Any = None, dtype: Any = "float32", scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """An encoder and a decoder of the same cell."""
    with variable_scope("combined_tied_rnn_seq2seq"):
        name = scope or "tied_rnn_seq2seq"
        _, state = static_rnn(cell, encoder_inputs, dtype=dtype, scope=name)
        get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function, scope=name)


def _extract_argmax_and_embed(
    embedding: Any, output_projection: Any = None, update_embedding: bool = True
) -> Callable[..., Any]:
    """What a step is given: the embedding of the symbol that the output before makes likeliest."""

    def loop_function(before: Any, _: int) -> Any:
        from pelton.compat.v1 import argmax

        if output_projection is not None:
            before = _nn.xw_plus_b(before, output_projection[0], output_projection[1])
        found = _nn.embedding_lookup(embedding, argmax(before, 1))
        return found if update_embedding else _ops.stop_gradient(found)

    return loop_function


def embedding_rnn_decoder(
    decoder_inputs: Sequence[Any], initial_state: Any, cell: Any, num_symbols: int,
    embedding_size: int, output_projection: Any = None, feed_previous: bool = False,
    update_embedding_for_previous: bool = True, scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """``rnn_decoder`` of symbols, whose embeddings are a variable."""
    with variable_scope(scope or "embedding_rnn_decoder"):
        table = get_variable("embedding", [num_symbols, embedding_size])
        follow = _extract_argmax_and_embed(table, output_projection, update_embedding_for_previous)
        given = [_nn.embedding_lookup(table, one) for one in decoder_inputs]
        return rnn_decoder(given, initial_state, cell, follow if feed_previous else None)


def embedding_rnn_seq2seq(
    encoder_inputs: Sequence[Any], decoder_inputs: Sequence[Any], cell: Any,
    num_encoder_symbols: int, num_decoder_symbols: int, embedding_size: int,
    output_projection: Any = None, feed_previous: bool = False, dtype: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """An encoder and a decoder of symbols. NotImplementedError for a tensor `feed_previous`."""
    import copy

    _check_feed(feed_previous)
    with variable_scope(scope or "embedding_rnn_seq2seq"):
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        _, state = static_rnn(encoder, encoder_inputs, dtype=dtype or "float32")
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)
        return embedding_rnn_decoder(
            decoder_inputs, state, cell, num_decoder_symbols, embedding_size, output_projection,
            feed_previous,
        )  # fmt: skip


def _check_feed(feed_previous: Any) -> None:
    if not isinstance(feed_previous, bool):
        raise NotImplementedError("legacy_seq2seq: `feed_previous` must be True or False")


def _attend(queries: Any, hidden: Any, features: Any, weights: Any, name: str) -> Any:
    """The mean of the states weighted by how they answer the queries."""
    size = int(hidden.shape[-1])
    query = _ops.concat(flatten(queries), 1)
    with variable_scope(name):
        kernel = get_variable("kernel", [query.shape[-1], size])
        bias = get_variable("bias", [size])
    made = _ops.matmul(query, kernel.value()) + bias.value()
    score = _ops.reduce_sum(weights * _ops.tanh(features + _ops.expand_dims(made, 1)), [2])
    share = _ops.expand_dims(_nn.softmax(score), 2)
    return _ops.reduce_sum(share * hidden, [1])


def attention_decoder(
    decoder_inputs: Sequence[Any], initial_state: Any, attention_states: Any, cell: Any,
    output_size: int | None = None, num_heads: int = 1, loop_function: Any = None,
    dtype: Any = None, scope: Any = None, initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:  # fmt: skip
    """``rnn_decoder`` whose steps look at `attention_states` (Bahdanau et al. 2014), by one head.

    Raises ValueError for no steps or another number of heads."""
    if not decoder_inputs or num_heads != 1:
        raise ValueError("attention_decoder: one step at least and one head are wanted")
    from pelton.compat.v1 import zeros_like

    size = int(attention_states.shape[2])
    width = output_size or cell.output_size
    with variable_scope(scope or "attention_decoder") as found:
        kernel = get_variable("AttnW_0", [1, 1, size, size])
        weights = get_variable("AttnV_0", [size]).value()
        features = _ops.matmul(attention_states, _ops.reshape(kernel.value(), [size, size]))

        def attend(state: Any) -> Any:
            return _attend(state, attention_states, features, weights, "Attention_0")

        state, outputs, before = initial_state, [], None
        seen = attend(state) if initial_state_attention else zeros_like(attention_states[:, 0])
        for number, given in enumerate(decoder_inputs):
            if number > 0:
                found.reuse_variables()
            if loop_function is not None and before is not None:
                with variable_scope("loop_function", reuse=True):
                    given = loop_function(before, number)
            merged = _projected([given, seen], int(given.shape[1]), "InputProjection")
            made, state = cell(merged, state)
            is_made = number > 0 or initial_state_attention
            with variable_scope(get_variable_scope(), reuse=True if is_made else None):
                seen = attend(state)
            output = _projected([made, seen], width, "AttnOutputProjection")
            before = output if loop_function is not None else None
            outputs.append(output)
    return outputs, state


def _projected(parts: list[Any], size: int, name: str) -> Any:
    from pelton.compat.v1 import zeros_initializer

    both = _ops.concat(parts, 1)
    with variable_scope(name):
        kernel = get_variable("kernel", [both.shape[-1], size])
        bias = get_variable("bias", [size], initializer=zeros_initializer())
    return _ops.matmul(both, kernel.value()) + bias.value()


def embedding_attention_decoder(
    decoder_inputs: Sequence[Any], initial_state: Any, attention_states: Any, cell: Any,
    num_symbols: int, embedding_size: int, num_heads: int = 1, output_size: int | None = None,
    output_projection: Any = None, feed_previous: bool = False,
    update_embedding_for_previous: bool = True, dtype: Any = None, scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:  # fmt: skip
    """``attention_decoder`` of symbols, whose embeddings are a variable."""
    with variable_scope(scope or "embedding_attention_decoder"):
        table = get_variable("embedding", [num_symbols, embedding_size])
        follow = _extract_argmax_and_embed(table, output_projection, update_embedding_for_previous)
        given = [_nn.embedding_lookup(table, one) for one in decoder_inputs]
        return attention_decoder(
            given, initial_state, attention_states, cell, output_size, num_heads,
            follow if feed_previous else None, dtype, None, initial_state_attention,
        )  # fmt: skip


def embedding_attention_seq2seq(
    encoder_inputs: Sequence[Any], decoder_inputs: Sequence[Any], cell: Any,
    num_encoder_symbols: int, num_decoder_symbols: int, embedding_size: int,
    num_heads: int = 1, output_projection: Any = None, feed_previous: bool = False,
    dtype: Any = None, scope: Any = None, initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:  # fmt: skip
    """An encoder and a decoder of symbols that looks at the encoder's outputs."""
    import copy

    from pelton.compat.v1 import stack

    _check_feed(feed_previous)
    with variable_scope(scope or "embedding_attention_seq2seq"):
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        outputs, state = static_rnn(encoder, encoder_inputs, dtype=dtype or "float32")
        size = None
        if output_projection is None:
            cell, size = OutputProjectionWrapper(cell, num_decoder_symbols), num_decoder_symbols
        return embedding_attention_decoder(
            decoder_inputs, state, stack(outputs, axis=1), cell, num_decoder_symbols,
            embedding_size, num_heads, size, output_projection, feed_previous,
            initial_state_attention=initial_state_attention,
        )  # fmt: skip


def sequence_loss_by_example(
    logits: Sequence[Any], targets: Sequence[Any], weights: Sequence[Any],
    average_across_timesteps: bool = True, softmax_loss_function: Any = None, name: Any = None,
) -> Any:  # fmt: skip
    """The weighted sum of the cross-entropies of the steps by example, or their mean.

    Raises ValueError for lists of other lengths."""
    if not len(logits) == len(targets) == len(weights):
        raise ValueError(
            "Lengths of logits, weights, and targets must be the same "
            f"{len(logits)}, {len(weights)}, {len(targets)}."
        )
    total: Any = 0.0
    for logit, target, weight in zip(logits, targets, weights, strict=True):
        if softmax_loss_function is None:
            flat = _ops.reshape(target, [-1])
            loss = _nn.sparse_softmax_cross_entropy_with_logits(labels=flat, logits=logit)
        else:
            loss = softmax_loss_function(labels=target, logits=logit)
        total = total + loss * weight
    if average_across_timesteps:
        total = total / (sum(weights[1:], weights[0]) + 1e-12)
    return total


def sequence_loss(
    logits: Sequence[Any], targets: Sequence[Any], weights: Sequence[Any],
    average_across_timesteps: bool = True, average_across_batch: bool = True,
    softmax_loss_function: Any = None, name: Any = None,
) -> Any:  # fmt: skip
    """The sum of sequence_loss_by_example, divided by the size of the batch."""
    losses = sequence_loss_by_example(
        logits, targets, weights, average_across_timesteps, softmax_loss_function
    )
    total = _ops.reduce_sum(losses)
    if average_across_batch:
        total = total / _ops.cast(_ops.shape(targets[0])[0], total.dtype)
    return total


def model_with_buckets(
    encoder_inputs: Sequence[Any], decoder_inputs: Sequence[Any], targets: Sequence[Any],
    weights: Sequence[Any], buckets: Sequence[Any], seq2seq: Any,
    softmax_loss_function: Any = None, per_example_loss: bool = False, name: Any = None,
) -> tuple[list[Any], list[Any]]:  # fmt: skip
    """(outputs, losses) by bucket of a model whose variables all buckets share.

    Raises ValueError for fewer steps than the last bucket has."""
    for what, given, size in (
        ("encoder_inputs", encoder_inputs, buckets[-1][0]), ("targets", targets, buckets[-1][1]),
        ("weights", weights, buckets[-1][1]),
    ):  # fmt: skip
        if len(given) < size:
            raise ValueError(f"Length of {what} ({len(given)}) must be at least that of last "
                             f"bucket ({size}).")  # fmt: skip
    outputs, losses = [], []
    measure = sequence_loss_by_example if per_example_loss else sequence_loss
    for number, (before, after) in enumerate(buckets):
        with variable_scope(get_variable_scope(), reuse=True if number > 0 else None):
            made, _ = seq2seq(encoder_inputs[:before], decoder_inputs[:after])
        outputs.append(made)
        losses.append(measure(
            made, targets[:after], weights[:after], softmax_loss_function=softmax_loss_function
        ))  # fmt: skip
    return outputs, losses
