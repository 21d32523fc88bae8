"""The same training step with and without tf.function: an MLP 784-128-10, batch 64, Adam."""

import argparse
import statistics

from measure import Report, interleave, ratio_of_medians
from worker import cpu_environment, workers

WAYS = {
    "pelton function": ("pelton", ["function"]),
    "pelton eager": ("pelton", []),
    "tensorflow function": ("tensorflow", ["function"]),
    "torch eager": ("torch", []),
}


def main():
    """Measures every library that is there and prints microseconds per step."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=200, help="batches per turn")
    parser.add_argument("--json")
    options = parser.parse_args()
    environment = cpu_environment(options.threads)
    contestants = {
        way: (name, "tape_job.py", [name, options.threads, options.steps, *more], environment)
        for way, (name, more) in WAYS.items()
    }
    report = Report("function", f"{options.steps} steps of an MLP", options.threads)
    with workers(contestants) as running:
        samples = interleave({n: worker.turn for n, worker in running.items()}, options.rounds)
        for way, worker in running.items():
            report.note(way, version=worker.facts["version"])
    report.add(samples)
    rows = [
        [
            f"{way} {report.facts['results'][way]['version']}",
            statistics.median(figures["seconds"]) / options.steps * 1e6,
            ratio_of_medians(samples, "seconds", "pelton function", way),
        ]
        for way, figures in samples.items()
    ]
    columns = ["way", "us per step", "pelton function's time / its time"]
    report.table("one step, interleaved", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
