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

from recorded.code_facts import evaluate, without_addresses  # noqa: E402
from recorded.fact_file import write_facts  # noqa: E402

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


def _texts(value):
    """Arrays of bytes as lists of texts."""
    if isinstance(value, list):
        return [_texts(item) for item in value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [item.decode() for item in value.reshape(-1)]
    return value


def run_call(start, code):
    """What the code gives after `start`: its value, or the class of its error."""
    with np.errstate(all="ignore"):
        try:
            return {"code": code, "value": _texts(plain_value(evaluate(f"{start}\n{code}", tf)))}
        except Exception as error:  # the refusal is the fact
            return {"code": code, "error": type(error).__name__}


def record_calls(name, groups, start):
    """Writes the facts of groups of code, as in "ops/small_modules"."""
    folder, family = name.split("/")
    facts = {group: [run_call(start, code) for code in codes] for group, codes in groups.items()}
    write_facts(name, made_by(f"{folder}/record_{family}.py"), facts)
