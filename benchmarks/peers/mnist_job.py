"""What the MNIST contestants share: their arguments, the data, and the turn they are asked for.

Needs NumPy; knows no library. One turn is one epoch, or `--steps` batches of it.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def arguments():
    """Returns the options that every contestant understands."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True, help="an mnist.npz")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--steps", type=int, default=0, help="batches per turn; 0 is all")
    parser.add_argument("--layout", choices=("nchw", "channels_last"), default="nchw")
    parser.add_argument("--seed", type=int, help="Keras: of weights and shuffling")
    parser.add_argument("--device", default="/CPU:0")
    parser.add_argument("--jit", action="store_true", help="TensorFlow: jit_compile")
    parser.add_argument("--compile", action="store_true", help="torch: torch.compile")
    return parser.parse_args()


def load(path, images):
    """Returns ((x, y), (x, y)): uint8 images of the first `images` (0: all) and int64 labels."""
    import numpy as np

    with np.load(path) as data:
        x_train, y_train = data["x_train"], data["y_train"].astype("int64")
        x_test, y_test = data["x_test"], data["y_test"].astype("int64")
    if images:
        x_train, y_train = x_train[:images], y_train[:images]
    return (x_train, y_train), (x_test, y_test)


def epoch_turn(train_epoch, images):
    """Returns a turn that times `train_epoch()`, in seconds and in images per second."""

    def turn():
        start = time.perf_counter()
        loss = train_epoch()
        seconds = time.perf_counter() - start
        return {"seconds": seconds, "images_per_second": images / seconds, "loss": float(loss)}

    return turn
