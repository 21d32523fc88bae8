"""The main job: trains the article's CNN on MNIST and prints a table beside the article's figures.

Data: --data, $PELTON_DATA_DIR, the Keras cache, a download, else the sample in the package."""

import argparse
import os
import platform
import resource
import statistics
import sys
import time

from pelton.keras.layers import Conv2D, Dense, Flatten, MaxPooling2D
from pelton.keras.models import Sequential

import pelton as tf
from pelton.keras.datasets import mnist
from pelton.keras.datasets.errors import DatasetUnavailableError

PARAMETERS = 93_322
ARTICLE = {"Intel i7-9700K": "about 100", "RTX 2080 Ti": "about 10"}


class EpochTimes(tf.keras.callbacks.Callback):
    """Seconds of each epoch, its validation included, as fit prints them."""

    def __init__(self):
        super().__init__()
        self.seconds = []

    def on_epoch_begin(self, epoch, logs=None):
        self._start = time.perf_counter()

    def on_epoch_end(self, epoch, logs=None):
        self.seconds.append(time.perf_counter() - self._start)


def arguments(words=None):
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="dev.py mnist", description=__doc__)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--device", default="CPU:0", help="CPU:0, GPU:0, ...")
    parser.add_argument("--data", metavar="FILE", help="an mnist.npz")
    parser.add_argument("--seed", type=int, help="makes the run repeatable")
    return parser.parse_args(words)


def load(path):
    """((x_train, y_train), (x_test, y_test)) and a description of where they are from."""
    if path is not None:
        return mnist.load_file(path), path
    try:
        path = mnist.find_file()
    except DatasetUnavailableError as error:
        print(f"\n*** {error}\n*** Training on the sample: 6,000 of MNIST's 60,000 images.\n")
        return mnist.load_sample(), "SAMPLE: the first 6,000 + 1,000 images of MNIST"
    return mnist.load_file(path), path


def article_model():
    """The article's network, compiled as there."""
    model = Sequential(
        [
            Conv2D(32, (3, 3), activation="relu", input_shape=(28, 28, 1)),
            MaxPooling2D((2, 2)),
            Conv2D(64, (3, 3), activation="relu"),
            MaxPooling2D((2, 2)),
            Conv2D(64, (3, 3), activation="relu"),
            Flatten(),
            Dense(64, activation="relu"),
            Dense(10),
        ]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer="adam", loss=loss, metrics=["accuracy"])
    return model


def processor():
    """The CPU's name and how many logical processors this process may use."""
    name = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if "model name" in line]
        name = names[0] if names else name
    return f"{name}, {len(os.sched_getaffinity(0))} processors"


def table(options, times, accuracy, source):
    """The closing table as text: our run's column, then the article's."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # Linux counts in KiB
    kind = options.device.lower()
    rows = [
        ("", "this run", *ARTICLE),
        ("device", options.device, "CPU", "GPU"),
        ("seconds per epoch", f"{statistics.median(times):.2f}", *ARTICLE.values()),
        ("  of the first", f"{times[0]:.2f}", "", ""),
        ("test accuracy", f"{100 * accuracy:.2f}%", "-", "-"),
        ("peak memory", f"{peak:.0f} MiB", "-", "-"),
    ]
    widths = [max(len(row[i]) for row in rows) + 2 for i in range(4)]
    lines = ["".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) for row in rows]
    lines.insert(1, "-" * (sum(widths) - 2))
    lines.append(f"{'data':{widths[0]}}{source}")
    if "cpu" in kind:
        lines.append(f"{'processor':{widths[0]}}{processor()}")
    title = f"MNIST CNN, {PARAMETERS:,} parameters, batch {options.batch_size}, "
    title += f"{options.epochs} epochs; Pelton {tf.__version__} beside the article"
    return "\n".join(line.rstrip() for line in ["", title, *lines])


def main():
    """Train and report."""
    options = arguments()
    if options.epochs < 1 or options.batch_size < 1:
        sys.exit("dev.py mnist: --epochs and --batch-size must be at least 1")
    if options.seed is not None:
        tf.keras.utils.set_random_seed(options.seed)
    ((x_train, y_train), (x_test, y_test)), source = load(options.data)
    x_train, x_test = x_train[..., None] / 255.0, x_test[..., None] / 255.0
    times = EpochTimes()
    with tf.device(options.device):
        model = article_model()
        history = model.fit(
            x_train,
            y_train,
            epochs=options.epochs,
            batch_size=options.batch_size,
            validation_data=(x_test, y_test),
            callbacks=[times],
        )
    print(table(options, times.seconds, history.history["val_accuracy"][-1], source))


if __name__ == "__main__":
    main()
