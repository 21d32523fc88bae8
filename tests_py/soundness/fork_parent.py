"""The program of test_fork.py: uses the thread pool, forks in one of four ways, and prints what
parent and children computed."""

import importlib.util
import multiprocessing
import os
import sys
import threading
import time

import numpy as np

import pelton as tf

L = tf.keras.layers
X = np.random.default_rng(0).random((64, 28, 28, 1), dtype="float32")
Y = (np.arange(64) % 10).astype("int32")
A = tf.reshape(tf.range(360_000, dtype="float32"), (600, 600)) / 360_000.0


def trained():
    tf.keras.utils.set_random_seed(3)
    model = tf.keras.Sequential(
        [tf.keras.Input((28, 28, 1)), L.Conv2D(8, 3, activation="relu"), L.Flatten(), L.Dense(10)]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss)
    model.fit(X, Y, verbose=0, shuffle=False)
    return model


@tf.function
def recorded(a):
    """A product and a sum, which run from a record after the first call."""
    return tf.reduce_sum(a @ a)


def results(model):
    """The loss of one more epoch of `model`, that of a new model, a product, and a recorded one."""
    again = model.fit(X, Y, verbose=0, shuffle=False).history["loss"][0]
    fresh = trained().evaluate(X, Y, verbose=0)
    product = tf.reduce_sum(A @ A)
    return f"{again!r} {fresh!r} {float(product)!r} {float(recorded(A))!r}"


def fork(model):
    """Prints the child's results before the parent's."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        print(results(model), flush=True)
        sys.exit(0)
    _, status = os.waitpid(pid, 0)
    print("status", status)


class ForkingCallback(tf.keras.callbacks.Callback):
    """Forks in the middle of fit; the child leaves at once, having computed."""

    def on_train_batch_end(self, batch, logs=None):
        if batch == 0:
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                print(float(tf.reduce_sum(A @ A)), self.model.predict(X, verbose=0).shape)
                sys.stdout.flush()
                os._exit(0)
            print("status", os.waitpid(pid, 0)[1])


class SlowModule:
    """Finds and loads the module pelton.slow, which takes a while."""

    def __init__(self):
        self.began = threading.Event()

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name == "pelton.slow" else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        self.began.set()
        time.sleep(0.3)
        module.value = 7


def fork_beside_import():
    """Forks while another thread imports a module, which the child imports too."""
    slow = SlowModule()
    sys.meta_path.insert(0, slow)
    thread = threading.Thread(target=importlib.import_module, args=("pelton.slow",))
    thread.start()
    slow.began.wait()
    pid = os.fork()
    if pid == 0:
        print(importlib.import_module("pelton.slow").value, flush=True)
        os._exit(0)
    thread.join()
    print("status", os.waitpid(pid, 0)[1])


def of_process(_):
    return results(MODEL)


MODEL = trained()
tf.reduce_sum(A @ A).numpy()
for _ in range(4):
    recorded(A)

if __name__ == "__main__":
    how = sys.argv[1]
    if how == "fork":
        fork(MODEL)
        fork(MODEL)
        print(results(MODEL))
    elif how == "pool":
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print("\n".join(pool.map(of_process, range(3), chunksize=3)))
        print(results(MODEL))
    elif how == "import":
        fork_beside_import()
    else:
        MODEL.fit(X, Y, batch_size=32, verbose=0, callbacks=[ForkingCallback()])
        print(float(tf.reduce_sum(A @ A)), MODEL.predict(X, verbose=0).shape)
