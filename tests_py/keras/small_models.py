"""Small models of all kinds, shared by the tests of what they leave behind."""

import numpy as np

from pelton import keras
from pelton.keras import layers

X = np.ones((8, 4), "float32")
Y = np.zeros(8, "int32")
LOSS = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


class Scale(layers.Layer):
    def build(self, input_shape):
        self.k = self.add_weight(name="k", shape=(input_shape[-1],), initializer="ones")

    def call(self, x):
        return x * self.k


class Own(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(100, activation="relu")
        self.scale = Scale()
        self.rest = [layers.Dropout(0.5), layers.Dense(3)]

    def call(self, x, training=False):
        x = self.scale(self.first(x))
        return self.rest[1](self.rest[0](x, training=training))


class Noting(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.seen = logs


def sequential():
    return keras.Sequential(
        [
            keras.Input((4,)),
            layers.Dense(100, activation="relu", kernel_regularizer="l2"),
            Scale(),
            layers.BatchNormalization(),
            layers.Dropout(0.5),
            layers.Dense(3),
        ]
    )


def nested():
    return keras.Sequential([keras.Input((4,)), sequential(), layers.Dense(3)])


def derived():
    return type("Derived", (keras.Sequential,), {})([layers.Dense(50), Scale(), layers.Dense(3)])
