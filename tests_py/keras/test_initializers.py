"""Initializers and regularizers against recorded Keras: moments, values, configs, identifiers."""

import numpy as np
import pytest

import pelton as tf
from pelton.keras import initializers, regularizers
from recorded.fact_file import load_facts

FACTS = load_facts("layers/initializers")


def by_name(entries):
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry["name"])


@by_name(FACTS["random"])
def test_random_kinds_have_keras_moments(entry):
    make = getattr(initializers, entry["class"])
    for name, moments in entry["moments"].items():
        value = make(**entry["kwargs"], seed=7)(FACTS["shapes"][name]).numpy().astype("float64")
        spread = moments["stddev"]
        assert abs(value.mean() - moments["mean"]) < 0.03 * spread
        assert abs(value.std() / spread - 1) < 0.03
        if entry["kwargs"].get("distribution") != "untruncated_normal" and (
            "uniform" in entry["name"] or "truncated" in entry["name"]
        ):
            reach = moments["max"] - moments["min"]
            assert abs(value.max() - moments["max"]) < 0.02 * reach
            assert abs(value.min() - moments["min"]) < 0.02 * reach
    assert make(**entry["kwargs"]).get_config() == entry["config"]


@by_name(FACTS["random"])
def test_one_object_repeats_its_numbers(entry):
    make = getattr(initializers, entry["class"])
    first, second = make(seed=7)((50,)).numpy(), make(seed=7)((50,)).numpy()
    assert np.array_equal(first, second)
    unseeded = make()
    values = unseeded((50,)).numpy()
    assert np.array_equal(values, unseeded((50,)).numpy())
    assert not np.array_equal(values, make()((50,)).numpy())
    assert not np.array_equal(values, first)


def test_seed_of_the_process_repeats_unseeded_ones():
    values = []
    for _ in range(2):
        tf.random.set_seed(11)
        values.append(initializers.GlorotUniform()((20,)).numpy())
    assert np.array_equal(*values)


@by_name(FACTS["exact"])
def test_exact_kinds(entry):
    initializer = getattr(initializers, entry["class"])(**entry["kwargs"])
    if "error" in entry:
        with pytest.raises(ValueError) as caught:
            initializer(entry["shape"])
        assert str(caught.value).startswith(entry["error"]["message"])
    else:
        value = initializer(entry["shape"])
        assert value.dtype == tf.float32 and np.array_equal(value.numpy(), entry["value"])
        assert initializer(entry["shape"], dtype="float64").dtype == tf.float64
        restored = initializers.deserialize(initializers.serialize(initializer))
        assert np.array_equal(restored(entry["shape"]).numpy(), entry["value"])


@pytest.mark.parametrize("value", [np.ones((3, 2)), [[1.0, 2.0], [3.0]], "one", None, tf.ones(3)])
def test_constant_that_does_not_fit_is_refused(value):
    with pytest.raises(ValueError, match="Constant"):
        initializers.Constant(value)((4, 4))


def test_constant_tensor_is_kept_and_described():
    given = tf.constant([1.0, 2.0])
    initializer = initializers.Constant(given)
    assert initializer.value is given
    assert initializer.get_config() == {
        "value": {"class_name": "__tensor__", "config": {"value": [1.0, 2.0], "dtype": "float32"}}
    }


def test_orthogonal():
    for fact in FACTS["orthogonal"]["facts"]:
        make = initializers.Orthogonal(gain=fact["gain"], seed=3)
        value = make(fact["shape"]).numpy().astype("float64")
        flat = value.reshape(-1, fact["shape"][-1])
        product = flat.T @ flat if flat.shape[0] >= flat.shape[1] else flat @ flat.T
        np.testing.assert_allclose(product, fact["gain"] ** 2 * np.eye(len(product)), atol=1e-5)
    with pytest.raises(ValueError) as caught:
        initializers.Orthogonal()((4,))
    assert str(caught.value).startswith(FACTS["orthogonal"]["rank_1"]["message"])


def test_identifiers():
    for name, expected in FACTS["identifiers"].items():
        # Keras has no default value for "constant" by name; here it is 0.
        if isinstance(expected, str) or name.lower() == "constant":
            expected = expected if isinstance(expected, str) else "Constant"
            assert type(initializers.get(name)).__name__ == expected
        else:
            with pytest.raises(ValueError, match="Could not interpret initializer identifier"):
                initializers.get(name)
    assert initializers.get(None) is None
    one = initializers.HeNormal(seed=1)
    assert initializers.get(one).get_config() == one.get_config()
    serialized = initializers.serialize(one)
    assert initializers.deserialize(serialized).get_config() == one.get_config()
    assert type(initializers.get(initializers.Ones)).__name__ == "Ones"


@pytest.mark.parametrize("name", FACTS["bad"])
def test_bad_arguments(name):
    cls = "RandomNormal" if name == "seed_text" else "VarianceScaling"
    kwargs = {
        "scale_zero": {"scale": 0.0},
        "mode_unknown": {"mode": "fan"},
        "distribution_unknown": {"distribution": "cauchy"},
        "seed_text": {"seed": "one"},
    }[name]
    with pytest.raises(ValueError) as caught:
        getattr(initializers, cls)(**kwargs)
    argument, value = next(iter(kwargs.items()))
    assert argument in str(caught.value) and str(value) in str(caught.value)


@by_name(FACTS["regularizers"])
def test_regularizers(entry):
    regularizer = getattr(regularizers, entry["class"])(**entry["kwargs"])
    weights = tf.constant(FACTS["regularizer_weights"])
    np.testing.assert_allclose(regularizer(weights).numpy(), entry["value"], rtol=1e-5)
    for key, value in entry["config"].items():
        assert regularizer.get_config()[key] == pytest.approx(value, rel=1e-6)


def test_regularizer_identifiers_and_rates():
    for name in ("l1", "L1", "l2", "L2", "L1L2", "l1_l2"):
        assert regularizers.get(name) is not None
    assert regularizers.get(None) is None
    with pytest.raises(ValueError, match="Could not interpret regularizer identifier: nope"):
        regularizers.get("nope")
    for bad in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="Invalid value for argument l2"):
            regularizers.L2(bad)
    with pytest.raises(ValueError, match="`l1`, expected a float"):
        regularizers.L1("much")
    assert regularizers.L1L2(l1=0.1).get_config() == {"l1": 0.1, "l2": 0.0}


def test_seed_generators_give_new_numbers_to_each_call():
    generator = tf.keras.random.SeedGenerator(5)
    initializer = initializers.GlorotUniform(seed=generator)
    first, second = initializer((50,)).numpy(), initializer((50,)).numpy()
    assert not np.array_equal(first, second) and initializer.seed is generator
    written = initializers.serialize(initializer)
    assert written["config"]["seed"]["module"] == "keras.random"
    assert written["config"]["seed"]["class_name"] == "SeedGenerator"
    again = initializers.deserialize(written)
    assert np.array_equal(again((50,)), first) and np.array_equal(again((50,)), second)
    layer = tf.keras.layers.Dense(3, kernel_initializer=initializer)
    copy = tf.keras.layers.Dense.from_config(layer.get_config())
    assert copy.kernel_initializer.seed.get_config()["seed"] == 5


def test_fans_of_given_axes():
    kwargs = {"input_axes": [0, -1], "output_axes": (1,), "seed": 3}
    made = initializers.GlorotUniform(**kwargs)
    limit = np.sqrt(6 / (40 * 20 + 30))
    values = made((40, 30, 20)).numpy()
    assert 0.98 * limit < np.abs(values).max() <= limit
    assert made.get_config() == {**kwargs, "seed": 3}
    with pytest.raises(IndexError, match="axis 3"):
        initializers.VarianceScaling(input_axes=[3], output_axes=[0])((2, 2))
    with pytest.raises(ValueError, match="`input_axes`"):
        initializers.VarianceScaling(input_axes="a", output_axes=[0])


def test_orthogonal_regularizer():
    x = np.array([[1, 1], [0, 2], [3, 0]], "float32")
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    expected = 0.5 * (np.abs(unit @ unit.T) * (1 - np.eye(3))).sum() / 6
    made = regularizers.OrthogonalRegularizer(factor=0.5)
    np.testing.assert_allclose(made(x), expected, rtol=1e-6)
    columns = regularizers.get({"class_name": "OrthogonalRegularizer", "config": {"factor": 0.5,
                                "mode": "columns"}})  # fmt: skip
    np.testing.assert_allclose(columns(x.T.copy()), expected, rtol=1e-6)
    assert made.get_config() == {"factor": 0.5, "mode": "rows"}
    assert type(regularizers.get("orthogonal_regularizer")) is regularizers.OrthogonalRegularizer
    layer = tf.keras.layers.Dense(2, kernel_regularizer=made)
    layer.build((None, 3))
    np.testing.assert_allclose(layer.losses[0], made(layer.kernel), rtol=1e-6)
    with pytest.raises(ValueError, match="must have rank 2"):
        made(np.ones((2, 2, 2), "float32"))
    with pytest.raises(ValueError, match="`mode`.*sides"):
        regularizers.OrthogonalRegularizer(mode="sides")


def test_variables_say_their_constraint():
    layer = tf.keras.layers.Dense(2, kernel_constraint=tf.keras.constraints.NonNeg())
    layer.build((None, 3))
    assert isinstance(layer.kernel.constraint, tf.keras.constraints.NonNeg)
    assert layer.bias.constraint is None
    layer.bias.constraint = "unit_norm"
    assert isinstance(layer.bias.constraint, tf.keras.constraints.UnitNorm)
    with pytest.raises(ValueError, match="Could not interpret constraint"):
        layer.bias.constraint = "nothing"
