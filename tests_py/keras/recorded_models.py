"""Models of every layer, optimizer and loss, and all figures that training one of them leaves."""

import numpy as np

import pelton as tf
from pelton import keras
from pelton.keras import layers

FEATURES = 6
SIZES = (8, 8, 5)  # batches of an epoch
EPOCHS = 5  # a kind of batch is recorded, recorded with gradients, bound, and run twice


def body(*more):
    return [layers.Dense(7, activation="relu"), *more]


def of_shape(*sizes):
    """A body of layers over the features as maps of `sizes`."""
    return lambda *inner: [layers.Reshape((*sizes, 1)), *inner, layers.Flatten()]


line, image, volume = of_shape(FEATURES), of_shape(3, 2), of_shape(3, 2, 1)

LAYERS = {
    "Activation": lambda: body(layers.Activation("tanh")),
    "AveragePooling1D": lambda: line(layers.AveragePooling1D(2)),
    "AveragePooling2D": lambda: image(layers.AveragePooling2D((2, 1), padding="same")),
    "AveragePooling3D": lambda: volume(layers.AveragePooling3D((2, 1, 1), padding="same")),
    "BatchNormalization": lambda: body(layers.BatchNormalization()),
    "Conv1D": lambda: line(layers.Conv1D(3, 2, padding="causal"), layers.Conv1D(2, 3, strides=2)),
    "Conv1DTranspose": lambda: line(layers.Conv1DTranspose(2, 3, strides=2, padding="same")),
    "Conv2D": lambda: image(
        layers.Conv2D(3, 2, padding="same", activation="relu"),
        layers.Conv2D(2, (2, 1), use_bias=False),
    ),
    "Conv2DTranspose": lambda: image(layers.Conv2DTranspose(2, 2, strides=2)),
    "Conv3D": lambda: volume(layers.Conv3D(2, (2, 2, 1), padding="same", activation="relu")),
    "Conv3DTranspose": lambda: volume(layers.Conv3DTranspose(2, (2, 2, 1), strides=(2, 1, 1))),
    "Dense": lambda: body(layers.Dense(4, use_bias=False, activation="sigmoid")),
    "DepthwiseConv1D": lambda: line(layers.DepthwiseConv1D(2, depth_multiplier=2)),
    "DepthwiseConv2D": lambda: image(layers.DepthwiseConv2D(2, depth_multiplier=2, padding="same")),
    "Dropout": lambda: body(layers.Dropout(0.3), layers.Dense(5), layers.Dropout(0.2, seed=3)),
    "Flatten": lambda: body(layers.Flatten()),
    "GlobalAveragePooling2D": lambda: [
        layers.Reshape((3, 2, 1)),
        layers.Conv2D(3, 2),
        layers.GlobalAveragePooling2D(),
    ],
    "LayerNormalization": lambda: body(
        layers.LayerNormalization(), layers.ReLU(), layers.LayerNormalization(scale=False)
    ),
    "LayerNormalization over axis 1": lambda: body(
        layers.Reshape((7, 1)), layers.Dense(4), layers.LayerNormalization(1), layers.Flatten()
    ),
    "Layer": lambda: [Scaled()],
    "MaxPooling1D": lambda: line(layers.Conv1D(3, 2), layers.MaxPooling1D(2)),
    "MaxPooling2D": lambda: image(layers.Conv2D(3, (1, 2)), layers.MaxPooling2D((2, 1), strides=1)),
    "MaxPooling3D": lambda: volume(layers.Conv3D(2, 1), layers.MaxPooling3D((2, 1, 1), strides=1)),
    "ReLU": lambda: body(layers.ReLU(max_value=1.0, negative_slope=0.1)),
    "Rescaling": lambda: [layers.Rescaling(0.5, offset=1.0), *body()],
    "Reshape": lambda: body(layers.Reshape((7, 1)), layers.Flatten()),
    "SeparableConv1D": lambda: line(layers.SeparableConv1D(3, 2)),
    "SeparableConv2D": lambda: image(layers.SeparableConv2D(3, 2, padding="same")),
    "Softmax": lambda: body(layers.Softmax()),
    "penalties": lambda: body(
        layers.Dense(4, kernel_regularizer="l2", activity_regularizer="l1", bias_regularizer="l1")
    ),
    "mixed": lambda: body(layers.Dense(4, dtype="mixed_bfloat16")),
    "nested": lambda: body(keras.Sequential([layers.Dense(4), layers.BatchNormalization()])),
    "frozen": lambda: body(layers.Dense(4, trainable=False)),
}

OPTIMIZERS = {
    "SGD": lambda: keras.optimizers.SGD(0.05),
    "SGD momentum": lambda: keras.optimizers.SGD(0.05, momentum=0.9, nesterov=True),
    "RMSprop": lambda: keras.optimizers.RMSprop(0.01, momentum=0.5, centered=True),
    "Adam": lambda: keras.optimizers.Adam(0.01, amsgrad=True),
    "AdamW": lambda: keras.optimizers.AdamW(0.01),
    "Adamax": lambda: keras.optimizers.Adamax(0.01),
    "Nadam": lambda: keras.optimizers.Nadam(0.01),
    "Adagrad": lambda: keras.optimizers.Adagrad(0.05),
    "Adadelta": lambda: keras.optimizers.Adadelta(0.5),
    "Ftrl": lambda: keras.optimizers.Ftrl(0.05),
    "Lion": lambda: keras.optimizers.Lion(0.001),
    "Lamb": lambda: keras.optimizers.Lamb(0.01),
    "Adafactor": lambda: keras.optimizers.Adafactor(0.01),
    "Muon": lambda: keras.optimizers.Muon(0.01),
    "clipnorm": lambda: keras.optimizers.Adam(0.01, clipnorm=0.1),
    "clipvalue": lambda: keras.optimizers.Adam(0.01, clipvalue=0.05),
    "global_clipnorm": lambda: keras.optimizers.Adam(0.01, global_clipnorm=0.1),
    "decay": lambda: keras.optimizers.Adam(0.01, weight_decay=0.1),
    "averages": lambda: keras.optimizers.SGD(0.05, use_ema=True, ema_overwrite_frequency=3),
    "loss scale": lambda: keras.optimizers.SGD(0.05, loss_scale_factor=128.0),
    "accumulation": lambda: keras.optimizers.SGD(0.05, gradient_accumulation_steps=3),
}

# Loss, classes (1: a number per row), kind of target, metrics.
LOSSES = {
    "SparseCategoricalCrossentropy": (4, "index", ["accuracy", "SparseCategoricalCrossentropy"]),
    "CategoricalCrossentropy": (4, "one-hot", ["accuracy", "CategoricalCrossentropy"]),
    "BinaryCrossentropy": (1, "binary", ["accuracy", "BinaryCrossentropy"]),
    "MeanSquaredError": (1, "real", ["mae", "mse", "RootMeanSquaredError"]),
    "MeanAbsoluteError": (2, "reals", ["mae"]),
    "MeanAbsolutePercentageError": (2, "reals", ["mae"]),
    "MeanSquaredLogarithmicError": (2, "reals", ["mae"]),
    "CosineSimilarity": (2, "reals", ["mae"]),
    "Huber": (1, "real", ["mae"]),
    "LogCosh": (1, "real", ["mae"]),
    "Poisson": (1, "binary", ["mae"]),
    "KLDivergence": (4, "one-hot", ["accuracy"]),
    "Hinge": (1, "binary", ["accuracy"]),
    "SquaredHinge": (1, "binary", ["accuracy"]),
    "CategoricalHinge": (4, "one-hot", ["accuracy"]),
    "BinaryFocalCrossentropy": (1, "binary", ["accuracy"]),
    "CategoricalFocalCrossentropy": (4, "one-hot", ["accuracy"]),
    "CategoricalGeneralizedCrossEntropy": (4, "index", ["accuracy"]),
    "Dice": (1, "binary", ["accuracy"]),
    "Tversky": (1, "binary", ["accuracy"]),
}


class Scaled(layers.Layer):
    """A layer written in Python, which runs while its steps are traced."""

    def build(self, input_shape):
        self.scale = self.add_weight(shape=(input_shape[-1],), initializer="ones")

    def call(self, inputs):
        return inputs * self.scale


def targets(kind, rows, classes, rng):
    if kind == "index":
        return rng.integers(0, classes, rows)
    if kind == "one-hot":
        return np.eye(classes, dtype="float32")[rng.integers(0, classes, rows)]
    if kind == "binary":
        return rng.integers(0, 2, (rows, 1)).astype("float32")
    return rng.normal(size=(rows, classes)).astype("float32")


def make(run_eagerly, inner=body, optimizer="Adam", loss="SparseCategoricalCrossentropy"):
    tf.random.set_seed(11)
    classes, kind, metrics = LOSSES[loss]
    last = {"index": "softmax", "one-hot": "softmax", "binary": "sigmoid"}.get(kind)
    model = keras.Sequential(
        [layers.Input((FEATURES,)), *inner(), layers.Dense(classes, activation=last)]
    )
    model.compile(
        OPTIMIZERS[optimizer](),
        getattr(keras.losses, loss)(),
        metrics=list(metrics),
        weighted_metrics=[metrics[0]],
        run_eagerly=run_eagerly,
    )
    rng = np.random.default_rng(0)
    rows = sum(SIZES)
    x = rng.normal(size=(rows, FEATURES)).astype("float32")
    return model, x, targets(kind, rows, classes, rng), rng.uniform(0.5, 2, rows)


def figures(model, x, y, weight, epochs=EPOCHS):
    """Every figure and weight that training leaves, step by step."""
    out = []
    for _ in range(epochs):
        for begin in np.cumsum((0, *SIZES))[:-1]:
            rows = slice(begin, begin + SIZES[0])
            logs = model.train_on_batch(x[rows], y[rows], sample_weight=weight[rows])
            out += np.atleast_1d(logs).tolist()
    out += model.get_weights()
    for _ in range(3):
        out += np.atleast_1d(model.evaluate(x, y, batch_size=8, verbose=0)).tolist()
        out.append(model.predict(x, batch_size=8, verbose=0))
    return out


def compare(a, b):
    assert len(a) == len(b)
    for got, expected in zip(a, b, strict=True):
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-6)
