"""Pipelines of tf.data: Pelton's against TensorFlow's, and torch's DataLoader where it has one.

Each contestant makes the same elements and does nothing with them; `fit` is Pelton's from a dataset
beside Pelton's from arrays.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from data_files import make_images, make_lines, make_records
from measure import Report, interleave, ratio_of_medians
from mnist_data import find_mnist
from worker import cpu_environment, workers

CASES = {  # the least of a peer's times that ours may be
    "shuffle_batch": {"tensorflow": 1 / 8},
    "map": {"tensorflow": 1 / 4},
    "fit": {"pelton arrays": 1.03},
    "jpeg": {"tensorflow": 1 / 1.3, "torch": 1 / 1.5},
    "records": {"tensorflow": 1 / 2},
    "csv": {"tensorflow": 1 / 2},
    "lines": {"tensorflow": 1 / 2},
    "generator": {"tensorflow": 1 / 1.5},
    "sleeping_map": {"tensorflow": None},
}
IN_TORCH = ("shuffle_batch", "jpeg")


def contestants(case, options, folder):
    """Returns {name: (module, script, arguments, environment)}."""
    common = [case, options.threads, str(folder), find_mnist()[0]]
    found = {"pelton": ("pelton", "data_job.py", ["pelton", *common])}
    if case == "fit":
        found["pelton arrays"] = ("pelton", "data_job.py", ["pelton", "fit_arrays", *common[1:]])
    else:
        found["tensorflow"] = ("tensorflow", "data_job.py", ["tensorflow", *common])
    if case in IN_TORCH:
        found["torch"] = ("torch", "data_torch.py", common)
    environment = cpu_environment(options.threads)
    return {name: (*row, environment) for name, row in found.items()}


def make_files(cases, options, folder):
    """Writes what the cases read into `folder`."""
    if "jpeg" in cases:
        make_images(folder / "images", options.images)
    if "records" in cases:
        make_records(folder / "examples.tfrecord", options.megabytes)
    if {"csv", "lines"} & set(cases):
        make_lines(folder / "numbers.csv", options.lines)


def measure(case, options, folder, report):
    """Runs one case's contestants in turns; returns the rows of the report's table."""
    with workers(contestants(case, options, folder)) as running:
        samples = interleave({n: worker.turn for n, worker in running.items()}, options.rounds)
        for name, worker in running.items():
            growth = worker.close().get("growth_mb")
            report.note(f"{case}: {name}", version=worker.facts["version"], growth_mb=growth)
    report.add({f"{case}: {name}": figures for name, figures in samples.items()})
    rows = []
    for name, figures in samples.items():
        seconds = statistics.median(figures["seconds"])
        elements = statistics.median(figures["elements_per_second"])
        ratio = ratio_of_medians(samples, "seconds", "pelton", name)
        rows.append([case, name, seconds, elements, ratio, CASES[case].get(name)])
    return rows


def main():
    """Measures every case and prints one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", nargs="+", choices=list(CASES), default=list(CASES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--images", type=int, default=2000)
    parser.add_argument("--megabytes", type=int, default=1000, help="of TFRecords")
    parser.add_argument("--lines", type=int, default=500_000)
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("data", "passes over datasets", options.threads)
    with tempfile.TemporaryDirectory() as folder:
        make_files(options.cases, options, Path(folder))
        rows = [
            row for case in options.cases for row in measure(case, options, Path(folder), report)
        ]
    columns = ["case", "contestant", "seconds", "elements/s", "Pelton's time / its time", "target"]
    report.table("medians of turns, interleaved", columns, rows)
    report.finish(options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
