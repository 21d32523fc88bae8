"""The first epoch of a new process, import and model included: Pelton against its peers.

Target: at least four times as fast as the best peer.
"""

import argparse
import statistics
import time

from measure import Report, interleave, ratio_of_medians
from mnist_data import find_mnist
from mnist_epoch import contestants
from worker import Worker, find_python

TARGET = 1 / 4


def life_of(row):
    """A turn that starts the contestant's process, lets it train once and ends it."""
    module, script, arguments, environment = row

    def turn():
        python = find_python(module)
        if python is None:
            raise RuntimeError(f"no Python here has {module}")
        start = time.perf_counter()
        worker = Worker(python, script, arguments, environment)
        try:
            worker.turn()
            return {"seconds": time.perf_counter() - start}
        finally:
            worker.kill()

    return turn


def main():
    """Measures whole lives of processes in turns."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--steps", type=int, default=0, help="batches; 0 is the epoch")
    parser.add_argument("--data")
    parser.add_argument("--json")
    options = parser.parse_args()
    options.compiled, options.only = False, None
    path, description = find_mnist(options.data)
    steps = f"{options.steps} steps" if options.steps else "an epoch"
    report = Report("first_epoch", f"start and {steps}, {description}", options.threads)
    rows = contestants(options, path)
    turns = {name: life_of(row) for name, row in rows.items()}
    samples = interleave(turns, options.rounds, warm_up=0)
    report.add(samples)
    table = [
        [
            name,
            statistics.median(figures["seconds"]),
            ratio_of_medians(samples, "seconds", "pelton fit", name),
        ]
        for name, figures in samples.items()
    ]
    columns = ["contestant", "median s", f"Pelton's time / its time (target {TARGET})"]
    report.table("seconds from the process's start, interleaved", columns, table)
    report.finish(options.json)


if __name__ == "__main__":
    main()
