"""Owns the table of TensorFlow's private modules below ``tensorflow.python``."""

_SECOND = "scripts.internals.second_names"
_VALUES = "scripts.internals.values"
# Of TensorFlow below ``tensorflow.python``: the modules that have now what these had; "" is tf.
PYTHON = {
    "config.experimental config scripts.private_names": "framework.config",
    f"keras.initializers  {_VALUES}": "ops.init_ops_v2",
    "": "eager eager.backprop framework framework.constant_op framework.dtypes "
    "framework.indexed_slices framework.sparse_tensor framework.tensor "
    "ops ops.check_ops ops.clip_ops ops.custom_gradient ops.functional_ops ops.map_fn "
    "ops.special_math_ops "
    "ops.tensor_array_ops ops.while_loop trackable training util",
    f" {_SECOND} {_VALUES}": "eager.def_function eager.function module module.module "
    "ops.control_flow_ops ops.gradients ops.gradients_impl ops.script_ops",
    " scripts.internals.absent": "ops.variables",
    f" compat.v1 scripts.internals.composites {_VALUES} {_SECOND} scripts.internals.control": ""
    "framework.ops ops.standard_ops",
    f" scripts.private_names scripts.internals.control {_VALUES}": "eager.context",
    f" scripts.internals.control compat.v1 {_SECOND} {_VALUES}": "ops.array_ops tf2",
    "scripts.internals.composites ": "framework.type_spec",
    f" scripts.internals.composites {_SECOND} {_VALUES}": "framework.composite_tensor "
    "framework.type_spec_registry ops.resource_variable_ops util.variable_utils",
    " scripts.internals.composites scripts.internals.bounds": "framework.tensor_spec",
    f" scripts.internals.tracking {_SECOND}": "framework.tensor_shape framework.tensor_util "
    "trackable.base trackable.data_structures",
    "compat.v1 scripts.internals.control": "eager.monitoring",
    f"math linalg  compat.v1 {_SECOND} scripts.internals.generated": "ops.math_ops",
    f"linalg {_SECOND}": "ops.linalg_ops ops.linalg",
    f"nn compat.v1.nn {_SECOND} scripts.internals.generated": "ops.nn ops.nn_impl ops.nn_ops "
    "ops.embedding_ops ops.candidate_sampling_ops",
    "random scripts.internals.control compat.v1": "ops.random_ops ops.stateless_random_ops "
    "framework.random_seed",
    f"image {_SECOND}": "ops.image_ops ops.image_ops_impl",
    "strings": "ops.string_ops",
    "sparse": "ops.sparse_ops",
    "lookup": "ops.lookup_ops",
    "io compat.v1": "ops.io_ops ops.parsing_ops",
    "ragged": "ops.ragged",
    f"summary {_SECOND}": "ops.summary_ops_v2 summary summary.summary",
    "errors": "framework.errors framework.errors_impl",
    "io.gfile compat.v1.gfile": "platform.gfile",
    "test": "platform.test",
    "compat.v1.wrapped.analysis": "profiler.model_analyzer profiler.option_builder",
    "compat.v1.wrapped.freezing": "framework.convert_to_constants",
    "compat.v1.wrapped.func_graph": "framework.func_graph",
    "compat.v1.wrapped.wrapped_function": "eager.wrap_function",
    "compat.v1": "client.session ops.state_ops ops.variable_scope "
    "ops.variable_scope_ops platform platform.app ops.data_flow_ops ops.logging_ops "
    "ops.partitioned_variables ops.template",
    f"compat.v1 {_SECOND} {_VALUES}": "ops.init_ops",
    "compat.v1.flags": "platform.flags",
    "compat.v1.layers": "layers layers.base layers.convolutional layers.core layers.layers "
    "layers.normalization layers.pooling",
    "compat.v1.losses": "ops.losses ops.losses.losses ops.losses.losses_impl ops.losses.util",
    "compat.v1.metrics": "ops.metrics ops.metrics_impl",
    "compat.v1.nn": "ops.rnn",
    "compat.v1.python_io": "lib lib.io lib.io.python_io lib.io.tf_record",
    "compat.v1.recurrence.rnn_cells scripts.internals.cells": "ops.rnn_cell ops.rnn_cell_impl",
    "compat.v1.logging": "platform.tf_logging",
    "train compat.v1.train": "training.checkpoint_management training.saver training.training "
    "training.adam training.gradient_descent training.momentum training.rmsprop "
    "training.adagrad training.basic_session_run_hooks training.checkpoint_utils "
    "training.coordinator training.input training.learning_rate_decay training.monitored_session "
    "training.optimizer training.queue_runner "
    "training.queue_runner_impl training.session_run_hook training.summary_io "
    "training.training_util summary.summary_iterator",
    f"train {_VALUES}": "training.moving_averages",
    f"data {_SECOND} scripts.internals.absent": "data data.ops data.ops.dataset_ops "
    "data.ops.readers",
    f"data scripts.internals.tracking {_SECOND}": "data.ops.iterator_ops",
    f"nest scripts.internals.nests {_VALUES}": "util.nest",
    "scripts.internals.inspection": "util.tf_inspect",
    f"scripts.internals.decorators {_VALUES}": "util.all_util util.deprecation "
    "util.tf_contextlib util.tf_decorator",
    f"scripts.internals.control {_VALUES}": "framework.smart_cond layers.utils "
    "ops.control_flow_case ops.control_flow_util ops.parallel_for "
    "ops.parallel_for.control_flow_ops",
    "linalg scripts.internals.tracking": "ops.linalg.linear_operator",
    "scripts.internals.sparse_matrices": "ops.linalg.sparse.sparse "
    "ops.linalg.sparse.sparse_csr_matrix_ops",
    "test scripts.internals.tracking": "framework.test_util",
    "scripts.internals.absent": "autograph autograph.converters "
    "autograph.converters.break_statements "
    "autograph.converters.continue_statements autograph.converters.return_statements "
    "autograph.core autograph.core.converter autograph.pyct autograph.pyct.anno "
    "autograph.pyct.cfg autograph.pyct.common_transformers "
    "autograph.pyct.common_transformers.anf autograph.pyct.inspect_utils autograph.pyct.loader "
    "autograph.pyct.naming autograph.pyct.parser autograph.pyct.qual_names "
    "autograph.pyct.static_analysis autograph.pyct.static_analysis.activity "
    "autograph.pyct.templates autograph.pyct.transformer ops.linalg.linear_operator_addition "
    "util.object_identity",
}

# Those outside of it: messages, which are TensorFlow 1's, and XLA's ops.
_MESSAGES = (
    "core core.framework core.framework.attr_value_pb2 core.framework.graph_pb2 "
    "core.framework.node_def_pb2 core.framework.summary_pb2 core.framework.tensor_pb2 "
    "core.framework.tensor_shape_pb2 core.framework.types_pb2 core.protobuf "
    "core.protobuf.config_pb2 core.protobuf.rewriter_config_pb2 core.protobuf.saver_pb2 "
    "core.protobuf.struct_pb2 core.util core.util.event_pb2 core.example "
    "core.example.example_pb2 core.example.feature_pb2"
)
_XLA = "compiler compiler.tf2xla compiler.tf2xla.python compiler.tf2xla.python.xla"


def outside_python() -> dict[str, tuple[str, ...]]:
    """{full path: the modules that have its names} of those."""
    messages = ("pelton.compat.v1", "pelton.train")
    return {
        **dict.fromkeys((f"tensorflow.{path}" for path in _MESSAGES.split()), messages),
        **dict.fromkeys(
            (f"tensorflow.{path}" for path in _XLA.split()), ("pelton.scripts.internals.xla",)
        ),
    }
