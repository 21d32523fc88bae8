"""A network of net_list.py with `fit`: Pelton's and TensorFlow's contestant alike."""

import importlib
import os
import sys

from net_job import arguments
from net_layers import compiled
from net_list import NETS, data

LIBRARY = sys.argv.pop(1)
OPTIONS = arguments()
os.environ["TF_NUM_INTRAOP_THREADS"] = str(OPTIONS.threads)

from mnist_job import epoch_turn  # noqa: E402
from worker import serve  # noqa: E402


def prepare():
    """Returns the turn of one `fit` epoch."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(OPTIONS.threads)
    net = NETS[OPTIONS.net]
    x, y = data(net, OPTIONS.steps)
    jit = {"jit_compile": OPTIONS.jit} if LIBRARY == "tensorflow" else {}
    model = compiled(tf, net, **jit)

    def train_epoch():
        history = model.fit(x, y, batch_size=net["batch"], verbose=0)
        return history.history["loss"][0]

    return epoch_turn(train_epoch, OPTIONS.steps * net["batch"]), {"version": tf.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
