"""What the benchmarks of one training step share: their options, turns and table."""

import argparse
import statistics

from measure import Report, ratio_of_medians, take_turns
from worker import cpu_environment, workers

SECONDS = {"us": 1e6, "ms": 1e3}


def options_of(doc, steps, rounds):
    """Returns the parsed options; `steps` and `rounds` are their defaults."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=steps, help="batches per turn")
    parser.add_argument("--json")
    return parser.parse_args()


def compare_steps(name, what, script, ways, options, unit="us", target=None):
    """Measures `ways`, {title: (library, more arguments)}, and prints the time of one step.

    `script` is each way's contestant in peers/. Ratios are those of the first way's time; `target`
    names what they should be at most.
    """
    environment = cpu_environment(options.threads)
    contestants = {
        way: (library, script, [library, options.threads, options.steps, *more], environment)
        for way, (library, more) in ways.items()
    }
    report = Report(name, f"{options.steps} steps of {what}", options.threads)
    with workers(contestants) as running:
        samples = take_turns(running, options.rounds, report)
    first = next(iter(ways))
    rows = [
        [
            f"{way} {report.facts['results'][way]['version']}",
            statistics.median(figures["seconds"]) / options.steps * SECONDS[unit],
            ratio_of_medians(samples, "seconds", first, way),
        ]
        for way, figures in samples.items()
    ]
    title = "one step, interleaved" + (f" (target {target})" if target else "")
    report.table(title, ["way", f"{unit} per step", f"{first}'s time / its time"], rows)
    report.finish(options.json)
