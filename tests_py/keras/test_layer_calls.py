"""Layers with several inputs, keywords and masks against recorded Keras: outputs, gradients,
weights, masks, shapes and configs."""

import numpy as np
import pytest
from keras_facts import assert_close, assert_same_config, plain

import pelton as tf
from pelton.keras import layers
from recorded.fact_file import load_facts
from recorded.layers.layer_arguments import made_arguments

KINDS = (
    "layers/layer_calls",
    "layers/attention_calls",
    "layers/spatial_calls",
    "layers/preprocessing_calls",
    "layers/augmentation_calls",
    "layers/spectrogram_calls",
)
FILES = [load_facts(name) for name in KINDS]
CASES = [case for file in FILES for case in file["cases"]]
SHAPES = [row for file in FILES for row in file["shapes"]]
BY_NAME = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])


@pytest.fixture(autouse=True)
def fresh_names():
    tf.keras.backend.clear_session()


def to_tensors(value):
    """Arrays as tensors, in lists too; all else as it is."""
    if isinstance(value, list):
        return [to_tensors(item) for item in value]
    return tf.constant(value) if isinstance(value, np.ndarray) else value


def floating(value):
    """The tensors of floats in `value`, which gradients go to."""
    return [x for x in tf.nest.flatten(value) if isinstance(x, tf.Tensor) and x.dtype.is_floating]


def rebuilt(case):
    """The case's layer, built by a call, with its weights and without states."""
    layer = getattr(layers, case["class"])(**made_arguments(layers, case["kwargs"]))
    layer(*to_tensors(case["args"]), **to_tensors(case["options"]))
    layer.set_weights([weight["value"] for weight in case["weights"]])
    if case["kwargs"].get("stateful"):
        layer.reset_states()
    return layer


def limits(case):
    is_coarse = "mixed" in str(case["kwargs"].get("dtype"))
    return {"rtol": 5e-3, "atol": 5e-3} if is_coarse else {"rtol": 1e-4, "atol": 1e-5}


@BY_NAME
def test_layer_computes_what_keras_does(case):
    layer = rebuilt(case)
    args, options = to_tensors(case["args"]), to_tensors(case["options"])
    sources = floating([args, options])
    for _ in range(case.get("calls", 1) - 1):
        layer(*args, **options)
    with tf.GradientTape() as tape:
        tape.watch(sources)
        result = layer(*args, **options)
        outputs = tf.nest.flatten(result)
        upstream = case.get("output_gradients", [0.0] * len(outputs))
        total = sum(
            tf.reduce_sum(tf.cast(y, "float32") * u) for y, u in zip(outputs, upstream, strict=True)
        )
    assert isinstance(result, tf.Tensor) == (case["gives"] == "one")
    assert len(outputs) == len(case["outputs"])
    for found, expected in zip(outputs, case["outputs"], strict=True):
        assert found.dtype.name == expected.dtype.name
        assert_close(found, expected, **limits(case))
    if "output_gradients" in case:
        gradients = tape.gradient(total, [*sources, *layer.trainable_weights])
        expected = [*case["input_gradients"], *case["weight_gradients"]]
        for found, wanted in zip(gradients, expected, strict=True):
            if wanted is None:
                assert found is None or not found.numpy().any()
            else:
                assert_close(tf.convert_to_tensor(found), wanted, **limits(case))
    if "losses" in case:
        losses = np.array([loss.numpy() for loss in layer.losses])
        assert_close(losses, np.array(case["losses"], "float32"), **limits(case))


@BY_NAME
def test_layer_tells_what_keras_tells(case):
    layer = rebuilt(case)
    assert layer.count_params() == case["count_params"] and repr(layer) == case["repr"]
    assert layer.supports_masking == case["supports_masking"]
    assert_same_config(unbuilt(layer.get_config()), unbuilt(case["config"]))
    expected = [(w["path"], w["trainable"], w["value"].shape) for w in case["weights"]]
    assert [(w.path, w.trainable, tuple(w.shape)) for w in layer.weights] == expected


@pytest.mark.parametrize("case", [c for c in CASES if "mask" in c], ids=lambda case: case["name"])
def test_layer_gives_the_mask_that_keras_gives(case):
    layer = rebuilt(case)
    first = to_tensors(case["args"])[0]
    found = layer.compute_mask(first, to_tensors(case.get("previous_mask")))
    found = list(found) if isinstance(found, (list, tuple)) else [found]
    assert len(found) == len(case["mask"])
    for mask, expected in zip(found, case["mask"], strict=True):
        if expected is None:
            assert mask is None
        else:
            assert mask.dtype.name == "bool" and np.array_equal(mask.numpy(), expected)


def unbuilt(config):
    """The config without the shapes that layers inside were built for."""
    if isinstance(config, dict):
        return {key: unbuilt(item) for key, item in config.items() if key != "build_config"}
    return [unbuilt(item) for item in config] if isinstance(config, list) else config


@BY_NAME
def test_config_and_stored_form_make_the_same_layer(case):
    layer = rebuilt(case)
    again = type(layer).from_config(layer.get_config())
    assert unbuilt(again.get_config()) == unbuilt(layer.get_config())
    stored = layers.serialize(layer)
    assert stored["module"] == "keras.layers" and stored["registered_name"] is None
    other = layers.deserialize(stored)
    assert unbuilt(layers.serialize(other)) == unbuilt(stored)
    assert [tuple(w.shape) for w in other.weights] == [tuple(w.shape) for w in layer.weights]
    named = layers.deserialize({"class_name": case["class"], "config": layer.get_config()})
    assert type(named) is type(layer)
    assert unbuilt(named.get_config()) == unbuilt(layer.get_config())
    of_keras = layers.deserialize({"class_name": case["class"], "config": case["config"]})
    assert_same_config(unbuilt(of_keras.get_config()), unbuilt(case["config"]))


def tuples(shape):
    """A recorded shape or list of shapes, as tuples."""
    is_nest = bool(shape) and isinstance(shape[0], list)
    return [tuples(item) for item in shape] if is_nest else tuple(shape)


@pytest.mark.parametrize("row", SHAPES, ids=lambda row: f"{row['class']}-{row['shapes']}")
def test_output_shapes_without_data(row):
    layer = getattr(layers, row["class"])(**made_arguments(layers, row["kwargs"]))
    shapes = [tuples(shape) for shape in row["shapes"]]
    assert plain(layer.compute_output_shape(*shapes)) == row["output_shape"]


@pytest.mark.parametrize("row", SHAPES, ids=lambda row: f"{row['class']}-{row['shapes']}")
def test_symbolic_calls_have_the_shapes_that_are_computed(row):
    layer = getattr(layers, row["class"])(**made_arguments(layers, row["kwargs"]))

    def inputs(shape):
        if shape and isinstance(shape[0], list):
            return [inputs(item) for item in shape]
        return tf.keras.Input(batch_shape=shape)

    found = layer(*(inputs(shape) for shape in row["shapes"]))
    shapes = [tuple(y.shape) for y in tf.nest.flatten(found)]
    expected = tuples(row["output_shape"])
    expected = expected if isinstance(expected, list) else [expected]
    for one, other in zip(shapes, expected, strict=True):
        assert all(None in pair or pair[0] == pair[1] for pair in zip(one, other, strict=True))


@pytest.mark.parametrize("setting", [True, 3, 0.5, "text"])
def test_settings_are_no_positional_arguments(setting):
    class Switched(layers.Layer):
        def call(self, x, setting):
            return x if setting else -x

    with pytest.raises(ValueError, match="Only input tensors may be passed as positional"):
        Switched()(tf.ones((2, 2)), setting)
    assert Switched()(tf.ones((2, 2)), setting=setting).shape == (2, 2)


@pytest.mark.parametrize("layer", [layers.BatchNormalization(), layers.Dense(2)])
def test_none_may_be_a_positional_argument(layer):
    """As in Keras: what code passes on that was not told whether it trains."""
    assert layer(tf.ones((3, 2)), None).shape == (3, 2)


def test_synchronized_normalization_is_that_of_the_one_replica():
    x = tf.constant([[1.0, 4.0], [3.0, 0.0]])
    layer = layers.BatchNormalization(synchronized=True)
    assert layer.get_config()["synchronized"] is True
    expected = layers.BatchNormalization()(x, training=True)
    np.testing.assert_array_equal(layer(x, training=True), expected)
