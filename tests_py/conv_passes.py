"""The passes of 3x3 convolutions in float32, by default and by the definition, beside float64."""

import numpy as np

import pelton as tf
from changed_settings import op_determinism, tensor_float_32

# (batch, height, width, in, out, padding): the tiles 2, 3 and 4, whole and cut at the edges.
SHAPES = [
    (8, 8, 8, 32, 32, "SAME"),
    (8, 14, 14, 64, 32, "SAME"),
    (4, 28, 28, 32, 64, "SAME"),
    (8, 13, 13, 32, 64, "VALID"),
    (2, 7, 7, 128, 128, "SAME"),
]
INPUTS = {
    "normal": lambda x: x,
    "large mean": lambda x: x + 10,
    "behind relu": lambda x: np.maximum(x, 0),
}


def by_definition(*, determinism=False):
    """Convolutions as sums of products, none by Winograd's tiles, for a block."""
    return op_determinism() if determinism else tensor_float_32(False)


def operands(shape, kind, seed=0):
    """The input, filters and output gradient of one row."""
    batch, height, width, n_in, n_out, padding = shape
    draw = np.random.default_rng(seed).standard_normal
    x = INPUTS[kind](draw((batch, height, width, n_in)))
    w = draw((3, 3, n_in, n_out)) / np.sqrt(9 * n_in)
    cut = 2 if padding == "VALID" else 0
    g = draw((batch, height - cut, width - cut, n_out))
    return [a.astype("float32") for a in (x, w, g)]


def passes(x, w, g, padding, dtype="float32"):
    """[output, input gradient, filter gradient] as arrays."""
    x, w, g = (tf.constant(a, dtype) for a in (x, w, g))
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.conv2d(x, w, 1, padding)
    return [t.numpy() for t in (y, *tape.gradient(y, [x, w], output_gradients=g))]


def errors(shape, kind, seed=0):
    """For each pass the root mean square errors (by default, by the definition)."""
    x, w, g = operands(shape, kind, seed)
    exact = passes(x, w, g, shape[-1], "float64")
    default = passes(x, w, g, shape[-1])
    with by_definition():
        direct = passes(x, w, g, shape[-1])
    return [(rms(a, e), rms(d, e)) for a, d, e in zip(default, direct, exact, strict=True)]


def rms(a, b):
    """The root mean square of the differences."""
    return float(np.sqrt(np.mean(np.square(a.astype("float64") - b))))
