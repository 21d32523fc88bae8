"""What layers, a loss and a train_step written in Python cost under `fit`, beside built-in ones.

Target: at most 1.05 times the time per step. Python runs while a step is traced only; the script
ends with status 1 unless `explain_program` shows that the own steps are one program.
"""

import argparse
import statistics
import sys
from pathlib import Path

from measure import Report, interleave, timed

sys.path.insert(0, str(Path(__file__).with_name("peers")))

TARGET = 1.05
BATCH = 64
BUILTIN, OWN = "built-in layers", "layers, loss and step in Python"
KEYS = ("cold seconds", "seconds")


def own_layers(tf):
    """Returns (Convolution, Dense), layers made of variables and ops."""

    class Convolution(tf.keras.layers.Layer):
        """A 3x3 convolution without padding, and relu."""

        def __init__(self, filters):
            super().__init__()
            self.filters = filters

        def build(self, input_shape):
            self.kernel = self.add_weight(shape=(3, 3, input_shape[-1], self.filters))
            self.bias = self.add_weight(shape=(self.filters,), initializer="zeros")

        def call(self, x):
            return tf.nn.relu(tf.nn.conv2d(x, self.kernel, 1, "VALID") + self.bias)

    class Dense(tf.keras.layers.Layer):
        """A product with a matrix, and a bias."""

        def __init__(self, units, activation=None):
            super().__init__()
            self.units, self.activation = units, activation or (lambda x: x)

        def build(self, input_shape):
            self.kernel = self.add_weight(shape=(input_shape[-1], self.units))
            self.bias = self.add_weight(shape=(self.units,), initializer="zeros")

        def call(self, x):
            return self.activation(tf.matmul(x, self.kernel) + self.bias)

    return Convolution, Dense


def own_step_class(tf):
    """Returns a Sequential whose train_step is written out."""

    class OwnStep(tf.keras.Sequential):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                logits = self(x, training=True)
                loss = self.compute_loss(x=x, y=y, y_pred=logits)
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply(gradients, self.trainable_variables)
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss)
                else:
                    metric.update_state(y, logits)
            return {metric.name: metric.result() for metric in self.metrics}

    return OwnStep


def own_network(tf):
    """The network of mnist_cnn_model.py, its layers, loss and step written in Python."""
    convolution, dense = own_layers(tf)

    def loss(labels, logits):
        return tf.nn.sparse_softmax_cross_entropy_with_logits(tf.cast(labels, "int64"), logits)

    model = own_step_class(tf)(
        [
            tf.keras.Input((28, 28, 1)),
            convolution(32),
            tf.keras.layers.MaxPooling2D((2, 2)),
            convolution(64),
            tf.keras.layers.MaxPooling2D((2, 2)),
            convolution(64),
            tf.keras.layers.Flatten(),
            dense(64, tf.nn.relu),
            dense(10),
        ]
    )
    model.compile("adam", loss, metrics=["accuracy"])
    return model


def programs(text):
    """Returns how many training steps explain_program's text shows as compiled programs."""
    parts = [part for part in text.split("\n\n") if part.startswith("train")]
    return sum("\narena " in part and "= host " not in part for part in parts)


def measure(options, report):
    """Trains both in turns of an epoch; returns (ratio of a later step's times, programs)."""
    import numpy as np
    from mnist_cnn_model import build

    import pelton as tf

    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    generator = np.random.default_rng(7)
    x = generator.random((options.steps * BATCH, 28, 28, 1), dtype=np.float32)
    y = generator.integers(0, 10, len(x))
    models = {BUILTIN: build(tf), OWN: own_network(tf)}
    turns = {
        name: timed(lambda model=model: model.fit(x, y, batch_size=BATCH, verbose=0))
        for name, model in models.items()
    }
    samples = interleave(turns, options.rounds)
    report.add(samples)
    rows = [
        [name] + [statistics.median(samples[name][key]) / options.steps * 1e3 for key in KEYS]
        for name in models
    ]
    columns = ["network", "ms per step, first epoch", "later"]
    report.table("MNIST CNN, batch 64, turns of an epoch, interleaved", columns, rows)
    pairs = zip(samples[OWN]["seconds"], samples[BUILTIN]["seconds"], strict=True)
    count = programs(tf.config.experimental.explain_program(models[OWN]))
    return statistics.median(own / builtin for own, builtin in pairs), count


def main():
    """Measures, and prints the ratio and whether the own step is one program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=10, help="batches per turn")
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("python_layers", f"{options.steps} steps of fit", options.threads)
    ratio, count = measure(options, report)
    report.note(OWN, ratio=ratio, programs=count)
    report.lines += ["", f"median of the turns' ratios: {ratio:.3f} (target {TARGET})"]
    report.lines += [f"programs of the own step: {count} (one is asked for)"]
    report.finish(options.json)
    sys.exit(count != 1)


if __name__ == "__main__":
    main()
