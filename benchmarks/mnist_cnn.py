"""The main job: trains the article's CNN on MNIST with Pelton and ends with a table.

`python3 dev.py mnist [--epochs N] [--device NAME] [--batch-size N] [--data FILE]` runs it.
"""

import argparse
import resource
import statistics
import time

from machine import describe

import pelton as tf
from pelton.keras.datasets import mnist
from pelton.keras.layers import Conv2D, Dense, Flatten, MaxPooling2D
from pelton.keras.models import Sequential

ARTICLE = (("article, i7-9700K", "about 100"), ("article, RTX 2080 Ti", "about 10"))


class EpochClock(tf.keras.callbacks.Callback):
    """Notes the training time of each epoch, without the validation that follows it."""

    def __init__(self):
        super().__init__()
        self.seconds = []
        self._start = 0.0

    def on_epoch_begin(self, epoch, logs=None):
        self._start = time.perf_counter()
        self.seconds.append(None)

    def on_test_begin(self, logs=None):
        self._note()

    def on_epoch_end(self, epoch, logs=None):
        self._note()

    def _note(self):
        if self.seconds and self.seconds[-1] is None:
            self.seconds[-1] = time.perf_counter() - self._start


def load(named):
    """Returns both pairs of arrays and what they are; falls back to the sample, and says so."""
    if named:
        return *mnist.load_file(named), f"the file {named}"
    try:
        return *mnist.load_data(), "MNIST"
    except OSError as error:
        print(f"\nMNIST IS NOT HERE: {error}")
        print("TRAINING ON THE SAMPLE that ships with Pelton instead: a tenth of MNIST.\n")
        return *mnist.load_sample(), "THE SAMPLE, a tenth of MNIST"


def build():
    """Returns the article's network: 93,322 parameters, Adam, cross-entropy on logits."""
    model = Sequential(
        [
            tf.keras.Input((28, 28, 1)),
            Conv2D(32, (3, 3), activation="relu"),
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


def show(device, images, data, clock, history):
    """Prints our figures beside the article's."""
    later = clock.seconds[1:] or clock.seconds
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    epochs = f"{statistics.median(later):.2f}" + (" (one epoch)" if len(clock.seconds) == 1 else "")
    accuracy = history.history["val_accuracy"]
    rows = [
        ("device", device),
        ("data", f"{data}: {images:,} training images"),
        ("seconds per epoch", epochs),
        *((f"  {name}", f"{seconds} (60,000 images)") for name, seconds in ARTICLE),
        ("test accuracy", f"{accuracy[-1]:.4f} after {len(accuracy)} epochs"),
        ("final training loss", f"{history.history['loss'][-1]:.4f}"),
        ("peak memory", f"{peak:,.0f} MB"),
    ]
    print()
    for name, value in rows:
        print(f"{name:<24}{value}")


def main():
    """Loads the data, trains, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--device", help='such as "/CPU:0"; default: the first GPU, else the CPU')
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--data", metavar="FILE", help="an mnist.npz")
    options = parser.parse_args()
    gpus = tf.config.list_physical_devices("GPU")
    device = options.device or ("/GPU:0" if gpus else "/CPU:0")
    (x_train, y_train), (x_test, y_test), data = load(options.data)
    x_train, x_test = (x[..., tf.newaxis] / 255.0 for x in (x_train, x_test))
    clock = EpochClock()
    with tf.device(device):
        history = build().fit(
            x_train,
            y_train,
            batch_size=options.batch_size,
            epochs=options.epochs,
            validation_data=(x_test, y_test),
            callbacks=[clock],
        )
    where = describe()
    if "CPU" in device.upper():
        device = f"{device} ({where['cpu']}, {where['cores']} cores)"
    show(device, len(x_train), data, clock, history)


if __name__ == "__main__":
    main()
