"""A training loop of one's own, eager: an MLP 784-128-10 under GradientTape, batch 64, Adam.

Target: at most a third of torch's time.
"""

import argparse
import statistics

from measure import Report, interleave, ratio_of_medians
from worker import cpu_environment, workers

LIBRARIES = ("pelton", "torch", "tensorflow")
TARGET = 1 / 3


def main():
    """Measures every library that is there and prints seconds per turn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=200, help="batches per turn")
    parser.add_argument("--json")
    options = parser.parse_args()
    environment = cpu_environment(options.threads)
    contestants = {
        name: (name, "tape_job.py", [name, options.threads, options.steps], environment)
        for name in LIBRARIES
    }
    report = Report("tape_loop", f"{options.steps} eager steps of an MLP", options.threads)
    with workers(contestants) as running:
        samples = interleave({n: worker.turn for n, worker in running.items()}, options.rounds)
        for name, worker in running.items():
            report.note(name, version=worker.facts["version"])
    report.add(samples)
    rows = [
        [
            f"{name} {report.facts['results'][name]['version']}",
            statistics.median(figures["seconds"]) / options.steps * 1e6,
            ratio_of_medians(samples, "seconds", "pelton", name),
        ]
        for name, figures in samples.items()
    ]
    columns = ["library", "us per step", "Pelton's time / its time"]
    report.table(f"one step, interleaved (target {TARGET:.3g} of torch's)", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
