"""A transformer block under one library's own loop: `transformer_job.py LIBRARY THREADS STEPS WAY`.

Attention and two dense layers with relu, each added to its input and normalised (Vaswani et al.,
"Attention is all you need"), then the mean of all positions and ten classes; Adam. WAY is
`function` for a step that is a tf.function, else `eager`."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mnist_job import epoch_turn  # noqa: E402
from net_list import NETS, data  # noqa: E402
from net_modules import build  # noqa: E402
from step_loop import keras_step, torch_step  # noqa: E402
from worker import serve  # noqa: E402

LIBRARY, THREADS, STEPS, WAY = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
NET = NETS["transformer"]
WIDTH = NET["input"][-1]
HEADS, INNER, CLASSES = 4, 1024, 10


def keras_network(tf):
    """The network of Pelton and of TensorFlow: the same lines."""
    layers = tf.keras.layers

    class Block(layers.Layer):
        def __init__(self):
            super().__init__()
            self.attention = layers.MultiHeadAttention(HEADS, WIDTH // HEADS)
            self.first_norm, self.second_norm = (layers.LayerNormalization() for _ in range(2))
            self.inner, self.outer = layers.Dense(INNER, "relu"), layers.Dense(WIDTH)

        def call(self, x):
            x = self.first_norm(x + self.attention(x, x))
            x = self.second_norm(x + self.outer(self.inner(x)))
            return tf.reduce_mean(x, axis=1)

    return tf.keras.Sequential([Block(), layers.Dense(CLASSES)])


def keras_epoch():
    """Pelton's and TensorFlow's loop."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(THREADS)
    network = keras_network(tf)
    step = keras_step(tf, network, tf.keras.optimizers.Adam(1e-4))
    step = tf.function(step) if WAY == "function" else step
    sequences, labels = map(tf.constant, data(NET, 1))
    network(sequences)  # the weights

    def epoch():
        for _ in range(STEPS):
            loss = step(sequences, labels)
        return loss

    return epoch, tf.__version__


def torch_epoch():
    import torch

    torch.set_num_threads(THREADS)
    network = build(torch.nn, NET)
    sequences, labels = (torch.from_numpy(array) for array in data(NET, 1))
    network(sequences)  # the lazy layers learn their inputs
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-4, fused=True)
    step = torch_step(torch, network, optimizer)

    def epoch():
        for _ in range(STEPS):
            loss = step(sequences, labels)
        return loss.detach()

    return epoch, torch.__version__


def prepare():
    """Returns the turn of STEPS steps."""
    epoch, version = torch_epoch() if LIBRARY == "torch" else keras_epoch()
    return epoch_turn(epoch, STEPS * NET["batch"]), {"version": version}, dict


if __name__ == "__main__":
    serve(prepare)
