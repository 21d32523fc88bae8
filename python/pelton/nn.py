"""Owns ``tf.nn``: activations, convolutions, pools and cross-entropies under TensorFlow's names."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.ops import (
    bias_add,
    dropout,
    elu,
    gelu,
    log_softmax,
    relu,
    relu6,
    selu,
    sigmoid,
    sigmoid_cross_entropy_with_logits,
    softmax,
    softmax_cross_entropy_with_logits,
    softplus,
    softsign,
    sparse_softmax_cross_entropy_with_logits,
    tanh,
)
from pelton.ops.array.indexing import embedding_lookup
from pelton.ops.array.rearranging import depth_to_space, space_to_batch, space_to_depth
from pelton.ops.array.sorting import approx_max_k, approx_min_k, in_top_k, top_k
from pelton.ops.math.arithmetic import crelu, zero_fraction
from pelton.ops.math.norms import (
    batch_norm_with_global_normalization,
    batch_normalization,
    l2_normalize,
    local_response_normalization,
    moments,
    normalize_moments,
    sufficient_statistics,
    weighted_moments,
)
from pelton.ops.math.other_dtypes import leaky_relu
from pelton.ops.nn import experimental as experimental
from pelton.ops.nn.candidates import (
    all_candidate_sampler,
    fixed_unigram_candidate_sampler,
    nce_loss,
    sampled_softmax_loss,
)
from pelton.ops.nn.convolution_gradients import (
    atrous_conv2d_transpose,
    depthwise_conv2d_backprop_filter,
    depthwise_conv2d_backprop_input,
)
from pelton.ops.nn.convolutions import (
    atrous_conv2d,
    conv1d,
    conv1d_transpose,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
    conv_transpose,
    convolution,
    depthwise_conv2d,
    separable_conv2d,
)
from pelton.ops.nn.ctc import collapse_repeated, ctc_loss
from pelton.ops.nn.ctc_decoding import (
    ctc_beam_search_decoder,
    ctc_greedy_decoder,
    ctc_unique_labels,
)
from pelton.ops.nn.fractional_pools import fractional_avg_pool, fractional_max_pool
from pelton.ops.nn.isotonic import compute_accidental_hits, isotonic_regression
from pelton.ops.nn.loss_terms import (
    compute_average_loss,
    l2_loss,
    log_poisson_loss,
    scale_regularization_loss,
    weighted_cross_entropy_with_logits,
)
from pelton.ops.nn.morphology import dilation2d, erosion2d, max_pool_with_argmax
from pelton.ops.nn.pools import (
    avg_pool,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    max_pool,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    pool,
)
from pelton.ops.nn.spaced import with_space_to_batch
from pelton.ops.nn.sparse_embeddings import embedding_lookup_sparse, safe_embedding_lookup_sparse

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import TensorLike


def silu(features: TensorLike, beta: float | Tensor = 1.0) -> Tensor:
    """``features * sigmoid(beta * features)``."""
    if isinstance(beta, (int, float)) and beta == 1:
        return _ops.silu(features)
    x = _functions.convert(features)
    return x * sigmoid(x * _functions.convert_like(beta, x.dtype))


swish = silu
lrn = local_response_normalization

from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
