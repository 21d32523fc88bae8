"""One memory measurement in a process of its own: `memory_job.py LIBRARY JOB --data FILE`.

Jobs: `arrays` (the article's NumPy arrays alone), `article` (the whole article for one epoch),
`fit`, `predict`, `ops` and `rebuild` (what should not grow). One turn is a twentieth of what is to
be repeated: 20,000 steps, 20,000 calls, a million operations, 200 models made and dropped.
"""

import importlib
import os
import sys

LIBRARY, JOB = sys.argv.pop(1), sys.argv.pop(1)

from mnist_job import arguments, load  # noqa: E402

OPTIONS = arguments()
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"

from live_memory import live_memory  # noqa: E402
from worker import serve  # noqa: E402

STEPS, CALLS, OPERATIONS, MODELS = 1000, 1000, 50_000, 10


def article_arrays():
    """Returns the arrays that the article's script makes: float64 images in [0, 1]."""
    import numpy as np

    (x_train, y_train), (x_test, y_test) = load(OPTIONS.data, 0)
    x_train, x_test = x_train / 255.0, x_test / 255.0
    return (x_train[..., np.newaxis], y_train), (x_test[..., np.newaxis], y_test)


def small_model(tf):
    """Returns a compiled network that is quick to build and to train."""
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [tf.keras.Input((16,)), layers.Dense(32, activation="relu"), layers.Dense(4)]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    return model


def article(tf):
    """One epoch of the article's script."""
    from mnist_cnn_model import build

    (x_train, y_train), (x_test, y_test) = article_arrays()
    build(tf).fit(x_train, y_train, batch_size=64, validation_data=(x_test, y_test), verbose=0)


def repeated(tf):
    """Returns the growth job: a function that repeats one thing a fixed number of times."""
    import numpy as np

    x = np.ones((STEPS * 8, 16), "float32")
    y = np.zeros(STEPS * 8, "int64")
    model = small_model(tf)
    a, w = tf.ones([4, 4]), tf.Variable(tf.ones([4, 4]))

    def operations():
        for _ in range(OPERATIONS // 4):
            with tf.GradientTape() as tape:
                total = tf.reduce_sum(a * w)
            tape.gradient(total, w)

    def rebuild():
        for _ in range(MODELS):
            small_model(tf).fit(x[:16], y[:16], verbose=0)
            tf.keras.backend.clear_session()

    return {
        "fit": (lambda: model.fit(x, y, batch_size=8, verbose=0), STEPS),
        "predict": (lambda: [model.predict(x[:8], verbose=0) for _ in range(CALLS)], CALLS),
        "ops": (operations, OPERATIONS),
        "rebuild": (rebuild, MODELS),
    }[JOB]


def engine_memory(tf):
    """Returns {"engine": bytes that the library's own allocator has given out} if it tells them."""
    try:
        return {"engine": tf.config.experimental.get_memory_info("CPU:0")["current"]}
    except ValueError:  # TensorFlow keeps no count for the CPU
        return {}


def prepare():
    """Returns the turn of the job; growth jobs report what is live after each turn."""
    if JOB == "arrays":
        kept = article_arrays()
        return (lambda: {"arrays": len(kept)}), {"version": ""}, dict
    tf = importlib.import_module(LIBRARY)
    facts = {"version": tf.__version__}
    if JOB == "article":

        def turn():
            article(tf)
            return {}

        return turn, facts, dict
    action, count = repeated(tf)

    def turn():
        action()
        return {**live_memory(), **engine_memory(tf)}

    return turn, {**facts, "count": count}, dict


if __name__ == "__main__":
    serve(prepare)
