"""Owns ``tf.nn``: activations, convolutions, pools and cross-entropies under TensorFlow's names."""

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.ops import (
    avg_pool2d,
    bias_add,
    conv2d,
    elu,
    gelu,
    leaky_relu,
    log_softmax,
    max_pool2d,
    relu,
    relu6,
    selu,
    sigmoid,
    silu,
    softmax,
    softplus,
    softsign,
    tanh,
)
from pelton._core.ops import avg_pool2d as avg_pool
from pelton._core.ops import max_pool2d as max_pool

swish = silu


def dropout(x, rate, noise_shape=None, seed=None, name=None):
    """``x`` with a share ``rate`` of its elements zeroed and the rest scaled by 1 / (1 - rate)."""
    if noise_shape is not None:
        raise NotImplementedError("dropout: noise_shape is not supported")
    return _functions.dropout(x, rate, seed)


def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    """Cross-entropy of each row of ``logits`` against probabilities ``labels``, both [..., n]."""
    if axis not in (-1, len(logits.shape) - 1):
        raise ValueError(f"softmax_cross_entropy_with_logits: axis must be the last, got {axis}")
    return _ops.softmax_cross_entropy(labels, logits)[0]


def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    """Cross-entropy of each row of ``logits`` [..., n] against class indices ``labels`` [...]."""
    return _ops.sparse_softmax_cross_entropy(labels, logits)[0]


def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    """Elementwise cross-entropy of sigmoid(``logits``) against ``labels``."""
    return _functions.sigmoid_cross_entropy(labels, logits)
