"""Types of pelton.math. Made by `dev.py stubs`; do not edit."""

from pelton._core import Tensor
from pelton._core.ops import abs as abs
from pelton._core.ops import acos as acos
from pelton._core.ops import acosh as acosh
from pelton._core.ops import add as add
from pelton._core.ops import asin as asin
from pelton._core.ops import asinh as asinh
from pelton._core.ops import atan as atan
from pelton._core.ops import atan2 as atan2
from pelton._core.ops import atanh as atanh
from pelton._core.ops import bessel_i0 as bessel_i0
from pelton._core.ops import bessel_i0e as bessel_i0e
from pelton._core.ops import bessel_i1 as bessel_i1
from pelton._core.ops import bessel_i1e as bessel_i1e
from pelton._core.ops import betainc as betainc
from pelton._core.ops import ceil as ceil
from pelton._core.ops import cos as cos
from pelton._core.ops import cosh as cosh
from pelton._core.ops import cumprod as cumprod
from pelton._core.ops import cumsum as cumsum
from pelton._core.ops import cumulative_logsumexp as cumulative_logsumexp
from pelton._core.ops import digamma as digamma
from pelton._core.ops import divide as divide
from pelton._core.ops import divide as truediv
from pelton._core.ops import equal as equal
from pelton._core.ops import erf as erf
from pelton._core.ops import erfc as erfc
from pelton._core.ops import erfinv as erfinv
from pelton._core.ops import exp as exp
from pelton._core.ops import expm1 as expm1
from pelton._core.ops import floor as floor
from pelton._core.ops import floordiv as floordiv
from pelton._core.ops import floormod as floormod
from pelton._core.ops import floormod as mod
from pelton._core.ops import greater as greater
from pelton._core.ops import greater_equal as greater_equal
from pelton._core.ops import igamma as igamma
from pelton._core.ops import igammac as igammac
from pelton._core.ops import is_finite as is_finite
from pelton._core.ops import is_inf as is_inf
from pelton._core.ops import is_nan as is_nan
from pelton._core.ops import less as less
from pelton._core.ops import less_equal as less_equal
from pelton._core.ops import lgamma as lgamma
from pelton._core.ops import log as log
from pelton._core.ops import log1p as log1p
from pelton._core.ops import log_softmax as log_softmax
from pelton._core.ops import logical_and as logical_and
from pelton._core.ops import logical_not as logical_not
from pelton._core.ops import logical_or as logical_or
from pelton._core.ops import logical_xor as logical_xor
from pelton._core.ops import maximum as maximum
from pelton._core.ops import minimum as minimum
from pelton._core.ops import multiply as multiply
from pelton._core.ops import ndtri as ndtri
from pelton._core.ops import negative as negative
from pelton._core.ops import nextafter as nextafter
from pelton._core.ops import not_equal as not_equal
from pelton._core.ops import polygamma as polygamma
from pelton._core.ops import pow as pow
from pelton._core.ops import reciprocal as reciprocal
from pelton._core.ops import reduce_all as reduce_all
from pelton._core.ops import reduce_any as reduce_any
from pelton._core.ops import reduce_logsumexp as reduce_logsumexp
from pelton._core.ops import reduce_max as reduce_max
from pelton._core.ops import reduce_mean as reduce_mean
from pelton._core.ops import reduce_min as reduce_min
from pelton._core.ops import reduce_prod as reduce_prod
from pelton._core.ops import reduce_sum as reduce_sum
from pelton._core.ops import round as rint
from pelton._core.ops import round as round
from pelton._core.ops import rsqrt as rsqrt
from pelton._core.ops import sigmoid as sigmoid
from pelton._core.ops import sign as sign
from pelton._core.ops import sin as sin
from pelton._core.ops import sinh as sinh
from pelton._core.ops import softmax as softmax
from pelton._core.ops import softplus as softplus
from pelton._core.ops import softsign as softsign
from pelton._core.ops import sqrt as sqrt
from pelton._core.ops import square as square
from pelton._core.ops import squared_difference as squared_difference
from pelton._core.ops import subtract as subtract
from pelton._core.ops import tan as tan
from pelton._core.ops import tanh as tanh
from pelton._core.ops import xdivy as xdivy
from pelton._core.ops import xlog1py as xlog1py
from pelton._core.ops import xlogy as xlogy
from pelton._core.ops import zeta as zeta
from pelton._types import DTypeLike
from pelton._types import TensorLike
from pelton.ops.array.sorting import approx_max_k as approx_max_k
from pelton.ops.array.sorting import approx_min_k as approx_min_k
from pelton.ops.array.sorting import in_top_k as in_top_k
from pelton.ops.array.sorting import top_k as top_k
from pelton.ops.math.arithmetic import accumulate_n as accumulate_n
from pelton.ops.math.arithmetic import add_n as add_n
from pelton.ops.math.arithmetic import angle as angle
from pelton.ops.math.arithmetic import conj as conj
from pelton.ops.math.arithmetic import count_nonzero as count_nonzero
from pelton.ops.math.arithmetic import divide_no_nan as divide_no_nan
from pelton.ops.math.arithmetic import erfcinv as erfcinv
from pelton.ops.math.arithmetic import invert_permutation as invert_permutation
from pelton.ops.math.arithmetic import is_non_decreasing as is_non_decreasing
from pelton.ops.math.arithmetic import is_strictly_increasing as is_strictly_increasing
from pelton.ops.math.arithmetic import lbeta as lbeta
from pelton.ops.math.arithmetic import log_sigmoid as log_sigmoid
from pelton.ops.math.arithmetic import multiply_no_nan as multiply_no_nan
from pelton.ops.math.arithmetic import polyval as polyval
from pelton.ops.math.arithmetic import reciprocal_no_nan as reciprocal_no_nan
from pelton.ops.math.arithmetic import reduce_euclidean_norm as reduce_euclidean_norm
from pelton.ops.math.arithmetic import scalar_mul as scalar_mul
from pelton.ops.math.arithmetic import zero_fraction as zero_fraction
from pelton.ops.math.norms import l2_normalize as l2_normalize
from pelton.ops.math.other_dtypes import reduce_std as reduce_std
from pelton.ops.math.other_dtypes import reduce_variance as reduce_variance
from pelton.ops.math.segments import bincount as bincount
from pelton.ops.math.segments import confusion_matrix as confusion_matrix
from pelton.ops.math.segments import segment_max as segment_max
from pelton.ops.math.segments import segment_mean as segment_mean
from pelton.ops.math.segments import segment_min as segment_min
from pelton.ops.math.segments import segment_prod as segment_prod
from pelton.ops.math.segments import segment_sum as segment_sum
from pelton.ops.math.segments import unsorted_segment_max as unsorted_segment_max
from pelton.ops.math.segments import unsorted_segment_mean as unsorted_segment_mean
from pelton.ops.math.segments import unsorted_segment_min as unsorted_segment_min
from pelton.ops.math.segments import unsorted_segment_prod as unsorted_segment_prod
from pelton.ops.math.segments import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from pelton.ops.math.segments import unsorted_segment_sum as unsorted_segment_sum

def argmax(
    input: TensorLike,
    axis: int | Tensor | None = None,
    output_type: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def argmin(
    input: TensorLike,
    axis: int | Tensor | None = None,
    output_type: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def imag(input: TensorLike, name: str | None = None) -> Tensor: ...
def real(input: TensorLike, name: str | None = None) -> Tensor: ...
