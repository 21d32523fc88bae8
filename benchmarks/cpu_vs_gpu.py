"""CPU against GPU: an epoch of the MNIST CNN on each, and the sizes from which the GPU wins.

Without a GPU it says so and prints the CPU's column. `--plot FILE.png` needs matplotlib.
"""

import argparse
import statistics
import sys
import time

import numpy as np
from measure import Report
from mnist_cnn import build, load

import pelton as tf
from pelton._core import runtime

OPS = {
    "matmul n x n": (lambda x: tf.matmul(x, x), lambda n: 2 * n**3, "GFLOP/s"),
    "x * x + x, n x n": (lambda x: x * x + x, lambda n: 5 * 4 * n**2, "GB/s"),
}
SIZES = (32, 64, 128, 256, 512, 1024, 2048, 4096)


def devices():
    """CPU:0, and GPU:0 where there is one."""
    gpus = tf.config.list_physical_devices("GPU")
    return ["CPU:0"] + (["GPU:0"] if gpus else [])


def wait(device):
    """Returns when the device has done what it was given."""
    kind, index = device.split(":")
    runtime.synchronize(int(index), kind)


def epoch_seconds(device, arrays, steps):
    """A turn: seconds of one epoch on the device, by a model of its own."""
    x, y = (array[: steps * 64] if steps else array for array in arrays)
    with tf.device(device):
        model = build()

    def turn():
        with tf.device(device):
            start = time.perf_counter()
            model.fit(x, y, batch_size=64, verbose=0)
            wait(device)
            return time.perf_counter() - start

    return turn


def interleaved(turns, rounds):
    """Median of each device's turns after a first one that does not count."""
    samples = {device: [] for device in turns}
    for _ in range(rounds + 1):
        for device, turn in turns.items():
            samples[device].append(turn())
    return {device: statistics.median(numbers[1:]) for device, numbers in samples.items()}


def op_seconds(device, op, n, budget):
    """A turn: mean seconds of an op on (n, n) floats, over as many calls as fit the budget."""
    host = np.random.default_rng(0).standard_normal((n, n), dtype=np.float32)
    with tf.device(device):
        x = tf.constant(host)

    def run(count):
        start = time.perf_counter()
        for _ in range(count):
            op(x)
        wait(device)
        return (time.perf_counter() - start) / count

    def turn():
        once = max(run(1), 1e-7)
        return run(max(1, min(200, int(budget / once))))

    return turn


def sweep(options):
    """{op: {n: {device: seconds}}} of all ops and sizes."""
    found = {}
    for name, (op, _, _) in OPS.items():
        found[name] = {}
        for n in options.sizes:
            turns = {device: op_seconds(device, op, n, options.budget) for device in devices()}
            found[name][n] = interleaved(turns, 3)
    return found


def ratio(seconds):
    """How many times as fast the GPU is; None without one."""
    return seconds["CPU:0"] / seconds["GPU:0"] if "GPU:0" in seconds else None


def show(report, epochs, ops):
    """Adds the tables of epochs and of each op's sizes."""
    columns = ["CPU", "GPU", "GPU is faster by"]
    row = ["MNIST CNN, s per epoch", epochs["CPU:0"], epochs.get("GPU:0"), ratio(epochs)]
    report.table("the article's comparison", ["job", *columns], [row])
    for name, sizes in ops.items():
        _, work, unit = OPS[name]
        rows = [
            [n, *(seconds.get(d) and work(n) / seconds[d] / 1e9 for d in ("CPU:0", "GPU:0")),
             ratio(seconds)]
            for n, seconds in sizes.items()
        ]  # fmt: skip
        report.table(f"{name}, {unit}", ["n", *columns], rows)
        first = next((n for n, seconds in sizes.items() if (ratio(seconds) or 0) > 1), None)
        if "GPU:0" in devices():
            report.lines.append(
                f"the GPU wins from n = {first}" if first else "the CPU always wins"
            )


def plot(path, ops):
    """Writes seconds against size as a PNG; says so where matplotlib is missing."""
    try:
        import matplotlib
    except ImportError:
        print(f"{path} was not drawn: there is no matplotlib", file=sys.stderr)
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(ops), figsize=(5 * len(ops), 4))
    for axis, (name, sizes) in zip(axes, ops.items(), strict=True):
        for device in devices():
            axis.loglog(list(sizes), [s[device] for s in sizes.values()], marker="o", label=device)
        axis.set(title=name, xlabel="n", ylabel="seconds")
        axis.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    return True


def main():
    """Measures, prints the tables, draws the plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2, help="epochs per device")
    parser.add_argument("--steps", type=int, default=0, help="batches per epoch; 0: all")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--budget", type=float, default=0.2, help="seconds per measurement")
    parser.add_argument("--data")
    parser.add_argument("--plot", metavar="FILE.png")
    parser.add_argument("--json")
    options = parser.parse_args()
    (x, y), _, data = load(options.data)
    arrays = (x[..., None].astype("float32") / 255, y.astype("int64"))
    report = Report("cpu_vs_gpu", f"CPU against GPU, {data}")
    if "GPU:0" not in devices():
        print("THERE IS NO GPU HERE: only the CPU's column is filled.")
    else:
        report.note("GPU:0", **tf.config.experimental.get_device_details(
            tf.config.list_physical_devices("GPU")[0]))  # fmt: skip
    turns = {device: epoch_seconds(device, arrays, options.steps) for device in devices()}
    epochs, ops = interleaved(turns, options.rounds), sweep(options)
    for device, seconds in epochs.items():
        report.note(device, epoch_seconds=seconds)
    report.note("sweep", **{name: {str(n): s for n, s in sizes.items()}
                            for name, sizes in ops.items()})  # fmt: skip
    show(report, epochs, ops)
    report.finish(options.json)
    if options.plot:
        plot(options.plot, ops)


if __name__ == "__main__":
    main()
