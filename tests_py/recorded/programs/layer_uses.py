"""Layers that programs derive from the library's, or write themselves."""

import os
import tempfile

import numpy as np

ROWS = [[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]]


def merge_functions(tf):
    layers = tf.keras.layers

    class WeightedSum(layers.Add):
        def __init__(self, alpha, **kwargs):
            super().__init__(**kwargs)
            self.alpha = self.add_weight(
                name="alpha", shape=(), initializer=tf.keras.initializers.Constant(alpha)
            )

        def _merge_function(self, inputs):
            return (1.0 - self.alpha) * inputs[0] + self.alpha * inputs[1]

    class Twice(layers.Concatenate):
        def _merge_function(self, inputs):
            return super()._merge_function(inputs) * 2

    one, other = tf.keras.Input((2,)), tf.keras.Input((2,))
    layer = WeightedSum(0.25)
    model = tf.keras.Model([one, other], Twice()([layer([one, other]), other]))
    values = [np.ones([1, 2], "float32"), np.zeros([1, 2], "float32")]
    before = model(values)
    layer.alpha.assign(0.5)
    return before, model(values), model.predict(values, verbose=0)


def graph_layer(tf):
    class Graph(tf.keras.layers.Layer):
        def __init__(self, units, **kwargs):
            super().__init__(**kwargs)
            self.units = units

        def build(self, shapes):
            sizes = (shapes[0][-1], self.units)
            self.kernel = self.add_weight(name="kernel", shape=sizes, initializer="ones")
            self.built = True

        def call(self, inputs):
            x, a = inputs
            return tf.sparse.sparse_dense_matmul(a, x @ self.kernel)

        def get_config(self):
            return {**super().get_config(), "units": self.units}

    return Graph


def graph_samples(tf):
    x = tf.constant([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    return [x, tf.sparse.from_dense(ROWS)], np.ones([3, 2], "float32")


def own_models_on_sparse_tensors(tf):
    Graph = graph_layer(tf)  # noqa: N806 - a class

    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.graph = Graph(2)

        def call(self, inputs):
            return self.graph(inputs)

    samples, targets = graph_samples(tf)
    model = Model()
    model.compile("sgd", "mse", metrics=["mae"])
    arrays = {"batch_size": 3, "shuffle": False, "verbose": 0}
    dataset = tf.data.Dataset.from_tensors((tuple(samples), targets))
    return (
        model.fit(samples, targets, **arrays).history,
        model.fit(dataset, verbose=0, shuffle=False).history,
        model.train_on_batch(samples, targets),
        model.test_on_batch(samples, targets),
        model.predict_on_batch(samples),
        model.evaluate(dataset, verbose=0),
        model.predict(samples, batch_size=3, verbose=0),
    )


def sparse_inputs_of_own_layers(tf):
    Graph, layers = graph_layer(tf), tf.keras.layers  # noqa: N806 - a class
    x, a = tf.keras.Input((2,)), tf.keras.Input((None,), sparse=True)
    hidden = layers.Dropout(0.0)(Graph(3)([x, a]))
    outputs = layers.Dense(2, kernel_initializer="ones")(Graph(2)([hidden, a]))
    model = tf.keras.Model([x, a], outputs)
    model.compile("sgd", "mse")
    samples, targets = graph_samples(tf)
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(model(samples, training=True))
    gradient = tape.gradient(total, model.trainable_weights)[0]
    copy = tf.keras.Model.from_config(model.get_config(), custom_objects={"Graph": Graph})
    traced = tf.function(lambda x, a: model([x, a]))(*samples)
    return model(samples), gradient, copy(samples), traced, model.input_shape


def sparse_inputs_of_graphs_of_several_sizes(tf):
    Graph = graph_layer(tf)  # noqa: N806 - a class
    x, a = tf.keras.Input((2,)), tf.keras.Input((None,), sparse=True)
    model = tf.keras.Model([x, a], Graph(1)([x, a]))
    model.compile(tf.keras.optimizers.SGD(0.001), "mse")

    def graphs():
        for size in (3, 4, 5, 3):
            rows = np.tri(size, dtype="float32")
            yield (np.ones([size, 2]), tf.sparse.from_dense(rows)), np.ones([size, 1])

    specs = tf.TensorSpec([None, 2]), tf.SparseTensorSpec([None, None], tf.float32)
    signature = (specs, tf.TensorSpec([None, 1]))
    dataset = tf.data.Dataset.from_generator(graphs, output_signature=signature)
    history = model.fit(dataset.repeat(2), steps_per_epoch=4, epochs=2, verbose=0, shuffle=False)
    return history.history, model.evaluate(dataset, verbose=0)


def sparse_outputs_and_lambdas(tf):
    layers = tf.keras.layers

    class Twice(layers.Layer):
        def call(self, inputs):
            return [inputs[0], inputs[1] * 2.0]

    x, a = tf.keras.Input((2,)), tf.keras.Input((3,), sparse=True)
    given, twice = Twice()([x, a])
    product = layers.Lambda(
        lambda parts: tf.sparse.sparse_dense_matmul(parts[1], parts[0]), output_shape=(2,)
    )([x, a])
    model = tf.keras.Model([x, a], [graph_layer(tf)(2)([given, twice]), product])
    dense = tf.keras.Model(a, layers.Dense(2, kernel_initializer="ones")(a))
    samples, _ = graph_samples(tf)
    return model(samples), dense(samples[1]), dense.predict(np.array(ROWS), verbose=0)


def sparse_samples_in_batches(tf):
    class Product(tf.keras.layers.Layer):
        def build(self, shape):
            self.kernel = self.add_weight(name="k", shape=(shape[-1], 2), initializer="ones")
            self.built = True

        def call(self, x):
            return tf.sparse.sparse_dense_matmul(x, self.kernel)

    a = tf.keras.Input((3,), sparse=True)
    model = tf.keras.Model(a, Product()(a))
    model.compile("sgd", "mse")
    rows, targets = tf.sparse.from_dense(ROWS), np.ones([3, 2], "float32")
    history = model.fit(rows, targets, batch_size=2, shuffle=False, verbose=0).history
    return history, model.predict(rows, batch_size=2, verbose=0)


def own_convolutions(tf):
    layers = tf.keras.layers

    class Standardized(layers.Conv2D):
        def convolution_op(self, inputs, kernel):
            mean, variance = tf.nn.moments(tf.convert_to_tensor(kernel), [0, 1, 2], keepdims=True)
            return super().convolution_op(inputs, (kernel - mean) / tf.sqrt(variance + 1e-6))

    images = tf.reshape(tf.range(64.0), [2, 4, 4, 2]) / 10
    kernel = np.sin(np.arange(36.0, dtype="float32")).reshape(3, 3, 2, 2)
    layer = Standardized(2, 3, bias_initializer="ones", activation="tanh", padding="same")
    layer.build((None, 4, 4, 2))
    layer.set_weights([kernel, np.array([0.1, -0.1])])
    inputs = tf.keras.Input((4, 4, 2))
    model = tf.keras.Model(inputs, layer(inputs))
    plain = layers.Conv1D(1, 2, padding="same", strides=2)
    plain.build((None, 5, 2))
    plain.set_weights([kernel[0, :2, :, :1], np.array([3.0])])
    rows = tf.reshape(tf.range(10.0), [1, 5, 2])
    given = plain.convolution_op(rows, plain.kernel)
    return layer(images), model.predict(images, verbose=0), given, layer.rank, plain.rank


def own_attention(tf):
    shown = []

    class Nearer(tf.keras.layers.MultiHeadAttention):
        def _compute_attention(self, query, key, value, attention_mask=None, *options):
            shown.append([None if attention_mask is None else attention_mask.shape[1:], *options])
            query = tf.multiply(query, self._inverse_sqrt_key_dim)
            scores = tf.einsum("BTNH,BSNH->BNTS", query, key)
            scores += 0.1 * tf.range(tf.shape(scores)[-1], dtype=tf.float32)
            weights = self._masked_softmax(scores, attention_mask)
            return tf.einsum("BNTS,BSNH->BTNH", weights, value), weights

    class Twice(tf.keras.layers.MultiHeadAttention):
        def _compute_attention(self, *args, **kwargs):
            outputs, scores = super()._compute_attention(*args, **kwargs)
            return outputs * 2.0, scores

    x = tf.reshape(tf.range(12.0), [1, 3, 4]) / 10
    nearer, twice = (kind(2, 3, kernel_initializer="ones") for kind in (Nearer, Twice))
    mask = tf.constant([[[True, False, True]] * 3])
    inputs = tf.keras.Input((3, 4))
    model = tf.keras.Model(inputs, twice(inputs, inputs, use_causal_mask=True))
    return (
        nearer(x, x),
        nearer(x, x, use_causal_mask=True, return_attention_scores=True, training=False),
        nearer(x, x, attention_mask=mask),
        twice(x, x, attention_mask=mask, return_attention_scores=True),
        model(x),
        shown,
    )


def initial_states_of_cells(tf):
    layers = tf.keras.layers
    cells = [layers.LSTMCell(2, dtype="float64"), layers.GRUCell(3), layers.SimpleRNNCell(1)]
    return [cell.get_initial_state(batch_size=2) for cell in cells]


def own_states_and_scores(tf):
    layers = tf.keras.layers

    class Begun(layers.LSTM):
        def get_initial_state(self, batch_size):
            return [tf.ones([batch_size, self.units]), tf.zeros([batch_size, self.units])]

    class Sharper(layers.Attention):
        def _calculate_scores(self, query, key):
            return tf.matmul(query, key, transpose_b=True) * 2.0

    class Flatter(layers.AdditiveAttention):
        def _calculate_scores(self, query, key):
            return super()._calculate_scores(query, key) * 0.5

    lstm = Begun(2, kernel_initializer="ones", recurrent_initializer="ones")
    sequences = tf.reshape(tf.range(12.0), [2, 3, 2]) / 12
    inputs = tf.keras.Input((None, 2))
    model = tf.keras.Model(inputs, lstm(inputs))
    query, value = (
        tf.reshape(tf.range(4.0), [1, 2, 2]) / 4,
        tf.reshape(tf.range(6.0), [1, 3, 2]) / 6,
    )
    scores = [Sharper()([query, value]), Flatter(use_scale=False)([query, value])]
    return lstm(sequences), model.predict(sequences, verbose=0), scores


def own_ways_to_save(tf):
    shown = []

    class Shown(tf.keras.callbacks.ModelCheckpoint):
        def _save_model(self, epoch, batch, logs):
            shown.append([epoch, batch, sorted(logs), self._get_file_path(epoch, batch, logs)])
            super()._save_model(epoch, batch, logs)

    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "{epoch}.weights.h5")
        every = Shown(path, save_weights_only=True)
        path = os.path.join(folder, "b{batch}.weights.h5")
        batches = Shown(path, save_weights_only=True, save_freq=1)
        data = np.ones([4, 2]), np.ones([4, 1])
        model.fit(*data, epochs=2, batch_size=2, verbose=0, callbacks=[every, batches])
        files = sorted(os.listdir(folder))
    return [[*rest, os.path.basename(path)] for *rest, path in shown], files


def mixed_layer(tf, seen):
    """A layer that computes in float16, within which others do; `seen` gets what they read."""
    layers = tf.keras.layers

    class Inner(layers.Layer):
        def build(self, shape):
            self.w = self.add_weight(shape=(3,), initializer="ones")

        def call(self, x):
            seen.append([self.w.dtype, x.dtype.name, (x * self.w).dtype.name])
            return x * self.w

    class Own(layers.Layer):
        def __init__(self, **options):
            super().__init__(**options)
            self.plain = tf.Variable([1.0, 2.0, 3.0], trainable=False)
            self.same, self.exact = Inner(dtype="mixed_float16"), Inner(dtype="float32")
            self.kept = Inner(dtype="mixed_float16", autocast=False)

        def build(self, shape):
            self.w = self.add_weight(shape=(shape[-1], 3), initializer="ones")
            self.b = self.add_weight(shape=(3,), initializer="ones", autocast=False)
            self.rows = self.add_weight(shape=(4, 3), initializer="ones", trainable=False)
            self.sum = self.add_weight(shape=(), initializer="zeros", trainable=False)

        def call(self, x):
            seen.append([self.w.dtype, self.b.dtype, self.plain.dtype.name])
            y = tf.matmul(x, self.w) + tf.cast(self.b, x.dtype)
            many = [self.w + 1, 2 * self.w, tf.gather(self.rows, [1, 2]), self.rows[0], -self.w]
            many += [self.w.value, tf.convert_to_tensor(self.w), tf.nn.relu(self.b)]
            seen.append([one.dtype.name for one in many])
            self.sum.assign_add(tf.reduce_sum(y))
            exact = self.exact(tf.cast(self.same(y), "float32"))
            return tf.cast(self.kept(exact), y.dtype)

    return Own(dtype="mixed_float16")


def weights_under_a_mixed_policy(tf):
    """Weights that a layer of one's own reads in its `call` are of the dtype it computes in."""
    seen, x = [], tf.constant([[1.0, 2.0]])
    layer, last = mixed_layer(tf, seen), tf.keras.layers.Dense(1, dtype="float32")
    with tf.GradientTape() as tape:
        y = layer(x)
    gradient = tape.gradient(y, layer.w)
    found = [y, layer.w.dtype, gradient.dtype.name, gradient, layer.sum.numpy(), seen[:5]]
    model = tf.keras.Sequential([tf.keras.Input((2,)), layer, last])
    for weight in last.weights:
        weight.assign(tf.ones_like(weight))
    model.compile("sgd", "mse")
    losses = model.fit(x, tf.ones((1, 1)), epochs=2, verbose=0).history["loss"]
    return [*found, [round(loss, 1) for loss in losses], layer.w.dtype]


def assigned_in_other_dtypes(tf):
    """Keras's variables cast what they are assigned, with which masked weights are written."""
    made = tf.keras.Variable([1.0, 2.0])
    made.assign(tf.constant([1.5, 2.5], tf.float64))
    made.assign_add(tf.constant([1, 1]))
    made.assign_sub([0.5, 0.25])
    whole = tf.keras.Variable([1, 2], dtype="int32")
    whole.assign([1.7, -2.7])
    conv = tf.keras.layers.Dense(2)
    conv.build((None, 2))
    conv.kernel.assign(tf.ones((2, 2)))
    conv.kernel.assign(conv.kernel * tf.constant([[1.0, 0.0], [0.0, 1.0]], tf.float64))
    return made.value, whole.value, conv.kernel.value
