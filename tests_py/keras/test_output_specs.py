"""compute_output_spec, autocast, dtype policies that are set, and when a layer counts as built."""

import pytest

import pelton as tf
from pelton import keras

layers = keras.layers
SPECS = {
    "Dense": (lambda **given: layers.Dense(5, **given), (2, 3), (2, 5)),
    "Conv1D": (lambda **given: layers.Conv1D(4, 3, **given), (2, 8, 3), (2, 6, 4)),
    "Cropping1D": (lambda **given: layers.Cropping1D(1, **given), (None, 8, 3), (None, 6, 3)),
    "GRU": (lambda **given: layers.GRU(6, **given), (2, 8, 3), (2, 6)),
}


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("policy", ["float32", "mixed_float16"])
def test_specs_of_outputs(name, policy):
    make, shape, output = SPECS[name]
    layer = make(dtype=policy)
    spec = layer.compute_output_spec(keras.KerasTensor(shape))
    assert (tuple(spec.shape), spec.dtype) == (output, layer.compute_dtype)
    assert all(weight.dtype == "float32" for weight in layer.weights)


def test_a_policy_that_is_set_counts_for_later_calls():
    layer = layers.Dense(2)
    x = tf.ones([1, 3])
    assert layer(x).dtype == "float32"
    layer.dtype_policy = keras.DTypePolicy("mixed_float16")
    assert layer(x).dtype == "float16"
    assert layer.kernel.dtype == "float32"
    with pytest.raises(ValueError, match="nope"):
        layer.dtype_policy = "nope"
    assert layer.dtype_policy.name == "mixed_float16"


def test_without_autocast_inputs_keep_their_dtype():
    class Same(layers.Layer):
        def call(self, x):
            return x

    layer = Same(dtype="float16")
    assert layer.autocast is True
    assert layer(tf.ones([2])).dtype == "float16"
    layer.autocast = False
    assert layer(tf.ones([2])).dtype == "float32"
    assert layers.Embedding(2, 2).autocast is False


STATELESS = (
    "ReLU Dropout MaxPooling1D GlobalMaxPooling1D LeakyReLU UnitNormalization "
    "GaussianNoise Identity Masking"
).split()


@pytest.mark.parametrize("name", STATELESS)
def test_only_a_class_with_its_own_build_is_not_built_at_once(name):
    cls = getattr(layers, name)
    arguments = {"Dropout": (0.5,), "GaussianNoise": (0.5,)}.get(name, ())
    assert cls(*arguments).built

    class Builds(cls):
        def build(self, input_shape):
            self.factor = self.add_weight(shape=(), initializer="ones")

    layer = Builds(*arguments)
    assert not layer.built
    layer.build((2, 4, 3))
    assert layer.built and len(layer.weights) == 1


def test_symbolic_tensors_that_are_not_supported():
    assert keras.KerasTensor((2,), "int32", sparse=False, ragged=False, name="x").dtype == "int32"
    for option in ({"sparse": True}, {"ragged": True}, {"record_history": False}):
        with pytest.raises(NotImplementedError, match="KerasTensor"):
            keras.KerasTensor((2,), **option)


def test_policies_by_name_and_config():
    policies = keras.dtype_policies
    mixed = keras.DTypePolicy("mixed_float16")
    config = policies.serialize(mixed)
    assert config == {
        "module": "keras",
        "class_name": "DTypePolicy",
        "config": {"name": "mixed_float16"},
        "registered_name": None,
    }
    assert policies.deserialize(config) == policies.get(config) == policies.get(mixed) == mixed
    assert policies.get(None) == keras.config.dtype_policy()
    assert policies.get(tf.float16).name == "float16"
    for bad in (3, {"a": 1}, "nope", {"class_name": "Nope"}):
        with pytest.raises(ValueError):
            policies.get(bad)


def test_the_wish_for_flash_attention_is_told():
    config = keras.config
    assert config.is_flash_attention_enabled() is None
    config.disable_flash_attention()
    assert config.is_flash_attention_enabled() is False
    config.enable_flash_attention()
    assert config.is_flash_attention_enabled() is None


def test_merge_layers_take_masks_of_any_dtype():
    layer = layers.Add()
    found = layer.compute_mask([tf.ones([2])] * 2, [tf.constant([0.0, 2.0]), tf.zeros([2])])
    assert found.numpy().tolist() == [False, True]


def test_tversky_weighs_what_keras_weighs():
    loss = keras.losses.Tversky(alpha=0.2, beta=0.8)
    assert abs(float(loss([[1, 2], [1, 2]], [[4.0, 1.0], [6.0, 1.0]])) + 0.29629636) < 1e-6
