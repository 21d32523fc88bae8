"""Test accuracy of the main job over several seeds: the article's CNN, MNIST, 5 epochs each.

With `--peer` TensorFlow's `fit` trains from the same seeds too: the means should agree.
"""

import argparse
import statistics

from machine import describe
from mnist_data import find_mnist
from worker import cpu_environment, workers

TARGET = 0.988


def accuracy_of(library, seed, options, path):
    """Returns the test accuracy of one library's training from one seed; None if it is not here."""
    arguments = [library, "--data", path, "--threads", options.threads, "--seed", seed]
    row = (library, "mnist_keras.py", arguments, cpu_environment(options.threads))
    with workers({library: row}) as running:
        for worker in running.values():
            for _ in range(options.epochs):
                worker.turn()
            return worker.close()["test_accuracy"]
    return None


def summary(library, accuracies):
    """Returns the line of one library's mean, its standard error and least accuracy."""
    mean, least = statistics.mean(accuracies), min(accuracies)
    count = len(accuracies)
    error = statistics.stdev(accuracies) / count**0.5 if count > 1 else float("nan")
    return f"{library}: mean {mean:.4f} (standard error {error:.4f}), least {least:.4f}"


def main():
    """Trains once per seed and prints each run's accuracy and their mean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--peer", action="store_true", help="also TensorFlow")
    parser.add_argument("--data", metavar="FILE", help="an mnist.npz")
    options = parser.parse_args()
    path, description = find_mnist(options.data)
    where = describe()
    print(f"{description}; {where['cpu']}, {where['cores']} cores; target {TARGET}")
    found = {}
    for seed in range(options.seeds):
        for library in ("pelton", "tensorflow") if options.peer else ("pelton",):
            accuracy = accuracy_of(library, seed, options, path)
            if accuracy is not None:
                found.setdefault(library, []).append(accuracy)
                print(f"{library}, seed {seed}: test accuracy {accuracy:.4f}", flush=True)
    for library, accuracies in found.items():
        print(summary(library, accuracies))


if __name__ == "__main__":
    main()
