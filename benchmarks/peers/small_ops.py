"""One library's small operations, timed from Python: `small_ops.py LIBRARY` is one contestant."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measure import per_call_ns  # noqa: E402
from worker import serve  # noqa: E402

SIDE = 4


def numpy_operations():
    import numpy as np

    a = np.ones((SIDE, SIDE), np.float32)
    b = np.ones((SIDE, SIDE), np.float32)
    zero = np.float32(0)  # of the array's dtype: a Python 0 would be converted in each call
    operations = {
        "add": lambda: a + b,
        "relu": lambda: np.maximum(a, zero),
        "matmul": lambda: a @ b,
        "sum": lambda: (a * b).sum(),
    }
    return operations, np.__version__


def torch_operations():
    import torch

    torch.set_num_threads(1)
    a = torch.ones(SIDE, SIDE)
    b = torch.ones(SIDE, SIDE)
    w = torch.ones(SIDE, SIDE, requires_grad=True)

    def gradient():
        w.grad = None
        (a * w).sum().backward()
        return w.grad

    operations = {
        "add": lambda: a + b,
        "relu": lambda: torch.relu(a),
        "matmul": lambda: a @ b,
        "sum": lambda: (a * b).sum(),
        "gradient": gradient,
    }
    return operations, torch.__version__


def tensorflow_operations():
    import tensorflow as tf

    return _with_tape(tf), tf.__version__


def pelton_operations():
    import pelton as tf

    return _with_tape(tf), tf.__version__


def _with_tape(tf):
    a = tf.ones([SIDE, SIDE])
    b = tf.ones([SIDE, SIDE])
    w = tf.Variable(tf.ones([SIDE, SIDE]))
    relu, matmul, reduce_sum, tape_type = tf.nn.relu, tf.matmul, tf.reduce_sum, tf.GradientTape

    def gradient():
        with tape_type() as tape:
            y = reduce_sum(a * w)
        return tape.gradient(y, w)

    return {
        "add": lambda: a + b,
        "relu": lambda: relu(a),
        "matmul": lambda: matmul(a, b),
        "sum": lambda: reduce_sum(a * b),
        "gradient": gradient,
    }


def prepare():
    """Returns the turn that times every operation of the library that argv names."""
    operations, version = globals()[f"{sys.argv[1]}_operations"]()

    def turn():
        return {name: per_call_ns(action) for name, action in operations.items()}

    return turn, {"version": version}, dict


if __name__ == "__main__":
    serve(prepare)
