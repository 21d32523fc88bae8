"""Where the benchmarks find MNIST without Pelton installed, and what they took, said loudly."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "python" / "pelton" / "keras" / "datasets" / "mnist_sample.npz"


def find_mnist(named=None):
    """Returns (path, description): the named file, $PELTON_DATA_DIR, Keras's cache, the sample."""
    if named:
        return Path(named), str(Path(named).name)
    home = Path(os.environ.get("KERAS_HOME") or Path.home() / ".keras")
    folders = [Path(os.environ["PELTON_DATA_DIR"])] if os.environ.get("PELTON_DATA_DIR") else []
    for folder in [*folders, home / "datasets"]:
        if (folder / "mnist.npz").is_file():
            return folder / "mnist.npz", "MNIST, 60,000 training images"
    return SAMPLE, "THE SAMPLE of MNIST, only 6,000 training images"
