"""The rows of `op_table/`: what `op_job.py` measures, and the data that each row is given.

A line is `op | inputs | Pelton and TensorFlow | torch | JAX and NumPy | gradients of | sizes`.
Inputs are `name=kind(shape)` with the kinds below; sizes are letters with a value each for small,
medium and large; those that a line does not give are SIZES. `xp` is jax.numpy and numpy, in turns;
what follows `np:` is NumPy's alone, and what says `jax` or `jnp` is JAX's alone. A line that starts
with `=` opens a family.
"""

import re
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("op_table")
SIZE_NAMES = ("small", "medium", "large")
SIZES = {"n": (32, 256, 1024), "v": (1024, 65536, 1048576)}
LIBRARIES = ("pelton", "tensorflow", "torch", "jax", "numpy")


@dataclass(frozen=True, eq=False)
class Row:
    """One op with its inputs and what each library calls it; an empty text: not there."""

    name: str
    family: str
    inputs: tuple
    calls: dict
    gradients: tuple
    sizes: dict

    def sizes_at(self, size):
        """The letters' values at a size, by its name."""
        return {name: values[SIZE_NAMES.index(size)] for name, values in self.sizes.items()}

    def modes(self):
        """Forward, and with gradients where there are some."""
        return ("forward", "gradient") if self.gradients else ("forward",)


def rows():
    """Every row of the tables, in their order."""
    found = []
    for path in sorted(TABLE.glob("*.txt")):
        family = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("="):
                family = line[1:].strip()
            elif line.strip() and not line.startswith("#"):
                found.append(_row(family, [cell.strip() for cell in line.split("|")]))
    return found


def _row(family, cells):
    name, inputs, keras, torch, arrays, gradients, *sizes = cells
    jax, numpy = _of_jax_and_numpy(arrays)
    calls = {"pelton": keras, "tensorflow": keras, "torch": torch, "jax": jax, "numpy": numpy}
    given = dict(part.split("=") for part in " ".join(sizes).split())
    sizes = {letter: tuple(map(int, values.split(","))) for letter, values in given.items()}
    pairs = tuple(tuple(part.split("=", 1)) for part in inputs.split())
    return Row(name, family, pairs, calls, tuple(gradients.split()), {**SIZES, **sizes})


def _of_jax_and_numpy(text):
    jax, _, numpy = text.partition(";;")
    if jax.strip().startswith("np:"):
        jax, numpy = "", jax
    elif not numpy and not re.search(
        r"\b(jax|jnp)\.|\b(conv|conv_transpose|depthwise|pool)\(", jax
    ):
        numpy = jax
    return jax.strip(), numpy.strip().removeprefix("np:").strip()


def data_of(row, size):
    """{name: NumPy array} of a row's inputs at a size, the same in each library."""
    return {name: _array(kind, row.sizes_at(size)) for name, kind in row.inputs}


def _array(kind, sizes):
    import numpy as np

    random = np.random.default_rng(7)
    words = np.array([b"alpha", b"Beta", b"gamma-ray", b"d", b"Epsilon longer than the others"])

    def definite(*shape):
        x = random.standard_normal(shape).astype(np.float32)
        return x @ np.swapaxes(x, -1, -2) / shape[-1] + 2 * np.eye(shape[-1], dtype=np.float32)

    def normal(*shape):
        return random.standard_normal(shape, np.float32)

    def integers(most, dtype=np.int32):
        return lambda *shape: random.integers(0, most, shape, dtype)

    kinds = {
        "normal": normal,
        "filter": normal,
        "depth_filter": normal,
        "positive": lambda *shape: random.uniform(0.1, 2.0, shape).astype(np.float32),
        "ascending": lambda *shape: np.sort(normal(*shape)),
        "complexes": lambda *shape: (normal(*shape) + 1j * normal(*shape)).astype(np.complex64),
        "definite": definite,
        "ints": integers(1000),
        "bytes": integers(256, np.uint8),
        "bools": lambda *shape: random.random(shape) < 0.5,
        "rare": lambda *shape: random.random(shape) < 0.001,
        "index": integers,
        "segments": lambda count: lambda *shape: np.sort(integers(count)(*shape)),
        "permutation": lambda n: (
            lambda *shape: random.permutation(n)[: shape[0]].reshape(shape).astype(np.int32)
        ),
        "words": lambda *shape: random.choice(words, shape),
        "sentences": lambda *shape: np.array([b" ".join(words)] * shape[0]),
        "numerals": lambda *shape: normal(*shape).astype("S12"),
    }
    return eval(kind, {**kinds, **sizes})
