"""Snippets about arguments of TensorFlow's functions, and about training whose model or data change
meanwhile: what they give in TensorFlow and Keras, or how they refuse."""

X = "x = tf.reshape(tf.range(60), [3, 4, 5])\n"
P = "x = np.arange(24.0).reshape(2, 3, 4)\ni = [[0, 2], [1, 1]]\n"
PARTS = "parts = lambda t: tf.stack([tf.math.real(t), tf.math.imag(t)])\n"
A = PARTS + (
    "a = np.array([[1 + 2j, 3 - 1j, 0.5j], [2, -1j, 1 + 1j]])\n"
    "b = np.array([[1j, 2, 1 - 1j], [3, 1 + 1j, -2j]])\n"
)
I8 = "a = np.array([[1, 2], [3, 100]], np.int8)\n"
Z = (
    "z = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]], np.float32)\n"
    "p = np.array([[0.2, 0.3, 0.5], [0.1, 0.8, 0.1]], np.float32)\n"
    "f = tf.nn.softmax_cross_entropy_with_logits\n"
)
C = (
    "x = np.arange(90.0, dtype=np.float32).reshape(1, 5, 6, 3) / 10\n"
    "w = (np.arange(36.0, dtype=np.float32).reshape(3, 2, 3, 2) - 17) / 10\n"
)

ARGUMENTS = {
    "stack_tensor": "tf.stack(tf.ones([5, 2]))",
    "stack_array": "tf.stack(np.arange(6.0).reshape(2, 3))",
    "stack_tensor_axis": "tf.stack(tf.constant([[1, 2, 3], [4, 5, 6]]), axis=1)",
    "stack_tensor_last": "tf.stack(tf.reshape(tf.range(12), [2, 2, 3]), axis=-1)",
    "stack_tensor_middle": "tf.stack(tf.reshape(tf.range(12), [2, 2, 3]), axis=-2)",
    "stack_variable": "tf.stack(tf.Variable([[1, 2], [3, 4]]), axis=1)",
    "stack_scalar": "tf.stack(tf.constant(1.0))",
    "stack_list_of_one": "tf.stack([tf.ones([5, 2])])",
    "stack_tensor_bad_axis": "tf.stack(tf.ones([2, 3]), axis=2)",
    "expand_list": "tf.expand_dims(tf.ones([2, 3]), [1])",
    "expand_array": "tf.expand_dims(tf.ones([2, 3]), np.array([[-1]]))",
    "expand_tensor": "tf.expand_dims(tf.ones([2, 3]), tf.constant([0]))",
    "expand_two": "tf.expand_dims(tf.ones([2]), [1, 0])",
    "concat_list": "tf.concat([tf.ones([2, 3]), tf.zeros([2, 1])], [1])",
    "concat_array": "tf.concat([tf.ones([2, 3]), tf.zeros([2, 1])], np.array([-1]))",
    "concat_two": "tf.concat([tf.ones([2, 3]), tf.zeros([2, 1])], [1, 0])",
    "fill_scalar_tensors": "tf.fill((2, tf.constant(3)), 5)",
    "fill_empty_part": "tf.fill((2, tf.ones((0,))), 5)",
    "fill_vector_part": "tf.fill((2, tf.constant([3])), 5)",
    "fill_matrix": "tf.fill(tf.constant([[2, 3]]), 1)",
    "fill_nested": "tf.fill([[2, 3]], 1)",
    "zeros_empty_part": "tf.zeros((2, tf.ones((0,))))",
    "zeros_vector_part": "tf.zeros((2, tf.constant([3])))",
    "ones_matrix": "tf.ones(tf.constant([[2, 3]]))",
    "tile_fractions": "tf.tile(tf.ones([2, 3]), [tf.constant(2.0), 1])",
    "tile_array_of_fractions": "tf.tile(tf.ones([2, 3]), np.array([2.0, 1.0]))",
    "tile_traced_fractions": "tf.function(lambda n: tf.tile(tf.ones([2, 3]), [n, 1]))("
    "tf.constant(2.0))",
    "reshape_fraction": "tf.reshape(tf.range(6), [tf.constant(2.7), -1])",
    "zeros_fraction": "tf.zeros([tf.constant(2.0, tf.float64), 3])",
    "zeros_array_of_fractions": "tf.zeros(np.array([2.0, 1.0]))",
    "slice_size_fraction": X + "tf.slice(x, [0, 0, 0], [tf.constant(2.0), 1, 2])",
    "broadcast_fraction": "tf.broadcast_to(tf.range(3), [tf.constant(2.0), 3])",
    "pad_fraction": "tf.pad(tf.ones([2]), [[tf.constant(1.0), 0]])",
    "scatter_shape_fraction": "tf.scatter_nd([[0]], [1.0], [tf.constant(2.0)])",
    "reshape_vector_part": "tf.reshape(tf.ones(6), (2, tf.constant([3])))",
    "reshape_nested": "tf.reshape(tf.ones(6), [[2, 3]])",
    "broadcast_to_nested": "tf.broadcast_to(1.0, [[2, 3]])",
    "tile_nested": "tf.tile(tf.ones(2), [[2]])",
    "range_tenths": "tf.range(0.1, 1.1, 0.1)",
    "range_tenths_from_0": "tf.range(0.0, 1.0, 0.1)",
    "range_tenths_down": "tf.range(1.0, 0.0, -0.1)",
    "range_thirds": "tf.range(1.0, 2.0, 1 / 3)",
    "range_three_tenths": "tf.range(0.1, 0.4, 0.1)",
    "range_tenths_64": "tf.range(0.1, 1.1, 0.1, dtype=tf.float64)",
    "range_array_64": "tf.range(np.float64(0.1), 1.1, 0.1)",
    "range_tenths_16": "tf.range(0.1, 5.1, 0.1, dtype=tf.float16).shape",
    "range_tenths_bfloat16": "tf.range(0.1, 5.1, 0.1, dtype=tf.bfloat16).shape",
    "range_half_tensor": "tf.range(tf.constant(3, tf.float16))",
    "range_mixed": "tf.range(0, 5, 2.5)",
    "range_wide": "tf.range(2**40, 2**40 + 3)",
    "range_int64": "tf.range(tf.constant(5, tf.int64))",
    "range_of_float_tensor": "tf.range(tf.constant(2.7), dtype=tf.int32)",
    "range_float_as_int": "tf.range(1.5, dtype=tf.int32)",
    "slice_end": X + "tf.strided_slice(x, [0, 1, 2], [2, 3, 5])",
    "slice_strides": X + "tf.strided_slice(x, [0, 1, 2], [2, 3, 5], [1, 2, 2])",
    "slice_first_axis": X + "tf.strided_slice(x, [1], [2])",
    "slice_begin_mask": X + "tf.strided_slice(x, [1, 1], [2, 2], begin_mask=1)",
    "slice_end_mask": X + "tf.strided_slice(x, [1, 1], [2, 2], end_mask=3)",
    "slice_ellipsis": X + "tf.strided_slice(x, [0, 0, 0], [2, 0, 2], ellipsis_mask=2)",
    "slice_new_axis": X + "tf.strided_slice(x, [0, 0], [1, 2], new_axis_mask=1)",
    "slice_shrink": X + "tf.strided_slice(x, [1, 0], [2, 2], shrink_axis_mask=1)",
    "slice_shrink_negative": X + "tf.strided_slice(x, [-1], [0], shrink_axis_mask=1)",
    "slice_down": X + "tf.strided_slice(x, [-1], [-4], [-1])",
    "slice_down_masked": X + "tf.strided_slice(x, [3], [0], [-2], begin_mask=1, end_mask=1)",
    "slice_masks": X + "tf.strided_slice(x, [1, 0, 2], [0, 0, 3], ellipsis_mask=2, "
    "shrink_axis_mask=5)",
    "slice_new_and_shrink": X + "tf.strided_slice(x, [0, 0], [1, 1], new_axis_mask=2, "
    "shrink_axis_mask=2)",
    "slice_many_masks": X + "tf.strided_slice(x, [0, 0, 0, 0, 1], [1, 1, 1, 1, 3], "
    "ellipsis_mask=4, new_axis_mask=2)",
    "slice_beyond": X + "tf.strided_slice(x, [5], [9])",
    "slice_clipped": X + "tf.strided_slice(x, [-100], [100])",
    "slice_of_tensors": X + "tf.strided_slice(x, tf.constant([1, 1]), tf.constant([3, 3]))",
    "slice_variable": "v = tf.Variable([1, 2, 3])\ntf.strided_slice(v, [1], [3], var=v)",
    "slice_no_stride": X + "tf.strided_slice(x, [0], [1], [0])",
    "slice_too_many": X + "tf.strided_slice(x, [0, 0, 0, 0], [1, 1, 1, 1])",
    "slice_index_outside": X + "tf.strided_slice(x, [7], [8], shrink_axis_mask=1)",
    "slice_shrink_down": X + "tf.strided_slice(x, [0], [1], [-1], shrink_axis_mask=1)",
    "slice_lengths": X + "tf.strided_slice(x, [0, 0], [1])",
    "slice_scalars": X + "tf.strided_slice(x, 1, 2)",
    "slice_fraction": X + "tf.strided_slice(x, [0.5], [1])",
    "slice_ellipses": X + "tf.strided_slice(x, [0, 0, 0], [1, 1, 1], ellipsis_mask=3)",
    "slice_block": X + "tf.slice(x, [1, 0, 2], [2, -1, 3])",
    "slice_block_short": X + "tf.slice(x, [0], [2])",
    "slice_block_scalar": X + "tf.slice(x, 0, 2)",
    "one_hot_integers": "tf.one_hot([0, 2], 3, 5, 1)",
    "one_hot_on": "tf.one_hot([0, 2, -1], 3, on_value=5)",
    "one_hot_off": "tf.one_hot([0, 2], 3, off_value=2)",
    "one_hot_booleans": "tf.one_hot([0, 2], 3, True, False)",
    "one_hot_floats": "tf.one_hot([0, 2], 3, 0.5, -1.0)",
    "one_hot_int64": "tf.one_hot([0, 2], 3, np.int64(5), np.int64(1))",
    "one_hot_complex": PARTS + "parts(tf.one_hot([0, 2], 3, 1j, 0j))",
    "one_hot_tensor": "tf.one_hot([0, 2], 3, tf.constant(2.0, tf.float64))",
    "one_hot_given_dtype": "tf.one_hot([0, 2], 3, 5, 1, None, tf.float32)",
    "one_hot_no_axis": "tf.one_hot([[0], [2]], 3, axis=None)",
    "one_hot_axis": "tf.one_hot([[0], [2]], 3, 7, 2, 0)",
    "one_hot_mixed": "tf.one_hot([0, 2], 3, 5.0, 1)",
    "one_hot_other_dtype": "tf.one_hot([0, 2], 3, 5.0, 1.0, None, tf.int32)",
    "one_hot_vector": "tf.one_hot([0, 2], 3, [1, 2], 0)",
    "linspace_vectors": "tf.linspace([0.0, 1.0], [1.0, 3.0], 3)",
    "linspace_axis": "tf.linspace([0.0, 1.0], [1.0, 3.0], 3, axis=1)",
    "linspace_last": "tf.linspace([0.0, 1.0], [1.0, 3.0], 3, axis=-1)",
    "linspace_broadcast": "tf.linspace(0.0, [1.0, 3.0], 3)",
    "linspace_matrix": "tf.linspace([[0.0, 1.0]], [1.0, 3.0], 3)",
    "linspace_integers": "tf.linspace(0, 10, 5)",
    "linspace_one": "tf.linspace(0, 10, 1)",
    "linspace_two": "tf.linspace(0.1, 0.7, 2)",
    "linspace_none": "tf.linspace([0.0, 1.0], [1.0, 3.0], 0)",
    "linspace_doubles": "tf.linspace(np.float64(0), 1.0, 3)",
    "linspace_halves": "tf.linspace(np.float16(0), np.float16(1), 3)",
    "linspace_end": "tf.linspace(0.1, 0.7, 7)[-1] == 0.7",
    "linspace_count_tensor": "tf.linspace(0.0, 1.0, tf.constant(3))",
    "linspace_negative": "tf.linspace(0.0, 1.0, -1)",
    "linspace_fraction": "tf.linspace(0.0, 1.0, 2.5)",
    "linspace_bad_axis": "tf.linspace([0, 1], [1, 3], 3, axis=2)",
    "gather_batch": P + "tf.gather(x, i, batch_dims=1)",
    "gather_batch_axis": P + "tf.gather(x, i, axis=2, batch_dims=1)",
    "gather_batch_from_end": P + "tf.gather(x, i, axis=-1, batch_dims=-1)",
    "gather_batch_vector": P + "tf.gather(x, [0, 1], batch_dims=1)",
    "gather_two_batches": P + "tf.gather(x, [[[0], [1], [2]], [[3], [0], [0]]], batch_dims=2)",
    "gather_validate": P + "tf.gather(x, [1, 0], True)",
    "gather_batch_gradient": P + "v = tf.Variable(x)\nwith tf.GradientTape() as t:\n"
    "  y = tf.reduce_sum(tf.gather(v, i, batch_dims=1) ** 2)\n"
    "tf.convert_to_tensor(t.gradient(y, v))",
    "gather_batch_sizes": P + "tf.gather(x, [[0], [1], [0]], batch_dims=1)",
    "gather_batch_outside": P + "tf.gather(x, [[0, 7], [1, 1]], batch_dims=1)",
    "gather_batch_negative": P + "tf.gather(x, [[-1, 2], [1, 1]], batch_dims=1)",
    "gather_batch_rank": P + "tf.gather(x, i, batch_dims=3)",
    "matmul_adjoint_b": A + "parts(tf.matmul(a, b, adjoint_b=True))",
    "matmul_adjoint_a": A + "parts(tf.matmul(a, b, adjoint_a=True))",
    "matmul_adjoint_both": A + "parts(tf.matmul(a.T, b, adjoint_a=True, adjoint_b=True))",
    "matmul_adjoint_real": A + "tf.matmul(a.real, b.real, adjoint_b=True)",
    "matmul_sparse_hint": A + "tf.matmul(a.real, b.real.T, False, False, False, False, True)",
    "matmul_output_type": I8 + "tf.matmul(a, a, output_type=tf.int32)",
    "matmul_same_output_type": "tf.matmul([[1.0]], [[2.0]], output_type=tf.float32)",
    "matmul_twice_b": A + "tf.matmul(a, b, adjoint_b=True, transpose_b=True)",
    "matmul_twice_a": A + "tf.matmul(a, b, adjoint_a=True, transpose_a=True)",
    "eye_batch": "tf.eye(2, batch_shape=[3])",
    "eye_batches": "tf.eye(2, 3, batch_shape=[1, 2])",
    "eye_empty_batch": "tf.eye(2, batch_shape=(0,))",
    "eye_no_batch": "tf.eye(2, batch_shape=[])",
    "eye_batch_tensor": "tf.eye(2, batch_shape=tf.constant([2]))",
    "eye_positions": "tf.eye(2, 3, None, tf.int32)",
    "eye_linalg": "tf.linalg.eye(2, batch_shape=[2], dtype=tf.int32)",
    "eye_fraction": "tf.eye(2.0)",
    "eye_negative": "tf.eye(2, -1)",
    "eye_negative_batch": "tf.eye(2, batch_shape=[-1])",
    "transpose_conjugate": A + "parts(tf.transpose(a, conjugate=True))",
    "transpose_conjugate_perm": A + "parts(tf.transpose([a], [2, 0, 1], True))",
    "transpose_conjugate_real": "tf.transpose([[1.0, 2.0]], conjugate=True)",
    "entropy_row_of_labels": Z + "f(p[:1], z)",
    "entropy_vector_of_labels": Z + "f(p[0], z)",
    "entropy_one_label": Z + "f(p[:, :1], z)",
    "entropy_one_class": Z + "f(p, z[:, :1])",
    "entropy_vectors": Z + "f(p[0], z[0])",
    "entropy_axis": Z + "f(p, z, axis=0)",
    "entropy_integers": Z + "f(np.array([[0, 1, 0], [1, 0, 0]]), z)",
    "entropy_doubles": Z + "f(p.astype(np.float64), z)",
    "entropy_ranks": Z + "f(p[:1], np.stack([z, z]))",
    "entropy_flat_rows": Z + "f(p[:, None], z[None])",
    "entropy_gradient": Z + "v = tf.Variable(z)\nwith tf.GradientTape() as t:\n"
    "  y = tf.reduce_sum(f(p[:1], v) ** 2)\nt.gradient(y, v)",
    "entropy_rows_of_logits": Z + "f(p, z[:1])",
    "entropy_classes": Z + "f(np.ones((2, 4), np.float32), z)",
    "entropy_scalar": Z + "f(1.0, z)",
    "conv_padding": C + "tf.nn.conv2d(x, w, 1, [[0, 0], [1, 2], [0, 1], [0, 0]])",
    "conv_padding_strides": C + "tf.nn.conv2d(x, w, [1, 2, 2, 1], "
    "((0, 0), (1, 2), (0, 1), (0, 0)))",
    "conv_padding_gradient": C + "v = tf.Variable(w)\nwith tf.GradientTape() as t:\n"
    "  y = tf.reduce_sum(tf.nn.conv2d(x, v, 1, [[0, 0], [1, 0], [2, 1], [0, 0]]))\n"
    "t.gradient(y, v)",
    "conv_padding_short": C + "tf.nn.conv2d(x, w, 1, [[0, 0], [1, 2], [0, 1]])",
    "conv_padding_flat": C + "tf.nn.conv2d(x, w, 1, [0, 0, 1, 2])",
    "conv_padding_triple": C + "tf.nn.conv2d(x, w, 1, [[0, 0], [1, 2, 3], [0, 1], [0, 0]])",
    "bias_first": "tf.nn.bias_add(np.zeros((1, 2, 2, 3)), [1.0, 2.0], data_format='NCHW')",
    "bias_first_rank_3": "tf.nn.bias_add(np.zeros((1, 2, 3)), [1.0, 2.0], data_format='NC...')",
    "bias_first_rank_2": "tf.nn.bias_add(np.zeros((1, 2)), [1.0, 2.0], data_format='NCHW')",
    "bias_last": "tf.nn.bias_add(np.zeros((1, 2, 3)), [1.0, 2.0, 3.0], data_format='N...C')",
    "bias_no_format": "tf.nn.bias_add(np.zeros((1, 2)), [1.0, 2.0], None)",
    "bias_bad_format": "tf.nn.bias_add(np.zeros((1, 2)), [1.0, 2.0], data_format='XX')",
    "bias_first_sizes": "tf.nn.bias_add(np.zeros((1, 2, 2, 3)), [1.0] * 3, data_format='NCHW')",
    "argmax_none": "tf.argmax([[1, 5, 2], [7, 0, 3]], axis=None)",
    "argmin_none": "tf.math.argmin([[1, 5, 2], [7, 0, 3]], None, tf.int32)",
    "set_shape_none": "tf.ones([2, 3]).set_shape(None)",
    "set_shape_other": "tf.ones([2, 3]).set_shape([3, None])",
}

KERAS_START = (
    "K = tf.keras\n"
    "x, y = np.ones((8, 2), 'float32'), np.zeros((8, 1), 'float32')\n"
    "def model(rate=0.01, **kwargs):\n"
    "  m = K.Sequential([K.Input((2,)), K.layers.Dense(3, kernel_initializer='ones'), "
    "K.layers.Dense(1, kernel_initializer='ones')])\n"
    "  m.compile(K.optimizers.SGD(rate), 'mse', **kwargs)\n"
    "  return m\n"
    "def steps(m, how='fit', rows=8):\n"
    "  before = m.get_weights()\n"
    "  if how == 'fit': m.fit(x[:rows], y[:rows], verbose=0)\n"
    "  else: m.train_on_batch(x[:rows], y[:rows])\n"
    "  return [bool((a != b).any()) for a, b in zip(before, m.get_weights())]\n"
    "def batches(n):\n"
    "  for i in range(n):\n"
    "    yield np.full((4, 2), i + 1.0, 'float32'), np.zeros((4, 1), 'float32')\n"
    "class Writes(K.callbacks.Callback):\n"
    "  def on_train_begin(self, logs=None): self.write('begin')\n"
    "  def on_train_batch_end(self, batch, logs=None): self.write('batch')\n"
    "  def on_epoch_end(self, epoch, logs=None): self.write('epoch')\n"
    "  def on_test_batch_end(self, batch, logs=None): self.write('batch')\n"
    "  def on_predict_batch_end(self, batch, logs=None): self.write('batch')\n"
    "  def write(self, when):\n"
    "    if when == self.when: x[:] += 4\n"
    "def writing(when):\n"
    "  c = Writes()\n"
    "  c.when = when\n"
    "  return [c]\n"
)


def _frozen(how, **kwargs):
    options = "".join(f"{key}={value}" for key, value in kwargs.items())
    return (
        f"m = model({options})\nsteps(m, '{how}')\nm.layers[0].trainable = False\n"
        f"frozen = steps(m, '{how}')\nm.compile('sgd', 'mse')\ncompiled = steps(m, '{how}')\n"
        f"m.layers[0].trainable = True\nthawed = steps(m, '{how}')\nm.compile('sgd', 'mse')\n"
        f"[frozen, compiled, thawed, steps(m, '{how}'), len(m.trainable_variables)]"
    )


def _passes(count, **kwargs):
    options = "".join(f", {key}={value}" for key, value in kwargs.items())
    return f"model(0.0).fit(batches({count}), verbose=0{options}).history"


def _written(when, **kwargs):
    options = "".join(f", {key}={value}" for key, value in kwargs.items())
    return (
        f"model(0.0).fit(x, y, batch_size=2, epochs=2, verbose=0, callbacks=writing('{when}')"
        f"{options}).history"
    )


TRAINING = {
    "frozen_before_the_first_step": "m = model()\nm.layers[0].trainable = False\n[steps(m), "
    "steps(m)]",
    "frozen_between_fits": _frozen("fit"),
    "frozen_between_steps": _frozen("train_on_batch"),
    "frozen_eagerly": _frozen("fit", run_eagerly=True),
    "frozen_model": "m = model()\nsteps(m)\nm.trainable = False\n[steps(m), m.trainable, "
    "m.layers[0].trainable, len(m.trainable_variables)]",
    "frozen_variable": "m = model()\nsteps(m)\nm.layers[0].kernel.trainable = False\nsteps(m)",
    "frozen_part_of_two_models": "d = K.Sequential([K.Input((2,)), K.layers.Dense(1, "
    "kernel_initializer='ones')])\nd.compile(K.optimizers.SGD(0.01), 'mse')\nsteps(d)\n"
    "d.trainable = False\ng = K.Sequential([K.Input((2,)), K.layers.Dense(2, "
    "kernel_initializer='ones'), d])\ng.compile(K.optimizers.SGD(0.01), 'mse')\n"
    "[steps(g), steps(d), d.trainable]",
    "frozen_by_a_callback": "m = model()\nclass Freeze(K.callbacks.Callback):\n"
    "  def on_epoch_end(self, epoch, logs=None): self.model.layers[0].trainable = False\n"
    "before = m.get_weights()\nm.fit(x, y, verbose=0, callbacks=[Freeze()])\n"
    "after = m.get_weights()\nm.fit(x, y, verbose=0)\n"
    "[bool((a != b).any()) for a, b in zip(after, m.get_weights())]",
    "frozen_normalization": "m = K.Sequential([K.Input((2,)), K.layers.BatchNormalization(), "
    "K.layers.Dense(1, kernel_initializer='ones')])\nm.compile('sgd', 'mse')\n"
    "x, y = np.arange(16.0).reshape(8, 2), y + 1\nsteps(m)\nm.layers[0].trainable = False\n"
    "frozen = steps(m)\nm.compile('sgd', 'mse')\n[frozen, steps(m)]",
    "generator_1": _passes(1, epochs=4),
    "generator_2": _passes(2, epochs=4),
    "generator_3": _passes(3, epochs=4),
    "generator_5": _passes(5, epochs=3),
    "generator_one_step": _passes(3, epochs=4, steps_per_epoch=1),
    "generator_two_steps": _passes(5, epochs=6, steps_per_epoch=2),
    "generator_too_few": _passes(3, epochs=3, steps_per_epoch=5),
    "generator_one_batch_steps": _passes(1, epochs=3, steps_per_epoch=1),
    "generator_empty": _passes(0, epochs=2),
    "generator_validates": "model(0.0).fit(x, y, validation_data=batches(3), epochs=3, "
    "verbose=0).history",
    "generator_validates_steps": "model(0.0).fit(x, y, validation_data=batches(3), epochs=3, "
    "validation_steps=2, verbose=0).history",
    "generator_evaluated": "[model().evaluate(batches(n), verbose=0) for n in (1, 3)]",
    "generator_predicted": "model().predict(batches(3), verbose=0)",
    "generator_empty_evaluated": "model().evaluate(batches(0), verbose=0)",
    "generator_empty_predicted": "model().predict(batches(0), verbose=0)",
    "arrays_changed_after_batches": _written("batch"),
    "arrays_changed_after_batches_in_order": _written("batch", shuffle=False),
    "arrays_changed_after_epochs": _written("epoch"),
    "arrays_changed_at_the_beginning": _written("begin"),
    "doubles_changed": "x = x.astype('float64')\n" + _written("batch"),
    "arrays_changed_in_evaluate": "model().evaluate(x, y, batch_size=2, verbose=0, "
    "callbacks=writing('batch'))",
    "arrays_changed_in_predict": "model().predict(x, batch_size=2, verbose=0, "
    "callbacks=writing('batch'))",
    "arrays_changed_by_lambda": "def write(*args, **kwargs): x[:] += 4\n"
    "model(0.0).fit(x, y, batch_size=2, verbose=0, "
    "callbacks=[K.callbacks.LambdaCallback(on_train_batch_end=write)]).history",
}

E = "y, p = np.array([[0, 1], [0, 0]]), np.array([[1, 1], [0, 1]])\nK = tf.keras\n"
S = (
    "K = tf.keras\ny = np.array([0, 1, 2, -1, 1])\n"
    "p = np.array([[0.2, 0.3, 0.5], [0.1, 0.8, 0.1], [0.6, 0.3, 0.1], [0.3, 0.3, 0.4], "
    "[0.25, 0.5, 0.25]], np.float32)\n"
    "def after(*updates, **kwargs):\n"
    "  m = K.metrics.SparseCategoricalCrossentropy(ignore_class=-1)\n"
    "  for part in updates: m.update_state(y[part], p[part], **kwargs)\n"
    "  return float(m.result())\n"
)

FIGURES = {
    **{
        f"{kind}_{metric}": E + f"m = K.metrics.{metric}()\nm.update_state(y{kinds[0]}, "
        f"p{kinds[1]})\nfloat(m.result())"
        for metric in ("MeanSquaredError", "MeanAbsoluteError", "RootMeanSquaredError")
        for kind, kinds in {
            "int64": ("", ""),
            "int_and_float": ("", ".astype('float32')"),
            "float_and_int": (" + 0.75", ""),
        }.items()
    },
    **{
        f"{kind}_{function}": E + f"f = getattr(K.losses, '{function}', None) or "
        f"K.losses.{short}\nf(y{kinds[0]}, p{kinds[1]})"
        for function, short in (("mean_squared_error", "MSE"), ("mean_absolute_error", "MAE"))
        for kind, kinds in {
            "int64": ("", ""),
            "int_and_double": ("", ".astype('float64')"),
            "float_and_int": (" + 0.75", ".astype('int32')"),
        }.items()
    },
    "int_loss_class": E + "float(K.losses.MeanSquaredError()(y, p))",
    "ignored_class": S + "after(slice(None))",
    "ignored_class_batches": S + "after(slice(0, 2), slice(2, 5))",
    "ignored_class_weights": S + "after(slice(None), sample_weight=[1.0, 2.0, 3.0, 4.0, 5.0])",
    "ignored_class_loss": S + "float(K.losses.SparseCategoricalCrossentropy(ignore_class=-1)(y, "
    "p))",
    "ignored_class_evaluated": S + "m = K.Sequential([K.Input((3,)), "
    "K.layers.Activation('linear')])\n"
    "m.compile('sgd', K.losses.SparseCategoricalCrossentropy(ignore_class=-1), "
    "metrics=[K.metrics.SparseCategoricalCrossentropy(ignore_class=-1)])\n"
    "m.evaluate(p, y, batch_size=2, verbose=0)",
    "activity_penalty": "K = tf.keras\nm = K.Sequential([K.Input((4,)), K.layers.Dense(4, "
    "activity_regularizer=K.regularizers.L2(0.01), kernel_initializer='ones')])\n"
    "m.compile('sgd', 'mse')\nx = np.ones((8, 4), 'float32')\n"
    "[m.evaluate(x, x, verbose=0), m.train_on_batch(x, x)]",
    "log_softmax_axes": "tf.keras.activations.log_softmax(np.arange(12.0).reshape(2, 3, 2), "
    "axis=(1, 2))",
    "softmax_axes": "tf.keras.activations.softmax(np.arange(12.0).reshape(2, 3, 2), axis=(1, 2))",
}
