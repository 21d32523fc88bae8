"""Sequential: adding, building, calling, naming, weights, config and its refusals."""

import numpy as np
import pytest
from keras_facts import plain

import pelton as tf
from pelton import keras
from pelton.keras import layers
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

ONES = np.ones


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


def small(name=None):
    return keras.Sequential(
        [
            keras.Input((4,)),
            layers.Dense(3, activation="relu"),
            layers.Dropout(0.5),
            layers.Dense(2),
        ],
        name=name,
    )


def test_is_built_by_its_input():
    model = small()
    assert repr(model) == "<Sequential name=sequential, built=True>"
    assert model.input_shape == (None, 4) and model.output_shape == (None, 2)
    assert [layer.name for layer in model.layers] == ["dense", "dropout", "dense_1"]
    assert [weight.path for weight in model.weights] == [
        "sequential/dense/kernel",
        "sequential/dense/bias",
        "sequential/dense_1/kernel",
        "sequential/dense_1/bias",
    ]
    assert model.count_params() == 23
    assert model(ONES((5, 4))).shape == (5, 2)


def test_is_built_by_its_first_call():
    model = keras.Sequential([layers.Dense(3), layers.Dense(2)])
    assert not model.built and model.weights == []
    assert model(ONES((2, 4))).shape == (2, 2)
    assert model.built and model.input_shape == (2, 4)
    assert model(ONES((7, 4))).shape == (7, 2)


def test_grows_and_shrinks():
    model = keras.Sequential()
    model.add(keras.Input((6,)))
    model.add(layers.Dense(5))
    assert model.output_shape == (None, 5)
    last = layers.Dense(4)
    model.add(last)
    assert model.output_shape == (None, 4) and last.path == "sequential/dense_1"
    assert model.pop() is last
    assert model.output_shape == (None, 5) and len(model.layers) == 1


def test_input_shape_argument_warns_at_the_callers_line():
    with pytest.warns(UserWarning, match="Do not pass an `input_shape`/`input_dim`") as caught:
        layer = layers.Dense(3, input_shape=(4,))
    assert caught[0].filename == __file__
    model = keras.Sequential([layer])
    assert model.built and model.input_shape == (None, 4)
    with pytest.warns(UserWarning):
        assert keras.Sequential([layers.Dense(3, input_dim=5)]).input_shape == (None, 5)


def test_layers_keep_identity_and_attributes():
    layer = layers.Dense(3)
    layer.note = "mine"
    model = keras.Sequential([layer])
    del layer
    assert model.layers[0] is model.layers[0] and model.layers[0].note == "mine"


def test_training_reaches_the_layers():
    model = keras.Sequential([keras.Input((50,)), layers.Dropout(0.5)])
    x = tf.ones((4, 50))
    assert np.array_equal(model(x).numpy(), x.numpy())
    assert (model(x, training=True).numpy() == 0).any()


def test_input_is_cast_and_its_rank_adapted():
    model = keras.Sequential([keras.Input((3, 3, 1)), layers.Flatten()])
    assert model(ONES((2, 3, 3), "uint8")).shape == (2, 9)
    assert model(ONES((2, 3, 3, 1), "float64")).dtype == tf.float32
    with pytest.raises(ValueError, match=r"Expected shape \(None, 3, 3, 1\).*\(2, 5\)"):
        model(ONES((2, 5)))


def test_nested_models():
    inner = keras.Sequential([keras.Input((4,)), layers.Dense(3)], name="inner")
    outer = keras.Sequential([keras.Input((4,)), inner, layers.Dense(1)])
    assert outer(ONES((2, 4))).shape == (2, 1)
    assert outer.layers[0] is inner and len(outer.weights) == 4


def test_freezing():
    model = small()
    model.layers[0].trainable = False
    assert len(model.trainable_weights) == 2 and len(model.non_trainable_weights) == 2
    model.trainable = False
    assert model.trainable_weights == [] and len(model.non_trainable_weights) == 4
    model.trainable = True
    assert len(model.trainable_weights) == 4


def test_weights_are_read_and_replaced():
    model = small()
    values = [np.full(weight.shape, i, "float64") for i, weight in enumerate(model.weights)]
    model.set_weights(values)
    for found, value in zip(model.get_weights(), values, strict=True):
        assert found.dtype == np.float32 and np.array_equal(found, value)


def test_wrong_weights_change_nothing():
    model = small()
    before = model.get_weights()
    wrong = [np.zeros((4, 3)), np.zeros(3), np.zeros((3, 2)), np.zeros(9)]
    with pytest.raises(ValueError, match=r"weight shape \(2,\) .* provided weight shape \(9,\)"):
        model.set_weights(wrong)
    with pytest.raises(ValueError, match="length 1, but the layer was expecting 4 weights"):
        model.set_weights(wrong[:1])
    for found, value in zip(model.get_weights(), before, strict=True):
        assert np.array_equal(found, value)


def test_config_makes_the_same_model():
    model = small("mine")
    config = model.get_config()
    assert config["name"] == "mine" and config["build_input_shape"] == (None, 4)
    assert [layer["class_name"] for layer in config["layers"]] == [
        "InputLayer",
        "Dense",
        "Dropout",
        "Dense",
    ]
    assert config["layers"][1]["build_config"] == {"input_shape": (None, 4)}
    again = keras.Sequential.from_config(config)
    assert plain(again.get_config()) == plain(config)
    clone = keras.models.clone_model(model)
    assert clone.name == "mine" and clone.output_shape == (None, 2)
    assert not np.array_equal(clone.get_weights()[0], model.get_weights()[0])


def test_penalties_of_all_layers():
    model = keras.Sequential(
        [
            keras.Input((2,)),
            layers.Dense(2, kernel_regularizer="l2", kernel_initializer="ones"),
            layers.Dense(1, bias_regularizer="l1", bias_initializer="ones"),
            layers.Dense(1, activity_regularizer=keras.regularizers.L1(0.5)),
        ]
    )
    assert [round(float(loss), 6) for loss in model.losses] == [0.04, 0.01]
    model(tf.zeros((1, 2)))
    assert len(model.losses) == 3
    model(tf.zeros((1, 2)))
    assert len(model.losses) == 3


@pytest.mark.parametrize("rows", [1, 4])
def test_activity_penalties_are_per_row(rows):
    layer = layers.Dense(
        3, kernel_initializer="ones", activity_regularizer=keras.regularizers.L2(0.5)
    )
    layer(np.ones((rows, 2), np.float32))
    assert float(layer.losses[0]) == pytest.approx(0.5 * 3 * 4.0)


def raised(code):
    names = {"tf": tf, "np": np}
    with pytest.raises(Exception) as caught:  # noqa: PT011
        exec(code, names)
    return caught.value


# What Pelton says in its own words, or cannot do yet.
ERRORS = [
    entry
    for entry in load_facts("training/errors")["layers"]
    if "error" in entry and not entry["name"].startswith(("to_categorical", "set_random_seed"))
]


@pytest.mark.parametrize("entry", ERRORS, ids=lambda entry: entry["name"])
def test_refuses_with_keras_class_and_text(entry):
    error = raised(entry["code"])
    bases = {cls.__name__ for cls in type(error).__mro__}
    recorded = entry["error"]
    if entry["name"] not in {"dropout_rate_text"}:
        assert recorded["class"] in bases
    text = recorded["message"].strip()
    words = text[: text.find("\n\nArguments") if "\n\n" in text else None]
    assert str(error).startswith(words) != (entry["name"] in DIFFERENCES["layer errors"])


def test_failed_add_leaves_the_model_as_it_was():
    model = keras.Sequential([keras.Input((4, 4, 1)), layers.Conv2D(2, 3)])
    with pytest.raises(ValueError, match="zero or negative"):
        model.add(layers.Conv2D(2, 3))
    assert len(model.layers) == 1 and model.output_shape == (None, 2, 2, 2)
    with pytest.raises(ValueError, match="unique names"):
        model.add(layers.Flatten(name="conv2d"))
    assert len(model.layers) == 1


def test_failed_build_leaves_no_layer_built():
    built_before = layers.Dense(4)
    built_before(ONES((1, 3)))
    inner = keras.Sequential([layers.Dense(5), layers.Dense(6)])
    model = keras.Sequential([built_before, layers.Dense(2), inner, layers.Conv2D(2, 3)])
    with pytest.raises(ValueError, match="found ndim=2"):
        model(ONES((1, 3)))
    made = [layer for layer in (*model.layers, *inner.layers) if layer is not built_before]
    assert not any(layer.built or layer.weights for layer in made)
    assert built_before.built and len(model.weights) == 2 and not model.built
    with pytest.raises(AttributeError):
        model.input_shape  # noqa: B018 - not known, as before
    model.pop()
    assert model(ONES((1, 3))).shape == (1, 6)


def test_layer_that_does_not_fit_is_not_built_by_the_attempt():
    model = keras.Sequential([keras.Input((4, 4, 1)), layers.Conv2D(2, 3)])
    layer = layers.Conv2D(2, 3)
    with pytest.raises(ValueError, match="zero or negative"):
        model.add(layer)
    assert not layer.built and layer.weights == []
    assert layer(ONES((1, 9, 9, 7))).shape == (1, 7, 7, 2)


def test_layers_that_are_no_layers_are_refused_by_name():
    with pytest.raises(TypeError, match="`layers` must be a sequence.*layers=3.*Sequential"):
        keras.Sequential(3)
    with pytest.raises(ValueError, match="a Sequential model. Received: 3 "):
        keras.Sequential([3])


def test_outputs_of_its_layers_follow_from_its_input():
    """Whichever is asked for first, as TensorFlow's users collect them for a model of features."""
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3, name="a")])
    model.add(tf.keras.layers.Dense(2))
    outputs = [layer.output for layer in model.layers]
    features = tf.keras.Model(model.inputs, outputs)
    rows = np.arange(8.0, dtype="float32").reshape(2, 4)
    first, last = features(rows)
    np.testing.assert_array_equal(first, model.get_layer("a")(rows))
    np.testing.assert_array_equal(last, model(rows))


def test_a_list_of_configs_makes_a_model():
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    made = keras.Sequential.from_config(model.get_config()["layers"])
    assert made.output_shape == (None, 2)
    with pytest.raises(TypeError, match="must have a list of layers, got 3"):
        keras.Sequential.from_config(3)


@pytest.mark.parametrize("wrap", [lambda x: [x], lambda x: (x,), lambda x: [[x]]])
def test_the_one_input_may_stand_in_a_list(wrap):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
    x = tf.ones((3, 4))
    with tf.GradientTape() as tape:
        tape.watch(x)
        found = model(wrap(x), training=False)
    assert np.array_equal(found.numpy(), model(x).numpy())
    assert tape.gradient(found, x).shape == (3, 4)
    assert np.array_equal(model(wrap(x.numpy())).numpy(), model(x).numpy())


class Lengths(keras.layers.Layer):
    def call(self, inputs):
        return tf.strings.length(inputs)


def embedded():
    class Embedded(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.table = keras.layers.Embedding(10, 4)

        def call(self, inputs):
            return self.table(tf.bitwise.bitwise_and(inputs, tf.constant(7, inputs.dtype)))

    return Embedded()


one_hot = keras.layers.Lambda(lambda x: tf.one_hot(x, 5))
# Layers whose Python code takes no floats: (input's shape and dtype, layers, output's shape).
OWN_DTYPES = {
    "one_hot": ((3,), "int32", [one_hot, keras.layers.Flatten()], (None, 15)),
    "strings": ((1,), "string", [Lengths()], (None, 1)),
    "bits": ((5,), "int64", [embedded(), keras.layers.GlobalMaxPooling1D()], (None, 4)),
    "largest": ((4,), "float32", [keras.layers.Lambda(lambda x: tf.argmax(x, -1)), one_hot],
                (None, 5)),
}  # fmt: skip


@pytest.mark.parametrize("name", OWN_DTYPES)
def test_layers_in_python_are_built_on_the_dtypes_that_they_get(name):
    shape, dtype, layers, expected = OWN_DTYPES[name]
    model = keras.Sequential([keras.Input(shape, dtype=dtype), *layers])
    assert model.output_shape == expected
    given = tf.fill((2, *shape), "ab") if dtype == "string" else tf.ones((2, *shape), dtype)
    assert model(given).shape == (2, *expected[1:])
