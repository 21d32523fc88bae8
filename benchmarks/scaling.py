"""What a second thread brings: `fit` of the MNIST CNN and of an MLP on one thread and on two.

Target: 1.85 times as fast. Beside it, what two processes of plain multiply-adds reach over one: the
machine's own limit in the same run.
"""

import argparse
import statistics

from machine import fma_processes
from measure import Report, interleave
from mnist_data import find_mnist
from worker import cpu_environment, workers

TARGET = 1.85
LIMIT = "multiply-adds"


def contestants(options, path):
    """Returns {(job, threads): (module, script, arguments, environment)}."""
    jobs = {
        "MNIST CNN": ("mnist_keras.py", ["--data", path]),
        "MLP 784-512-512-10": ("net_keras.py", ["--net", "mlp"]),
    }
    return {
        (job, threads): (
            "pelton",
            script,
            ["pelton", *arguments, "--steps", options.steps, "--threads", threads],
            cpu_environment(threads),
        )
        for job, (script, arguments) in jobs.items()
        for threads in (1, options.threads)
    }


def multiply_adds(processes):
    """A turn of so many processes; it takes the time of one GFLOP of them all."""

    def turn():
        rate = fma_processes(processes)
        if rate is None:
            raise RuntimeError("no C++ compiler")
        return {"seconds": 1 / rate}

    return turn


def speed_ups(samples, threads):
    """Returns {job: (seconds on one, seconds on all, speed-up of the medians, of the minima)}."""
    found = {}
    for job in dict.fromkeys(job for job, _ in samples):
        if (job, 1) in samples and (job, threads) in samples:
            one, all_ = (samples[job, count]["seconds"] for count in (1, threads))
            medians = statistics.median(one), statistics.median(all_)
            found[job] = (*medians, medians[0] / medians[1], min(one) / min(all_))
    return found


def main():
    """Runs one thread, all threads and the multiply-adds in turns and prints the speed-ups."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2, help="beside one")
    parser.add_argument("--steps", type=int, default=100, help="batches per turn")
    parser.add_argument("--data")
    parser.add_argument("--json")
    options = parser.parse_args()
    path, description = find_mnist(options.data)
    what = f"1 and {options.threads} threads, {options.steps} steps of fit, {description}"
    report = Report("scaling", what, options.threads)
    with workers(contestants(options, path)) as running:
        turns = {key: worker.turn for key, worker in running.items()}
        turns.update({(LIMIT, count): multiply_adds(count) for count in (1, options.threads)})
        samples = interleave(turns, options.rounds)
    report.add({f"{job}, {count} threads": figures for (job, count), figures in samples.items()})
    found = speed_ups(samples, options.threads)
    limit = found.get(LIMIT, (None,) * 4)[2]
    rows = [
        [job, *figures, figures[2] / limit if limit else None] for job, figures in found.items()
    ]
    columns = ["job", "1 thread s", f"{options.threads} threads s", "speed-up", "of the minima"]
    columns.append("share of the machine's")
    title = f"by wall time, interleaved (target {TARGET}; multiply-adds: seconds per GFLOP)"
    report.table(title, columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
