"""The same Keras script on each backend: stock Keras on Pelton against TensorFlow, JAX and torch.

Targets: at most 1/1.3 of the best other backend's time, the MNIST CNN 1/6; at most 1.15 of
`pelton.keras` where that has the model.
"""

import argparse
import statistics
import sys
from pathlib import Path

from measure import Report, interleave, ratio_of_medians
from worker import ROOT, cpu_environment, workers

sys.path.insert(0, str(Path(__file__).with_name("peers")))
from keras_models import ALL, steps_of  # noqa: E402

BACKENDS = ("pelton", "pelton.keras", "tensorflow", "jax", "torch")
ONLY_STOCK = ("resnet50",)  # models that pelton.keras has not


def contestants(model, options):
    """Returns {name: (module, script, arguments, environment)}."""
    environment = {**cpu_environment(options.threads), "JAX_PLATFORMS": "cpu"}
    flags = f"--xla_cpu_multi_thread_eigen={'true' if options.threads > 1 else 'false'}"
    environment |= {"XLA_FLAGS": flags, "PYTHONPATH": str(ROOT / "python")}
    steps = options.steps or steps_of(model)
    found = {}
    for name in options.backends:
        if name == "pelton.keras" and model in ONLY_STOCK:
            continue
        module = name.partition(".")[0]
        arguments = [name, model, options.threads, steps]
        found[name] = (module, "keras_job.py", arguments, environment)
    return found


def measure(model, options, report):
    """Runs one model's contestants in turns; returns the rows of the report's table."""
    with workers(contestants(model, options)) as running:
        turns = {name: worker.turn for name, worker in running.items()}
        samples = interleave(turns, options.rounds, warm_up=2)
    report.add({f"{model}: {name}": figures for name, figures in samples.items()})
    steps = options.steps or steps_of(model)
    rows = []
    for name, figures in samples.items():
        ratios = [ratio_of_medians(samples, kind, "pelton", name) for kind in ("seconds", "cpu")]
        times = [figures[kind] for kind in ("seconds", "cpu")]
        ratios.append(_least_ratio(samples, name))
        middle = [statistics.median(numbers) / steps * 1e3 for numbers in times]
        rows.append([model, name, *middle, *ratios])
    return rows


def _least_ratio(samples, name):
    """The ratio of the least CPU times, which a busy machine disturbs least."""
    ours = samples.get("pelton", {}).get("cpu")
    return min(ours) / min(samples[name]["cpu"]) if ours else None


def main():
    """Measures the models and prints one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    nets = ["mnist_cnn", "lstm", "transformer", "resnet50"]
    parser.add_argument("--models", nargs="+", choices=list(ALL), default=nets)
    parser.add_argument("--backends", nargs="+", choices=BACKENDS, default=list(BACKENDS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, help="batches per turn")
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("keras_backends", "fit after its first epochs, by backend", options.threads)
    rows = [row for model in options.models for row in measure(model, options, report)]
    columns = ["model", "backend", "ms per step", "CPU ms", "Pelton's / its time", "CPU", "least"]
    report.table("medians of turns, interleaved", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
