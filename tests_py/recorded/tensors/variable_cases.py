"""Snippets about open shapes, slices and updates of variables, with their values or refusals."""

_V = "v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\n"
_AFTER = "\nv"

VARIABLES = {
    "slice_row": _V + "v[0].assign(5.0)" + _AFTER,
    "slice_element": _V + "v[1, 0].assign(5.0)" + _AFTER,
    "slice_column": _V + "v[:, 1].assign([8.0, 9.0])" + _AFTER,
    "slice_one_element_list": _V + "v[0].assign([5.0])" + _AFTER,
    "slice_leading_one": _V + "v[0].assign([[5.0, 6.0]])" + _AFTER,
    "slice_reversed": _V + "v[:, ::-1].assign([[5.0, 6.0], [7.0, 8.0]])" + _AFTER,
    "slice_of_itself": _V + "v[::-1].assign(v)" + _AFTER,
    "slice_new_axis": _V + "v[..., tf.newaxis].assign(tf.zeros([2, 2, 1]))" + _AFTER,
    "slice_whole": _V + "v[:].assign(tf.ones([2, 2]))" + _AFTER,
    "slice_nothing": _V + "v[0:0].assign(tf.zeros([0, 2]))" + _AFTER,
    "slice_steps": "v = tf.Variable(tf.zeros([6]))\nv[1::2].assign([1.0, 2.0, 3.0])" + _AFTER,
    "slice_negative": "v = tf.Variable([1, 2, 3])\nv[-1].assign(7)" + _AFTER,
    "slice_of_integer": "v = tf.Variable([1, 2])\nv[0].assign(1.5)",
    "slice_keeps_readers": _V + "a = v.read_value()\nv[0].assign(0.0)\na",
    "slice_value": _V + "v[0]",
    "slice_gives_variable": _V + "v[0].assign(5.0)",
    "slice_gradient": (
        "v = tf.Variable([1.0, 2.0, 3.0])\nwith tf.GradientTape() as t:\n  y = v[1:] * v[1:]\n"
        "tf.convert_to_tensor(t.gradient(y, v))"
    ),
    "slice_shapes": _V + "v[0].assign([1.0, 2.0, 3.0])",
    "slice_shapes_deeper": _V + "v[0].assign([[1.0], [2.0]])",
    "slice_outside": _V + "v[5].assign(1.0)",
    "slice_dtype": _V + "v[0].assign(tf.constant([1, 2]))",
    "slice_text": _V + "v[0].assign('a')",
    "slice_no_value": _V + "v[0].assign()",
    "slice_of_tensor": "tf.constant([1.0, 2.0])[0].assign(3.0)",
    "any_rank": (
        "v = tf.Variable([1.0], shape=tf.TensorShape(None))\nv.assign([[1.0, 2.0]])\n"
        "[v, repr(v.shape), v.shape.rank]"
    ),
    "any_rank_text": "repr(tf.Variable(1.0, shape=tf.TensorShape(None)))",
    "open_size": (
        "v = tf.Variable([1.0], shape=[None])\nv.assign([1.0, 2.0])\n[v, repr(v.shape), repr(v)]"
    ),
    "open_size_slice": "v = tf.Variable([1.0, 2.0], shape=[None])\nv[0].assign(3.0)" + _AFTER,
    "open_size_add": "v = tf.Variable([1.0], shape=[None])\nv.assign([1.0, 2.0])\nv + v",
    "given_shape": "tf.Variable([1.0, 2.0], shape=[2]).shape",
    "open_size_rank": "v = tf.Variable([1.0], shape=[None])\nv.assign([[1.0, 2.0]])",
    "open_size_refused": "tf.Variable([1.0, 2.0], shape=[None, 2])",
    "given_shape_refused": "tf.Variable([1.0], shape=[2])",
    "number_shape_refused": "tf.Variable([1.0, 2.0], shape=5)",
    "text_shape": "tf.Variable([1.0, 2.0], shape='ab')",
    "add_shape": "tf.Variable([1.0, 2.0]).assign_add([1.0, 2.0, 3.0])",
    "subtract_shape": "tf.Variable([1.0, 2.0]).assign_sub(1.0)",
    "add_dtype": "tf.Variable([1.0, 2.0]).assign_add(tf.constant([1, 2]))",
    "add_nothing": "tf.Variable([1.0]).assign_add()",
    "add_keywords": (
        "v = tf.Variable(1.0)\nv.assign_add(delta=2.0, use_locking=True, name='n', "
        "read_value=False)" + _AFTER
    ),
    "assign_keywords": "v = tf.Variable(1.0)\nv.assign(value=2.0, read_value=True)" + _AFTER,
    "subtract": "v = tf.Variable([3, 4])\nv.assign_sub([1, 1])" + _AFTER,
    "chained": "v = tf.Variable(1.0)\nv.assign_add(1.0).assign_add(1.0)" + _AFTER,
}
