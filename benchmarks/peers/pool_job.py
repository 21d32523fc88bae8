"""One elementwise op over and over, each call a loop of the thread pool: `pool_job.py LIBRARY`."""

import argparse
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measure import timed  # noqa: E402
from worker import serve  # noqa: E402


def prepare():
    """Returns the turn of so many calls."""
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--elements", type=int, default=2**20)
    parser.add_argument("--calls", type=int, default=1000, help="per turn")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    tf = importlib.import_module(options.library)
    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    x = tf.ones([options.elements])

    def calls():
        for _ in range(options.calls):
            tf.nn.relu(x)

    return timed(calls), {"version": tf.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
