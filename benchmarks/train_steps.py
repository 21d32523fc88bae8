"""What recorded steps save: `train_on_batch` and `predict_on_batch` with and without records.

One thread, its CPU time, models in turns in one process: the same code apart from `run_eagerly`.
"""

import argparse
import statistics
import time

from measure import Report, interleave


def mlp(layers):
    """The layers of an MLP 784-128-10."""
    return [layers.Dense(128, activation="relu"), layers.Dense(10, activation="softmax")]


def cnn(layers):
    """The layers of a small CNN for MNIST's images."""
    return [
        layers.Reshape((28, 28, 1)),
        layers.Conv2D(32, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(64, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dropout(0.5),
        layers.Dense(10, activation="softmax"),
    ]


def median_us(action, calls):
    """Returns the median CPU time of one call in microseconds."""
    times = []
    for _ in range(calls):
        start = time.thread_time()
        action()
        times.append(time.thread_time() - start)
    return statistics.median(times) * 1e6


def contestant(tf, run_eagerly, calls):
    """Returns a turn over all cases."""
    import numpy as np

    rng = np.random.default_rng(0)
    cases = {}
    for name, inner in (("MLP", mlp), ("CNN", cnn)):
        for rows in (1, 64):
            model = tf.keras.Sequential([tf.keras.Input((784,)), *inner(tf.keras.layers)])
            model.compile(
                "adam",
                "sparse_categorical_crossentropy",
                metrics=["accuracy"],
                run_eagerly=run_eagerly,
            )
            x = rng.random((rows, 784), dtype=np.float32)
            y = rng.integers(0, 10, rows)
            cases[f"{name}, train {rows}"] = lambda m=model, x=x, y=y: m.train_on_batch(x, y)
            cases[f"{name}, predict {rows}"] = lambda m=model, x=x: m.predict_on_batch(x)
    return lambda: {case: median_us(action, calls) for case, action in cases.items()}


def main():
    """Measures and prints microseconds per call."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=50, help="calls per case and turn")
    parser.add_argument("--json")
    options = parser.parse_args()
    import pelton as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    report = Report("train_steps", "single steps with and without records", threads=1)
    contestants = {
        name: contestant(tf, name == "run_eagerly", options.calls)
        for name in ("recorded", "run_eagerly")
    }
    samples = interleave(contestants, options.rounds)
    report.add(samples)
    rows = []
    for case, figures in samples["recorded"].items():
        if case.startswith("cold"):
            continue
        eager = samples["run_eagerly"][case]
        ratio = statistics.median(a / b for a, b in zip(figures, eager, strict=True))
        rows.append([case, statistics.median(figures), statistics.median(eager), ratio])
    report.table("us per call, and the median of the turns' ratios", ["case", *samples, "x"], rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
