"""Each recorded behaviour of Keras and TensorFlow that Pelton does not follow, and why: one table,
by the file of facts. A case that starts to agree must leave it; the tests see to that."""

from recorded.ops.numpy_cases import DIFFERENCES as NUMPY

_STRICTER = "bad input is refused at once"
_PLAIN = "TypeError for a value of the wrong type, where TensorFlow's op refuses it"
_OP = "the op's InvalidArgumentError, where TensorFlow's conversion raises TypeError"
_FUSED = "one op where TensorFlow composes several"
_PARTS = "several ops where TensorFlow has one"
_NO_TENSOR = "a shape or a number of Python, not a tensor"
_SCALED = "mean and deviation are applied where the numbers are made"
_FORMULA = "another formula of the same value"
_WORDS = "the same class, in words that name the argument and what it may be"
_NAMED = "refused by name, where Keras fails inside"
_ACCEPTED = "Keras fails inside; here it means what it says"
_SILENT = "Keras takes it and goes on with something else"

DIFFERENCES = {
    "numpy": NUMPY,
    "composites": {
        "saved(tf.function(sums, input_signature=[RS([None, None])])).f(S)": (
            "ValueError with all options, as for any tensors that fit no concrete function"
        ),
    },
    "extension_types": {},
    "small_modules": {},
    "public_names": {},
    "pipelines": {},
    "pipeline texts": {
        "iterators 9": "the class is called Dataset",
        "map 13": "the text names function, line and element, not TensorFlow's iterators",
    },
    "tensors": {
        "constant_overflow_int32": _STRICTER,
        "constant_overflow_uint8": _STRICTER,
        "constant_negative_unsigned": _STRICTER,
        "set_seed_text": _STRICTER,
        "int_plus_float": _PLAIN,
        "add_text": _PLAIN,
        "relu_text": _PLAIN,
        "reshape_float": _PLAIN,
        "divide_dtypes": _OP,
        "source_number": "TypeError, where TensorFlow's is an AttributeError from inside",
        "list_of_tensors": "a list of tensors with one element each converts like numbers",
        "float_of_one_element": "a tensor with one element converts to a number, as in NumPy",
        "variable_assign_returns": "assign returns the variable itself",
        "variable_plus": "the type is called Tensor",
        "variable_in_place_add": "`v += 1` rebinds the name to a tensor",
        "output_gradients": "a list weighs the elements of the target",
        "output_gradients_none": "None gives that target no weight",
        "watch_outside": "watching before recording is useful and allowed",
        "uniform_number_shape": "one number is a shape of one axis",
    },
    # Errors of the recorded class, whose texts are not: names of the op and argument go first,
    # dtypes and modules have other names.
    "tensor texts": dict.fromkeys(
        """
        bool_of_vector float_of_vector hash_variable item_assignment index_past_end
        constant_shape_mismatch reduce_sum_bool softmax_int truncate_mod variable_assign_shape
        variable_assign_tensor_dtype variable_no_value variable_item_assignment add_bool
        add_none subtract_bool reshape_two_open concat_nothing split_sizes transpose_repeat
        slice_bounds gather_float_index reduce_axis_float reduce_mean_bool one_hot_float
        pad_shape conv_padding conv_int max_pool_rank softmax_axis
        sparse_cross_entropy_label sparse_cross_entropy_rank zeros_huge ones_text_dtype cast_unknown
        constant_object constant_none constant_unknown_dtype
        convert_other_dtype unknown_keyword missing_argument too_many_arguments sqrt_int exp_int
        unknown_function unknown_keras_name source_none output_gradients_shape
        unconnected_unknown uniform_bad_dtype uniform_int8 where_scalar where_nothing
        mask_axis_outside masked_assign text fraction spec_of_variable
        spec_bad_dtype spec_text_shape spec_no_shape nest_pack_count nest_map_no_function
        nest_different nest_different_types slice_outside slice_dtype slice_no_value
        slice_of_tensor open_size_rank open_size_refused number_shape_refused text_shape
        add_dtype add_nothing jacobian_bad_unconnected batch_loops_once uniform_half_range
        uniform_unsigned_range uniform_bool uniform_float_seed generator_int_range seed_bool
        """.split(),
        _WORDS,
    ),
    "placements": {
        "clip": _FUSED,
        "gelu": _FUSED,
        "silu": _FUSED,
        "dropout": _FUSED,
        "cross_entropy": _FUSED,
        "sparse_cross_entropy": _FUSED,
        "reduce_logsumexp": _FUSED,
        "eye": _FUSED,
        "divide_int": "the division itself gives float64",
        "random_normal": _SCALED,
        "truncated_normal": _SCALED,
        "random_uniform_int": "one op for floats and integers",
        "matmul_batched": "one op for any number of batch axes",
        "tf_slice": "a slice without strides is a strided slice",
        "index": _PARTS,
        "python_float": _PARTS,
        "unstack": _PARTS,
        "split": _PARTS,
        "shuffle": _PARTS,
        "where_indices": "what is true is counted first",
        "sigmoid_cross_entropy": _FORMULA,
        "linspace": _FORMULA,
        "shape": _NO_TENSOR,
        "gradient_square": "gradients are computed by other ops",
        "gradient_matmul": "a gradient starts from OnesLike",
        "gradient_conv": "only the gradients that are asked for are computed",
    },
    "fit": {
        "compile_again_keeps_metrics": "Keras keeps metrics that a later compile() does not name",
    },
    # Bad calls of training: what is raised instead, None where the call is accepted.
    "training": {
        "nothing": ("ValueError", _NAMED),
        "predict_empty": ("ValueError", _NAMED),
        "class_weight_list": ("TypeError", _NAMED),
        "callback_number": ("TypeError", _NAMED),
        "callback_class": ("TypeError", _NAMED),
        "loss_dictionary": ("ValueError", _NAMED),
        "loss_list_too_long": ("ValueError", _NAMED),
        "two_inputs": ("ValueError", _NAMED),
        "class_weight_text_keys": ("ValueError", _SILENT),
        "validation_split_over": ("ValueError", _SILENT),
        "validation_split_negative": ("ValueError", _SILENT),
        "loss_label_smoothing": ("ValueError", _SILENT),
        "batch_size_negative": ("ValueError", _SILENT),
        "target_width": ("InvalidArgumentError", _SILENT),
        "predict_list": (None, _ACCEPTED),
        "metric_class": (None, _ACCEPTED),
        "verbose_unknown": (None, _ACCEPTED),
        "verbose_text": (None, _ACCEPTED),
    },
    # Bad calls of layers: the class is Keras's, but for dropout_rate_text.
    "layer errors": {
        "sequential_add_function": _WORDS,
        "sequential_add_class": _WORDS,
        "sequential_wrong_rank": _WORDS,
        "sequential_wrong_input": _WORDS,
        "set_floatx": _WORDS,
        "dropout_rate_text": "ValueError, where Keras compares text with a number",
        "batch_norm_axis": _WORDS,
        "batch_norm_axis_text": _WORDS,
        "layer_norm_axis": _WORDS,
        "layer_norm_axis_twice": _WORDS,
        "layer_norm_rank_0": _WORDS,
        "layer_norm_size_changes": _WORDS,
        "softmax_axis": _WORDS,
        "input_text": _WORDS,
    },
    "layers": {
        "conv_channels_first": "TensorFlow's CPU kernels cannot compute it",
        "activation_celu": "TensorFlow adds the slopes of both sides at 0; the function has one",
    },
    "tracking": {
        "keys_that_do_not_compare": "TensorFlow wraps the dict that it names",
        "variable_without_shape": "the initializer's module is another",
    },
    "losses": {
        "cce_soft_target": "TensorFlow's gradient is the true one only where targets add up to 1",
        "cce_rank_3": "TensorFlow's gradient is the true one only where targets add up to 1",
    },
}
