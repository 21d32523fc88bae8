"""One epoch of the MNIST CNN: Pelton's fit against TensorFlow's fit and torch's loop.

With `--compiled` also TensorFlow's jit_compile, torch.compile and jax.jit. Targets: 4.5 times as
fast as the best eager or `fit` peer, 3.5 times as the best compiled one, with the same accuracy.
"""

import argparse
import statistics

from measure import Report, interleave, ratio_of_medians
from mnist_data import find_mnist
from worker import cpu_environment, workers

PLAIN = ("tensorflow fit", "torch nchw", "torch channels_last")
COMPILED = ("tensorflow jit", "torch compiled", "jax jit")
TARGETS = {"eager or fit": (PLAIN, 1 / 4.5), "compiled": (COMPILED, 1 / 3.5)}


def contestants(options, path):
    """Returns {name: (module, script, arguments, environment)}."""
    common = ["--data", path, "--threads", options.threads, "--steps", options.steps]
    common += ["--batch-size", options.batch_size]
    environment = cpu_environment(options.threads)
    last = [*common, "--layout", "channels_last"]
    found = {
        "pelton fit": ("pelton", "mnist_keras.py", ["pelton", *common]),
        "tensorflow fit": ("tensorflow", "mnist_keras.py", ["tensorflow", *common]),
        "torch nchw": ("torch", "mnist_torch.py", common),
        "torch channels_last": ("torch", "mnist_torch.py", last),
        "tensorflow jit": ("tensorflow", "mnist_keras.py", ["tensorflow", *common, "--jit"]),
        "torch compiled": ("torch", "mnist_torch.py", [*last, "--compile"]),
        "jax jit": ("jax", "mnist_jax.py", common),
    }
    wanted = options.only or [n for n in found if options.compiled or n not in COMPILED]
    return {name: (*found[name], environment) for name in wanted}


def main():
    """Runs the contestants in turns of one epoch and prints seconds, accuracy and memory."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="epochs per contestant")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--steps", type=int, default=0, help="batches per turn; 0 is the epoch")
    parser.add_argument("--data")
    parser.add_argument("--compiled", action="store_true", help="also the peers' compilers")
    parser.add_argument("--only", nargs="+", metavar="NAME")
    parser.add_argument("--json")
    options = parser.parse_args()
    path, description = find_mnist(options.data)
    steps = f"{options.steps} steps" if options.steps else "an epoch"
    report = Report("mnist_epoch", f"{steps} of the CNN, {description}", options.threads)
    with workers(contestants(options, path)) as running:
        turns = {name: worker.turn for name, worker in running.items()}
        samples = interleave(turns, options.rounds)
        for name in samples:
            facts = running[name].facts
            report.note(name, version=facts["version"], ready_seconds=facts["ready_seconds"])
            report.note(name, **running[name].close())
    report.add(samples)
    show(report, samples)
    report.finish(options.json)


def show(report, samples):
    """Adds the tables: one row per contestant, then Pelton's ratio to the best peer."""
    results = report.facts["results"]
    rows = [
        [
            f"{name} {results[name]['version']}",
            statistics.median(figures["seconds"]),
            min(figures["seconds"]),
            figures["cold seconds"][0],
            results[name]["ready_seconds"],
            results[name]["test_accuracy"],
            results[name]["peak_rss_mb"],
        ]
        for name, figures in samples.items()
        if "seconds" in figures
    ]
    columns = ["contestant", "median s", "min s", "first s", "start s", "accuracy", "peak MB"]
    report.table("seconds per turn, interleaved", columns, rows)
    rows = []
    for kind, (peers, target) in TARGETS.items():
        ratios = [[n, ratio_of_medians(samples, "seconds", "pelton fit", n)] for n in peers]
        ratios = [row for row in ratios if row[1] is not None]
        if ratios:
            best = max(ratio for _, ratio in ratios)
            rows += [*ratios, [f"the best {kind} peer (target at most {target:.3f})", best]]
    if rows:
        report.table("Pelton's time / the peer's", ["peer", "ratio"], rows)


if __name__ == "__main__":
    main()
