"""What every recording script shares: a quiet TensorFlow, fixed inputs, and case capture.

Needs TensorFlow; only the `record_*.py` scripts import it, never a test.
"""

import contextlib
import io
import os
import zlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import keras  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

from recorded.code_facts import without_addresses  # noqa: E402

tf.get_logger().setLevel("ERROR")


def made_by(script):
    """Returns the entry that opens each file: which script and which versions made the facts."""
    return {
        "script": f"tests_py/recorded/{script}",
        "tensorflow": tf.__version__,
        "keras": keras.__version__,
        "numpy": np.__version__,
    }


def numbers(seed_text, shape, scale=1.0, dtype="float32", decimals=3):
    """Normal numbers rounded to `decimals`, the same for the same text on every machine."""
    generator = np.random.default_rng(zlib.crc32(seed_text.encode()))
    return np.round(generator.normal(0.0, scale, shape), decimals).astype(dtype)


def integers(seed_text, shape, low, high, dtype="int32"):
    """Whole numbers in [low, high), the same for the same text on every machine."""
    generator = np.random.default_rng(zlib.crc32(seed_text.encode()))
    return generator.integers(low, high, shape).astype(dtype)


def dense_gradient(gradient):
    """Returns a gradient as an array, None where the target does not depend on the source."""
    if gradient is None:
        return None
    return tf.convert_to_tensor(gradient).numpy()


def plain_value(value):
    """Returns a snippet's value as recordable data: arrays for tensors, names for types."""
    if value is None or isinstance(value, (bool, int, float, str, np.ndarray, np.generic)):
        return value
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return np.asarray(value.numpy())
    if isinstance(value, keras.Variable):
        return np.asarray(value.value)
    if isinstance(value, dict):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    if isinstance(value, tf.DType):
        return value.name
    if isinstance(value, tf.TensorShape):
        return value.as_list()
    return {"type": type(value).__name__, "repr": without_addresses(repr(value))}


def printed_by(action):
    """Returns everything that the action writes to stdout."""
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        action()
    return stream.getvalue()
