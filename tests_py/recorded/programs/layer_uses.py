"""Layers that programs derive from the library's, or write themselves."""

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
