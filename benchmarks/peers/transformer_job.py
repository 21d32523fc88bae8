"""A transformer block under one library's own loop: `transformer_job.py LIBRARY THREADS STEPS WAY`.

Attention and two dense layers with relu, each added to its input and normalised (Vaswani et al.,
"Attention is all you need"), then the mean of all positions and ten classes; Adam. WAY is
`function` for a step that is a tf.function, else `eager`."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mnist_job import epoch_turn  # noqa: E402
from step_loop import keras_step, torch_step  # noqa: E402
from worker import serve  # noqa: E402

LIBRARY, THREADS, STEPS, WAY = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
BATCH, POSITIONS, WIDTH, HEADS, INNER, CLASSES = 32, 128, 256, 4, 1024, 10


def data():
    """One batch of random sequences and labels, for every step."""
    import numpy as np

    generator = np.random.default_rng(7)
    x = generator.normal(size=(BATCH, POSITIONS, WIDTH)).astype(np.float32)
    return x, generator.integers(0, CLASSES, BATCH)


def pelton_attention(tf):
    """Self-attention of Pelton's op between dense layers."""
    import numpy as np

    from pelton._core import ops

    layers = tf.keras.layers
    no_mask, no_bias = tf.constant(np.zeros(0, bool)), tf.constant(np.zeros(0, np.float32))

    class Attention(layers.Layer):
        def __init__(self):
            super().__init__()
            self.query, self.key, self.value = (layers.Dense(WIDTH) for _ in range(3))
            self.output_dense = layers.Dense(WIDTH)

        def call(self, x):
            heads = [-1, POSITIONS, HEADS, WIDTH // HEADS]
            parts = (tf.reshape(part(x), heads) for part in (self.query, self.key, self.value))
            y = ops.attention(*parts, no_mask, no_bias)[0]
            return self.output_dense(tf.reshape(y, [-1, POSITIONS, WIDTH]))

    return Attention()


def keras_network(tf):
    """The network of Pelton and of TensorFlow."""
    layers = tf.keras.layers

    class Block(layers.Layer):
        def __init__(self):
            super().__init__()
            if LIBRARY == "pelton":
                self.attention = pelton_attention(tf)
            else:
                self.attention = layers.MultiHeadAttention(HEADS, WIDTH // HEADS)
            self.first_norm, self.second_norm = (layers.LayerNormalization() for _ in range(2))
            self.inner, self.outer = layers.Dense(INNER, "relu"), layers.Dense(WIDTH)

        def call(self, x):
            y = self.attention(x) if LIBRARY == "pelton" else self.attention(x, x)
            x = self.first_norm(x + y)
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
    sequences, labels = map(tf.constant, data())
    network(sequences)  # the weights

    def epoch():
        for _ in range(STEPS):
            loss = step(sequences, labels)
        return loss

    return epoch, tf.__version__


def torch_network(torch):
    """The same network; its attention is the fused one."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.parts = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(3))
            self.output = nn.Linear(WIDTH, WIDTH)
            self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
            self.norms = nn.ModuleList(nn.LayerNorm(WIDTH, eps=1e-3) for _ in range(2))
            self.classes = nn.Linear(WIDTH, CLASSES)

        def attend(self, x):
            heads = (BATCH, POSITIONS, HEADS, WIDTH // HEADS)
            parts = (part(x).view(heads).transpose(1, 2) for part in self.parts)
            y = nn.functional.scaled_dot_product_attention(*parts)
            return self.output(y.transpose(1, 2).reshape(BATCH, POSITIONS, WIDTH))

        def forward(self, x):
            x = self.norms[0](x + self.attend(x))
            x = self.norms[1](x + self.outer(nn.functional.relu(self.inner(x))))
            return self.classes(x.mean(1))

    return Block()


def torch_epoch():
    import torch

    torch.set_num_threads(THREADS)
    network = torch_network(torch)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-4, fused=True)
    step = torch_step(torch, network, optimizer)
    sequences, labels = (torch.from_numpy(array) for array in data())

    def epoch():
        for _ in range(STEPS):
            loss = step(sequences, labels)
        return loss.detach()

    return epoch, torch.__version__


def prepare():
    """Returns the turn of STEPS steps."""
    epoch, version = torch_epoch() if LIBRARY == "torch" else keras_epoch()
    return epoch_turn(epoch, STEPS * BATCH), {"version": version}, dict


if __name__ == "__main__":
    serve(prepare)
