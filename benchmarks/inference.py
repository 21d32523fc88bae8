"""The MNIST CNN's answers: one image at a time, and images per second at batch 256.

Targets: one image in at most 0.7 of ONNX Runtime's time, twice its images per second.
"""

import argparse

from measure import Report, ratio_of_medians, take_turns
from worker import cpu_environment, workers

CALLS = ("model(x)", "predict_on_batch", "predict", "batch 256")
TARGETS = {"model(x)": 0.7, "predict_on_batch": 0.7, "batch 256": 0.5}


def contestants(threads):
    """Returns {name: (module, script, arguments, environment)}."""
    environment = cpu_environment(threads)
    modules = {
        "pelton": "pelton",
        "onnxruntime": "onnxruntime",
        "torch": "torch",
        "tensorflow": "tensorflow",
    }
    return {
        name: (module, "inference_job.py", [name, threads], environment)
        for name, module in modules.items()
    }


def main():
    """Measures every library that is there and prints microseconds per call."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("inference", "answers of the MNIST CNN", options.threads)
    with workers(contestants(options.threads)) as running:
        samples = take_turns(running, options.rounds, report)
    results = report.facts["results"]
    rows = [
        [f"{name} {results[name]['version']}"]
        + [
            results[name][call]["median"] / 1000 if call in results[name] else None
            for call in CALLS
        ]
        for name in samples
    ]
    title = "microseconds per call (median of the rounds' minima)"
    report.table(title, ["library", *CALLS], rows)
    report.table("Pelton's time / ONNX Runtime's", ["call", "ratio", "target"], ratios(samples))
    report.finish(options.json)


def ratios(samples):
    """One row per call with a target; ONNX Runtime has one way to ask for one image."""
    rows = []
    for call, target in TARGETS.items():
        theirs = samples.get("onnxruntime", {}).get("batch 256" if "256" in call else "model(x)")
        both = {"ours": {"ns": samples["pelton"][call]}, "theirs": {"ns": theirs or []}}
        rows.append([call, ratio_of_medians(both, "ns", "ours", "theirs") if theirs else None])
        rows[-1].append(target)
    return rows


if __name__ == "__main__":
    main()
