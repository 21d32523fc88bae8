"""A pass over a dataset of `tf.data`: `data_job.py LIBRARY CASE THREADS FOLDER MNIST`.

Pelton and TensorFlow run the same lines. One turn is one pass.
"""

import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mnist_job import load  # noqa: E402
from worker import peak_rss_mb, serve  # noqa: E402

LIBRARY, CASE, THREADS, FOLDER, MNIST = sys.argv[1:6]
FOLDER, THREADS = Path(FOLDER), int(THREADS)
BATCH = 64


def arrays():
    """MNIST's images as uint8 [n, 28, 28, 1] and labels."""
    (x, y), _ = load(MNIST, 0)
    return x[..., None], y


def shuffle_batch(tf):
    x, y = arrays()
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    return dataset.shuffle(60_000).batch(BATCH).prefetch(2), len(x)


def map_(tf):
    x, y = arrays()
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    dataset = dataset.map(lambda image, label: (tf.cast(image, tf.float32) / 255.0, label))
    return dataset.batch(BATCH).prefetch(2), len(x)


def jpeg(tf):
    def image_of(name):
        image = tf.io.decode_jpeg(tf.io.read_file(name), channels=3)
        return tf.image.random_flip_left_right(tf.image.resize(image, (224, 224)))

    names = sorted(str(path) for path in (FOLDER / "images").glob("*.jpg"))
    dataset = tf.data.Dataset.from_tensor_slices(names).map(image_of, num_parallel_calls=2)
    return dataset.batch(32).prefetch(2), len(names)


def records(tf):
    features = {
        "x": tf.io.FixedLenFeature([256], tf.float32),
        "y": tf.io.FixedLenFeature([], tf.int64),
    }
    path = FOLDER / "examples.tfrecord"
    dataset = tf.data.TFRecordDataset(str(path)).shuffle(10_000)
    dataset = dataset.map(lambda record: tf.io.parse_single_example(record, features))
    return dataset.batch(BATCH).prefetch(2), path.stat().st_size // 1100


def csv(tf):
    path = FOLDER / "numbers.csv"
    dataset = tf.data.experimental.CsvDataset(str(path), [tf.float32] * 10)
    return dataset.batch(BATCH), count_lines(path)


def lines(tf):
    path = FOLDER / "numbers.csv"
    return tf.data.TextLineDataset(str(path)).batch(BATCH), count_lines(path)


def count_lines(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def generator(tf):
    import numpy as np

    row = np.ones(16, np.float32)

    def rows():
        for index in range(20_000):
            yield row, index

    specs = (tf.TensorSpec((16,), tf.float32), tf.TensorSpec((), tf.int32))
    return tf.data.Dataset.from_generator(rows, output_signature=specs).batch(BATCH), 20_000


def sleeping_map(tf):
    def slow(number):
        time.sleep(0.005)
        return number

    def call(number):
        return tf.py_function(slow, [number], tf.int64)

    return tf.data.Dataset.range(200).map(call, num_parallel_calls=4), 200


def fit_turn(tf, from_arrays):
    """A turn of one epoch of `fit` of an MLP, from arrays or from a dataset of them."""
    x, y = arrays()
    x = x.reshape(len(x), -1).astype("float32") / 255
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [tf.keras.Input((784,)), layers.Dense(128, activation="relu"), layers.Dense(10)]
    )
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(60_000).batch(BATCH).prefetch(2)

    def epoch():
        if from_arrays:
            model.fit(x, y, batch_size=BATCH, verbose=0)
        else:
            model.fit(dataset, verbose=0)

    return epoch, len(x)


def pass_of(dataset):
    """A turn over all batches that looks at each."""

    def epoch():
        for _ in dataset:
            pass

    return epoch


CASES = {"map": map_}


def prepare():
    """Returns the turn of one pass."""
    tf = importlib.import_module(LIBRARY)
    tf.config.threading.set_intra_op_parallelism_threads(THREADS)
    if CASE.startswith("fit"):
        epoch, elements = fit_turn(tf, CASE == "fit_arrays")
    else:
        dataset, elements = CASES.get(CASE, globals().get(CASE))(tf)
        epoch = pass_of(dataset)
    warm = []

    def turn():
        start = time.perf_counter()
        epoch()
        seconds = time.perf_counter() - start
        warm.append(peak_rss_mb())
        return {"seconds": seconds, "elements_per_second": elements / seconds}

    def last_facts():
        return {"growth_mb": warm[-1] - warm[0] if warm else None}

    return turn, {"version": tf.__version__}, last_facts


if __name__ == "__main__":
    serve(prepare)
