"""One script of Keras on one backend: `keras_job.py KERAS MODEL THREADS STEPS`.

KERAS is a backend of stock Keras, or `pelton.keras` for Pelton's own Keras."""

import argparse
import importlib
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from keras_models import ALL, model_of  # noqa: E402
from net_list import data  # noqa: E402
from worker import serve  # noqa: E402


def keras_of(name, threads):
    """The Keras of this name, whose library has so many threads."""
    if name != "pelton.keras":
        os.environ["KERAS_BACKEND"] = name
    if name == "tensorflow":
        os.environ["TF_NUM_INTRAOP_THREADS"] = str(threads)
    if name == "torch":
        importlib.import_module("torch").set_num_threads(threads)
    if name.startswith("pelton"):
        pelton = importlib.import_module("pelton")
        pelton.config.threading.set_intra_op_parallelism_threads(threads)
        if name == "pelton.keras":
            return pelton.keras
        importlib.import_module("keras_pelton")
    return importlib.import_module("keras")


def prepare():
    """Returns the turn of one epoch of `fit` after another."""
    parser = argparse.ArgumentParser()
    parser.add_argument("keras")
    parser.add_argument("model")
    parser.add_argument("threads", type=int)
    parser.add_argument("steps", type=int)
    options = parser.parse_args()
    keras = keras_of(options.keras, options.threads)
    net = ALL[options.model]
    x, y = data(net, options.steps)
    model = model_of(keras, options.model)

    def turn():
        start, cpu = time.perf_counter(), time.process_time()
        history = model.fit(x, y, batch_size=net["batch"], verbose=0)
        figures = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
        return {**figures, "loss": float(history.history["loss"][0])}

    return turn, {"version": getattr(keras, "__version__", "")}, dict


if __name__ == "__main__":
    serve(prepare)
