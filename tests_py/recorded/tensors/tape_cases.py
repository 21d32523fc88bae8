"""Snippets about gradients and random numbers whose values, logs or refusals are recorded."""

_X = "x = tf.Variable(3.0)\nc = tf.constant(2.0)\n"

TAPE = {
    "square": _X + "with tf.GradientTape() as t:\n  y = x * x\nt.gradient(y, x)",
    "unconnected": _X + "with tf.GradientTape() as t:\n  y = c * c\nt.gradient(y, x)",
    "unconnected_zero": (
        _X + "with tf.GradientTape() as t:\n  y = c * c\n"
        "t.gradient(y, x, unconnected_gradients='zero')"
    ),
    "constant_not_watched": _X + "with tf.GradientTape() as t:\n  y = c * c\nt.gradient(y, c)",
    "constant_watched": (
        _X + "with tf.GradientTape() as t:\n  t.watch(c)\n  y = c * c\nt.gradient(y, c)"
    ),
    "not_trainable": (
        "x = tf.Variable(3.0, trainable=False)\nwith tf.GradientTape() as t:\n  y = x * x\n"
        "t.gradient(y, x)"
    ),
    "watch_accessed_off": (
        _X + "with tf.GradientTape(watch_accessed_variables=False) as t:\n  y = x * x\n"
        "t.gradient(y, x)"
    ),
    "sources_list": _X + "with tf.GradientTape() as t:\n  y = x * 2\nt.gradient(y, [x, c])",
    "sources_dictionary": (
        _X + "with tf.GradientTape() as t:\n  y = x * 2\nt.gradient(y, {'a': x, 'b': x})"
    ),
    "sources_tuple": (
        _X + "with tf.GradientTape() as t:\n  y = x * 2\ntype(t.gradient(y, (x, x))).__name__"
    ),
    "several_targets": _X + "with tf.GradientTape() as t:\n  y = [x * 2, x * x]\nt.gradient(y, x)",
    "vector_target": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as t:\n  y = x * x\nt.gradient(y, x)"
    ),
    "output_gradients": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as t:\n  y = x * x\n"
        "t.gradient(y, x, output_gradients=[1.0, 10.0])"
    ),
    "source_not_watched": _X + "with tf.GradientTape() as t:\n  y = c * x\nt.gradient(y, c)",
    "source_watched_later": (
        _X
        + "with tf.GradientTape() as t:\n  y = c * x\n  t.watch(c)\n  z = c * y\nt.gradient(z, c)"
    ),
    "source_is_target": _X + "with tf.GradientTape() as t:\n  y = x * x\nt.gradient(c, c)",
    "target_none": _X + "with tf.GradientTape() as t:\n  y = x * x\nt.gradient(None, x)",
    "source_none": _X + "with tf.GradientTape() as t:\n  y = x * x\nt.gradient(y, [x, None])",
    "nested_sources": (
        _X + "with tf.GradientTape() as t:\n  y = x * 2\nt.gradient(y, {'b': (x, [c]), 'a': x})"
    ),
    "output_gradients_none": (
        _X + "with tf.GradientTape() as t:\n  y, z = x * x, x * 2\n"
        "t.gradient([y, z], x, output_gradients=[1.0, None])"
    ),
    "output_gradients_few": (
        _X + "with tf.GradientTape() as t:\n  y, z = x * x, x * 2\n"
        "t.gradient([y, z], x, output_gradients=[3.0])"
    ),
    "output_gradients_shape": (
        _X + "with tf.GradientTape() as t:\n  y = x * x\n"
        "t.gradient(y, x, output_gradients=tf.ones([2]))"
    ),
    "second_call": (
        _X + "with tf.GradientTape() as t:\n  y = x * x\nt.gradient(y, x)\nt.gradient(y, x)"
    ),
    "persistent_second_call": (
        _X + "with tf.GradientTape(persistent=True) as t:\n  y = x * x\nt.gradient(y, x)\n"
        "t.gradient(y, x)"
    ),
    "inside_block": _X + "with tf.GradientTape() as t:\n  y = x * x\n  g = t.gradient(y, x)\ng",
    "second_order": (
        _X + "with tf.GradientTape() as a:\n  with tf.GradientTape() as b:\n    y = x * x * x\n"
        "  g = b.gradient(y, x)\na.gradient(g, x)"
    ),
    "integer_variable": (
        "x = tf.Variable(3)\nwith tf.GradientTape() as t:\n  y = x * x\nt.gradient(y, x)"
    ),
    "watch_integer": (
        "c = tf.constant(3)\nwith tf.GradientTape() as t:\n  t.watch(c)\n  y = c * c\n"
        "t.gradient(y, c)"
    ),
    "cast_breaks": (
        _X + "with tf.GradientTape() as t:\n  y = tf.cast(tf.cast(x, tf.int32), tf.float32)\n"
        "t.gradient(y, x)"
    ),
    "numpy_breaks": (
        _X + "with tf.GradientTape() as t:\n  y = tf.constant(np.square(x.numpy()))\n"
        "t.gradient(y, x)"
    ),
    "stop_gradient": (
        _X + "with tf.GradientTape() as t:\n  y = tf.stop_gradient(x) * x\nt.gradient(y, x)"
    ),
    "stop_recording": (
        _X + "with tf.GradientTape() as t:\n  with t.stop_recording():\n    z = x * x\n"
        "  y = x * 2\nt.gradient(y, x)"
    ),
    "reset": (
        _X + "with tf.GradientTape() as t:\n  z = x * x\n  t.reset()\n  y = x * 5\nt.gradient(y, x)"
    ),
    "watched_variables": (
        _X + "with tf.GradientTape() as t:\n  y = x * 2\nlen(t.watched_variables())"
    ),
    "assign_breaks": (
        _X + "v = tf.Variable(1.0)\nwith tf.GradientTape() as t:\n  v.assign_add(x)\n  y = v * v\n"
        "t.gradient(y, x)"
    ),
    "rebinding": (_X + "with tf.GradientTape() as t:\n  z = x + 1\n  y = z * z\nt.gradient(y, z)"),
    "target_is_source": _X + "with tf.GradientTape() as t:\n  y = x * 1\nt.gradient(x, x)",
    "watch_number": "with tf.GradientTape() as t:\n  t.watch(3.0)",
    "watch_outside": "t = tf.GradientTape()\nt.watch(tf.constant(1.0))",
    "reenter": "with tf.GradientTape() as t:\n  with t:\n    pass",
    "stop_outside": "t = tf.GradientTape()\nwith t.stop_recording():\n  pass",
    "source_number": _X + "with tf.GradientTape() as t:\n  y = x * 2\nt.gradient(y, 3.0)",
    "unconnected_unknown": (
        _X + "with tf.GradientTape() as t:\n  y = x * 2\n"
        "t.gradient(y, x, unconnected_gradients='one')"
    ),
    "jacobian": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as t:\n  y = x * x\nt.jacobian(y, x)"
    ),
    "batch_jacobian": (
        "x = tf.constant([[1.0, 2.0], [3.0, 4.0]])\nwith tf.GradientTape() as t:\n  t.watch(x)\n"
        "  y = x * x\nt.batch_jacobian(y, x)"
    ),
    "batch_jacobian_shapes": (
        "x = tf.ones([2, 2])\nwith tf.GradientTape() as t:\n  t.watch(x)\n"
        "  y = tf.ones([3, 2]) * x[0]\nt.batch_jacobian(y, x)"
    ),
    "maximum_ties": (
        "x = tf.Variable(2.0)\nz = tf.Variable(2.0)\nwith tf.GradientTape() as t:\n"
        "  y = tf.maximum(x, z)\nt.gradient(y, [x, z])"
    ),
    "reduce_max_ties": (
        "x = tf.Variable([1.0, 2.0, 2.0])\nwith tf.GradientTape() as t:\n  y = tf.reduce_max(x)\n"
        "t.gradient(y, x)"
    ),
    "relu_at_zero": (
        "x = tf.Variable([0.0, -1.0, 1.0])\nwith tf.GradientTape() as t:\n  y = tf.nn.relu(x)\n"
        "t.gradient(y, x)"
    ),
    "abs_at_zero": (
        "x = tf.Variable([0.0, -1.0])\nwith tf.GradientTape() as t:\n  y = tf.abs(x)\n"
        "t.gradient(y, x)"
    ),
    "clip_at_bounds": (
        "x = tf.Variable([0.0, 1.0, 2.0])\nwith tf.GradientTape() as t:\n"
        "  y = tf.clip_by_value(x, 0.0, 1.0)\nt.gradient(y, x)"
    ),
    "sqrt_at_zero": (
        "x = tf.Variable([0.0, 4.0])\nwith tf.GradientTape() as t:\n  y = tf.sqrt(x)\n"
        "t.gradient(y, x)"
    ),
    "power_at_zero": (
        "x = tf.Variable([0.0, 2.0])\nwith tf.GradientTape() as t:\n  y = x ** 3.0\n"
        "t.gradient(y, x)"
    ),
    "prod_with_zero": (
        "x = tf.Variable([0.0, 2.0, 3.0])\nwith tf.GradientTape() as t:\n  y = tf.reduce_prod(x)\n"
        "t.gradient(y, x)"
    ),
    "gather_repeats": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as t:\n"
        "  y = tf.reduce_sum(tf.gather(x, [0, 0, 1]))\n"
        "tf.convert_to_tensor(t.gradient(y, x))"
    ),
    "gather_gradient_type": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as t:\n"
        "  y = tf.reduce_sum(tf.gather(x, [0, 0, 1]))\ntype(t.gradient(y, x)).__name__"
    ),
    "custom_gradient": (
        _X + "@tf.custom_gradient\ndef double(v):\n  return v * 2, lambda g: g * 100\n"
        "with tf.GradientTape() as t:\n  y = double(x)\nt.gradient(y, x)"
    ),
    "argmax_no_gradient": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as t:\n  y = tf.argmax(x)\n"
        "t.gradient(y, x)"
    ),
    "floor_gradient": (
        "x = tf.Variable([1.5])\nwith tf.GradientTape() as t:\n  y = tf.floor(x)\nt.gradient(y, x)"
    ),
}

RANDOM = {
    "uniform": "t = tf.random.uniform([4])\n[t.dtype.name, t.shape.as_list()]",
    "uniform_bounds": "float(tf.reduce_max(tf.random.uniform([1000]))) < 1.0",
    "uniform_int_needs_maxval": "tf.random.uniform([2], dtype=tf.int32)",
    "uniform_int": "tf.random.uniform([2], maxval=5, dtype=tf.int32).dtype",
    "uniform_int64": "tf.random.uniform([2], minval=-3, maxval=5, dtype=tf.int64).dtype",
    "uniform_float16": "tf.random.uniform([2], dtype=tf.float16).dtype",
    "uniform_int_empty_range": "tf.random.uniform([2], minval=5, maxval=5, dtype=tf.int32)",
    "uniform_bad_dtype": "tf.random.uniform([2], dtype=tf.bool)",
    "uniform_int8": "tf.random.uniform([2], maxval=5, dtype=tf.int8)",
    "uniform_negative_shape": "tf.random.uniform([-2])",
    "uniform_scalar": "tf.random.uniform([]).shape",
    "uniform_tuple_shape": "tf.random.uniform((2, 3)).shape",
    "uniform_number_shape": "tf.random.uniform(3)",
    "normal": "t = tf.random.normal([2, 3])\n[t.dtype.name, t.shape.as_list()]",
    "normal_float64": "tf.random.normal([2], dtype=tf.float64).dtype",
    "normal_int": "tf.random.normal([2], dtype=tf.int32)",
    "truncated_normal": (
        "float(tf.reduce_max(tf.abs(tf.random.truncated_normal([10000])))) <= 2.0"
    ),
    "truncated_normal_dtype": "tf.random.truncated_normal([2], dtype=tf.float16).dtype",
    "categorical": (
        "t = tf.random.categorical([[0.0, 0.0], [9.0, 0.0]], 3)\n[t.dtype.name, t.shape.as_list()]"
    ),
    "categorical_rank_1": "tf.random.categorical([0.0, 0.0], 3)",
    "categorical_int32": "tf.random.categorical([[0.0]], 3, dtype=tf.int32).dtype",
    "shuffle": "sorted(tf.random.shuffle([1, 2, 3]).numpy().tolist())",
    "shuffle_shape": "tf.random.shuffle(tf.zeros([4, 2])).shape",
    "seed_repeats": (
        "tf.random.set_seed(1)\na = tf.random.uniform([3])\ntf.random.set_seed(1)\n"
        "b = tf.random.uniform([3])\nbool(tf.reduce_all(a == b))"
    ),
    "seed_goes_on": (
        "tf.random.set_seed(1)\na = tf.random.uniform([3])\nb = tf.random.uniform([3])\n"
        "bool(tf.reduce_all(a == b))"
    ),
    "op_seed_goes_on": (
        "a = tf.random.uniform([3], seed=1)\nb = tf.random.uniform([3], seed=1)\n"
        "bool(tf.reduce_all(a == b))"
    ),
    "both_seeds_repeat": (
        "tf.random.set_seed(5)\na = tf.random.uniform([3], seed=1)\ntf.random.set_seed(5)\n"
        "b = tf.random.uniform([3], seed=1)\nbool(tf.reduce_all(a == b))"
    ),
    "stateless_repeats": (
        "f = tf.random.stateless_uniform\n"
        "bool(tf.reduce_all(f([3], seed=[1, 2]) == f([3], seed=[1, 2])))"
    ),
    "stateless_seed_shape": "tf.random.stateless_uniform([3], seed=[1])",
    "generator_repeats": (
        "g = tf.random.Generator.from_seed\n"
        "bool(tf.reduce_all(g(1).normal([3]) == g(1).normal([3])))"
    ),
    "dropout_scales": ("sorted(set(tf.nn.dropout(tf.ones([1000]), 0.75).numpy().tolist()))"),
    "keras_seed_repeats": (
        "tf.keras.utils.set_random_seed(3)\na = tf.keras.layers.Dense(2)\na.build((None, 2))\n"
        "tf.keras.utils.set_random_seed(3)\nb = tf.keras.layers.Dense(2)\nb.build((None, 2))\n"
        "bool(tf.reduce_all(a.kernel.numpy() == b.kernel.numpy()))"
    ),
    "keras_random_normal": "tf.keras.random.normal((2,), seed=1).dtype",
}
