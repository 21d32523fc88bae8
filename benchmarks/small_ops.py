"""What one small operation costs from Python: 4x4 add, relu, matmul, and a sum with its gradient.

Targets: add, relu and matmul at most 0.15 of torch's time and half of NumPy's, the gradient at most
a fifteenth of torch's.
"""

import argparse
from pathlib import Path

from measure import Report, ratio_of_medians, take_turns
from worker import workers

LIBRARIES = ("pelton", "torch", "tensorflow", "numpy")
OPERATIONS = ("add", "relu", "matmul", "sum", "gradient")
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
TARGETS = {
    "torch": {"add": 0.15, "relu": 0.15, "matmul": 0.15, "gradient": 1 / 15},
    "numpy": {"add": 0.5, "relu": 0.5, "matmul": 0.5},
}


def other(tree):
    """The contestant that is the Pelton of another checkout."""
    package = {"PYTHONPATH": str(Path(tree) / "python")}
    return ("pelton", "small_ops.py", ["pelton"], ENVIRONMENT | package)


def main():
    """Measures every library that is there and prints one row each, in microseconds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", metavar="TREE", help="another checkout of Pelton, built there")
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("small_ops", "time of one call from Python on 4x4 float32", threads=1)
    contestants = {name: (name, "small_ops.py", [name], ENVIRONMENT) for name in LIBRARIES}
    if options.beside:
        contestants = {"pelton": contestants["pelton"], "beside": other(options.beside)}
    with workers(contestants) as running:
        samples = take_turns(running, options.rounds, report)
    results = report.facts["results"]
    report.table(
        "microseconds per call (median of the rounds' minima)",
        ["library", *OPERATIONS],
        [
            [f"{name} {results[name]['version']}"]
            + [
                results[name][op]["median"] / 1000 if op in results[name] else None
                for op in OPERATIONS
            ]
            for name in samples
        ],
    )
    targets_of = {"beside": dict.fromkeys(OPERATIONS, 1.01)} if options.beside else TARGETS
    rows = [
        [op, peer, ratio_of_medians(samples, op, "pelton", peer), target]
        for peer, targets in targets_of.items()
        for op, target in targets.items()
    ]
    columns = ["operation", "peer", "measured", "target"]
    report.table("Pelton's time / the peer's", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
