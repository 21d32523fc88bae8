"""Types of pelton.nn. Made by `dev.py stubs`; do not edit."""

from collections.abc import Sequence
from pelton._core import Tensor
from pelton._core.ops import bias_add as bias_add
from pelton._core.ops import dropout as dropout
from pelton._core.ops import elu as elu
from pelton._core.ops import gelu as gelu
from pelton._core.ops import leaky_relu as leaky_relu
from pelton._core.ops import log_softmax as log_softmax
from pelton._core.ops import relu as relu
from pelton._core.ops import relu6 as relu6
from pelton._core.ops import selu as selu
from pelton._core.ops import sigmoid as sigmoid
from pelton._core.ops import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from pelton._core.ops import silu as silu
from pelton._core.ops import silu as swish
from pelton._core.ops import softmax as softmax
from pelton._core.ops import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from pelton._core.ops import softplus as softplus
from pelton._core.ops import softsign as softsign
from pelton._core.ops import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from pelton._core.ops import tanh as tanh
from pelton._types import TensorLike
from pelton.arithmetic import zero_fraction as zero_fraction
from pelton.norms import l2_normalize as l2_normalize
from pelton.norms import moments as moments
from pelton.norms import normalize_moments as normalize_moments
from pelton.norms import sufficient_statistics as sufficient_statistics
from pelton.norms import weighted_moments as weighted_moments
from pelton.rearranging import depth_to_space as depth_to_space
from pelton.rearranging import space_to_depth as space_to_depth
from pelton.sorting import in_top_k as in_top_k
from pelton.sorting import top_k as top_k

avg_pool = avg_pool2d
def avg_pool2d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str,
    data_format: str | None = 'NHWC',
    name: str | None = None,
) -> Tensor: ...
def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: int | Sequence[int],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = 'NHWC',
    dilations: int | Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor: ...
max_pool = max_pool2d
def max_pool2d(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str,
    data_format: str | None = 'NHWC',
    name: str | None = None,
) -> Tensor: ...
