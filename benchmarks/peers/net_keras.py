"""A network of net_list.py with `fit`: Pelton's and TensorFlow's contestant alike."""

import importlib
import os
import sys

from net_job import arguments
from net_list import NETS, data

LIBRARY = sys.argv.pop(1)
OPTIONS = arguments()
os.environ["TF_NUM_INTRAOP_THREADS"] = str(OPTIONS.threads)

from mnist_job import epoch_turn  # noqa: E402
from worker import serve  # noqa: E402


def layer(layers, row):
    """The Keras layer of a row."""
    kind, *numbers = row
    if kind == "conv":
        filters, size, stride, padding, activation = numbers
        return layers.Conv2D(filters, size, strides=stride, padding=padding, activation=activation)
    if kind == "dense":
        units, activation = numbers
        return layers.Dense(units, activation=activation)
    makers = {
        "max": layers.MaxPooling2D,
        "average": layers.AveragePooling2D,
        "norm": layers.BatchNormalization,
        "relu": layers.ReLU,
        "dropout": layers.Dropout,
        "flatten": layers.Flatten,
        "global_average": layers.GlobalAveragePooling2D,
    }
    return makers[kind](*numbers)


def prepare():
    """Returns the turn of one `fit` epoch."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(OPTIONS.threads)
    net = NETS[OPTIONS.net]
    x, y = data(net, OPTIONS.steps)
    layers = tf.keras.layers
    model = tf.keras.Sequential([tf.keras.Input(net["input"])])
    for row in net["layers"]:
        model.add(layer(layers, row))
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    jit = {"jit_compile": OPTIONS.jit} if LIBRARY == "tensorflow" else {}
    model.compile("adam", loss, metrics=["accuracy"], **jit)

    def train_epoch():
        history = model.fit(x, y, batch_size=net["batch"], verbose=0)
        return history.history["loss"][0]

    return epoch_turn(train_epoch, len(x)), {"version": tf.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
