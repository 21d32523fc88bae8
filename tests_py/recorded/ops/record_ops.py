"""Records what Keras's ops compute: values, gradients and dtypes.

Run `record_keras.py ops`; the calls are in `ops_cases/`.
"""

import contextlib

import keras
import numpy as np
import tensorflow as tf

from recorded.fact_file import write_facts
from recorded.ops.ops_cases import numpy_rows, other_rows
from recorded.ops.ops_cases.calls import DTYPES, call, cast_sample, first_sample, weights_of
from recorded.ops.ops_cases.samples import SAMPLES
from recorded.recorder import made_by, plain_value

FAMILIES = {
    "numpy": numpy_rows.ROWS,
    "core": other_rows.CORE,
    "nn": other_rows.NN,
    "math": other_rows.MATH,
    "linalg": other_rows.LINALG,
    "image": other_rows.IMAGE,
}


def _tensors(samples):
    return {name: tf.constant(value) for name, value in samples.items()}


def _gradient(text, name):
    """The gradient of the weighted sum of all floating results, None where there is none."""
    tensors = _tensors(SAMPLES)
    with tf.GradientTape() as tape:
        tape.watch(tensors[name])
        leaves = tf.nest.flatten(call(text, keras.ops, tensors))
        made = [leaf for leaf in leaves if tf.is_tensor(leaf) and leaf.dtype.is_floating]
        total = sum(tf.reduce_sum(leaf * weights_of(leaf.shape, leaf.dtype.name)) for leaf in made)
    if not made:
        return None
    found = tape.gradient(total, tensors[name])
    return None if found is None else tf.convert_to_tensor(found).numpy()


def _dtype_of(text, name, dtype):
    """The dtypes of the results for one dtype of the first sample, or "error"."""
    samples = {**SAMPLES, name: cast_sample(SAMPLES[name], dtype)}
    try:
        made = tf.nest.flatten(call(text, keras.ops, _tensors(samples)))
    except Exception:
        return "error"
    return " ".join(leaf.dtype.name if tf.is_tensor(leaf) else "-" for leaf in made)


# What TensorFlow gives only an estimate of.
NO_GRADIENT = ("affine_transform", "perspective_transform", "nextafter")
# Where it refuses what others take, or follows other rules than Keras says.
NO_DTYPES = ("jvp", "view_as_", "eig(", "select(", "ssim(", "moments(", "_normal", "attention")


def _record(text, family):
    name = first_sample(text)
    fact = {"call": text, "value": plain_value(call(text, keras.ops, _tensors(SAMPLES)))}
    is_exact = not any(word in text for word in NO_GRADIENT)
    if name and SAMPLES[name].dtype == np.float32 and is_exact:
        with contextlib.suppress(LookupError, tf.errors.InvalidArgumentError):  # it has none
            fact["gradient"] = _gradient(text, name)
    if name and family != "core" and not any(word in text for word in NO_DTYPES):
        fact["dtypes"] = {dtype: _dtype_of(text, name, dtype) for dtype in DTYPES}
    return fact


def public_names(family):
    """What keras.ops, or its package of that family, has."""
    package = keras.ops if family in ("core", "math") else getattr(keras.ops, family)
    return [name for name in dir(package) if not name.startswith("_")]


def main():
    """Writes `ops_FAMILY.json` for each family."""
    for family, rows in FAMILIES.items():
        cases = {name: [_record(text, family) for text in texts] for name, texts in rows.items()}
        facts = {"cases": cases, "names": public_names(family)}
        write_facts(f"ops/ops_{family}", made_by("ops/record_ops.py"), facts)


if __name__ == "__main__":
    main()
