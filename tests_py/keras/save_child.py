"""Saves a model again and again, all ones, then all twos, until it is killed."""

import sys

import numpy as np

from pelton import keras


def made(value, size=400):
    model = keras.Sequential([keras.Input((size,)), keras.layers.Dense(size, name="dense")])
    model.set_weights([np.full(w.shape, value, "float32") for w in model.get_weights()])
    return model


if __name__ == "__main__":
    models = [made(1.0), made(2.0)]
    models[0].save(sys.argv[1])
    print("saved", flush=True)
    while True:
        for model in models:
            model.save(sys.argv[1])
