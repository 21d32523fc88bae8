"""Networks that no kernel was tuned for: Pelton's fit against TensorFlow's and torch's loop.

Targets: at least twice as fast as the best peer; the MLP, ResNet-18 and the transformer 1.5 times.
"""

import argparse
import statistics
import sys
from pathlib import Path

from measure import Report, interleave, ratio_of_medians
from worker import cpu_environment, workers

sys.path.insert(0, str(Path(__file__).with_name("peers")))
from net_list import NETS, STEPS, TARGET  # noqa: E402


def steps_of(net, options):
    """Returns how many batches a turn has."""
    return options.steps or NETS[net].get("steps", STEPS)


def contestants(net, options):
    """Returns {name: (module, script, arguments, environment)}."""
    common = ["--net", net, "--threads", options.threads, "--steps", steps_of(net, options)]
    environment = cpu_environment(options.threads)
    found = {
        "pelton fit": ("pelton", "net_keras.py", ["pelton", *common]),
        "tensorflow fit": ("tensorflow", "net_keras.py", ["tensorflow", *common]),
        "torch nchw": ("torch", "net_torch.py", common),
    }
    if len(NETS[net]["input"]) == 3:  # images
        last = [*common, "--layout", "channels_last"]
        found["torch channels_last"] = ("torch", "net_torch.py", last)
    else:
        found["torch"] = found.pop("torch nchw")
    if options.compiled:
        found["tensorflow jit"] = ("tensorflow", "net_keras.py", ["tensorflow", *common, "--jit"])
        last = [*common, "--layout", "channels_last"]
        found["torch compiled"] = ("torch", "net_torch.py", [*last, "--compile"])
    return {name: (*row, environment) for name, row in found.items()}


def measure(net, options, report):
    """Runs one network's contestants in turns; returns the rows of the report's table."""
    with workers(contestants(net, options)) as running:
        samples = interleave({n: worker.turn for n, worker in running.items()}, options.rounds)
        for name, worker in running.items():
            report.note(f"{net}: {name}", version=worker.facts["version"])
    report.add({f"{net}: {name}": figures for name, figures in samples.items()})
    rows = []
    for name, figures in samples.items():
        ratio = ratio_of_medians(samples, "seconds", "pelton fit", name)
        images = statistics.median(figures["images_per_second"])
        step_ms = statistics.median(figures["seconds"]) / steps_of(net, options) * 1e3
        rows.append([net, name, step_ms, images, ratio])
    ratios = [row[4] for row in rows if row[1] != "pelton fit" and row[4] is not None]
    if ratios:
        target = NETS[net].get("target", TARGET)
        rows.append([net, f"the best peer (target {target:.3g})", None, None, max(ratios)])
    return rows


def main():
    """Measures every network and prints one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nets", nargs="+", choices=list(NETS), default=list(NETS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, help=f"batches per turn ({STEPS} or less)")
    parser.add_argument("--compiled", action="store_true", help="also the peers' compilers")
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("nets", "steps of training", options.threads)
    rows = [row for net in options.nets for row in measure(net, options, report)]
    columns = ["net", "contestant", "ms per step", "rows/s", "Pelton's time / its time"]
    report.table("medians of turns, interleaved", columns, rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
