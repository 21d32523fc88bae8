"""Snippets about masks, shapes, specs and nests whose values or refusals are recorded."""

_M = "m = tf.constant([[1, 2], [3, 4], [5, 6]])\n"

MASKS = {
    "where_matrix": "tf.where([[1, 0, 2], [0, 0, 3]])",
    "where_empty": "tf.where(tf.zeros([0, 3]))",
    "where_none_true": "tf.where([False, False]).shape",
    "where_float": "tf.where([1.5, 0.0, float('nan'), -0.0])",
    "where_complex": "tf.where(tf.constant([0j, 1j]))",
    "where_rank_3": "tf.where(tf.reshape(tf.range(8) % 3, [2, 2, 2]))",
    "where_scalar": "tf.where(tf.constant(True))",
    "where_nothing": "tf.where(None)",
    "where_x_only": "tf.where([True, False], [1.0, 2.0])",
    "where_y_only": "tf.where([True, False], y=[1.0, 2.0])",
    "where_ragged": "tf.where([[1], [2, 3]])",
    "mask_vector": "tf.boolean_mask([1.5, 2.5, 3.5], [True, False, True])",
    "mask_rows": _M + "tf.boolean_mask(m, [True, False, True])",
    "mask_columns": _M + "tf.boolean_mask(m, [True, False], axis=1)",
    "mask_all_axes": _M + "tf.boolean_mask(m, [[True, False], [True, False], [False, True]])",
    "mask_integers": "tf.boolean_mask([1, 2, 3], [1, 0, 2])",
    "mask_of_none": _M + "tf.boolean_mask(m, [False, False, False]).shape",
    "mask_middle": "tf.boolean_mask(tf.reshape(tf.range(12), [2, 3, 2]), [True, False, True], 1)",
    "mask_two_of_three": (
        "x = tf.reshape(tf.range(12), [2, 3, 2])\ntf.boolean_mask(x, tf.reduce_sum(x, 2) > 8)"
    ),
    "mask_gradient": (
        "x = tf.Variable([1.0, 2.0, 3.0])\nwith tf.GradientTape() as t:\n"
        "  y = tf.boolean_mask(x * x, [True, False, True])\ntf.convert_to_tensor(t.gradient(y, x))"
    ),
    "mask_shapes": "tf.boolean_mask([1, 2, 3], [True, False])",
    "mask_scalar": "tf.boolean_mask([1, 2, 3], True)",
    "mask_too_deep": "tf.boolean_mask([1, 2], [[True, False]])",
    "mask_of_scalar": "tf.boolean_mask(3, [True])",
    "mask_axis_outside": _M + "tf.boolean_mask(m, [True, False], axis=5)",
    "index_array": "tf.constant([1, 2])[np.array([True, False])]",
    "index_rows": _M + "m[tf.constant([True, False, True])]",
    "index_elements": _M + "m[m > 2]",
    "index_variable_by_mask": "tf.Variable([1, 2, 3])[tf.constant([True, False, True])]",
    "index_true": "tf.constant([1, 2])[True]",
    "index_short_mask": "tf.constant([1, 2, 3])[tf.constant([True, False])]",
    "index_mask_and_number": _M + "m[tf.constant([True, False, True]), 0]",
    "index_mask_variable": "tf.constant([1, 2])[tf.Variable([True, False])]",
    "masked_assign": "tf.Variable([1.0])[tf.constant([True])].assign([2.0])",
}

SHAPES = {
    "unknown": "repr(tf.TensorShape(None))",
    "unknown_text": "str(tf.TensorShape(None))",
    "unknown_length": "len(tf.TensorShape(None))",
    "unknown_iterated": "list(tf.TensorShape(None))",
    "unknown_list": "tf.TensorShape(None).as_list()",
    "unknown_item": "tf.TensorShape(None)[0]",
    "unknown_part": "repr(tf.TensorShape(None)[1:])",
    "unknown_facts": (
        "s = tf.TensorShape(None)\n[s.rank, s.dims, s.num_elements(), s.is_fully_defined()]"
    ),
    "equality": (
        "s = tf.TensorShape\n[s(None) == s(None), s(None) == s([1]), s([None, 2]) == s([None, 2]), "
        "s([2]) == [2], s([2]) == (2,), s([2]) != [3], s([2]) != s([2])]"
    ),
    "compatible": (
        "s = tf.TensorShape\n[s(None).is_compatible_with([1, 2]), s([1, 2]).is_compatible_with("
        "None), s([None, 2]).is_compatible_with([1, 2]), s([3]).is_compatible_with([1, 2])]"
    ),
    "sum": "repr(tf.TensorShape([2]) + [3])",
    "sum_unknown": "repr(tf.TensorShape([2]) + tf.TensorShape(None))",
    "truth": "[bool(tf.TensorShape(None)), bool(tf.TensorShape([]))]",
    "number": "repr(tf.TensorShape(3))",
    "merge": "repr(tf.TensorShape([2, None]).merge_with([None, 3]))",
    "merge_refused": "tf.TensorShape([2]).merge_with([3])",
    "most_specific": "repr(tf.TensorShape([2, 3]).most_specific_compatible_shape([2, 4]))",
    "with_rank": "tf.TensorShape([2, None]).with_rank(3)",
    "with_rank_at_least": "tf.TensorShape([2, None]).with_rank_at_least(3)",
    "assert_compatible": "tf.TensorShape([2]).assert_is_compatible_with([3])",
    "negative": "tf.TensorShape([-1, 2])",
    "text": "tf.TensorShape(['a'])",
    "fraction": "tf.TensorShape([1.5])",
    "no_argument": "tf.TensorShape()",
    "spec": "repr(tf.TensorSpec([None, 3]))",
    "spec_unknown": "repr(tf.TensorSpec(None, tf.int32, name='a'))",
    "spec_equality": (
        "s = tf.TensorSpec\n[s([2]) == s([2]), s([2]) == s([3]), s([2]) == s([2], tf.int32), "
        "s([2], name='a') == s([2]), hash(s([2])) == hash(s([2]))]"
    ),
    "spec_compatible": (
        "s = tf.TensorSpec([None])\n[s.is_compatible_with(tf.ones([3])), s.is_compatible_with("
        "tf.ones([3, 1])), s.is_compatible_with(tf.TensorSpec([2], tf.int32)), "
        "s.is_compatible_with([1.0])]"
    ),
    "spec_of_tensor": "repr(tf.TensorSpec.from_tensor(tf.ones([2, 3])))",
    "spec_of_spec": "repr(tf.TensorSpec.from_spec(tf.TensorSpec([2], tf.int8), name='b'))",
    "spec_of_value": "repr(tf.type_spec_from_value(tf.ones([2])))",
    "spec_subtype": (
        "s = tf.TensorSpec\n[s([2, None]).is_subtype_of(s([None, None])), "
        "s([None]).is_subtype_of(s([2])), s([2]).is_subtype_of(s([2], tf.int32))]"
    ),
    "spec_supertype": (
        "repr(tf.TensorSpec([2, None]).most_specific_common_supertype([tf.TensorSpec([3, 1])]))"
    ),
    "spec_of_number": "tf.TensorSpec.from_tensor(3)",
    "spec_of_variable": "tf.TensorSpec.from_tensor(tf.Variable([1.0]))",
    "spec_bad_dtype": "tf.TensorSpec([2], 'float99')",
    "spec_negative": "tf.TensorSpec([-2])",
    "spec_text_shape": "tf.TensorSpec('ab')",
    "spec_no_shape": "tf.TensorSpec()",
    "spec_is_fixed": "s = tf.TensorSpec([2])\ns.shape = 3",
    "nest_flatten": "tf.nest.flatten({'b': [1, (2, 3)], 'a': 4})",
    "nest_flatten_leaf": "tf.nest.flatten(5)",
    "nest_map": "tf.nest.map_structure(lambda a, b: a + b, [1, {'k': 2}], [10, {'k': 20}])",
    "nest_pack": "tf.nest.pack_sequence_as({'b': [0, 0], 'a': 0}, [1, 2, 3])",
    "nest_pack_count": "tf.nest.pack_sequence_as([0, 0], [1])",
    "nest_map_no_function": "tf.nest.map_structure(3, [1])",
    "nest_map_nothing": "tf.nest.map_structure(abs)",
    "nest_different": "tf.nest.assert_same_structure([1, 2], [1, [2]])",
    "nest_different_types": "tf.nest.assert_same_structure([1], (1,))",
}
