"""Snippets about layers that compute with the masks they are given, the same for Keras and Pelton:
`K` and `L` are keras and its layers."""

START = """
K, L = tf.keras, tf.keras.layers
x = np.arange(24, dtype='float32').reshape(2, 3, 4) / 10
m = np.array([[True, True, False], [True, False, False]])
def rounded(nest):
    return [np.asarray(t).astype("float64").round(4).tolist() for t in tf.nest.flatten(nest)]
def embedded(**kwargs):
    start = K.initializers.Constant(0.5)
    layer = L.Embedding(5, 3, mask_zero=True, embeddings_initializer=start)
    return layer(np.array([[1, 2, 0], [3, 0, 0]]))
def normalized(training=True, mask=m, x=x, calls=2, **kwargs):
    layer = L.BatchNormalization(momentum=0.5, **kwargs)
    for _ in range(calls):
        y = layer(x, training=training, mask=mask)
    return rounded([y, *layer.weights])
def mask_of(t):
    mask = getattr(t, '_keras_mask', None)
    return None if mask is None else np.asarray(mask).tolist()
"""

_WORDS = """
m = K.Sequential([
    K.Input((4,), dtype='int32'), L.Embedding(6, 3, mask_zero=True, embeddings_initializer='ones'),
    L.Dense(3, kernel_initializer='identity', activation='softmax')])
ids, y = np.array([[1, 2, 0, 3], [1, 0, 0, 4]]), np.array([[0, 1, 0, 0], [0, 0, 0, 1]])
def evaluated(logs):
    return {key: round(float(value), 4) for key, value in logs.items()}
"""
_ATTENTION = """
a = L.MultiHeadAttention(2, 2)
a(x, x)
for k, w in enumerate(a.weights):
    w.assign(np.sin(np.arange(int(np.prod(w.shape))) * 1.1 + k).reshape(w.shape).astype('float32'))
"""

CASES = {
    "softmax": "rounded(L.Softmax()(x, mask=np.tile(m[..., None], (1, 1, 4))))",
    "softmax_axis_1": "rounded(L.Softmax(axis=1)(x, mask=m[..., None]))",
    "softmax_axes": "rounded(L.Softmax(axis=(1, 2))(x, mask=m[..., None]))",
    "softmax_one_axis_listed": "rounded(L.Softmax(axis=[1])(x, mask=m[..., None]))",
    "softmax_lower_rank": "rounded(L.Softmax()(x, mask=np.array([True, False, False, True])))",
    "softmax_of_numbers": "rounded(L.Softmax()(x, mask=np.array([1, 0, 0.4, 0.6], 'float32')))",
    "softmax_of_integers": "rounded(L.Softmax()(x, mask=np.array([1, 0, 0, 1])))",
    "softmax_nothing_kept": "rounded(L.Softmax()(x, mask=np.zeros(4, bool)))",
    "softmax_none": "rounded(L.Softmax()(x, mask=None))",
    "softmax_carried": "t = tf.constant(x)\nt._keras_mask = tf.constant(m[..., None])\n"
    "rounded(L.Softmax(axis=1)(t))",
    "softmax_gradient": "t = tf.Variable(x)\nwith tf.GradientTape() as tape:\n"
    "  y = tf.reduce_sum(L.Softmax(axis=1)(t, mask=m[..., None]) * x)\n"
    "rounded(tape.gradient(y, t))",
    "softmax_symbolic": "i, k = K.Input((3, 4)), K.Input((3, 4), dtype='bool')\n"
    "model = K.Model([i, k], L.Softmax(axis=1)(i, mask=k))\n"
    "both = [x, np.tile(m[..., None], (1, 1, 4))]\n"
    "rounded([model(both), model.predict(both, verbose=0)])",
    "softmax_in_a_function": "layer = L.Softmax(axis=1)\n"
    "f = tf.function(lambda t, k: layer(t, mask=k))\nrounded(f(tf.constant(x), "
    "tf.constant(m[..., None])))",
    "softmax_wrong_shape": "L.Softmax()(x, mask=m)",
    "softmax_higher_rank": "L.Softmax()(x, mask=np.ones((1, 2, 3, 4), 'float32'))",
    "softmax_of_an_embedding": "L.Softmax(axis=1)(embedded())",
    "batch_norm": "normalized()",
    "batch_norm_inference": "normalized(training=False)",
    "batch_norm_axis_1": "normalized(axis=1)",
    "batch_norm_image": "normalized(x=x.reshape(2, 3, 2, 2), mask=np.tile(m[..., None], (1, 1, "
    "2)))",
    "batch_norm_plain": "normalized(scale=False, center=False)",
    "batch_norm_nothing_kept": "normalized(mask=np.zeros((2, 3)), calls=1)",
    "batch_norm_numbers": "normalized(mask=np.array([[1.0, 0.0, 0.5], [1.0, 1.0, 1.0]], "
    "'float32'))",
    "batch_norm_embedding": "layer = L.BatchNormalization()\ny = layer(embedded(), training=True)\n"
    "[rounded([y, *layer.weights]), mask_of(y)]",
    "batch_norm_gradient": "layer = L.BatchNormalization()\nlayer.build((None, 3, 4))\n"
    "t = tf.Variable(x)\nwith tf.GradientTape() as tape:\n"
    "  y = tf.reduce_sum(layer(t, training=True, mask=m) ** 3 * x)\n"
    "rounded(tape.gradient(y, [t, layer.gamma, layer.beta]))",
    "batch_norm_wrong_rank": "normalized(mask=np.ones((2, 3, 4), 'float32'))",
    "batch_norm_in_a_sequential": "s = K.Sequential([L.BatchNormalization(momentum=0.5)])\n"
    "y = s(x, training=True, mask=m)\nrounded([y, *s.weights])",
    "batch_norm_trains": "i = K.Input((3,), dtype='int32')\n"
    "h = L.Embedding(5, 4, mask_zero=True, embeddings_initializer='ones')(i)\n"
    "layer = L.BatchNormalization(momentum=0.5)\nmodel = K.Model(i, layer(h))\n"
    "model.compile(K.optimizers.SGD(0.1), 'mse')\n"
    "ids = np.array([[1, 2, 0], [3, 0, 0]])\n"
    "log = model.fit(ids, x, epochs=2, verbose=0).history['loss']\n"
    "[rounded(layer.weights), rounded(log)]",
    "dense_takes_no_mask": "L.Dense(2)(x, mask=m)",
    "sequential_result": "s = K.Sequential([L.Embedding(5, 3, mask_zero=True), L.Dense(2)])\n"
    "mask_of(s(np.array([[1, 2, 0]])))",
    "sequential_passes_on": "s = K.Sequential([L.Dense(2), L.ReLU()])\nt = tf.constant(x)\n"
    "a = s(t)\nt._keras_mask = tf.constant(m)\n[mask_of(a), mask_of(s(t)), mask_of(s(x))]",
    "sequential_stops": "s = K.Sequential([L.Embedding(5, 3, mask_zero=True), L.Flatten()])\n"
    "mask_of(s(np.array([[1, 2, 0]])))",
    "functional_result": "i = K.Input((3,), dtype='int32')\n"
    "model = K.Model(i, L.Dense(2)(L.Embedding(5, 3, mask_zero=True)(i)))\n"
    "mask_of(model(np.array([[1, 2, 0]])))",
    "inside_a_function": "e = L.Embedding(5, 1, mask_zero=True, embeddings_initializer='ones')\n"
    "d, s = L.Dense(1, kernel_initializer='ones'), L.Softmax(axis=1)\ne(np.zeros((1, 3))), "
    "d(np.ones((1, 1)))\n"
    "f = tf.function(lambda t: s(d(e(t)), mask=e.compute_mask(t)[..., None]))\n"
    "[rounded(f(np.array([[1, 2, 0]]))) for _ in range(2)]",
    "dropout_that_always_drops": "i = K.Input((64,))\nm = K.Model(i, L.Dropout(0.5)(i, "
    "training=True))\n"
    "x = np.ones((8, 64), 'float32')\n"
    "[bool(np.all(np.asarray(y) == x)) for y in (m(x), m.predict(x, verbose=0), "
    "L.Dropout(0.5)(x))]",
    "layer_that_always_trains": "class Flag(L.Layer):\n  def call(self, x, training=None):\n"
    "    return x * (2.0 if training else 3.0)\ni = K.Input((1,))\n"
    "m = K.Model(i, [Flag()(i, training=True), Flag()(i, training=False), Flag()(i)])\n"
    "one = np.ones((1, 1), 'float32')\n[rounded(m(one)), rounded(m(one, training=True))]",
    "metric_counts_the_mask": _WORDS
    + "m.compile('sgd', 'sparse_categorical_crossentropy', metrics=['accuracy'], "
    "weighted_metrics=['accuracy'])\n"
    "[evaluated(m.evaluate(ids, y, verbose=0, return_dict=True)), evaluated(m.evaluate(ids, y, "
    "sample_weight=np.ones((2, 4)), verbose=0, return_dict=True))]",
    "metric_itself_counts_the_mask": _WORDS + "one, two = K.metrics.SparseCategoricalAccuracy(), "
    "K.metrics.SparseCategoricalCrossentropy()\n"
    "for metric in (one, two):\n    metric.update_state(y, m(ids))\n"
    "rounded([one.result(), two.result()])",
    "metric_of_weights_and_a_mask": _WORDS + "one = K.metrics.SparseCategoricalAccuracy()\n"
    "one.update_state(y, m(ids), sample_weight=np.array([[1.0, 0.5, 2.0, 3.0], [1.0] * 4]))\n"
    "rounded(one.result())",
    "own_metric_gets_no_mask": _WORDS + "class Own(K.metrics.Metric):\n"
    "    def __init__(self):\n        super().__init__(name='own')\n"
    "        self.count = self.add_weight(name='count', initializer='zeros')\n"
    "    def update_state(self, y, p, sample_weight=None):\n"
    "        self.count.assign_add(1.0 if sample_weight is None else 10.0)\n"
    "    def result(self):\n        return self.count\n"
    "m.compile('sgd', 'sparse_categorical_crossentropy', metrics=[Own()])\n"
    "evaluated(m.evaluate(ids, y, verbose=0, return_dict=True))",
    "attention_of_masked_queries": _ATTENTION + "t = tf.constant(x)\n"
    "t._keras_mask = tf.constant([[True, False, True], [False, True, True]])\nrounded(a(t, t))",
    "attention_of_masked_words": _ATTENTION + "i = K.Input((3,), dtype='int32')\n"
    "e = L.Embedding(5, 4, mask_zero=True, embeddings_initializer='ones')(i)\n"
    "model = K.Model(i, a(e, e))\nrounded(model(np.array([[1, 0, 2]])))",
    "attention_of_a_given_query_mask": _ATTENTION
    + "rounded(a(x, x, query_mask=np.array([[True, False, True]] * 2)))",
}
