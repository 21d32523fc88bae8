"""What files of the installed Keras define, made of Pelton's layers: applications, FeatureSpace and
the wrappers for scikit-learn; figures are those of Keras 3.15."""

import importlib.machinery
import subprocess
import sys

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
HAS_KERAS = importlib.machinery.PathFinder.find_spec("keras") is not None
wants_keras = pytest.mark.skipif(not HAS_KERAS, reason="Keras is not installed")

# Parameters without the top, at 64 pixels.
COUNTS = {
    "MobileNetV2": 2_257_984,
    "MobileNetV3Small": 939_120,
    "ResNet50": 23_587_712,
    "VGG16": 14_714_688,
    "EfficientNetB0": 4_049_571,
    "DenseNet121": 7_037_504,
    "NASNetMobile": 4_269_716,
}


@wants_keras
@pytest.mark.parametrize("name", COUNTS)
def test_models_have_keras_parameters(name):
    made = getattr(keras.applications, name)
    model = made(weights=None, include_top=False, input_shape=(64, 64, 3))
    assert isinstance(model, keras.Model) and model.count_params() == COUNTS[name]


@wants_keras
def test_a_frozen_base_is_trained_on_and_comes_back(tmp_path):
    pytest.importorskip("h5py")
    base = keras.applications.MobileNetV2(
        input_shape=(32, 32, 3), include_top=False, weights=None, alpha=0.35, pooling="avg"
    )
    assert base.layers[5].name == "expanded_conv_depthwise_BN"
    base.trainable = False
    i = keras.Input((32, 32, 3))
    x = keras.applications.mobilenet_v2.preprocess_input(i)
    model = keras.Model(i, keras.layers.Dense(2)(base(x, training=False)))
    assert len(model.trainable_weights) == 2
    model.compile("sgd", "mse")
    images = np.full((4, 32, 32, 3), 99.0, "float32")
    before = [weight.numpy() for weight in base.weights]
    model.fit(images, np.ones((4, 2)), verbose=0)
    assert all((a == b.numpy()).all() for a, b in zip(before, base.weights, strict=True))
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    np.testing.assert_array_equal(
        again.predict(images, verbose=0), model.predict(images, verbose=0)
    )


@wants_keras
def test_inputs_are_prepared_as_keras_does():
    white = np.full((1, 2, 2, 3), 255.0)
    found = keras.applications.resnet50.preprocess_input(white.copy())[0, 0, 0]
    np.testing.assert_allclose(found, [151.061, 138.221, 131.32], rtol=1e-5)
    found = keras.applications.imagenet_utils.preprocess_input(white.copy(), mode="torch")[0, 0, 0]
    np.testing.assert_allclose(found, [2.2489083, 2.42857143, 2.64], rtol=1e-5)


@wants_keras
def test_what_is_refused_has_keras_words():
    with pytest.raises(ValueError, match="weights.*argument should be either.*foo"):
        keras.applications.MobileNetV2(weights="foo")
    with pytest.raises(ValueError, match="at least 32x32"):
        keras.applications.MobileNetV2(input_shape=(20, 20, 3), include_top=False, weights=None)
    with pytest.raises(AttributeError, match="NoSuch"):
        keras.applications.NoSuch  # noqa: B018


@wants_keras
def test_parts_of_keras_own_files_are_found():
    utilities = keras.applications.imagenet_utils
    options = {"default_size": 224, "min_size": 32, "data_format": "channels_last"}
    options |= {"require_flatten": False, "weights": None}
    assert utilities.obtain_input_shape((64, 48, 3), **options) == (64, 48, 3)
    with pytest.raises(ValueError, match="at least 32x32"):
        utilities.obtain_input_shape((16, 16, 3), **options)
    assert utilities.correct_pad(np.zeros((1, 7, 8, 3)), 3) == ((1, 1), (0, 1))
    efficient = keras.applications.efficientnet
    inputs = keras.Input((8, 8, 4))
    made = efficient.block(inputs, name="b", filters_in=4, filters_out=4)
    assert tuple(made.shape) == (None, 8, 8, 4) and len(efficient.DEFAULT_BLOCKS_ARGS) == 7
    with pytest.raises(AttributeError, match="nothing"):
        efficient.nothing  # noqa: B018


@wants_keras
def test_the_installed_keras_is_not_imported():
    code = (
        "import sys, pelton.keras.applications as a;"
        "from pelton.keras.applications.vgg16 import VGG16, preprocess_input;"
        "assert a.VGG16 is VGG16 and 'keras' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_without_keras_the_package_is_asked_for(monkeypatch):
    from pelton.keras import installed_sources

    installed_sources._keras.cache_clear()
    monkeypatch.setattr(importlib.machinery.PathFinder, "find_spec", lambda *_: None)
    with pytest.raises(ImportError, match=r"pip install 'pelton\[keras\]'"):
        installed_sources._keras()


ROWS = {
    "a": np.arange(10.0),
    "b": np.array(list("abcabcabca")),
    "c": np.arange(10.0) ** 2,
    "d": np.arange(10) % 4,
}


@wants_keras
def test_a_feature_space_prepares_tables(tmp_path):
    kind = keras.utils.FeatureSpace
    space = kind(
        features={
            "a": "float_normalized",
            "b": "string_categorical",
            "c": kind.float_discretized(num_bins=3),
            "d": "integer_categorical",
        },
        crosses=[("b", "d")],
        crossing_dim=8,
        output_mode="concat",
    )
    dataset = tf.data.Dataset.from_tensor_slices(ROWS)
    with pytest.raises(ValueError, match="You need to call `.adapt"):
        space(ROWS)
    space.adapt(dataset)
    found = space({name: values[:3] for name, values in ROWS.items()}).numpy()
    assert found.shape == (3, 21)
    np.testing.assert_allclose(found[0, :8], [-1.5667, 0, 1, 0, 0, 1, 0, 0], atol=1e-4)
    assert space.get_encoded_features().shape.as_list() == [None, 21]
    batches = dataset.batch(5).map(space)
    assert [batch.shape for batch in batches] == [(5, 21), (5, 21)]
    encoded = space.get_encoded_features()
    model = keras.Model(space.get_inputs(), keras.layers.Dense(1)(encoded))
    rows = {name: tf.constant(values[:2])[:, None] for name, values in ROWS.items()}
    assert model.predict(rows, verbose=0).shape == (2, 1)
    space.save(tmp_path / "space.keras")
    again = keras.models.load_model(tmp_path / "space.keras")
    assert type(again) is kind and again.get_config() == space.get_config()
    rows = {name: values[:3] for name, values in ROWS.items()}
    np.testing.assert_allclose(again(rows), found, rtol=1e-6)


@wants_keras
def test_wrappers_ask_for_scikit_learn():
    assert {"SKLearnClassifier", "SKLearnRegressor"} <= set(dir(keras.wrappers))
    if importlib.machinery.PathFinder.find_spec("sklearn") is None:
        with pytest.raises(ImportError, match="scikit-learn"):
            keras.wrappers.SKLearnClassifier(keras.Sequential([keras.layers.Dense(1)]))


def test_dtypes_are_asked_as_their_names():
    assert keras.Input((2,)).dtype.startswith("float")
    assert keras.Variable(1, dtype="int32").dtype.startswith(("uint", "int"))
