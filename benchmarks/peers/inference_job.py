"""One library's MNIST CNN answering: `inference_job.py LIBRARY THREADS` is one contestant."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measure import per_call_ns  # noqa: E402
from worker import serve  # noqa: E402

LIBRARY, THREADS = sys.argv[1], int(sys.argv[2])
BATCH = 256


def images(count, channels_first):
    """The same grey noise for all."""
    import numpy as np

    x = np.random.default_rng(3).random((count, 28, 28), dtype=np.float32)
    return x[:, None] if channels_first else x[..., None]


def keras_calls(tf):
    """The calls of Keras's API; answers are read back as NumPy arrays."""
    from mnist_cnn_model import build

    tf.config.threading.set_intra_op_parallelism_threads(THREADS)
    model = build(tf)
    one, many = images(1, False), images(BATCH, False)
    tensor = tf.constant(one)
    return {
        "model(x)": lambda: model(tensor).numpy(),
        "predict_on_batch": lambda: model.predict_on_batch(one),
        "predict": lambda: model.predict(one, verbose=0),
        "batch 256": lambda: model.predict_on_batch(many),
    }, tf.__version__


def pelton_calls():
    import pelton as tf

    return keras_calls(tf)


def tensorflow_calls():
    os.environ["TF_NUM_INTRAOP_THREADS"] = str(THREADS)
    import tensorflow as tf

    return keras_calls(tf)


def torch_calls():
    import torch

    sys.argv[1:] = ["--data", "none"]
    from mnist_torch import build

    torch.set_num_threads(THREADS)
    model = build(torch.nn, torch.channels_last).eval()
    one, many = (
        torch.from_numpy(images(n, True)).contiguous(memory_format=torch.channels_last)
        for n in (1, BATCH)
    )

    def answer(x):
        with torch.inference_mode():
            return model(x).numpy()

    calls = {"model(x)": lambda: answer(one), "batch 256": lambda: answer(many)}
    return calls, torch.__version__


def onnxruntime_calls():
    """Each call in a session of the number of threads, up to THREADS, that is fastest for it."""
    import onnxruntime
    from onnx_cnn import mnist_cnn

    graph = mnist_cnn().SerializeToString()

    def session_call(threads, inputs):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        return lambda: session.run(None, inputs)

    def fastest(inputs):
        calls = [session_call(threads, inputs) for threads in range(1, THREADS + 1)]
        return min(calls, key=lambda call: per_call_ns(call, seconds=0.5))

    one, many = {"x": images(1, True)}, {"x": images(BATCH, True)}
    return {"model(x)": fastest(one), "batch 256": fastest(many)}, onnxruntime.__version__


def prepare():
    """Returns the turn that times every call of the library that argv names."""
    calls, version = globals()[f"{LIBRARY}_calls"]()

    def turn():
        return {name: per_call_ns(call, seconds=0.5) for name, call in calls.items()}

    return turn, {"version": version}, dict


if __name__ == "__main__":
    serve(prepare)
