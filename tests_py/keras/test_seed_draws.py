"""How many seeds constructors draw from Python's `random`, and what does not draw: with the same
seed a program gets Keras's initial weights, whatever it makes and prints before them."""

import random
import subprocess
import sys

import numpy as np
import pytest

from pelton import keras

L, I = keras.layers, keras.initializers  # noqa: E741

# As Keras 3.15 draws them.
DRAWS = [
    (lambda: I.RandomNormal(), 1),
    (lambda: I.RandomUniform(), 1),
    (lambda: I.TruncatedNormal(), 1),
    (lambda: I.GlorotUniform(), 1),
    (lambda: I.HeNormal(), 1),
    (lambda: I.Orthogonal(), 1),
    (lambda: I.RandomNormal(seed=3), 0),
    (lambda: I.Zeros(), 0),
    (lambda: I.get("glorot_uniform"), 1),
    (lambda: L.Dense(3), 1),
    (lambda: L.Dense(3, kernel_initializer=I.HeNormal()), 1),
    (lambda: L.SimpleRNNCell(3), 3),
    (lambda: L.RandomCrop(2, 2), 2),
    (lambda: L.RandomCrop(2, 2, seed=1), 0),
    (lambda: L.AutoContrast(), 0),
    (lambda: L.Equalization(), 0),
    (lambda: L.RandAugment(), 10),
]


@pytest.mark.parametrize("number", range(len(DRAWS)))
def test_draws_of_constructors(number):
    make, count = DRAWS[number]
    keras.utils.set_random_seed(7)
    make()
    after = random.randint(1, 10**9)
    keras.utils.set_random_seed(7)
    drawn = [random.randint(1, 10**9) for _ in range(count + 1)]
    assert after == drawn[-1]


def test_a_cell_of_a_simple_rnn_draws_its_own_seed_first():
    keras.utils.set_random_seed(3)
    layer = L.SimpleRNNCell(3)
    layer.build((None, 2))
    sums = [float(np.abs(weight).sum()) for weight in layer.get_weights()]
    np.testing.assert_allclose(sums, [2.9172688, 3.8796422, 0.0], rtol=1e-6)  # Keras's


def test_the_first_summary_draws_nothing():
    script = (
        "import random, pelton as tf\n"
        "tf.keras.utils.set_random_seed(1)\n"
        "model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(3)])\n"
        "before = random.getstate()\n"
        "model.summary(print_fn=str)\n"
        "assert random.getstate() == before\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
