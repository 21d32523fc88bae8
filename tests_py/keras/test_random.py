"""keras.random: one integer, one stream; a SeedGenerator counts only what could be drawn."""

import random
import subprocess
import sys

import numpy as np
import pytest

import pelton as tf
import philox
from pelton import keras
from pelton.random import process_seed
from tolerances import assert_close


def test_an_integer_seed_is_scrambled():
    values = keras.random.normal((8,), 1.0, 2.0, dtype="float64", seed=5).numpy()
    assert_close(values, philox.normal("float64", philox.scrambled(5, 0), 8) * 2 + 1, "composed")


def test_a_generator_counts_its_draws():
    seeds = keras.random.SeedGenerator(5)
    for count in range(3):
        values = keras.random.uniform((8,), seed=seeds).numpy()
        assert_close(values, philox.unit("float32", philox.scrambled(5, count), 8), "arithmetic")
    assert seeds.state.numpy().tolist() == [5, 3]


def test_floatx_is_the_default():
    keras.config.set_floatx("float64")
    try:
        assert keras.random.normal((1,)).dtype.name == "float64"
    finally:
        keras.config.set_floatx("float32")


def test_python_random_seeds_what_has_no_seed():
    process_seed.forget()
    random.seed(3)
    first = keras.random.SeedGenerator()
    random.seed(3)
    assert keras.random.SeedGenerator().state.numpy().tolist() == first.state.numpy().tolist()
    assert first.get_config()["seed"] is None


def test_both_seeds_together_follow_python_random():
    def two():
        return [keras.initializers.HeNormal().seed for _ in range(2)]

    tf.random.set_seed(3)
    first, other = two(), two()
    tf.random.set_seed(3)
    assert two() == first != other, "`random` was not seeded: the process's stream decides"
    drawn = random.Random(3)
    random.seed(3)
    tf.random.set_seed(3)
    assert two() == [drawn.randint(1, 10**9) for _ in range(2)]
    tf.random.set_seed(3)
    assert two() == [drawn.randint(1, 10**9) for _ in range(2)], "which goes on, as in Keras"


def test_python_random_that_goes_on_is_unseeded():
    tf.random.set_seed(3)
    first = keras.initializers.HeNormal().seed
    for _ in range(3):
        random.sample(range(10_000), 900)
        tf.random.set_seed(3)
        assert keras.initializers.HeNormal().seed == first


def test_dropout_drops_a_share():
    values = keras.random.dropout(np.ones((100, 100), "float32"), 0.25, seed=1).numpy()
    assert set(np.unique(values)) == {np.float32(0), np.float32(1 / 0.75)}
    assert abs((values == 0).mean() - 0.25) < 0.02


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "uint32", "int64"])
def test_randint_of_every_width(dtype):
    values = keras.random.randint((500,), 3, 9, dtype=dtype, seed=1).numpy()
    assert values.dtype.name == dtype and set(values.tolist()) == set(range(3, 9))


@pytest.mark.parametrize(
    "call",
    [
        lambda s: keras.random.normal((-1,), seed=s),
        lambda s: keras.random.normal((2,), dtype="int32", seed=s),
        lambda s: keras.random.normal((2,), dtype="float31", seed=s),
        lambda s: keras.random.normal((2,), "mean", seed=s),
        lambda s: keras.random.truncated_normal((2**40, 2**40), seed=s),
        lambda s: keras.random.uniform((2,), dtype="int32", seed=s),
        lambda s: keras.random.uniform("ab", seed=s),
        lambda s: keras.random.randint((2,), 5, 5, seed=s),
        lambda s: keras.random.randint((2,), 0, 2**40, seed=s),
        lambda s: keras.random.randint((2,), 0, 5, dtype="float32", seed=s),
        lambda s: keras.random.categorical([0.0], 2, seed=s),
        lambda s: keras.random.categorical([[0.0]], -2, seed=s),
        lambda s: keras.random.dropout([1, 2], 0.5, seed=s),
        lambda s: keras.random.dropout([1.0], 1.5, seed=s),
        lambda s: keras.random.shuffle([1, 2], axis=3, seed=s),
        lambda s: keras.random.shuffle(3, seed=s),
        lambda s: s.from_config({"seed": 1, "number": 2}),
    ],
)
def test_a_refused_draw_is_not_counted(call):
    seeds = keras.random.SeedGenerator(5)
    with pytest.raises((ValueError, TypeError, IndexError)):
        call(seeds)
    assert seeds.state.numpy().tolist() == [5, 0]


@pytest.mark.parametrize(
    ("name", "parameters", "mean", "variance"),
    [
        ("gamma", (3.0,), 3.0, 3.0),
        ("gamma", (0.5,), 0.5, 0.5),
        ("beta", (2.0, 3.0), 0.4, 0.04),
        ("beta", (0.5, 0.5), 0.5, 0.125),
        ("binomial", (10, 0.3), 3.0, 2.1),
        ("binomial", (40.0, 0.75), 30.0, 7.5),
    ],
)
def test_moments_of_what_is_drawn_by_rejection(name, parameters, mean, variance):
    draw = getattr(keras.random, name)
    drawn = draw((40_000,), *parameters, seed=1).numpy()
    assert drawn.dtype == "float32"
    np.testing.assert_allclose([drawn.mean(), drawn.var()], [mean, variance], rtol=0.03)
    np.testing.assert_array_equal(drawn, draw((40_000,), *parameters, seed=1).numpy())
    seeds = keras.random.SeedGenerator(1)
    first, second = (draw((9,), *parameters, seed=seeds).numpy() for _ in range(2))
    np.testing.assert_array_equal(first, drawn[:9])
    assert (first != second).any()
    assert draw((2, 3), *parameters, dtype="float64", seed=1).numpy().shape == (2, 3)
    with pytest.raises(ValueError, match="`seed` must be"):
        draw((2,), *parameters, seed="a")


def test_parameters_of_draws_broadcast():
    assert keras.random.gamma((2, 3), [1.0, 2.0, 3.0], seed=1).shape == (2, 3)
    assert keras.random.beta((2, 3), [[1.0], [2.0]], 2.0, seed=1).shape == (2, 3)
    drawn = keras.random.binomial((2, 3), [[0], [5]], 1.0, seed=1).numpy()
    np.testing.assert_array_equal(drawn, [[0, 0, 0], [5, 5, 5]])


def test_weights_follow_set_random_seed_where_random_was_not_loaded():
    """A process in which only Pelton was imported before: its weights are those of this one."""
    code = (
        "import pelton as tf\n"
        "tf.keras.utils.set_random_seed(42)\n"
        "layer = tf.keras.layers.Dense(2)\n"
        "layer.build((None, 2))\n"
        "print(layer.kernel.numpy().tolist())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    tf.keras.utils.set_random_seed(42)
    layer = tf.keras.layers.Dense(2)
    layer.build((None, 2))
    assert done.stdout.strip() == str(layer.kernel.numpy().tolist())
