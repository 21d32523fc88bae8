"""Pelton: a small, fast tensor engine with TensorFlow's API. ``import pelton as tf``.

What stands here loads with the extension alone; packages such as ``keras`` load on first use, and
NumPy only when an array crosses the border.
"""

from __future__ import annotations

import sys as _sys

from pelton import dtypes
from pelton._core import Tensor, Variable, init_scope
from pelton._core import functions as _functions
from pelton._core.ops import (
    argsort,
    bitcast,
    bitwise_and,
    bitwise_invert,
    bitwise_or,
    bitwise_xor,
    boolean_mask,
    broadcast_to,
    cast,
    clip_by_value,
    concat,
    cumsum,
    expand_dims,
    identity,
    matmul,
    reshape,
    reverse,
    searchsorted,
    sort,
    squeeze,
    stop_gradient,
    transpose,
    unstack,
)
from pelton.device import device
from pelton.dtypes import DType, as_dtype
from pelton.gradient_tape import GradientTape
from pelton.tensor_shape import TensorShape

__version__ = "0.1.0"

newaxis = None
# Where Python's `random` stands before the program seeds it; empty where nobody loaded it yet.
_state_of_random = _sys.modules["random"].getstate() if "random" in _sys.modules else ()


def executing_eagerly() -> bool:
    """Whether every op runs at once: not while ``tf.function`` traces, nor in graphs of
    ``compat.v1``, nor where a layer is called on a model's symbolic tensors."""
    is_active = getattr(_sys.modules.get("pelton.compat.v1.graph"), "is_active", None)
    if _functions.is_tracing() or _functions.is_in_symbolic_call():
        return False
    return is_active is None or not is_active()


_DTYPES = dtypes.__all__
globals().update({_name: getattr(dtypes, _name) for _name in _DTYPES})

# Names that load with the module that defines them, on first use.
_LAZY = {
    **dict.fromkeys(
        "gather one_hot rank shape size slice stack strided_slice where".split(), "ops.array.basic"
    ),
    **dict.fromkeys(
        "constant convert_to_tensor eye fill is_tensor linspace ones ones_like range zeros "
        "zeros_like".split(),
        "ops.array.creation",
    ),
    **dict.fromkeys(  # tf.math's names that TensorFlow also has at top level
        "abs acos acosh add add_n argmax argmin asin asinh atan atan2 atanh cos cosh divide equal "
        "exp floor greater greater_equal less less_equal logical_and logical_not logical_or "
        "maximum minimum multiply negative not_equal pow reduce_all reduce_any reduce_logsumexp "
        "reduce_max reduce_mean reduce_min reduce_prod reduce_sum round scalar_mul sigmoid sign "
        "sin sinh sqrt square subtract tan tanh truediv".split(),
        "math",
    ),
    **dict.fromkeys("einsum norm tensordot".split(), "linalg"),
    **dict.fromkeys(
        "AggregationMethod VariableAggregation VariableSynchronization".split(), "variables.options"
    ),
    **dict.fromkeys(
        "control_dependencies group identity_n no_op tuple".split(), "functions.grouping"
    ),
    **dict.fromkeys(
        "ensure_shape get_static_value inside_function is_symbolic_tensor".split(),
        "tensors.static_values",
    ),
    **dict.fromkeys("numpy_function py_function".split(), "functions.host_functions"),
    **dict.fromkeys("grad_pass_through recompute_grad".split(), "autograd.recomputing"),
    **dict.fromkeys(
        "RegisterGradient no_gradient".split(), "compat.v1.functions.gradient_overrides"
    ),
    **dict.fromkeys(
        "Assert assert_equal assert_greater assert_less assert_rank".split(), "debugging"
    ),
    **dict.fromkeys(
        "dynamic_partition dynamic_stitch gather_nd scatter_nd tensor_scatter_nd_add "
        "tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub "
        "tensor_scatter_nd_update unravel_index".split(),
        "ops.array.indexing",
    ),
    **dict.fromkeys(
        "batch_to_space meshgrid parallel_stack repeat reverse_sequence roll sequence_mask "
        "space_to_batch".split(),
        "ops.array.rearranging",
    ),
    **dict.fromkeys("pad split tile".split(), "ops.array.parts"),
    **dict.fromkeys("unique unique_with_counts".split(), "ops.array.sorting"),
    **dict.fromkeys(
        "constant_initializer ones_initializer random_normal_initializer "
        "random_uniform_initializer zeros_initializer".split(),
        "variables.initializer_classes",
    ),
    **dict.fromkeys(
        "histogram_fixed_width histogram_fixed_width_bins".split(), "ops.math.segments"
    ),
    **dict.fromkeys("clip_by_global_norm clip_by_norm".split(), "ops.math.norms"),
    **dict.fromkeys("truncatediv truncatemod".split(), "ops.math.arithmetic"),
    **dict.fromkeys(
        "broadcast_dynamic_shape broadcast_static_shape shape_n".split(),
        "ops.array.shape_functions",
    ),
    **dict.fromkeys(
        "approx_top_k extract_volume_patches fftnd fingerprint guarantee_const ifftnd irfftnd "
        "matrix_square_root realdiv required_space_to_batch_paddings rfftnd "
        "space_to_batch_nd".split(),
        "names.leaked_names",
    ),
    "CriticalSection": "functions.critical_section",
    "DeviceSpec": "devices.spec",
    **dict.fromkeys("Graph Operation".split(), "compat.v1"),
    "IndexedSlices": "tensors.indexed_slices",
    "as_string": "strings",
    "edit_distance": "sparse.edit_distances",
    **dict.fromkeys("eig eigvals".split(), "linalg"),
    **dict.fromkeys("make_ndarray make_tensor_proto".split(), "tensors.messages"),
    "RaggedTensor": "ragged.ragged_tensor",
    "RaggedTensorSpec": "ragged.ragged_tensor_spec",
    "SparseTensor": "sparse.sparse_tensor",
    "SparseTensorSpec": "sparse.sparse_tensor_spec",
    "Module": "variables.module",
    "TensorSpec": "tensors.tensor_spec",
    **dict.fromkeys(
        "IndexedSlicesSpec NoneTensorSpec OptionalSpec TensorArraySpec".split(),
        "tensors.composite_specs",
    ),
    "TypeSpec": "tensors.type_spec",
    "UnconnectedGradients": "autograd.unconnected_gradients",
    "TensorArray": "tensors.tensor_array",
    **dict.fromkeys("case cond switch_case while_loop".split(), "functions.control_flow"),
    **dict.fromkeys("foldl foldr map_fn scan vectorized_map".split(), "functions.row_loops"),
    "complex": "dtypes",
    "custom_gradient": "autograd.user_gradient",
    **dict.fromkeys("gradients hessians".split(), "autograd.function_gradients"),
    "register_tensor_conversion_function": "tensors.conversion",
    "function": "functions.recorded_function",
    "get_logger": "host.logger",
    **dict.fromkeys("get_current_name_scope name_scope".split(), "variables.scopes"),
    "variable_creator_scope": "variables.creators",
    "print": "host.printing",
    "saturate_cast": "ops.array.casting",
    "random_index_shuffle": "random.index_shuffle",
    "timestamp": "host.clock",
    "type_spec_from_value": "tensors.spec_of_value",
}
_MODULES = frozenset(
    "audio autodiff autograph bitwise compat config data debugging distribute errors experimental "
    "image io keras linalg lookup math nest nn profiler quantization queue ragged random "
    "raw_ops saved_model sets signal sparse strings summary sysconfig test tpu train types "
    "version".split()
)
_ALIASES = {
    "losses": "keras.losses",
    "metrics": "keras.metrics",
    "optimizers": "keras.optimizers",
    "initializers": "keras.initializers",
}


class _LateMethod:
    """A method of Variable that loads its module on first use."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __get__(self, variable: object, owner: type) -> object:
        method = getattr(_load(self._module), self._name)
        setattr(owner, self._name, method)
        return method.__get__(variable, owner)


_METHODS = {
    "variables.rows": "scatter_add scatter_sub scatter_mul scatter_div scatter_min scatter_max "
    "scatter_update scatter_nd_add scatter_nd_sub scatter_nd_min scatter_nd_max scatter_nd_update "
    "batch_scatter_update sparse_read gather_nd handle",
    "variables.facts": "get_shape set_shape initializer is_initialized synchronization "
    "aggregation count_up_to experimental_ref __pos__ __round__ overwrite_with_gradient",
}
# The operators of tensors, which classes that stand for tensors take over.
Tensor.OVERLOADABLE_OPERATORS = frozenset(
    f"__{_name}__"
    for _name in (
        "abs add and eq floordiv ge getitem gt invert le lt matmul mod mul ne neg or pow radd rand "
        "rfloordiv rmatmul rmod rmul ror rpow rsub rtruediv rxor sub truediv xor"
    ).split()
)
Tensor.__nonzero__ = Tensor.__bool__
for _module, _names in _METHODS.items():
    for _name in _names.split():
        setattr(Variable, _name, _LateMethod(_module, _name))


def _load(module: str) -> object:
    name = f"pelton.{module}"
    __import__(name)
    return _sys.modules[name]


def __getattr__(name: str) -> object:
    if name in _LAZY:
        value = getattr(_load(_LAZY[name]), name)
        globals()[name] = value
        return value
    if name in _MODULES or name == "python":  # the private paths, which are not listed
        return _load(name)
    if name in _ALIASES:
        return _load(_ALIASES[name])
    if name == "__internal__":
        return _load("scripts.internals")
    from pelton.names.missing_names import missing

    raise missing("pelton", name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_MODULES, *_ALIASES})
