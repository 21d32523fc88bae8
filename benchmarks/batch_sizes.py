"""What an image of the MNIST CNN takes in `predict_on_batch`, by the size of the batch.

Wall time, sizes in turns in one process; large batches run some rows at a time.
"""

import argparse
import statistics
import sys
from pathlib import Path

from measure import Report, interleave, per_call_ns

sys.path.insert(0, str(Path(__file__).resolve().parent / "peers"))

SIZES = (1, 4, 16, 32, 64, 256, 1024)


def contestant(model, size):
    """Returns a turn over one batch of grey noise: microseconds per image."""
    import numpy as np

    x = np.random.default_rng(3).random((size, 28, 28, 1), dtype=np.float32)
    call = lambda: model.predict_on_batch(x)  # noqa: E731
    for _ in range(4):
        call()  # recorded and bound
    return lambda: {"us per image": per_call_ns(call, seconds=0.2) / 1000 / size}


def main():
    """Measures and prints microseconds per image."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json")
    options = parser.parse_args()
    from mnist_cnn_model import build

    import pelton as tf

    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    report = Report("batch_sizes", "answers of the MNIST CNN by batch size", options.threads)
    model = build(tf)
    contestants = {str(size): contestant(model, size) for size in SIZES}
    samples = interleave(contestants, options.rounds)
    report.add(samples)
    rows = []
    for size, figures in samples.items():
        times = figures["us per image"]
        rows.append([size, statistics.median(times), min(times)])
    report.table("us per image", ["batch", "median", "least"], rows)
    report.finish(options.json)


if __name__ == "__main__":
    main()
