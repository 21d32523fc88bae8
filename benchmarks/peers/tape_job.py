"""One library's eager loop over an MLP: `tape_job.py LIBRARY THREADS STEPS [function]`.

With `function` a step is what `tf.function` makes of it."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mnist_job import epoch_turn  # noqa: E402
from step_loop import keras_step, torch_step  # noqa: E402
from worker import serve  # noqa: E402

LIBRARY, THREADS, STEPS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
IS_FUNCTION = sys.argv[4:] == ["function"]
BATCH = 64


def data():
    """Random images and labels, one batch after the other."""
    import numpy as np

    generator = np.random.default_rng(7)
    x = generator.random((STEPS, BATCH, 784), dtype=np.float32)
    return x, generator.integers(0, 10, (STEPS, BATCH))


def keras_epoch():
    """Pelton's and TensorFlow's loop: the same lines."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(THREADS)
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [tf.keras.Input((784,)), layers.Dense(128, activation="relu"), layers.Dense(10)]
    )
    optimizer = tf.keras.optimizers.Adam(0.001)
    x, y = data()
    batches = [
        (tf.constant(images), tf.constant(labels)) for images, labels in zip(x, y, strict=True)
    ]

    step = keras_step(tf, model, optimizer)
    if IS_FUNCTION:
        step = tf.function(step)

    def epoch():
        for images, labels in batches:
            loss = step(images, labels)
        return loss

    return epoch, tf.__version__


def torch_epoch():
    import torch
    from torch import nn

    torch.set_num_threads(THREADS)
    model = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001, eps=1e-7, fused=True)
    step = torch_step(torch, model, optimizer)
    x, y = (torch.from_numpy(array) for array in data())

    def epoch():
        for images, labels in zip(x, y, strict=True):
            loss = step(images, labels)
        return loss.detach()

    return epoch, torch.__version__


def prepare():
    """Returns the turn of STEPS steps."""
    epoch, version = torch_epoch() if LIBRARY == "torch" else keras_epoch()
    return epoch_turn(epoch, STEPS * BATCH), {"version": version}, dict


if __name__ == "__main__":
    serve(prepare)
