"""Test accuracy of the main job over several seeds: the article's CNN, MNIST, 5 epochs each."""

import argparse
import statistics

from machine import describe
from mnist_cnn import build, load

import pelton as tf

TARGET = 0.988


def main():
    """Trains once per seed and prints each run's accuracy and their mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--data", metavar="FILE", help="an mnist.npz")
    options = parser.parse_args()
    (x_train, y_train), (x_test, y_test), data = load(options.data)
    x_train, x_test = (x[..., tf.newaxis] / 255.0 for x in (x_train, x_test))
    where = describe()
    print(f"{data}, {len(x_train):,} training images; {where['cpu']}, {where['cores']} cores")
    accuracies = []
    for seed in range(options.seeds):
        tf.keras.utils.set_random_seed(seed)
        model = build()
        model.fit(x_train, y_train, batch_size=64, epochs=options.epochs, verbose=0)
        accuracies.append(model.evaluate(x_test, y_test, verbose=0)[1])
        print(f"seed {seed}: test accuracy {accuracies[-1]:.4f}", flush=True)
    mean = statistics.mean(accuracies)
    print(f"mean {mean:.4f}, least {min(accuracies):.4f} (target {TARGET})")


if __name__ == "__main__":
    main()
