"""A residual network under one library's own training loop: `resnet_job.py LIBRARY THREADS STEPS`.

ResNet-18 for images of 32x32 (He et al., "Deep Residual Learning for Image Recognition", with the
first layer 3x3 and no pool behind it; net_list.py has the same as a functional model): Pelton and
TensorFlow as a Layer subclass whose step is a tf.function, torch as modules in its eager loop."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mnist_job import epoch_turn  # noqa: E402
from net_list import NETS, data  # noqa: E402
from net_modules import build  # noqa: E402
from step_loop import keras_step, torch_step  # noqa: E402
from worker import serve  # noqa: E402

LIBRARY, THREADS, STEPS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
CLASSES = 10
STAGES = [(64, 1), (128, 2), (256, 2), (512, 2)]  # filters, stride of the first block of two
NET = NETS["resnet18"]


def keras_network(tf):
    """The network of Pelton and of TensorFlow: the same lines."""
    layers = tf.keras.layers

    class Block(layers.Layer):
        def __init__(self, filters, stride):
            super().__init__()
            options = {"padding": "same", "use_bias": False}
            self.first = layers.Conv2D(filters, 3, strides=stride, **options)
            self.first_norm = layers.BatchNormalization()
            self.second = layers.Conv2D(filters, 3, **options)
            self.second_norm = layers.BatchNormalization()
            if stride > 1:
                self.shortcut = layers.Conv2D(filters, 1, strides=stride, **options)
            self.is_plain = stride == 1

        def call(self, x, training=False):
            y = tf.nn.relu(self.first_norm(self.first(x), training=training))
            y = self.second_norm(self.second(y), training=training)
            return tf.nn.relu(y + (x if self.is_plain else self.shortcut(x)))

    blocks = [Block(filters, s) for filters, stride in STAGES for s in (stride, 1)]
    return tf.keras.Sequential(
        [
            layers.Conv2D(64, 3, padding="same", use_bias=False),
            layers.BatchNormalization(),
            layers.ReLU(),
            *blocks,
            layers.GlobalAveragePooling2D(),
            layers.Dense(CLASSES),
        ]
    )


def keras_epoch():
    """Pelton's and TensorFlow's loop."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(THREADS)
    network = keras_network(tf)
    optimizer = tf.keras.optimizers.SGD(0.01, momentum=0.9)
    step = tf.function(keras_step(tf, network, optimizer))
    images, labels = map(tf.constant, data(NET, 1))

    def epoch():
        for _ in range(STEPS):
            loss = step(images, labels)
        return loss

    return epoch, tf.__version__


def torch_epoch():
    import torch

    torch.set_num_threads(THREADS)
    network = build(torch.nn, NET).to(memory_format=torch.channels_last)
    images, labels = (torch.from_numpy(array) for array in data(NET, 1))
    images = images.permute(0, 3, 1, 2)  # channels last in memory, as it was
    network(images)  # the lazy layers learn their inputs
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01, momentum=0.9)
    step = torch_step(torch, network, optimizer)

    def epoch():
        for _ in range(STEPS):
            loss = step(images, labels)
        return loss.detach()

    return epoch, torch.__version__


def prepare():
    """Returns the turn of STEPS steps."""
    epoch, version = torch_epoch() if LIBRARY == "torch" else keras_epoch()
    return epoch_turn(epoch, STEPS * NET["batch"]), {"version": version}, dict


if __name__ == "__main__":
    serve(prepare)
