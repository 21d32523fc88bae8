"""Makes the MNIST sample that ships in the package from the full mnist.npz.

python benchmarks/make_mnist_sample.py mnist.npz  writes the same bytes each time."""

import argparse
import hashlib
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

from pelton.keras.datasets import mnist  # noqa: E402

TRAIN, TEST = 6000, 1000
# Of the four arrays' bytes, so that a repacked archive is recognised too.
ARRAYS_SHA256 = "06b0d1f124c4e5fa796686ade41a9b778edacc8622f2195a352ef479ad44fc16"


def main() -> None:
    """Check the full data set's hash, cut the sample and report its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", help="the full mnist.npz")
    folder = ROOT / "python/pelton/keras/datasets"
    parser.add_argument("--out", default=str(folder / "mnist_sample.npz"))
    options = parser.parse_args()
    (x_train, y_train), (x_test, y_test) = mnist.load_file(options.source)
    digest = hashlib.sha256()
    for array in (x_train, y_train, x_test, y_test):
        digest.update(array.tobytes())
    if digest.hexdigest() != ARRAYS_SHA256:
        sys.exit(f"{options.source}: not the original MNIST")
    np.savez_compressed(
        options.out,
        x_train=x_train[:TRAIN],
        y_train=y_train[:TRAIN],
        x_test=x_test[:TEST],
        y_test=y_test[:TEST],
    )
    print(f"{options.out}: {pathlib.Path(options.out).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
