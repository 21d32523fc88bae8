"""What calls do with containers that contain themselves or nest 100,000 deep: they refuse.

Run as a script with a group's name, it makes that group's calls and prints each one's name before,
so that a crash or an endless loop has a name.
"""

from __future__ import annotations

import sys
import warnings

import numpy as np

import pelton as tf
from pelton import keras
from pelton.keras import layers, losses, metrics, optimizers

X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
IMAGE, FILTERS = tf.zeros([1, 4, 4, 1]), tf.zeros([2, 2, 1, 1])
REFUSALS = (TypeError, ValueError, RecursionError, NotImplementedError, KeyError)
DEPTH = 100_000


def itself(first=(), copies=1):
    """A list of `first` and of itself, `copies` times."""
    out = [*first]
    out.extend([out] * copies)
    return out


def dict_of_itself(**items):
    out = dict(items)
    out["a"] = out["config"] = out
    return out


def list_of_dict():
    out = []
    out.append({"x": out})
    return out


def tuple_of_list():
    out = ([],)
    out[0].append(out)
    return out


def deep(wrap, value):
    for _ in range(DEPTH):
        value = wrap(value)
    return value


CONTAINERS = {
    "list": itself(),
    "list, twice": itself(copies=2),
    "list, often": itself(copies=100),
    "list with a tensor": itself([tf.constant(1.0)], 2),
    "list with an array": itself([np.ones(2)], 2),
    "list with None": itself([None], 2),
    "dict": dict_of_itself(),
    "serialized dict": dict_of_itself(class_name="Dense"),
    "dict in a list": list_of_dict(),
    "tuple": tuple_of_list(),
    "deep list": deep(lambda value: [value], 1.0),
    "deep tuple": deep(lambda value: (value,), 1.0),
    "deep dict": deep(lambda value: {"a": value}, 1.0),
}


def model():
    out = keras.Sequential([layers.Input((2,)), layers.Dense(1)])
    out.compile("sgd", "mse")
    return out


class Own(layers.Layer):
    """A layer with a constructor argument, which its config holds."""

    def __init__(self, value=None):
        super().__init__()
        self.value = value

    def call(self, x):
        return x

    def get_config(self):
        return {"value": self.value}


def with_attribute(layer, value):
    layer.note = value
    layer.trainable = False
    return layer.variables, layer.trainable_variables, layer.losses


def fitted_with_attribute(value):
    trained = keras.Sequential([layers.Input((2,)), Own(value), layers.Dense(1)])
    trained.compile("sgd", "mse")
    trained.fit(X, X, verbose=0)


def gradient(**arguments):
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = X * X
    return tape.gradient(**{"target": y, "sources": X, **arguments})


def jacobian(sources):
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = X * X
    return tape.jacobian(y, sources)


def custom_result(value):
    return tf.custom_gradient(lambda x: (value, lambda *grads: grads))(X)


def custom_grads(value):
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = tf.custom_gradient(lambda x: (x * 1.0, lambda grad: value))(X)
    return tape.gradient(y, X)


TENSORS = {
    "constant": tf.constant,
    "constant of a dtype": lambda a: tf.constant(a, dtype="float32"),
    "dtype": lambda a: tf.constant(1.0, dtype=a),
    "constant's shape": lambda a: tf.constant(1.0, shape=a),
    "Variable": tf.Variable,
    "Variable's shape": lambda a: tf.Variable(1.0, shape=a),
    "Variable's name": lambda a: tf.Variable(1.0, name=a),
    "assign": lambda a: tf.Variable([1.0]).assign(a),
    "assign_add": lambda a: tf.Variable([1.0]).assign_add(a),
    "slice assign": lambda a: tf.Variable([[1.0]])[0].assign(a),
    "reshape": lambda a: tf.reshape(X, a),
    "zeros": tf.zeros,
    "zeros_like": tf.zeros_like,
    "fill": lambda a: tf.fill(a, 1.0),
    "concat": lambda a: tf.concat(a, 0),
    "stack": tf.stack,
    "split": lambda a: tf.split(X, a),
    "pad": lambda a: tf.pad(X, a),
    "tile": lambda a: tf.tile(X, a),
    "transpose": lambda a: tf.transpose(X, perm=a),
    "reduce_sum's axis": lambda a: tf.reduce_sum(X, axis=a),
    "index": lambda a: X[a],
    "second index": lambda a: X[0, a],
    "gather": lambda a: tf.gather(X, a),
    "where": lambda a: tf.where(a, X, X),
    "boolean_mask": lambda a: tf.boolean_mask(X, a),
    "add": lambda a: X + a,
    "matmul": lambda a: tf.matmul(X, a),
    "cast": lambda a: tf.cast(a, "float32"),
    "conv2d": lambda a: tf.nn.conv2d(IMAGE, FILTERS, strides=a, padding="SAME"),
    "max_pool2d": lambda a: tf.nn.max_pool2d(IMAGE, ksize=a, strides=1, padding="SAME"),
    "random.normal": tf.random.normal,
    "mean": lambda a: tf.random.normal([2], mean=a),
    "stateless_normal": lambda a: tf.random.stateless_normal([2], seed=a),
    "Generator": tf.random.Generator.from_seed,
    "TensorShape": tf.TensorShape,
}
NESTS = {
    "flatten": tf.nest.flatten,
    "pack_sequence_as": lambda a: tf.nest.pack_sequence_as(a, [1]),
    "map_structure": lambda a: tf.nest.map_structure(abs, a),
    "assert_same_structure": lambda a: tf.nest.assert_same_structure(a, a),
    "watch": lambda a: tf.GradientTape().watch(a),
    "sources": lambda a: gradient(sources=a),
    "target": lambda a: gradient(target=a),
    "output_gradients": lambda a: gradient(output_gradients=a),
    "two output_gradients": lambda a: gradient(target=[X, X], output_gradients=a),
    "jacobian": jacobian,
    "custom_gradient": lambda a: tf.custom_gradient(lambda *x: (X, lambda grad: grad))(a),
    "custom_gradient's result": custom_result,
    "custom_gradient's gradients": custom_grads,
}
LAYERS = {
    "Dense": layers.Dense,
    "activation": lambda a: layers.Dense(3, activation=a),
    "initializer": lambda a: layers.Dense(3, kernel_initializer=a),
    "regularizer": lambda a: layers.Dense(3, kernel_regularizer=a),
    "dtype": lambda a: layers.Dense(3, dtype=a),
    "name": lambda a: layers.Dense(3, name=a),
    "unknown argument": lambda a: layers.Dense(3, no_such=a),
    "Conv2D": lambda a: layers.Conv2D(3, a),
    "MaxPooling2D": layers.MaxPooling2D,
    "Rescaling": layers.Rescaling,
    "Activation": layers.Activation,
    "Reshape": layers.Reshape,
    "LayerNormalization": lambda a: layers.LayerNormalization(axis=a),
    "BatchNormalization": lambda a: layers.BatchNormalization(axis=a),
    "Input": layers.Input,
    "Sequential": keras.Sequential,
    "Sequential.from_config": keras.Sequential.from_config,
    "from_config": layers.Dense.from_config,
    "a config's value": lambda a: layers.Dense.from_config({"units": a}),
    "deserialize": layers.deserialize,
    "serialize": lambda a: layers.serialize(Own(a)),
    "get_config": lambda a: keras.Sequential([Own(a)]).get_config(),
    "build": lambda a: layers.Dense(3).build(a),
    "call": lambda a: layers.Dense(3)(a),
    "call of an own layer": lambda a: Own()(a),
    "add_weight": lambda a: Own().add_weight(shape=a),
    "add_loss": lambda a: Own().add_loss(a),
    "layer.set_weights": lambda a: model().layers[0].set_weights(a),
    "set_weights": lambda a: model().set_weights(a),
    "initializers.get": keras.initializers.get,
    "Constant": keras.initializers.Constant,
    "regularizers.get": keras.regularizers.get,
    "activations.get": keras.activations.get,
}
TRAINING = {
    "optimizer": lambda a: model().compile(a, "mse"),
    "loss": lambda a: model().compile("sgd", a),
    "loss_weights": lambda a: model().compile("sgd", "mse", loss_weights=[a, a]),
    "metrics": lambda a: model().compile("sgd", "mse", metrics=a),
    "weighted_metrics": lambda a: model().compile("sgd", "mse", weighted_metrics=a),
    "fit": lambda a: model().fit(a, a, verbose=0),
    "y": lambda a: model().fit(X, a, verbose=0),
    "sample_weight": lambda a: model().fit(X, X, sample_weight=a, verbose=0),
    "class_weight": lambda a: model().fit(X, X, class_weight=a, verbose=0),
    "validation_data": lambda a: model().fit(X, X, validation_data=a, verbose=0),
    "callbacks": lambda a: model().fit(X, X, callbacks=[a, a], verbose=0),
    "batches": lambda a: model().fit(iter([(X, a)]), verbose=0),
    "evaluate": lambda a: model().evaluate(a, a, verbose=0),
    "predict": lambda a: model().predict(a, verbose=0),
    "train_on_batch": lambda a: model().train_on_batch(a, a),
    "loss call": lambda a: losses.MeanSquaredError()(a, a),
    "reduction": lambda a: losses.MeanSquaredError(reduction=a),
    "losses.get": losses.get,
    "metric call": lambda a: metrics.SparseCategoricalAccuracy()(a, a),
    "metrics.get": metrics.get,
    "learning_rate": optimizers.SGD,
    "optimizers.get": optimizers.get,
    "Adam.from_config": optimizers.Adam.from_config,
    "apply_gradients": lambda a: optimizers.SGD().apply_gradients(a),
    "a gradient": lambda a: optimizers.SGD().apply_gradients([(a, tf.Variable([1.0]))]),
    "to_categorical": keras.utils.to_categorical,
}
KEPT = {  # calls that take whatever it is
    "attribute": lambda a: with_attribute(Own(), a),
    "attribute of a layer": lambda a: with_attribute(layers.Dense(3), a),
    "attribute of a model": lambda a: with_attribute(model(), a),
    "argument of an own layer": Own,
    "training with an attribute": fitted_with_attribute,
    "pack_sequence_as": lambda a: tf.nest.pack_sequence_as([0], [a]),
}
GROUPS = {"tensors": TENSORS, "nests": NESTS, "layers": LAYERS, "training": TRAINING}


def make(call, container):
    """What is wrong with how `call` takes `container`; empty where it refuses as it should."""
    try:
        result = call(container)
    except REFUSALS:
        return ""
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    return f"returned a {type(result).__name__}"


def main(group):
    warnings.simplefilter("ignore")
    for name, call in (KEPT if group == "kept" else GROUPS[group]).items():
        for kind, container in CONTAINERS.items():
            print(f"{name} of {kind}", flush=True)
            if group == "kept":
                call(container)
            elif wrong := make(call, container):
                sys.exit(wrong)
    print("done")


if __name__ == "__main__":
    main(sys.argv[1])
