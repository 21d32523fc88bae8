"""Owns ``tf.compat.v1``: TensorFlow 1 as its programs know it. ``import tensorflow.compat.v1 as
tf`` means graphs that sessions run; what has no form of its own here is TensorFlow 2's."""

from __future__ import annotations

import importlib
import sys
import types

from pelton._core import bind_keras as _bind_keras
from pelton.compat.v1 import graph as _graph
from pelton.names.named_refusals import named as _refusals_named

_bind_keras()  # of which the histories of symbolic tensors are

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__version__ = VERSION = "2.21.0"
GIT_VERSION, COMPILER_VERSION, GRAPH_DEF_VERSION = "unknown", "unknown", 2413

# Which module of this package defines a name.
_OWN = {
    **dict.fromkeys("Session InteractiveSession get_default_session".split(), "session"),
    **dict.fromkeys("ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata "
                    "RunOptions".split(), "config_proto"),
    **dict.fromkeys("Graph GraphKeys get_default_graph reset_default_graph".split(), "graph"),
    **dict.fromkeys("scatter_add scatter_div scatter_max scatter_min scatter_mul scatter_nd_add "
                    "scatter_nd_sub scatter_nd_update scatter_sub scatter_update".split(),
                    "functions.scattering"),
    **dict.fromkeys("SparseTensorValue sparse_placeholder".split(), "sparse_graphs"),
    **dict.fromkeys("initialize_variables is_variable_initialized "
                    "report_uninitialized_variables".split(), "initialization"),
    **dict.fromkeys("Dimension dimension_at_index dimension_value disable_v2_tensorshape "
                    "enable_v2_tensorshape".split(), "dimension"),
    "count_up_to": "queues.producers",
    **dict.fromkeys("FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue".split(),
                    "queues.graph_queues"),
    **dict.fromkeys("FixedLengthRecordReader IdentityReader ReaderBase TFRecordReader "
                    "TextLineReader WholeFileReader".split(), "queues.readers"),
    "Operation": "operation",
    "TensorArray": "recurrence.tensor_arrays",
    "import_graph_def": "graph_defs.reading",
    "wrap_function": "wrapped.wrapped_function",
    **dict.fromkeys("AttrValue GraphDef MetaGraphDef NameAttrList NodeDef TensorInfo".split(),
                    "graph_defs.messages"),
    **dict.fromkeys(
        "NoGradient NotDifferentiable RegisterGradient custom_gradient no_gradient".split(),
        "functions.gradient_overrides",
    ),
    **dict.fromkeys(
        "add_check_numerics_ops add_to_collections assert_variables_initialized "
        "clip_by_average_norm colocate_with container control_flow_v2_enabled "
        "convert_to_tensor_or_indexed_slices convert_to_tensor_or_sparse_tensor "
        "disable_control_flow_v2 disable_resource_variables disable_tensor_equality "
        "enable_control_flow_v2 enable_resource_variables enable_tensor_equality "
        "executing_eagerly_outside_functions fixed_size_partitioner get_collection_ref "
        "get_local_variable get_seed initialize_local_variables make_template matching_files "
        "min_max_variable_partitioner model_variables moving_average_variables no_regularizer "
        "op_scope read_file resource_variables_enabled variable_axis_size_partitioner "
        "variable_op_scope write_file".split(),
        "functions.graph_helpers",
    ),
    **dict.fromkeys("foldl foldr map_fn scan vectorized_map".split(), "functions.row_functions"),
    "Variable": "variables",
    **dict.fromkeys("Event HistogramProto Summary SummaryMetadata".split(),
                    "graph_defs.summary_messages"),
    **dict.fromkeys(
        "concat histogram_summary image_summary listdiff merge_all_summaries merge_summary "
        "scalar_summary split".split(),
        "functions.before_1",
    ),
    **dict.fromkeys("constant ones zeros".split(), "deferred"),
    **dict.fromkeys(
        "all_variables initialize_all_tables tables_initializer assign assign_add assign_sub "
        "global_variables "
        "global_variables_initializer gradients group hessians identity initialize_all_variables "
        "local_variables local_variables_initializer "
        "no_op numpy_function placeholder placeholder_with_default py_func py_function "
        "trainable_variables tuple variables_initializer".split(),
        "graph_ops",
    ),
    **dict.fromkeys("case cond switch_case while_loop".split(), "control_flow"),
    **dict.fromkeys("AUTO_REUSE VariableScope get_variable get_variable_scope "
                    "variable_scope".split(), "variable_scopes"),
    **dict.fromkeys(
        "Print argmax argmin div expand_dims reduce_all reduce_any reduce_logsumexp reduce_max "
        "reduce_mean reduce_min reduce_prod reduce_sum setdiff1d sparse_matmul sparse_merge "
        "sparse_reduce_max_sparse sparse_reduce_sum_sparse sparse_to_dense squeeze "
        "string_split to_bfloat16 to_complex128 to_complex64 to_double to_float to_int32 "
        "to_int64 where".split(),
        "functions.old_signatures",
    ),
    **dict.fromkeys(
        "constant_initializer glorot_normal_initializer glorot_uniform_initializer "
        "ones_initializer orthogonal_initializer random_normal_initializer "
        "random_uniform_initializer truncated_normal_initializer "
        "uniform_unit_scaling_initializer variance_scaling_initializer "
        "zeros_initializer".split(),
        "initializers",
    ),
}  # fmt: skip
_PARTS = {
    "distributions": "distributions",
    "graph_util": "graph_defs.graph_util",
    "profiler": "wrapped.analysis",
    "saved_model": "saving.saved_models",
    "test": "functions.test_module",
}
MODULES = frozenset(
    "app data flags gfile initializers layers logging losses metrics nn python_io summary "
    "train".split()
)


def disable_v2_behavior() -> None:
    """From now on code builds graphs, in ``tensorflow`` itself too, and shapes have Dimensions."""
    from pelton.compat.v1.dimension import disable_v2_tensorshape
    from pelton.compat.v1.variables import ResourceSwitch

    disable_v2_tensorshape()
    ResourceSwitch.is_on = False
    disable_eager_execution()


def disable_eager_execution() -> None:
    """From now on code builds graphs: variables, constants and control flow of ``tensorflow``
    itself are those of this module."""
    from pelton.compat.v1.functions import root_names
    from pelton.compat.v1.tensor_methods import install_texts

    _graph.turn_on()
    install_texts()
    root_names.install()


def enable_eager_execution(
    config: Any = None, device_policy: Any = None, execution_mode: Any = None
) -> None:
    """From now on code runs at once, as it may do already. Raises ValueError once the graph that is
    built has nodes."""
    if not _graph.is_active():
        return
    if _graph.get_default_graph().get_operations():
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    from pelton.compat.v1.dimension import disable_v2_tensorshape

    enable_v2_behavior()
    disable_v2_tensorshape()


def enable_v2_behavior() -> None:
    """From now on code runs at once, outside of graphs."""
    _graph.turn_off()
    from pelton.compat.v1.dimension import enable_v2_tensorshape
    from pelton.compat.v1.functions import root_names
    from pelton.compat.v1.tensor_methods import remove_texts
    from pelton.compat.v1.variables import ResourceSwitch

    enable_v2_tensorshape()
    ResourceSwitch.is_on = True
    remove_texts()
    root_names.remove()


def executing_eagerly() -> bool:
    """Whether code runs at once."""
    return not _graph.is_active()


def control_dependencies(control_inputs: Any) -> Any:
    """Nodes that are made within it run after `control_inputs`."""
    found = None if control_inputs is None else list(control_inputs)
    return _graph.get_default_graph().control_dependencies(found)


def name_scope(name: str | None, default_name: str | None = None, values: Any = None) -> Any:
    """Names of nodes that are made within it begin with the scope's."""
    return _graph.get_default_graph().name_scope(name or default_name)


def device(device_name_or_function: Any) -> Any:
    """Nodes that are made within it are asked to run on the device."""
    if _graph.is_active():
        return _graph.get_default_graph().device(device_name_or_function)
    from pelton.device import device as scope

    return scope(device_name_or_function)


def set_random_seed(seed: int) -> None:
    """Seeds all draws."""
    from pelton.random import set_seed

    _graph.get_default_graph().seed = seed
    set_seed(seed)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """A copy of the default graph's collection."""
    return _graph.get_default_graph().get_collection(key, scope)


def add_to_collection(name: Any, value: Any) -> None:
    """Appends `value` to the default graph's collection."""
    _graph.get_default_graph().add_to_collection(name, value)


def _find(path: str) -> Any:
    found: Any = sys.modules["pelton"]
    for part in path.split("."):
        found = getattr(found, part)
    return found


def _named(function: Any) -> Any:
    from pelton.compat.v1.deferred import named

    return named(function)


_with_names: dict[Any, Any] = {}  # functions whose refusals name them, by themselves


def __getattr__(name: str) -> Any:
    found = _attribute(name)
    if not isinstance(found, types.FunctionType) or hasattr(found, "refusals_are_named"):
        return found
    if _OWN.get(name) is None:
        return _refusals_named(found, keeps_stated=True)
    if found not in _with_names:
        _with_names[found] = _refusals_named(found, keeps_stated=True)
    return _with_names[found]


def _attribute(name: str) -> Any:
    if name in _OWN:
        found = getattr(importlib.import_module(f"{__name__}.{_OWN[name]}"), name)
        is_named = _OWN[name] == "functions.old_signatures" or name in ("concat", "split")
        return _named(found) if is_named else found
    if name in MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _PARTS:
        return importlib.import_module(f"{__name__}.{_PARTS[name]}")
    if name.startswith("__"):
        raise AttributeError(f"module 'pelton.compat.v1' has no attribute {name!r}")
    from pelton.compat.v1.deferred import as_node, named
    from pelton.compat.v1.functions.argument_rows import as_of_1
    from pelton.compat.v1.functions.checks import as_check, is_check
    from pelton.compat.v1.functions.graph_modules import NAMES, module
    from pelton.compat.v1.functions.renamed import DRAWS, RENAMED

    if name in DRAWS:
        return as_node(as_of_1(_find(DRAWS[name]), name), name)
    if name in NAMES:
        return module(name)
    try:
        found = _find(RENAMED.get(name, name))
    except AttributeError:
        from pelton.names.missing_names import missing

        raise missing("pelton.compat.v1", name, dir(sys.modules["pelton"])) from None
    is_function = callable(found) and not isinstance(found, type)
    if is_function:
        found = as_of_1(found, name)
    if is_check(name):
        return as_check(found, name)
    return named(found) if is_function else found
