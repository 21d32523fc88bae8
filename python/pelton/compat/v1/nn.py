"""Owns ``tf.compat.v1.nn``: what TensorFlow 1 called otherwise, or called with other arguments;
the rest is ``tf.nn``."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.deferred import as_node, named
from pelton.compat.v1.functions.argument_rows import as_of_1
from pelton.compat.v1.unranked import of_shape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """``tf.nn.softmax``, of which `axis` was `dim`."""
    along = dim if axis is None else axis
    return _nn.softmax(logits, -1 if along is None else along)


def log_softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """``tf.nn.log_softmax``, of which `axis` was `dim`."""
    along = dim if axis is None else axis
    return _nn.log_softmax(logits, -1 if along is None else along)


def softmax_cross_entropy_with_logits(
    _sentinel: Any = None, labels: Any = None, logits: Any = None, dim: int = -1, name: Any = None,
    axis: int | None = None,
) -> Any:  # fmt: skip
    """Cross-entropies whose gradient does not flow into the labels."""
    return _nn.softmax_cross_entropy_with_logits(
        labels=_ops.stop_gradient(labels), logits=logits, axis=dim if axis is None else axis
    )


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: int | None = None, name: Any = None, dim: int | None = None
) -> Any:
    """``tf.nn.softmax_cross_entropy_with_logits``."""
    along = dim if axis is None else axis
    return _nn.softmax_cross_entropy_with_logits(
        labels=labels, logits=logits, axis=-1 if along is None else along
    )


def sparse_softmax_cross_entropy_with_logits(
    _sentinel: Any = None, labels: Any = None, logits: Any = None, name: Any = None
) -> Any:
    """``tf.nn.sparse_softmax_cross_entropy_with_logits``."""
    return _nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)


def sigmoid_cross_entropy_with_logits(
    _sentinel: Any = None, labels: Any = None, logits: Any = None, name: Any = None
) -> Any:
    """``tf.nn.sigmoid_cross_entropy_with_logits``."""
    return _nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)


def _dropped(x: Any, rate: Any, noise_shape: Any, seed: Any) -> Any:
    tensor = _functions.convert(x)
    if not isinstance(rate, float):
        from pelton.random import uniform

        sizes = _ops.shape(tensor) if noise_shape is None else noise_shape
        drawn = uniform(sizes, dtype=tensor.dtype, seed=seed)
        kept = _ops.cast(drawn >= _ops.cast(rate, tensor.dtype), tensor.dtype)
        return tensor * kept / (1.0 - _ops.cast(rate, tensor.dtype))
    return _nn.dropout(tensor, rate, noise_shape, seed)


def dropout(x: Any, keep_prob: Any = None, noise_shape: Any = None, seed: Any = None,
            name: Any = None, rate: Any = None) -> Any:  # fmt: skip
    """Elements kept with the probability `keep_prob`, or dropped with `rate`, drawn in each run.

    Raises ValueError unless one of the two is given."""
    if (keep_prob is None) == (rate is None):
        raise ValueError("Exactly one of `keep_prob` and `rate` must be given to dropout.")
    keep_prob, rate = of_shape(keep_prob, ()), of_shape(rate, ())
    if rate is None:
        rate = 1.0 - keep_prob
    return as_node(_dropped, "Dropout")(x, rate, noise_shape, seed=seed, name=name)


def conv2d(input: Any, filter: Any = None, strides: Any = None, padding: Any = None,  # noqa: A002
           use_cudnn_on_gpu: bool = True, data_format: str = "NHWC", dilations: Any = None,
           name: Any = None, filters: Any = None) -> Any:  # fmt: skip
    """``tf.nn.conv2d``, of which `filters` was `filter`."""
    weights = filters if filter is None else filter
    return _nn.conv2d(input, weights, strides, padding, data_format, dilations)


def max_pool(value: Any = None, ksize: Any = None, strides: Any = None, padding: Any = None,
             data_format: str = "NHWC", name: Any = None, input: Any = None) -> Any:  # noqa: A002 # fmt: skip
    """``tf.nn.max_pool2d``."""
    given = input if value is None else value
    return _nn.max_pool2d(given, ksize, strides, padding, data_format)


def avg_pool(value: Any = None, ksize: Any = None, strides: Any = None, padding: Any = None,
             data_format: str = "NHWC", name: Any = None, input: Any = None) -> Any:  # noqa: A002 # fmt: skip
    """``tf.nn.avg_pool2d``."""
    given = input if value is None else value
    return _nn.avg_pool2d(given, ksize, strides, padding, data_format)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    """x @ weights + biases."""
    return _ops.matmul(x, weights) + biases


def relu_layer(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    """relu(x @ weights + biases)."""
    return _nn.relu(xw_plus_b(x, weights, biases))


def conv2d_transpose(
    value: Any = None, filter: Any = None, output_shape: Any = None, strides: Any = None,  # noqa: A002
    padding: Any = "SAME", data_format: str = "NHWC", name: Any = None, input: Any = None,  # noqa: A002
    filters: Any = None, dilations: Any = None,
) -> Any:  # fmt: skip
    """``tf.nn.conv2d_transpose``, of which `input` was `value`; of `output_shape`, as far as it is
    known."""
    given, weights = input if value is None else value, filters if filter is None else filter
    made = _nn.conv2d_transpose(given, weights, output_shape, strides, padding, data_format)
    if isinstance(output_shape, (list, tuple)) and _functions.is_symbolic(made):
        made.set_shape([_size(one) for one in output_shape])
    return made


def _size(value: Any) -> int | None:
    return int(value) if hasattr(value, "__index__") and not hasattr(value, "shape") else None


def in_top_k(predictions: Any, targets: Any, k: Any, name: Any = None) -> Any:
    """Whether each target is among the k largest of its row of predictions."""
    from pelton.math import in_top_k as found

    return found(targets, predictions, k)


def fused_batch_norm(
    x: Any, scale: Any, offset: Any, mean: Any = None, variance: Any = None,
    epsilon: float = 0.001, data_format: str = "NHWC", is_training: bool = True, name: Any = None,
    exponential_avg_factor: float = 1.0,
) -> Any:  # fmt: skip
    """(normalized images, mean, variance) over the batch, or by the mean and variance given."""
    tensor = _functions.convert(x)
    axis = 1 if data_format == "NCHW" else 3
    axes = [one for one in range(4) if one != axis]
    sizes = [1, -1, 1, 1] if axis == 1 else [1, 1, 1, -1]
    count = _ops.cast(_ops.reduce_prod(_ops.gather(_ops.shape(tensor), axes)), tensor.dtype)
    told = variance
    if is_training:
        mean, variance = _ops.reduce_mean(tensor, axes), _ops.reduce_variance(tensor, axes)
        told = variance * (count / _ops.maximum(count - 1.0, 1.0))
    width = _ops.rsqrt(_functions.convert(variance) + epsilon) * scale
    shift = offset - mean * width
    return tensor * _ops.reshape(width, sizes) + _ops.reshape(shift, sizes), mean, told


_OWN = {  # names and the modules of `functions` that define them
    **dict.fromkeys(
        "conv2d_backprop_filter conv2d_backprop_input".split(), "convolution_gradients"
    ),
    **dict.fromkeys(
        "embedding_lookup embedding_lookup_sparse safe_embedding_lookup_sparse".split(),
        "embeddings",
    ),
}
_ELSEWHERE = {  # names of `tf.nn` that are defined below other modules
    "avg_pool_v2": "nn.avg_pool", "max_pool_v2": "nn.max_pool", "ctc_loss_v2": "nn.ctc_loss",
    "ctc_beam_search_decoder_v2": "nn.ctc_beam_search_decoder",
    "depthwise_conv2d_native": "nn.depthwise_conv2d",
    "depthwise_conv2d_native_backprop_filter": "nn.depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_native_backprop_input": "nn.depthwise_conv2d_backprop_input",
    "learned_unigram_candidate_sampler": "random.uniform_candidate_sampler",
    "log_uniform_candidate_sampler": "random.log_uniform_candidate_sampler",
    "uniform_candidate_sampler": "random.uniform_candidate_sampler",
}  # fmt: skip

for _name in (
    "fused_batch_norm softmax log_softmax softmax_cross_entropy_with_logits "
    "softmax_cross_entropy_with_logits_v2 "
    "sparse_softmax_cross_entropy_with_logits sigmoid_cross_entropy_with_logits conv2d max_pool "
    "avg_pool conv2d_transpose in_top_k xw_plus_b relu_layer"
).split():
    globals()[_name] = named(globals()[_name])


def __getattr__(name: str) -> Any:
    if name in ("ctc_loss", "ctc_beam_search_decoder", "ctc_greedy_decoder"):
        from pelton.compat.v1.functions import ctc

        return getattr(ctc, name)
    if name in _OWN:
        import importlib

        module = importlib.import_module(f"pelton.compat.v1.functions.{_OWN[name]}")
        return named(getattr(module, name))
    if name == "raw_rnn":
        from pelton.compat.v1.recurrence.raw_rnn import raw_rnn

        return raw_rnn
    if name in ("seq2seq", "rnn"):  # their names before 1.0
        from pelton.compat.legacy.contrib import legacy_seq2seq, rnn

        return legacy_seq2seq if name == "seq2seq" else rnn.static_rnn
    if name == "rnn_cell":
        from pelton.compat.v1.recurrence import rnn_cells

        return rnn_cells
    from pelton.compat.v1.recurrence import rnn

    if name in rnn.__all__:
        return getattr(rnn, name)
    if name in _ELSEWHERE:
        import importlib

        module, _, own = _ELSEWHERE[name].rpartition(".")
        found = getattr(importlib.import_module(f"pelton.{module}"), own)
    else:
        found = getattr(_nn, name)
    is_function = callable(found) and not isinstance(found, type)
    if not is_function:
        return found
    found = as_of_1(found, f"nn.{name}")
    return as_node(found, name) if name in _DRAWS or name.endswith("_sampler") else named(found)


_DRAWS = frozenset("fractional_avg_pool fractional_max_pool nce_loss sampled_softmax_loss".split())
