"""Owns the names of the modules that TensorFlow has below ``tensorflow.python``."""

from __future__ import annotations

import functools
import os

# A package with a colon, then its modules.
_MODULES = """
autograph: autograph.converters: asserts break_statements call_trees conditional_expressions
continue_statements control_flow directives functions lists logical_expressions return_statements
slices variables autograph.core: ag_ctx config config_lib converter converter_testing
function_wrappers unsupported_features_checker autograph.impl: api conversion autograph.lang:
directives special_functions autograph.operators: conditional_expressions control_flow
data_structures exceptions logical py_builtins slices variables autograph.pyct: anno ast_util
cache cfg error_utils errors gast_util inspect_utils loader naming origin_info parser
pretty_printer qual_names templates transformer transpiler autograph.pyct.common_transformers: anf
autograph.pyct.static_analysis: activity annos liveness reaching_definitions reaching_fndefs
type_inference autograph.utils: ag_logging context_managers misc tensor_list tensors testing
type_registry checkpoint: async_checkpoint_helper checkpoint checkpoint_adapter checkpoint_context
checkpoint_management checkpoint_options checkpoint_view functional_saver graph_view restore
save_util save_util_v1 saveable_compat tensor_callable trackable_view util checkpoint.sharding:
sharding_policies sharding_util client: client_lib device_lib pywrap_tf_session session timeline
compiler: compiler.mlir: mlir compiler.tensorrt: trt_convert utils compiler.tensorrt.test:
tf_trt_integration_test_base compiler.xla: jit xla compiler.xla.experimental: xla_sharding data:
data.benchmarks: benchmark_base data.experimental: data.experimental.ops: batching cardinality
compression_ops counter data_service_ops distribute distributed_save_op enumerate_ops error_ops
from_list get_single_element global_shuffle_op grouping interleave_ops io iterator_model_ops
iterator_ops lookup_ops map_defun matching_files pad_to_cardinality parsing_ops prefetching_ops
random_access random_ops readers resampling scan_ops shuffle_ops snapshot take_while_ops testing
unique writers data.experimental.service: server_lib data.ops: batch_op cache_op
choose_from_datasets_op concatenate_op counter_op dataset_autograph dataset_ops debug_mode
directed_interleave_op filter_op flat_map_op from_generator_op from_sparse_tensor_slices_op
from_tensor_slices_op from_tensors_op group_by_window_op ignore_errors_op interleave_op
iterator_autograph iterator_ops load_op map_op multi_device_iterator_ops optional_ops options
padded_batch_op prefetch_op ragged_batch_op random_op range_op readers rebatch_op repeat_op
sample_from_datasets_op save_op scan_op shard_op shuffle_op skip_op snapshot_op sparse_batch_op
structured_function take_op take_while_op test_mode unbatch_op unique_op window_op zip_op
data.util: convert nest options random_seed sparse structure traverse distribute:
central_storage_strategy collective_all_reduce_strategy collective_util combinations
cross_device_ops cross_device_utils device_util distribute_config distribute_coordinator
distribute_coordinator_context distribute_lib distribute_utils input_lib input_ops input_util
load_context merge_call_interim mirrored_run mirrored_strategy multi_process_lib
multi_process_runner multi_worker_test_base multi_worker_util numpy_dataset one_device_strategy
packed_distributed_variable parameter_server_strategy parameter_server_strategy_v2 ps_values
reduce_util sharded_variable shared_variable_creator single_loss_example step_fn
strategy_combinations strategy_test_lib summary_op_util test_util tpu_replicated_variable
tpu_strategy tpu_util tpu_values values values_util values_v2 distribute.cluster_resolver:
cluster_resolver gce_cluster_resolver kubernetes_cluster_resolver sagemaker_cluster_resolver
slurm_cluster_resolver tfconfig_cluster_resolver tpu_cluster_resolver
distribute.cluster_resolver.tpu: tpu_cluster_resolver distribute.coordinator: cluster_coordinator
coordinator_context fault_tolerance_test_base metric_utils remote_value utils values watchdog
distribute.experimental: dtensor_strategy_extended dtensor_util mirrored_strategy
multi_worker_mirrored_strategy distribute.experimental.rpc: rpc_ops distribute.failure_handling:
failure_handling failure_handling_util preemption_watcher distribute.parallel_device:
parallel_device distribute.v1: all_reduce input_lib eager: backprop backprop_util
benchmarks_test_base cancellation context core def_function execute executor forwardprop
forwardprop_util function graph_only_ops imperative_grad lift_to_graph monitoring record remote
tape test wrap_function eager.memory_tests: memory_test_util eager.polymorphic_function:
atomic_function attributes autograph_util compiler_ir composite_tensor_utils concrete_function
eager_function_run function_context function_type_utils polymorphic_function
saved_model_exported_concrete saved_model_utils tf_method_target tracing_compilation transform
feature_column: feature_column feature_column_lib feature_column_v2 feature_column_v2_types
sequence_feature_column serialization utils framework: auto_control_deps auto_control_deps_utils
byte_swap_tensor c_api_util combinations common_shapes composite_tensor composite_tensor_gradient
config constant_op constant_tensor_conversion convert_to_constants cpp_shape_inference_pb2 device
device_spec dtypes error_interpolation errors errors_impl extension_type extension_type_field
flexible_dtypes framework_lib func_graph function function_def_to_graph gpu_util graph_io
graph_to_function_def graph_util graph_util_impl immutable_dict importer indexed_slices kernels
load_library memory_checker meta_graph none_tensor op_callbacks op_def_library
op_def_library_pybind op_def_registry ops override_binary_operator python_memory_checker
random_seed registry smart_cond sparse_tensor stack strict_mode subscribe tensor tensor_conversion
tensor_conversion_registry tensor_shape tensor_spec tensor_util test_combinations test_ops
test_util tfrt_utils traceable_stack type_spec type_spec_registry type_utils versions weak_tensor
grappler: cluster item tf_optimizer lib: lib.core: lib.io: file_io python_io tf_record module:
module ops: array_grad array_ops array_ops_stack autograph_ops batch_ops bincount_ops bitwise_ops
boosted_trees_ops candidate_sampling_ops check_ops clip_ops clustering_ops collective_ops
composite_tensor_ops cond cond_v2 confusion_matrix control_flow_assert control_flow_case
control_flow_grad control_flow_ops control_flow_state control_flow_switch_case control_flow_util
control_flow_util_v2 control_flow_v2_func_graphs control_flow_v2_toggles critical_section_ops
ctc_ops cudnn_rnn_grad custom_gradient data_flow_grad data_flow_ops default_gradient embedding_ops
filesystem_ops functional_ops gen_array_ops gen_audio_ops gen_batch_ops gen_bitwise_ops
gen_boosted_trees_ops gen_candidate_sampling_ops gen_checkpoint_ops gen_clustering_ops
gen_collective_ops gen_composite_tensor_ops gen_control_flow_ops gen_count_ops gen_ctc_ops
gen_cudnn_rnn_ops gen_data_flow_ops gen_dataset_ops gen_debug_ops gen_decode_proto_ops
gen_encode_proto_ops gen_experimental_dataset_ops gen_filesystem_ops gen_functional_ops
gen_image_ops gen_io_ops gen_linalg_ops gen_list_ops gen_logging_ops gen_lookup_ops gen_manip_ops
gen_map_ops gen_math_ops gen_nccl_ops gen_nn_ops gen_optional_ops gen_parsing_ops
gen_ragged_array_ops gen_ragged_conversion_ops gen_ragged_math_ops gen_random_index_shuffle_ops
gen_random_ops gen_resource_variable_ops gen_rnn_ops gen_script_ops gen_sdca_ops gen_sendrecv_ops
gen_set_ops gen_sparse_ops gen_special_math_ops gen_spectral_ops gen_state_ops
gen_stateful_random_ops gen_stateless_random_ops gen_stateless_random_ops_v2 gen_string_ops
gen_summary_ops gen_sync_ops gen_tpu_ops gen_tpu_partition_ops gen_training_ops
gen_uniform_quant_ops gradient_checker gradient_checker_v2 gradients gradients_impl gradients_util
handle_data_util histogram_ops image_grad image_grad_test_base image_ops image_ops_impl init_ops
init_ops_v2 initializers_ns inplace_ops io_ops linalg_grad linalg_ops linalg_ops_impl list_ops
logging_ops lookup_grad lookup_ops manip_grad manip_ops map_fn map_ops math_grad math_ops metrics
metrics_impl nccl_ops nn nn_fused_batch_norm_grad nn_grad nn_impl nn_impl_distribute nn_ops
numerics op_selector optional_grad parsing_config parsing_grad parsing_ops partitioned_variables
proto_ops random_crop_ops random_grad random_ops random_ops_util ref_variable
resource_variable_ops resource_variables_toggle resources rnn rnn_cell rnn_cell_impl rnn_grad
script_ops sdca_ops session_ops sets sets_impl shape_util sort_ops sparse_grad sparse_ops
special_math_ops standard_ops state_grad state_ops stateful_random_ops stateless_random_ops
string_ops summary_op_util summary_ops_v2 template tensor_array_grad tensor_array_ops
tensor_getitem_override tensor_math_operator_overrides unconnected_gradients variable_scope
variable_v1 variables weak_tensor_ops weak_tensor_test_util weights_broadcast_ops while_loop
while_v2 while_v2_indexed_slices_rewriter ops.distributions: bernoulli beta bijector bijector_impl
bijector_test_util categorical dirichlet dirichlet_multinomial distribution distributions
exponential gamma identity_bijector kullback_leibler laplace multinomial normal special_math
student_t uniform util ops.linalg: linalg linalg_impl linear_operator linear_operator_addition
linear_operator_adjoint linear_operator_block_diag linear_operator_block_lower_triangular
linear_operator_circulant linear_operator_composition linear_operator_diag
linear_operator_full_matrix linear_operator_householder linear_operator_identity
linear_operator_inversion linear_operator_kronecker linear_operator_low_rank_update
linear_operator_lower_triangular linear_operator_permutation linear_operator_test_util
linear_operator_toeplitz linear_operator_tridiag linear_operator_util linear_operator_zeros
property_hint_util slicing ops.linalg.sparse: conjugate_gradient gen_sparse_csr_matrix_ops sparse
sparse_csr_matrix_grad sparse_csr_matrix_ops ops.losses: losses losses_impl util ops.numpy_ops:
np_array_ops np_arrays np_config np_dtypes np_math_ops np_random np_utils ops.parallel_for:
control_flow_ops gradients pfor test_util ops.ragged: dynamic_ragged_shape ragged_array_ops
ragged_autograph ragged_batch_gather_ops ragged_batch_gather_with_default_op ragged_bincount_ops
ragged_check_ops ragged_concat_ops ragged_config ragged_conversion_ops ragged_dispatch
ragged_embedding_ops ragged_factory_ops ragged_functional_ops ragged_gather_ops ragged_getitem
ragged_image_ops ragged_map_ops ragged_math_ops ragged_operators ragged_ops ragged_squeeze_op
ragged_string_ops ragged_tensor ragged_tensor_shape ragged_tensor_test_ops ragged_tensor_value
ragged_util ragged_where_op row_partition segment_id_ops ops.signal: dct_ops fft_ops mel_ops
mfcc_ops reconstruction_ops shape_ops signal spectral_ops util_ops window_ops ops.structured:
structured_array_ops structured_ops structured_tensor structured_tensor_dynamic platform:
analytics app benchmark build_info device_context flags gfile googletest remote_utils
resource_loader self_check sysconfig test tf_logging profiler: model_analyzer option_builder
profiler profiler_client profiler_v2 tfprof_logger trace profiler.internal: flops_registry
saved_model: builder builder_impl constants fingerprinting fingerprinting_utils
function_deserialization function_serialization load load_options load_v1_in_v2 loader loader_impl
main_op main_op_impl method_name_updater nested_structure_coder path_helpers revived_types save
save_context save_options saved_model signature_constants signature_def_utils
signature_def_utils_impl signature_serialization simple_save tag_constants tracing_utils utils
utils_impl saved_model.model_utils: export_output export_utils mode_keys saved_model.registration:
registration summary: plugin_asset summary summary_iterator tb_summary summary.writer:
event_file_writer event_file_writer_v2 writer writer_cache tpu: api bfloat16 datasets
device_assignment embedding_context_utils feature_column feature_column_v2 functional
preempted_hook tensor_tracer tensor_tracer_flags tensor_tracer_pb2 tensor_tracer_report topology
tpu tpu_embedding_base tpu_embedding_for_serving tpu_embedding_v1 tpu_embedding_v2
tpu_embedding_v2_utils tpu_embedding_v3 tpu_embedding_v3_checkpoint_adapter tpu_embedding_v3_utils
tpu_feed tpu_function tpu_hardware_feature tpu_name_util tpu_optimizer tpu_replication
tpu_sharding tpu_strategy_util tpu_system_metadata training_loop tpu.client: client version
tpu.ops: gen_xla_ops tpu_ops trackable: asset autotrackable base base_delegate constants converter
data_structures layer_utils python_state resource trackable_utils training: adadelta adagrad
adagrad_da adam basic_loops basic_session_run_hooks checkpoint_management checkpoint_ops
checkpoint_state_pb2 checkpoint_utils coordinator device_setter evaluation ftrl gradient_descent
input learning_rate_decay momentum monitored_session moving_averages optimizer proximal_adagrad
proximal_gradient_descent py_checkpoint_reader quantize_training queue_runner queue_runner_impl
rmsprop saver saver_test_utils server_lib session_manager session_run_hook slot_creator summary_io
supervisor sync_replicas_optimizer training training_util warm_starting_util
training.experimental: loss_scale loss_scale_optimizer mixed_precision
mixed_precision_global_state training.saving: saveable_object saveable_object_util
trace_saveable_util types: core data distribute doc_typealias internal trace util: all_util compat
custom_nest_protocol decorator_utils deprecated_module deprecated_module_new deprecation dispatch
example_parser_configuration function_utils is_in_graph_mode keras_deps keyword_args lazy_loader
lock_util module_wrapper nest nest_util numpy_compat object_identity serialization tf_contextlib
tf_decorator tf_decorator_export tf_export tf_inspect tf_should_use tf_stack traceback_utils
type_annotations variable_utils util.protobuf: compare
"""
# Of a package: the modules whose names those in no table give.
_HOMES = {
    "checkpoint": "train",
    "data": "data data.experimental",
    "distribute": "distribute",
    "framework": "errors dtypes random config",
    "ops": "math nn linalg strings image sparse random io lookup ragged signal sets bitwise",
    "saved_model": "saved_model compat.v1.saved_model",
    "summary": "summary",
    "trackable": "train",
    "training": "train compat.v1.train",
    "types": "types.experimental scripts.internals.kinds",
}


@functools.cache
def modules() -> frozenset[str]:
    """The paths of the modules below ``tensorflow.python``, packages too."""
    found, package = set(), ""
    for word in _MODULES.split():
        if word.endswith(":"):
            package = word[:-1]
        found.add(package if word.endswith(":") else f"{package}.{word}")
    return frozenset(found)


def _is_file(path: str) -> bool:
    """Whether Pelton has a module of its own below ``pelton.python``."""
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "python", *path.split("."))
    return os.path.isdir(folder) or os.path.isfile(f"{folder}.py")


def owners_of(path: str) -> tuple[str, ...] | None:
    """Pelton's modules that have names of the module at `path` below ``tensorflow.python``; None
    where TensorFlow has no such module."""
    if path not in modules() or _is_file(path):
        return None
    generated = path.startswith("ops.gen_")
    homes = _HOMES.get(path.partition(".")[0], "").split()
    first = ["scripts.internals.generated"] if generated else []
    if path.startswith("types."):
        first, homes = homes, []  # names that tf has for other classes
    return (
        *(f"pelton.{home}" for home in first),
        "pelton",
        *(f"pelton.{home}" for home in homes),
        "pelton.compat.v1",
        "pelton.scripts.internals.absent",
    )
