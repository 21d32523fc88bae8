"""Models whose files are recorded: each is built in the same words by real Keras and by Pelton.

Knows neither: `keras` is an argument. Weights are set by formula, the same
for both.
"""

import numpy as np

OPTIMIZERS = "SGD RMSprop Adam AdamW Adamax Nadam Adagrad Adadelta Ftrl Lion Lamb".split()


def dense_network(keras):
    """Regularizer, batch normalization, dropout, a metric given as an object."""
    layers = keras.layers
    model = keras.Sequential([keras.Input((4,)), layers.Dense(3, "relu", kernel_regularizer="l2")])
    for layer in (layers.BatchNormalization(), layers.Dropout(0.0), layers.Dense(2)):
        model.add(layer)
    metrics = ["mae", keras.metrics.MeanSquaredError()]
    model.compile("adam", keras.losses.MeanSquaredError(), metrics=metrics)
    return model, (4,), (2,)


def convolutions(keras):
    """Sequential within Sequential, pools, a learning rate schedule."""
    layers = keras.layers
    inner = keras.Sequential(
        [layers.Conv2D(3, 3, activation="relu"), layers.MaxPooling2D()], name="inner"
    )
    schedule = keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
    model = keras.Sequential(
        [keras.Input((6, 6, 2)), layers.Rescaling(0.5), inner, layers.Flatten()]
    )
    model.add(layers.Dense(2, "sigmoid", bias_initializer="ones"))
    loss = keras.losses.BinaryCrossentropy(label_smoothing=0.1)
    model.compile(keras.optimizers.SGD(schedule, momentum=0.9), loss)
    return model, (6, 6, 2), (2,)


def recurrence(keras):
    """Masking, a cell within a layer."""
    layers = keras.layers
    parts = [
        keras.Input((5, 3)),
        layers.Masking(),
        layers.LSTM(3, return_sequences=True),
        layers.LSTM(2),
    ]
    model = keras.Sequential(
        [*parts, layers.LayerNormalization(), layers.Activation("gelu"), layers.Dense(1)]
    )
    model.compile(keras.optimizers.RMSprop(0.01, momentum=0.5, centered=True), "mse")
    return model, (5, 3), (1,)


def graph(keras):
    """Several layers of one class at several depths, a shared one, merging layers."""
    layers = keras.layers
    i = keras.Input((4,), name="i")
    shared = layers.Dense(3, name="shared")
    a, b = layers.Dense(3, "relu", name="zed")(i), shared(i)
    c = layers.Add()([a, shared(layers.Dense(4, name="early")(b))])
    d = layers.Concatenate()([c, layers.Multiply()([a, b]), layers.Dense(2)(c)])
    model = keras.Model(i, layers.Dense(2, name="last")(d), name="graph")
    model.compile("nadam", keras.losses.MeanAbsoluteError())
    return model, (4,), (2,)


def attention(keras):
    """MultiHeadAttention over embedded tokens, a model within the graph."""
    layers = keras.layers
    i = keras.Input((4, 3), name="i")
    x = layers.MultiHeadAttention(2, 2, name="mha")(i, i)
    x = layers.LayerNormalization(axis=-1)(layers.Add()([x, i]))
    j = keras.Input((4, 3), name="j")
    x = keras.Model(j, layers.Dense(3)(layers.Dense(5, "relu")(j)), name="block")(x)
    model = keras.Model(i, layers.Dense(1)(layers.Flatten()(x)))
    model.compile(keras.optimizers.AdamW(0.01, clipnorm=1.0), "mse")
    return model, (4, 3), (1,)


def branches(keras):
    """Outputs in a dictionary with losses of their own."""
    layers = keras.layers
    i = keras.Input((3,), name="i")
    model = keras.Model(i, {"p": layers.Dense(2, name="p")(i), "q": layers.Dense(1, name="q")(i)})
    model.compile("sgd", {"p": "mse", "q": "mae"}, loss_weights={"p": 0.5, "q": 2.0})
    return model, (3,), {"p": (2,), "q": (1,)}


def with_optimizer(name):
    """A dense layer, and an optimizer with its slots."""

    def build(keras):
        i = keras.Input((3,))
        model = keras.Sequential([i, keras.layers.Dense(2)])
        optimizer = getattr(keras.optimizers, name)(learning_rate=0.01)
        model.compile(optimizer, keras.losses.MeanSquaredError())
        return model, (3,), (2,)

    return build


def classes(keras):
    """Classes of one's own, registered: a layer and a model that holds layers in containers."""

    @keras.saving.register_keras_serializable("saving_cases")
    class Twice(keras.layers.Layer):
        def __init__(self, units, **kwargs):
            super().__init__(**kwargs)
            self.units = units
            self.first = keras.layers.Dense(units)

        def build(self, input_shape):
            self.first.build(input_shape)
            self.scale = self.add_weight(shape=(self.units,), initializer="ones", name="scale")

        def call(self, inputs):
            return self.first(inputs) * self.scale

        def get_config(self):
            return {**super().get_config(), "units": self.units}

    @keras.saving.register_keras_serializable("saving_cases")
    class Nested(keras.Model):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            dense = keras.layers.Dense
            self.zed = dense(2)
            self.blocks = [dense(3), [dense(3), Twice(3)]]
            self.by_name = {"b": dense(3), "a": Twice(3)}
            self._hidden = dense(3)

        def call(self, inputs):
            x = self.blocks[0](inputs)
            for layer in (*self.blocks[1], self.by_name["a"], self.by_name["b"], self._hidden):
                x = layer(x)
            return self.zed(x)

    model = Nested()
    model.compile("adam", "mse")
    return model, (3,), (2,)


CASES = {
    function.__name__: function
    for function in (dense_network, convolutions, recurrence, graph, attention, branches, classes)
}
CASES |= {f"optimizer_{name}": with_optimizer(name) for name in OPTIMIZERS}


def numbers(shape, seed):
    """float32 numbers between -0.5 and 0.5."""
    places = np.arange(int(np.prod(shape)), dtype=np.float64) + 37.0 * seed
    return (np.round(places * 0.61803398875 % 1.0, 3) - 0.5).astype("float32").reshape(shape)


def each(shapes, make):
    """make(shape, number) for a shape, or for each of a dictionary's."""
    if isinstance(shapes, dict):
        return {key: make(shapes[key], number) for number, key in enumerate(shapes)}
    return make(shapes, 0)


def trained(keras, name):
    """The case's model with weights by formula after one step of training, and an input."""
    keras.backend.clear_session()
    model, input_shape, output_shapes = CASES[name](keras)
    x = numbers((4, *input_shape), 1)
    y = each(output_shapes, lambda shape, number: numbers((4, *shape), 100 + number) + 0.5)
    model.predict(x, verbose=0)
    weights = [numbers(w.shape, 7 + n) for n, w in enumerate(model.get_weights())]
    model.set_weights([np.abs(w) if w.ndim == 1 else w for w in weights])
    model.train_on_batch(x, y)
    return model, x
