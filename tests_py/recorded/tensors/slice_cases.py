"""Snippets about gradients of picked rows, which are IndexedSlices, and what optimizers do of rows
that are picked more than once."""

_V = "v = tf.Variable(tf.reshape(tf.range(10.0), (5, 2)))\n"
_S = (
    "s = tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), "
    "tf.constant([1, 1, 3]), tf.constant([5, 2]))\n"
    "def told(x):\n"
    "  is_slices = isinstance(x, tf.IndexedSlices)\n"
    "  return ['slices', x.indices, x.values, x.dense_shape] if is_slices else ['dense', x]\n"
)


def _gradient(y):
    """Whether the variable's gradient is in slices, and it."""
    return f"{_S}{_V}with tf.GradientTape() as t:\n  y = tf.reduce_sum({y})\ntold(t.gradient(y, v))"


def _of(result):
    """Whether what is made of slices is in slices, and it."""
    return f"{_S}told({result})"


SLICES = {
    "gather": _gradient("tf.gather(v, [1, 1, 3]) ** 2"),
    "gather_one": _gradient("tf.gather(v, 2) * 3.0"),
    "gather_block": _gradient("tf.gather(v, [[1, 0], [3, 1]]) ** 2"),
    "gather_twice": _gradient("tf.gather(v, [1, 2]) * 2.0) + tf.reduce_sum(tf.gather(v, [2, 2])"),
    "gather_and_whole": _gradient("tf.gather(v, [1, 2]) * 2.0) + tf.reduce_sum(v * 3.0"),
    "gather_columns": _gradient("tf.gather(v, [1, 0, 1], axis=1) ** 2"),
    "gather_nd_rows": _gradient("tf.gather_nd(v, [[2], [1], [2]]) ** 2"),
    "gather_nd_elements": _gradient("tf.gather_nd(v, [[2, 1], [1, 0]]) ** 2"),
    "gather_of_product": _gradient("tf.gather(v * 2.0, [1, 1]) ** 2"),
    "sparse_product": _gradient(
        "tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(2 * tf.eye(3, 5)), v) ** 2"
    ),
    "sparse_segments": _gradient("tf.sparse.segment_sum(v, [0, 2, 2], [0, 0, 1]) ** 2"),
    "embedding_lookup": _gradient("tf.nn.embedding_lookup(v, [4, 4, 0]) ** 2"),
    "sliced": _gradient("v[1:3] ** 2"),
    "masked": _gradient("tf.boolean_mask(v, [True, False, True, False, False]) ** 2"),
    "in_function": (
        f"{_S}{_V}f = tf.function(lambda i: tf.reduce_sum(tf.gather(v, i) ** 2))\n"
        "with tf.GradientTape() as t:\n  y = f(tf.constant([1, 1, 3]))\ntold(t.gradient(y, v))"
    ),
    "of_function": (
        f"{_S}{_V}@tf.function\ndef f(i):\n"
        "  with tf.GradientTape() as t:\n    y = tf.reduce_sum(tf.gather(v, i) ** 2)\n"
        "  return t.gradient(y, v)\ntold(f(tf.constant([1, 1, 3])))"
    ),
    "of_layer": (
        f"{_S}l = tf.keras.layers.Embedding(3, 2, embeddings_initializer='ones')\n"
        "with tf.GradientTape() as t:\n  y = tf.reduce_sum(l(tf.constant([[0, 2], [2, 2]])) ** 2)\n"
        "told(t.gradient(y, l.trainable_variables)[0])"
    ),
    "second_order": (
        f"{_V}with tf.GradientTape() as outer:\n  with tf.GradientTape() as t:\n"
        "    y = tf.reduce_sum(tf.gather(v, [1, 1]) ** 3)\n  g = t.gradient(y, v)\n"
        "  z = tf.reduce_sum(g.values) + tf.reduce_sum(tf.convert_to_tensor(g) ** 2)\n"
        "tf.convert_to_tensor(outer.gradient(z, v))"
    ),
    "clip_by_norm": _of("tf.clip_by_norm(s, 1.0)"),
    "clip_by_value": _of("tf.clip_by_value(s, -1.0, 4.5)"),
    "clip_by_global_norm": _of("tf.clip_by_global_norm([s, tf.constant(2.0)], 1.0)[0][0]"),
    "global_norm": f"{_S}tf.linalg.global_norm([s, tf.constant(2.0), None])",
    "cast": _of("tf.cast(s, tf.float64)"),
    "identity": _of("tf.identity(s)"),
    "stop_gradient": _of("tf.stop_gradient(s)"),
    "scalar_mul": _of("tf.math.scalar_mul(2.0, s)"),
    "negative": _of("-s"),
    "tf_negative": _of("tf.negative(s)"),
    "square": _of("tf.square(s)"),
    "add_n": _of("tf.add_n([s, tf.ones((5, 2))])"),
    "where": _of("tf.where(tf.math.is_nan(s), 0.0, s)"),
    "times_tensor": _of("s * tf.constant(2.0)"),
    "tensor_minus": _of("tf.constant(2.0) - s"),
    "times_number": _of("s * 2.0"),
    "norm": f"{_S}tf.norm(s)",
    "is_tensor": f"{_S}[tf.is_tensor(s), tf.is_tensor(tf.sparse.from_dense([1]))]",
    "added_to_variable": f"{_S}{_V}v.assign_add(s)\nv.read_value()",
}

_TRAINED = """K = tf.keras
inputs = K.Input((4,), dtype="int32")
x = K.layers.Embedding(7, 3, embeddings_initializer=K.initializers.Constant(
    tf.reshape(tf.cos(tf.range(21.0)), (7, 3)).numpy()))(inputs)
x = K.layers.Flatten()(x)
x = K.layers.Dense(1, kernel_initializer=K.initializers.Constant(
    tf.reshape(tf.sin(tf.range(12.0)), (12, 1)).numpy()))(x)
model = K.Model(inputs, x)
model.compile(K.optimizers.{optimizer}, "mse", run_eagerly={eagerly})
rows = [[1, 1, 3, 1], [2, 5, 5, 1], [0, 1, 6, 6], [3, 3, 3, 2]]
history = model.fit(tf.constant(rows * 4), tf.linspace(-3.0, 4.0, 16), batch_size=4, epochs=2,
                    shuffle=False, verbose=0)
[model.get_weights(), history.history["loss"]]"""

_OPTIMIZERS = {
    "sgd": "SGD(0.05, momentum=0.9, nesterov=True)",
    "rmsprop": "RMSprop(0.05, momentum=0.5, centered=True)",
    "adam": "Adam(0.05)",
    "amsgrad": "Adam(0.05, amsgrad=True)",
    "adamw": "AdamW(0.05)",
    "nadam": "Nadam(0.05)",
    "adamax": "Adamax(0.05)",
    "adagrad": "Adagrad(0.5)",
    "adadelta": "Adadelta(1.0)",
    "ftrl": "Ftrl(0.5)",
    "lamb": "Lamb(0.05)",
    "lion": "Lion(0.05)",
    "adafactor": "Adafactor(0.05)",
    "clipnorm": "Adam(0.05, clipnorm=0.3)",
    "global_clipnorm": "Adam(0.05, global_clipnorm=0.5)",
    "clipvalue": "Adam(0.05, clipvalue=0.1)",
    "accumulation": "Adam(0.05, gradient_accumulation_steps=2)",
    "average": "Adam(0.05, use_ema=True)",
    "loss_scale": "LossScaleOptimizer(K.optimizers.Adam(0.05))",
}
REPEATED_ROWS = {
    name + suffix: _TRAINED.format(optimizer=optimizer, eagerly=eagerly)
    for name, optimizer in _OPTIMIZERS.items()
    for suffix, eagerly in (("", False), ("_eager", True))
}
