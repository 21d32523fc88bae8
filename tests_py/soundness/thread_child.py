"""Threads on one model, for test_threads.py: python thread_child.py KIND NAME [SECONDS].

Prints "done" and what it counted; a death or a hang is seen by who started it.
"""

import os
import sys
import tempfile
import threading
import time
import warnings

import numpy as np
from shared_objects import SHARED

import pelton as tf

keras, layers = tf.keras, tf.keras.layers
GENERATOR = np.random.default_rng(0)
X = GENERATOR.normal(size=(600, 64)).astype("float32")
Y = GENERATOR.integers(0, 10, 600)
# What may be refused while another thread trains, and how.
REFUSED = (RuntimeError, ValueError, IndexError)


def small_model():
    model = keras.Sequential(
        [layers.Input((64,)), layers.Dense(300, activation="relu"), layers.Dense(10)]
    )
    compile_again(model)
    return model


def compile_again(model):
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])


def even_model(rate):
    """All weights are equal after each step: every gradient is 1/8, as x and the loss are."""
    model = keras.Sequential([layers.Input((3000,)), layers.Dense(8, kernel_initializer="zeros")])
    model.compile(keras.optimizers.SGD(rate), lambda true, predicted: predicted)
    return model


def assign(model):
    model.layers[0].kernel.assign(np.full((64, 300), 0.01, "float32"))


def assign_slice(model):
    model.layers[0].kernel[2:4].assign(np.full((2, 300), 0.01, "float32"))


def add_and_pop(model):
    model.add(layers.Dense(10))
    model.pop()


def set_optimizer(model):
    model.optimizer = keras.optimizers.SGD()


def switch_trainable(model):
    model.layers[0].trainable = not model.layers[0].trainable


def switch_eager(model):
    model.run_eagerly = not model.run_eagerly


def in_a_folder(body):
    with tempfile.TemporaryDirectory() as folder:
        body(folder)


def read_variables(model):
    for variable in model.variables + model.optimizer.variables:
        variable.numpy()
        repr(variable)


ACTIONS = {
    "compile": compile_again,
    "set_weights": lambda model: model.set_weights([w * 0 for w in model.get_weights()]),
    "assign": assign,
    "assign_slice": assign_slice,
    "assign_add": lambda model: model.layers[0].bias.assign_add(np.ones(300, "float32")),
    "reset_metrics": lambda model: model.reset_metrics(),
    "add_and_pop": add_and_pop,
    "evaluate": lambda model: model.evaluate(X, Y, verbose=0),
    "predict": lambda model: model.predict(X, verbose=0),
    "call": lambda model: model(X),
    "summary": lambda model: model.summary(print_fn=lambda *texts, **options: None),
    "fit": lambda model: model.fit(X, Y, verbose=0),
    "train_on_batch": lambda model: model.train_on_batch(X, Y),
    "test_on_batch": lambda model: model.test_on_batch(X, Y),
    "optimizer": set_optimizer,
    "trainable": switch_trainable,
    "run_eagerly": switch_eager,
    "variables": read_variables,
    "metrics": lambda model: tf.nest.map_structure(
        lambda value: value.numpy(), [metric.result() for metric in model.metrics]
    ),
    "config": lambda model: model.get_config(),
    "get_weights": lambda model: model.get_weights(),
    "save": lambda model: in_a_folder(lambda folder: model.save(f"{folder}/m.keras")),
    "save_weights": lambda model: in_a_folder(lambda f: model.save_weights(f"{f}/m.weights.h5")),
}


def together(seconds, *bodies):
    """Each body again and again in a thread of its own; how often each, and errors of others."""
    end = time.monotonic() + seconds
    counts, errors = [0] * len(bodies), []

    def repeat(index):
        while time.monotonic() < end:
            try:
                bodies[index]()
            except REFUSED:
                time.sleep(0.001)
            except Exception as error:
                errors.append(f"{index}: {type(error).__name__}: {error}")
            counts[index] += 1

    threads = [threading.Thread(target=repeat, args=(index,)) for index in range(len(bodies))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(counts) and not errors, (counts, errors[:3])
    return counts


def pair(name, seconds):
    model = small_model()
    train = lambda: model.fit(X, Y, batch_size=100, verbose=0)  # noqa: E731
    train()
    if name == "trainable":  # a weight that is frozen during a step has no gradient in it
        warnings.filterwarnings("ignore", "Gradients do not exist")
    return together(seconds, train, lambda: ACTIONS[name](model))


def weights_of_one_moment(seconds):
    model = even_model(0.01)
    x, seen = np.ones((64, 3000), "float32"), set()

    def look():
        values = np.concatenate([weight.ravel() for weight in model.get_weights()])
        assert (values == values[0]).all(), np.unique(values)
        seen.add(float(values[0]))

    def write():
        model.set_weights([np.full(w.shape, 1.0, "float32") for w in model.get_weights()])

    train = lambda: model.fit(x, x[:, :8], batch_size=8, verbose=0)  # noqa: E731
    counts = together(seconds, train, look) + together(seconds, train, look, write)
    assert len(seen) > 2
    return counts


def predictions_of_one_moment(seconds):
    model = even_model(0.01)
    x = np.ones((64, 3000), "float32")
    train = lambda: model.fit(x, x[:, :8], batch_size=8, verbose=0)  # noqa: E731
    train()

    def look():
        outputs = model.predict_on_batch(x[:16])
        assert (outputs == outputs[0, 0]).all(), outputs

    return together(seconds, train, look)


def figures_of_one_run(seconds):
    """Nothing changes the weights: every run has the figures that it has alone."""
    model = even_model(0.0)
    model.set_weights([np.full(w.shape, 0.5, "float32") for w in model.get_weights()])
    x = GENERATOR.normal(size=(96, 3000)).astype("float32")
    alone = model.evaluate(x, x[:, :8], batch_size=8, verbose=0)
    half = model.evaluate(x[:48], x[:48, :8], batch_size=8, verbose=0)

    def train():
        history = model.fit(x, x[:, :8], batch_size=8, shuffle=False, verbose=0).history
        np.testing.assert_allclose(history["loss"], [alone], rtol=1e-5)

    def test():
        figure = model.evaluate(x[:48], x[:48, :8], batch_size=8, verbose=0)
        np.testing.assert_allclose(figure, half, rtol=1e-5)

    return together(seconds, train, test)


MOMENTS = {
    "weights": weights_of_one_moment,
    "predictions": predictions_of_one_moment,
    "figures": figures_of_one_run,
}


def adders(name, variable, one):
    """What adds `one` to the variable, in each of two threads."""
    traced = tf.function(lambda: [variable.assign_add(one)] and None)
    optimizer = keras.optimizers.SGD(-1.0)
    stepping = tf.function(lambda: [optimizer.apply_gradients([(one, variable)])] and None)
    eager = lambda: variable.assign_add(one)  # noqa: E731
    return {
        "function": (traced, traced),
        "function_and_eager": (traced, eager),
        "eager": (eager, eager),
        "two_functions": (traced, tf.function(lambda: [variable.assign_add(one)] and None)),
        "optimizer": (stepping, stepping),
        "optimizer_and_function": (stepping, traced),
    }[name]


def calls(function, count):
    return lambda: [function() for _ in range(count)]


def exact(name, seconds):
    sums = []
    for runs in [3] * 20 + [int(300 * seconds)]:
        variable, one = tf.Variable(tf.zeros((300, 300))), tf.ones((300, 300))
        threads = [
            threading.Thread(target=calls(function, runs))
            for function in adders(name, variable, one)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sums = np.unique(variable.numpy()).tolist()
        assert sums == [2 * runs], (sums, runs)
    return sums


def forever(body):
    def repeat():
        while True:
            body()

    return repeat


def train_under_tape(model):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(X))
    tape.gradient(loss, model.trainable_variables)


class Slow(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        sum(range(1000))


class InPython(layers.Layer):
    def call(self, inputs):
        return inputs + float(sum(range(100)))


def python_model():
    model = keras.Sequential([layers.Input((64,)), InPython(), layers.Dense(10)])
    compile_again(model)
    model.run_eagerly = True
    return model


def endless():
    while True:
        yield X[:100], Y[:100]


def daemon(name, seconds):
    """The process ends while the thread works."""
    model, square = small_model(), tf.ones((700, 700))
    variable = tf.Variable(tf.zeros((300, 300)))
    traced = tf.function(lambda: [variable.assign_add(variable)] and None)
    data = {"x": X, "y": Y, "epochs": 10**6, "verbose": 0}
    body = {
        "matmul": lambda: square @ square,
        "fit": lambda: model.fit(**data),
        "callbacks": lambda: model.fit(**data, callbacks=[Slow()]),
        "generator": lambda: model.fit(
            endless(), steps_per_epoch=10, epochs=10**6, verbose=0, shuffle=False
        ),
        "evaluate": lambda: model.evaluate(X, Y, verbose=0),
        "predict": lambda: model.predict(X, verbose=0),
        "tape": lambda: train_under_tape(model),
        "function": traced,
        "python_layers": lambda: python_model().fit(**data),
        "numpy": lambda: square.numpy(),
        "tracing": lambda: tf.function(lambda a: a * 2)(square),
        "gradient": lambda: tf.custom_gradient(lambda a: (a * 2, lambda d: d))(square[:2]),
        "own_layer": lambda: InPython()(square[:2]),
    }[name]
    for _ in range(4):
        threading.Thread(target=forever(body), daemon=True).start()
    time.sleep(seconds)
    return []


def resize(name, seconds):
    model, square = small_model(), tf.ones((300, 300))
    sizes = [1, 2, 3, 4]

    def change():
        sizes.append(sizes.pop(0))
        tf.config.threading.set_intra_op_parallelism_threads(sizes[0])

    body = {
        "matmul": lambda: square @ square,
        "fit": lambda: model.fit(X, Y, verbose=0),
        "predict": lambda: model.predict(X, verbose=0),
    }[name]
    return together(seconds, body, change)


def in_child(index, model):
    uses = [
        lambda: model.predict(X, verbose=0),
        lambda: model.fit(X, Y, verbose=0),
        lambda: model.get_weights(),
        lambda: model.evaluate(X, Y, verbose=0),
        lambda: model(X) @ tf.ones((10, 300)),
        lambda: model.set_weights(model.get_weights()),
    ]
    uses[index % len(uses)]()


def fork(name, seconds):
    """Children use the model that a thread of their parent trains."""
    warnings.simplefilter("ignore", DeprecationWarning)
    model = small_model()
    training = {"x": X, "y": Y, "epochs": 10**6, "verbose": 0}
    threading.Thread(target=lambda: model.fit(**training), daemon=True).start()
    end, forks = time.monotonic() + seconds, 0
    while time.monotonic() < end or forks < 12:
        time.sleep(0.003 * (forks % 7))
        child = os.fork()
        if child == 0:
            status = 1
            try:
                in_child(forks, model)
                status = 0
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0, forks
        forks += 1
    return [forks]


def recursion(name, seconds):
    """A function that calls itself, in a thread with a stack of so many KB."""
    threading.stack_size(int(name) << 10)
    functions = {
        "tensor": tf.function(lambda x, n: functions["tensor"](x + 1, n)),
        "number": tf.function(lambda x, n: functions["number"](x, n + 1)),
    }
    errors = []

    def call(which):
        try:
            functions[which](tf.constant(1.0), 0)
        except RuntimeError as error:  # RecursionError is one
            errors.append(str(error))

    for which in functions:
        thread = threading.Thread(target=call, args=(which,))
        thread.start()
        thread.join()
    assert len(errors) == 2 and all("recursion" in text for text in errors), errors
    return []


KINDS = {
    "pair": pair,
    "moment": lambda name, seconds: MOMENTS[name](seconds),
    "exact": exact,
    "shared": lambda name, seconds: SHARED[name](seconds),
    "daemon": daemon,
    "resize": resize,
    "fork": fork,
    "recursion": recursion,
}

if __name__ == "__main__":
    kind, name = sys.argv[1:3]
    counted = KINDS[kind](name, float(sys.argv[3]) if len(sys.argv) > 3 else 0.5)
    print("done", counted)
