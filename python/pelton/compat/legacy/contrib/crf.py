"""Owns ``tf.contrib.crf``: linear chains of tags, their likelihood and the best of them."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _steps_of(inputs: Any, lengths: Any) -> tuple[list[Any], Any]:
    """(the rows of each step, the lengths). ValueError where the number of steps is not known."""
    tensor = _functions.convert(inputs)
    if tensor.shape[1] is None:
        raise ValueError("crf: the number of steps must be known, got None")
    return _ops.unstack(tensor, axis=1), _ops.cast(lengths, "int32")


def crf_sequence_score(
    inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any
) -> Any:
    """The score of each sequence of tags."""
    unary = crf_unary_score(tag_indices, sequence_lengths, inputs)
    return unary + crf_binary_score(tag_indices, sequence_lengths, transition_params)


def crf_unary_score(tag_indices: Any, sequence_lengths: Any, inputs: Any) -> Any:
    """The sum of the scores of the tags at their steps."""
    from pelton import one_hot

    rows, lengths = _steps_of(inputs, sequence_lengths)
    tags = _ops.unstack(_functions.convert(tag_indices), axis=1)
    total: Any = 0.0
    for number, (row, tag) in enumerate(zip(rows, tags, strict=True)):
        score = _ops.reduce_sum(row * one_hot(tag, int(row.shape[-1]), dtype=row.dtype), [-1])
        total = total + score * _ops.cast(lengths > number, row.dtype)
    return total


def crf_binary_score(tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The sum of the scores of the tags' neighbours."""
    tags, lengths = _steps_of(tag_indices, sequence_lengths)
    weights = _functions.convert(transition_params)
    flat = _ops.reshape(weights, [-1])
    total: Any = 0.0
    for number in range(1, len(tags)):
        places = _ops.cast(tags[number - 1], "int32") * int(weights.shape[1])
        score = _ops.gather(flat, places + _ops.cast(tags[number], "int32"))
        total = total + score * _ops.cast(lengths > number, weights.dtype)
    return total


def crf_log_norm(inputs: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The logarithm of the sum over all sequences of tags."""
    from pelton.math import reduce_logsumexp

    rows, lengths = _steps_of(inputs, sequence_lengths)
    weights = _ops.expand_dims(_functions.convert(transition_params), 0)
    state = rows[0]
    for number, row in enumerate(rows[1:], 1):
        after = reduce_logsumexp(_ops.expand_dims(state, 2) + weights, [1]) + row
        state = _ops.where(_ops.expand_dims(lengths > number, 1), after, state)
    return reduce_logsumexp(state, [1])


def crf_log_likelihood(
    inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any = None
) -> tuple[Any, Any]:
    """(the logarithm of each sequence's probability, the scores of neighbours, a variable unless
    given)."""
    from pelton.compat.v1.variable_scopes import get_variable

    size = int(_functions.convert(inputs).shape[2])
    if transition_params is None:
        transition_params = get_variable("transitions", [size, size])
    score = crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params)
    norm = crf_log_norm(inputs, sequence_lengths, transition_params)
    return score - norm, transition_params


def viterbi_decode(score: Any, transition_params: Any) -> tuple[list[int], Any]:
    """(the best tags, their score) of arrays: scores by step and tag, and those of neighbours."""
    import numpy as np

    scores, weights = np.asarray(score), np.asarray(transition_params)
    best, back = scores[0], []
    for row in scores[1:]:
        found = best[:, None] + weights
        back.append(found.argmax(0))
        best = row + found.max(0)
    tags = [int(best.argmax())]
    for places in reversed(back):
        tags.append(int(places[tags[-1]]))
    return tags[::-1], best.max()


def crf_decode(potentials: Any, transition_params: Any, sequence_length: Any) -> tuple[Any, Any]:
    """(the best tags of each sequence, zeros behind its end, their scores)."""
    from pelton.compat.v1 import argmax, reduce_max, stack

    rows, lengths = _steps_of(potentials, sequence_length)
    weights = _ops.expand_dims(_functions.convert(transition_params), 0)
    best, back = rows[0], []
    for number, row in enumerate(rows[1:], 1):
        found = _ops.expand_dims(best, 2) + weights
        is_alive = _ops.expand_dims(lengths > number, 1)
        places = _ops.cast(argmax(found, 1), "int32")
        same = _ops.cast(argmax(_ops.expand_dims(best, 1) * 0.0 + _eye(row), 1), "int32")
        back.append(_ops.where(is_alive, places, same))
        best = _ops.where(is_alive, reduce_max(found, [1]) + row, best)
    tags = [_ops.cast(argmax(best, 1), "int32")]
    for places in reversed(back):
        tags.append(_picked(places, tags[-1]))
    made = stack(tags[::-1], axis=1)
    alive = _ops.cast(
        _ops.expand_dims(lengths, 1) > _functions.convert([list(range(len(rows)))]), "int32"
    )
    return made * alive, reduce_max(best, [1])


def _eye(row: Any) -> Any:
    from pelton import eye

    return _ops.expand_dims(eye(int(row.shape[-1])), 0)


def _picked(places: Any, tags: Any) -> Any:
    from pelton import one_hot

    return _ops.reduce_sum(places * one_hot(tags, int(places.shape[-1]), dtype="int32"), [1])
