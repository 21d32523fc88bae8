"""Owns keras.backend's losses of each element or row, and connectionist temporal classification."""

from __future__ import annotations

from pelton._core import Tensor, keras_settings
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops import nn as _nn
from pelton.keras.ops.conversion import convert, convert_as, scalar
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """-sum(target log(output)) along `axis`."""
    return _nn.categorical_crossentropy(target, output, from_logits, axis)


def sparse_categorical_crossentropy(
    target: TensorLike,
    output: TensorLike,
    from_logits: bool = False,
    axis: int = -1,
    ignore_class: int | None = None,
) -> Tensor:
    """-log of the target class's probability; 0 where the target is `ignore_class`."""
    output = convert(output)
    target = convert_as(target, "int64")
    if target.ndim == output.ndim and target.shape[-1] == 1:
        target = _ops.squeeze(target, -1)
    if axis not in (-1, output.ndim - 1):
        last = [place for place in range(output.ndim) if place != axis % output.ndim]
        output = _ops.transpose(output, [*last, axis % output.ndim])
    if ignore_class is None:
        return _nn.sparse_categorical_crossentropy(target, output, from_logits)
    is_kept = _ops.not_equal(target, convert_as(ignore_class, "int64"))
    known = _ops.where(is_kept, target, _ops.zeros_like(target))
    made = _nn.sparse_categorical_crossentropy(known, output, from_logits)
    return _ops.where(is_kept, made, _ops.zeros_like(made))


def binary_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False
) -> Tensor:
    """-target log(output) - (1 - target) log(1 - output)."""
    return _nn.binary_crossentropy(target, output, from_logits)


def binary_focal_crossentropy(
    target: TensorLike,
    output: TensorLike,
    apply_class_balancing: bool = False,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
) -> Tensor:
    """Binary crossentropy times (1 - p)^gamma, p the probability given to what is true; with
    `apply_class_balancing` also times alpha for ones and 1 - alpha for zeros."""
    output = convert(output)
    output = _ops.sigmoid(output) if from_logits else output
    target = convert_as(target, output.dtype.name)
    found = _nn.binary_crossentropy(target, output)
    right = target * output + (1 - target) * (1 - output)
    made = _ops.pow(1 - right, scalar(gamma, output)) * found
    if apply_class_balancing:
        made = (target * alpha + (1 - target) * (1 - alpha)) * made
    return made


def categorical_focal_crossentropy(
    target: TensorLike,
    output: TensorLike,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    axis: int = -1,
) -> Tensor:
    """Categorical crossentropy whose terms are taken alpha (1 - output)^gamma times."""
    output = convert(output)
    output = _ops.softmax(output, axis) if from_logits else output
    target = convert_as(target, output.dtype.name)
    output = output / _ops.reduce_sum(output, axis=axis, keepdims=True)
    epsilon = keras_settings.epsilon()
    output = _ops.clip_by_value(output, scalar(epsilon, output), scalar(1 - epsilon, output))
    terms = -target * _ops.log(output)
    terms = terms * _ops.pow(1 - output, scalar(gamma, output)) * alpha
    return _ops.reduce_sum(terms, axis=axis)


def _log(y_pred: TensorLike) -> Tensor:
    y_pred = convert(y_pred)
    return _ops.log(y_pred + scalar(keras_settings.epsilon(), y_pred))


def _lengths(lengths: Any) -> Tensor:
    lengths = convert_as(lengths, "int32")
    return _ops.squeeze(lengths, -1) if lengths.ndim == 2 else lengths


def ctc_batch_cost(
    y_true: TensorLike, y_pred: TensorLike, input_length: TensorLike, label_length: TensorLike
) -> Tensor:
    """(batch, 1): the CTC loss of labels (batch, l) by probabilities (batch, time, classes), whose
    last class is the blank; lengths are (batch, 1)."""
    logits = _log(y_pred)
    made = _nn.ctc_loss(y_true, logits, _lengths(label_length), _lengths(input_length), -1)
    return _ops.expand_dims(made, 1)


def ctc_decode(
    y_pred: TensorLike,
    input_length: TensorLike,
    greedy: bool = True,
    beam_width: int = 100,
    top_paths: int = 1,
) -> tuple[list[Tensor], Tensor]:
    """The `top_paths` best labels of each row, (batch, time) with -1 behind their end, and
    (batch, top_paths): the logarithm of their probability, of the greedy one's the opposite. The
    last class of `y_pred` (batch, time, classes) is the blank. Raises NotImplementedError for the
    search of several paths that `greedy=False` asks for."""
    logits = _log(y_pred)
    strategy = "greedy" if greedy else "beam_search"
    lengths, blank = _lengths(input_length), sizes_of(logits)[-1] - 1
    options = {} if greedy else {"beam_width": beam_width, "top_paths": top_paths}
    labels, scores = _nn.ctc_decode(logits, lengths, strategy, mask_index=blank, **options)
    return _ops.unstack(_ops.cast(labels, "int64")), scores


def ctc_label_dense_to_sparse(labels: TensorLike, label_lengths: TensorLike) -> Any:
    """A SparseTensor of the first `label_lengths` labels of each row."""
    from pelton.ops.array.basic import where
    from pelton.ops.array.indexing import gather_nd
    from pelton.sparse import SparseTensor

    labels, ends = convert(labels), _lengths(label_lengths)
    place = _ops.iota(labels.shape[1], "int32")
    is_kept = _ops.less(_ops.reshape(place, [1, -1]), _ops.reshape(ends, [-1, 1]))
    places = where(is_kept)
    values = gather_nd(labels, places)
    return SparseTensor(places, values, convert_as(list(labels.shape), "int64"))


_name_refusals(globals())
