"""The MNIST CNN in Keras's API with `fit`: TensorFlow's and Pelton's contestant alike.

`mnist_keras.py LIBRARY --data FILE`: the same lines run with both, as in the article.
"""

import importlib
import os
import sys

from mnist_job import arguments, epoch_turn, load

LIBRARY = sys.argv.pop(1)
OPTIONS = arguments()
os.environ["TF_NUM_INTRAOP_THREADS"] = str(OPTIONS.threads)
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

from mnist_cnn_model import build  # noqa: E402
from worker import serve  # noqa: E402


def prepare():
    """Returns the turn of one `fit` epoch over the images scaled as the article does."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(OPTIONS.threads)
    (x_train, y_train), (x_test, y_test) = load(OPTIONS.data, OPTIONS.steps * OPTIONS.batch_size)
    x_train, x_test = (x[..., None] / 255.0 for x in (x_train, x_test))
    if OPTIONS.seed is not None:
        tf.keras.utils.set_random_seed(OPTIONS.seed)
    jit = {"jit_compile": OPTIONS.jit} if LIBRARY == "tensorflow" else {}
    with tf.device(OPTIONS.device):
        model = build(tf, **jit)

    def train_epoch():
        with tf.device(OPTIONS.device):
            history = model.fit(x_train, y_train, batch_size=OPTIONS.batch_size, verbose=0)
        return history.history["loss"][0]

    def last_facts():
        return {"test_accuracy": model.evaluate(x_test, y_test, verbose=0)[1]}

    return epoch_turn(train_epoch, len(x_train)), {"version": tf.__version__}, last_facts


if __name__ == "__main__":
    serve(prepare)
