"""Types of pelton. Made by `dev.py stubs`; do not edit."""

import builtins
from . import audio as audio
from . import autodiff as autodiff
from . import autograph as autograph
from . import bitwise as bitwise
from . import compat as compat
from . import config as config
from . import data as data
from . import debugging as debugging
from . import distribute as distribute
from . import dtypes as dtypes
from . import errors as errors
from . import image as image
from . import io as io
from . import keras as keras
from . import linalg as linalg
from . import lookup as lookup
from . import math as math
from . import nest as nest
from . import nn as nn
from . import ragged as ragged
from . import random as random
from . import saved_model as saved_model
from . import signal as signal
from . import sparse as sparse
from . import strings as strings
from . import summary as summary
from . import sysconfig as sysconfig
from . import test as test
from . import train as train
from . import version as version
from pelton._core import DType as DType
from pelton._core import Tensor as Tensor
from pelton._core import Variable as Variable
from pelton._core import as_dtype as as_dtype
from pelton._core import init_scope as init_scope
from pelton._core.initializers import Constant as constant_initializer
from pelton._core.initializers import Ones as ones_initializer
from pelton._core.initializers import Zeros as zeros_initializer
from pelton._core.ops import abs as abs
from pelton._core.ops import acos as acos
from pelton._core.ops import acosh as acosh
from pelton._core.ops import add as add
from pelton._core.ops import argsort as argsort
from pelton._core.ops import asin as asin
from pelton._core.ops import asinh as asinh
from pelton._core.ops import atan as atan
from pelton._core.ops import atan2 as atan2
from pelton._core.ops import atanh as atanh
from pelton._core.ops import bitcast as bitcast
from pelton._core.ops import bitwise_and as bitwise_and
from pelton._core.ops import bitwise_invert as bitwise_invert
from pelton._core.ops import bitwise_or as bitwise_or
from pelton._core.ops import bitwise_xor as bitwise_xor
from pelton._core.ops import boolean_mask as boolean_mask
from pelton._core.ops import broadcast_to as broadcast_to
from pelton._core.ops import cast as cast
from pelton._core.ops import clip_by_value as clip_by_value
from pelton._core.ops import complex as complex
from pelton._core.ops import concat as concat
from pelton._core.ops import cos as cos
from pelton._core.ops import cosh as cosh
from pelton._core.ops import cumsum as cumsum
from pelton._core.ops import divide as divide
from pelton._core.ops import divide as truediv
from pelton._core.ops import equal as equal
from pelton._core.ops import exp as exp
from pelton._core.ops import expand_dims as expand_dims
from pelton._core.ops import floor as floor
from pelton._core.ops import greater as greater
from pelton._core.ops import greater_equal as greater_equal
from pelton._core.ops import identity as identity
from pelton._core.ops import less as less
from pelton._core.ops import less_equal as less_equal
from pelton._core.ops import logical_and as logical_and
from pelton._core.ops import logical_not as logical_not
from pelton._core.ops import logical_or as logical_or
from pelton._core.ops import matmul as matmul
from pelton._core.ops import maximum as maximum
from pelton._core.ops import minimum as minimum
from pelton._core.ops import multiply as multiply
from pelton._core.ops import negative as negative
from pelton._core.ops import not_equal as not_equal
from pelton._core.ops import pad as pad
from pelton._core.ops import pow as pow
from pelton._core.ops import reduce_all as reduce_all
from pelton._core.ops import reduce_any as reduce_any
from pelton._core.ops import reduce_logsumexp as reduce_logsumexp
from pelton._core.ops import reduce_max as reduce_max
from pelton._core.ops import reduce_mean as reduce_mean
from pelton._core.ops import reduce_min as reduce_min
from pelton._core.ops import reduce_prod as reduce_prod
from pelton._core.ops import reduce_sum as reduce_sum
from pelton._core.ops import reshape as reshape
from pelton._core.ops import reverse as reverse
from pelton._core.ops import round as round
from pelton._core.ops import searchsorted as searchsorted
from pelton._core.ops import sigmoid as sigmoid
from pelton._core.ops import sign as sign
from pelton._core.ops import sin as sin
from pelton._core.ops import sinh as sinh
from pelton._core.ops import sort as sort
from pelton._core.ops import split as split
from pelton._core.ops import sqrt as sqrt
from pelton._core.ops import square as square
from pelton._core.ops import squeeze as squeeze
from pelton._core.ops import stop_gradient as stop_gradient
from pelton._core.ops import subtract as subtract
from pelton._core.ops import tan as tan
from pelton._core.ops import tanh as tanh
from pelton._core.ops import tensordot as tensordot
from pelton._core.ops import tile as tile
from pelton._core.ops import transpose as transpose
from pelton._core.ops import unstack as unstack
from pelton.arithmetic import add_n as add_n
from pelton.arithmetic import scalar_mul as scalar_mul
from pelton.arithmetic import truncatediv as truncatediv
from pelton.arithmetic import truncatemod as truncatemod
from pelton.arrays import gather as gather
from pelton.arrays import one_hot as one_hot
from pelton.arrays import rank as rank
from pelton.arrays import shape as shape
from pelton.arrays import size as size
from pelton.arrays import slice as slice
from pelton.arrays import stack as stack
from pelton.arrays import strided_slice as strided_slice
from pelton.arrays import where as where
from pelton.casting import saturate_cast as saturate_cast
from pelton.control_flow import case as case
from pelton.control_flow import cond as cond
from pelton.control_flow import switch_case as switch_case
from pelton.control_flow import while_loop as while_loop
from pelton.creation import constant as constant
from pelton.creation import convert_to_tensor as convert_to_tensor
from pelton.creation import eye as eye
from pelton.creation import fill as fill
from pelton.creation import is_tensor as is_tensor
from pelton.creation import linspace as linspace
from pelton.creation import ones as ones
from pelton.creation import ones_like as ones_like
from pelton.creation import range as range
from pelton.creation import zeros as zeros
from pelton.creation import zeros_like as zeros_like
from pelton.debugging.asserts import Assert as Assert
from pelton.debugging.asserts import assert_equal as assert_equal
from pelton.debugging.asserts import assert_greater as assert_greater
from pelton.debugging.asserts import assert_less as assert_less
from pelton.debugging.shapes import assert_rank as assert_rank
from pelton.device import device as device
from pelton.device_spec import DeviceSpec as DeviceSpec
from pelton.gradient_tape import GradientTape as GradientTape
from pelton.grouping import control_dependencies as control_dependencies
from pelton.grouping import group as group
from pelton.grouping import identity_n as identity_n
from pelton.grouping import no_op as no_op
from pelton.grouping import tuple as tuple
from pelton.host_clock import timestamp as timestamp
from pelton.host_functions import numpy_function as numpy_function
from pelton.host_functions import py_function as py_function
from pelton.indexing import dynamic_partition as dynamic_partition
from pelton.indexing import dynamic_stitch as dynamic_stitch
from pelton.indexing import gather_nd as gather_nd
from pelton.indexing import scatter_nd as scatter_nd
from pelton.indexing import tensor_scatter_nd_add as tensor_scatter_nd_add
from pelton.indexing import tensor_scatter_nd_max as tensor_scatter_nd_max
from pelton.indexing import tensor_scatter_nd_min as tensor_scatter_nd_min
from pelton.indexing import tensor_scatter_nd_sub as tensor_scatter_nd_sub
from pelton.indexing import tensor_scatter_nd_update as tensor_scatter_nd_update
from pelton.indexing import unravel_index as unravel_index
from pelton.initializer_classes import random_normal_initializer as random_normal_initializer
from pelton.initializer_classes import random_uniform_initializer as random_uniform_initializer
from pelton.keras import initializers as initializers
from pelton.keras import losses as losses
from pelton.keras import metrics as metrics
from pelton.keras import optimizers as optimizers
from pelton.linalg import einsum as einsum
from pelton.math import argmax as argmax
from pelton.math import argmin as argmin
from pelton.module import Module as Module
from pelton.norms import clip_by_global_norm as clip_by_global_norm
from pelton.norms import clip_by_norm as clip_by_norm
from pelton.norms import norm as norm
from pelton.printing import print as print
from pelton.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from pelton.rearranging import batch_to_space as batch_to_space
from pelton.rearranging import meshgrid as meshgrid
from pelton.rearranging import parallel_stack as parallel_stack
from pelton.rearranging import repeat as repeat
from pelton.rearranging import reverse_sequence as reverse_sequence
from pelton.rearranging import roll as roll
from pelton.rearranging import sequence_mask as sequence_mask
from pelton.rearranging import space_to_batch as space_to_batch
from pelton.recomputing import grad_pass_through as grad_pass_through
from pelton.recomputing import recompute_grad as recompute_grad
from pelton.recorded_function import function as function
from pelton.row_loops import foldl as foldl
from pelton.row_loops import foldr as foldr
from pelton.row_loops import map_fn as map_fn
from pelton.row_loops import scan as scan
from pelton.row_loops import vectorized_map as vectorized_map
from pelton.scopes import get_current_name_scope as get_current_name_scope
from pelton.scopes import name_scope as name_scope
from pelton.segments import histogram_fixed_width as histogram_fixed_width
from pelton.segments import histogram_fixed_width_bins as histogram_fixed_width_bins
from pelton.shape_functions import broadcast_dynamic_shape as broadcast_dynamic_shape
from pelton.shape_functions import broadcast_static_shape as broadcast_static_shape
from pelton.shape_functions import shape_n as shape_n
from pelton.sorting import unique as unique
from pelton.sorting import unique_with_counts as unique_with_counts
from pelton.sparse.sparse_tensor import SparseTensor as SparseTensor
from pelton.static_values import ensure_shape as ensure_shape
from pelton.static_values import get_static_value as get_static_value
from pelton.static_values import inside_function as inside_function
from pelton.static_values import is_symbolic_tensor as is_symbolic_tensor
from pelton.tensor_array import TensorArray as TensorArray
from pelton.tensor_shape import TensorShape as TensorShape
from pelton.tensor_spec import TensorSpec as TensorSpec
from pelton.tensor_spec import type_spec_from_value as type_spec_from_value
from pelton.tensorflow_logger import get_logger as get_logger
from pelton.unconnected_gradients import UnconnectedGradients as UnconnectedGradients
from pelton.user_gradient import custom_gradient as custom_gradient
from pelton.variable_options import AggregationMethod as AggregationMethod
from pelton.variable_options import VariableAggregation as VariableAggregation
from pelton.variable_options import VariableSynchronization as VariableSynchronization

bfloat16: DType
bool: DType
complex128: DType
complex64: DType
double: DType
def executing_eagerly() -> builtins.bool: ...
float16: DType
float32: DType
float64: DType
half: DType
int16: DType
int32: DType
int64: DType
int8: DType
newaxis: None
string: DType
uint16: DType
uint32: DType
uint64: DType
uint8: DType
__version__: str
