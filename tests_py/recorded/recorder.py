"""What every recording script shares: a quiet TensorFlow, fixed inputs, and case capture.

Needs TensorFlow; only the `record_*.py` scripts import it, never a test.
"""

import os
import zlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import keras  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402


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


def error_entry(error):
    """Returns the class, its bases and the text of an exception, as structured data."""
    bases = [base.__name__ for base in type(error).__mro__[1:-1]]
    return {"class": type(error).__name__, "bases": bases, "message": str(error)}


def dense_gradient(gradient):
    """Returns a gradient as an array, None where the target does not depend on the source."""
    if gradient is None:
        return None
    return tf.convert_to_tensor(gradient).numpy()
