"""The program that test_interrupt.py stops with Ctrl-C: does one long thing, tells when the
KeyboardInterrupt arrived, and then that everything still works."""

import signal
import sys
import time

import numpy as np

import pelton as tf

L = tf.keras.layers
X = np.random.default_rng(0).random((512, 28, 28, 1), dtype="float32")
Y = (np.arange(512) % 10).astype("int32")


def model_of(*layers):
    model = tf.keras.Sequential([tf.keras.Input((28, 28, 1)), *layers, L.Dense(10)])
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    model.fit(X[:64], Y[:64], verbose=0)
    return model


def deep():
    return model_of(
        *[L.Conv2D(32, 3, padding="same", activation="relu") for _ in range(3)], L.Flatten()
    )


# Long calls that are no training.
CALLS = {
    "matmul": lambda: product(),
    "function": lambda: replayed_products(),
    "backward": lambda: long_gradient(),
    "map_fn": lambda: over_rows(lambda rows: tf.map_fn(lambda row: row * 2.0, rows)),
    "rows": lambda: over_rows(list),
    "unstack": lambda: over_rows(tf.unstack),
    "constant": lambda: over_array(np.ones(200_000_000), tf.constant),
    "numpy": lambda: over_array(tf.ones((200_000_000,), "float64"), lambda x: x.numpy()),
    "range": lambda: over_array(400_000_000, tf.range),
    "endless_file": lambda: lambda: list(tf.data.TextLineDataset("/dev/zero")),
    "adapt": lambda: over_array(
        np.broadcast_to(np.float32(1.0), (2**20, 2**20)), L.Normalization().adapt
    ),
}


def product():
    square = tf.ones((4000, 4000), "float64")
    return lambda: tf.matmul(square, square)


def long_gradient():
    x = tf.Variable(0.5)
    with tf.GradientTape() as tape:
        y = x * 1.0
        for _ in range(500_000):
            y = tf.sin(y) * y + x
    return lambda: tape.gradient(y, x)


def over_rows(work):
    return over_array(tf.ones((1_000_000, 2)), work)


def over_array(array, work):
    def repeated():
        for _ in range(100):  # a fast machine may have done one before the signal comes
            work(array)

    return repeated


def long_work(name):
    """(the model, what takes long); one batch of the whole data where the steps are to be long."""
    model = model_of(L.Flatten()) if name in ("fit_small", *CALLS) else deep()
    whole = {"verbose": 0, "batch_size": len(X)}
    if name == "fit":
        return model, lambda: model.fit(X, Y, epochs=10**6, **whole)
    if name == "fit_small":
        return model, lambda: model.fit(X, Y, epochs=10**6, batch_size=8, verbose=0)
    if name in ("evaluate", "predict"):
        rows = np.broadcast_to(X[:1], (200_000, 28, 28, 1))
        labels = np.zeros(len(rows), "int32")
        options = {"verbose": 0, "batch_size": 2000}
        if name == "evaluate":
            return model, lambda: model.evaluate(rows, labels, **options)
        return model, lambda: model.predict(rows, **options)
    return model, CALLS[name]()


def replayed_products():
    """A recorded function of many products, which runs bound."""

    @tf.function
    def many(x):
        for _ in range(2000):
            x = tf.matmul(x, x) * 0.001
        return x

    def run():
        for _ in range(1000):
            many(square)

    square = tf.ones((400, 400))
    for _ in range(4):
        many(square)
    return run


def check_usable(model):
    """Weights and slots are finite, and the model predicts, trains and counts its steps."""
    values = [v.numpy() for v in (*model.weights, *model.optimizer.variables)]
    assert all(np.isfinite(value).all() for value in values)
    steps = int(model.optimizer.iterations.numpy())
    assert model.predict(X[:8], verbose=0).shape == (8, 10)
    history = model.fit(X[:64], Y[:64], batch_size=32, verbose=0).history
    assert np.isfinite(history["loss"]).all()
    assert int(model.optimizer.iterations.numpy()) == steps + 2
    assert tf.matmul(tf.ones((300, 300)), tf.ones((300, 300))).numpy()[0, 0] == 300


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    model, work = long_work(sys.argv[1])
    print("working", flush=True)
    try:
        work()
        print("finished before the signal", flush=True)
    except KeyboardInterrupt:
        print("caught", time.monotonic(), time.process_time(), flush=True)
    check_usable(model)
    print("usable", flush=True)


if __name__ == "__main__":
    main()
