"""Layers and models written in Python: building, tracking, training flags, config, mixing."""

import gc
import weakref

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


class Scale(layers.Layer):
    def build(self, input_shape):
        self.k = self.add_weight(
            name="k", shape=(input_shape[-1],), initializer="ones", trainable=True
        )

    def call(self, x):
        return x * self.k


class Block(layers.Layer):
    def __init__(self, units, **kwargs):
        self.units = units
        super().__init__(**kwargs)
        self.first = layers.Dense(units)
        self.others = [layers.Dense(units) for _ in range(2)]
        self.by_name = {"last": layers.Dense(1)}

    def call(self, x):
        x = self.first(x)
        for layer in self.others:
            x = layer(x)
        return self.by_name["last"](x)


def test_builds_once_and_tracks_its_weight():
    layer = Scale()
    assert repr(layer) == "<Scale name=scale, built=False>" and layer.weights == []
    y = layer(tf.ones((8, 3)))
    assert y.shape == (8, 3) and layer.built
    assert [(w.name, w.path, tuple(w.shape)) for w in layer.weights] == [("k", "scale/k", (3,))]
    layer(tf.ones((2, 3)))
    assert len(layer.weights) == 1


def test_build_by_hand():
    layer = Scale()
    layer.build((None, 3))
    assert layer.built and layer.weights[0].path == "scale/k"
    assert layer(np.ones((2, 3))).shape == (2, 3)
    assert layer.count_params() == 3


def test_mixes_with_built_in_layers_in_a_sequential():
    model = keras.Sequential([Scale(), layers.Dense(1), Scale(name="out")])
    assert model(tf.ones((8, 3))).shape == (8, 1)
    assert [w.path for w in model.weights] == [
        "sequential/scale/k",
        "sequential/dense/kernel",
        "sequential/dense/bias",
        "sequential/out/k",
    ]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(tf.ones((8, 3))))
    gradients = tape.gradient(loss, model.trainable_weights)
    assert all(gradient is not None for gradient in gradients)


def test_holds_built_in_layers():
    block = Block(4)
    y = block(tf.ones((2, 3)))
    assert y.shape == (2, 1) and block.units == 4
    paths = [w.path for w in block.weights]
    assert paths[:2] == ["block/dense/kernel", "block/dense/bias"] and len(paths) == 8
    block.trainable = False
    assert not block.first.trainable and block.trainable_weights == []


def test_declared_input_builds_python_layers_too():
    model = keras.Sequential([keras.Input((3,)), Block(4), layers.Dense(2)])
    assert model.built and model.output_shape == (None, 2) and len(model.weights) == 10


def test_variables_among_the_attributes():
    class Shift(layers.Layer):
        def __init__(self):
            super().__init__()
            self.offset = tf.Variable(2.0)
            self.note = tf.Variable(1.0, trainable=False)

        def call(self, x):
            return x + self.offset

    layer = Shift()
    assert float(layer(tf.zeros((1, 1)))[0, 0]) == 2.0
    assert len(layer.weights) == 2 and len(layer.trainable_weights) == 1


def test_training_flag_reaches_nested_layers():
    seen = []

    class Spy(layers.Layer):
        def call(self, x, training=None):
            seen.append(training)
            return x

    class Outer(layers.Layer):
        def __init__(self):
            super().__init__()
            self.spy = Spy()

        def call(self, x):
            return self.spy(x)

    x = tf.ones((1, 1))
    outer = Outer()
    outer(x)
    outer(x, training=True)
    keras.Sequential([outer])(x, training=False)
    assert [bool(flag) for flag in seen[:2]] == [False, True] and not seen[-1]


def test_several_inputs_and_outputs():
    class Both(layers.Layer):
        def build(self, shapes):
            self.shapes = shapes

        def call(self, pair, factor=1.0):
            a, b = pair
            return a + b * factor, a - b

    layer = Both()
    total, difference = layer([np.ones((2, 3)), tf.ones((2, 3))], factor=2.0)
    assert layer.shapes == [(2, 3), (2, 3)]
    assert float(total[0, 0]) == 3.0 and float(difference[0, 0]) == 0.0
    assert total.dtype == tf.float32


def test_derived_from_a_built_in_layer():
    class Doubled(layers.Dense):
        def call(self, x):
            return super().call(x) * 2.0

    layer = Doubled(3, kernel_initializer="ones")
    assert layer.name == "doubled" and layer.units == 3
    assert np.all(layer(tf.ones((1, 2))).numpy() == 4.0)
    again = Doubled.from_config(layer.get_config())
    assert isinstance(again, Doubled) and again.units == 3


def test_config_from_arguments_or_by_hand():
    class Plain(layers.Layer):
        def __init__(self, units, rate=0.5, **kwargs):
            super().__init__(**kwargs)

    class Own(layers.Layer):
        def __init__(self, units, **kwargs):
            super().__init__(**kwargs)
            self.units = units

        def get_config(self):
            return {**super().get_config(), "units": self.units}

        def call(self, x):
            return x

    config = Plain(3, name="p").get_config()
    assert list(config) == ["name", "units", "rate", "trainable", "dtype"]
    assert (config["name"], config["units"], config["rate"]) == ("p", 3, 0.5)
    assert Plain.from_config(config).name == "p"
    assert Own.from_config(Own(5).get_config()).units == 5
    with pytest.raises(NotImplementedError, match="must define get_config"):
        Plain(np.ones(3)).get_config()
    assert list(type("Bare", (layers.Layer,), {})().get_config()) == (
        ["name", "activity_regularizer", "trainable", "dtype", "autocast"]
    )
    keras.saving.register_keras_serializable(package="Mine")(Own)
    model = keras.Sequential([keras.Input((2,)), Own(7)])
    graph = keras.Model(model.inputs, model.outputs)
    for made in (model, graph):
        assert made.get_config()["layers"][1]["registered_name"] == "Mine>Own"
    again = keras.Sequential.from_config(model.get_config(), {"Own": Own})
    assert again.layers[0].units == 7


def test_forgotten_super_is_named():
    class Bad(layers.Layer):
        def __init__(self):
            self.x = 1

    with pytest.raises(RuntimeError, match=r"In layer 'Bad', you forgot to call `super\(\)"):
        Bad()


def test_missing_call_is_named():
    class Bare(layers.Layer):
        pass

    with pytest.raises(NotImplementedError, match="Layer Bare does not have a `call` method"):
        Bare()(tf.ones((1, 2)))


def test_error_in_call_keeps_its_class_and_the_layer():
    class Fails(layers.Layer):
        def call(self, x):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        keras.Sequential([Fails()])(tf.ones((1, 2)))


def test_call_must_return_a_tensor_inside_a_sequential():
    class Silent(layers.Layer):
        def call(self, x):
            pass

    with pytest.raises(ValueError, match="Silent.*returned None"):
        keras.Sequential([Silent()])(tf.ones((1, 2)))


def test_losses_of_the_last_call():
    class Penalty(layers.Layer):
        def call(self, x):
            self.add_loss(tf.reduce_sum(x))
            return x

    model = keras.Sequential([Penalty(), Penalty()])
    for _ in range(2):
        model(tf.ones((1, 2)))
        assert [float(loss) for loss in model.losses] == [2.0, 2.0]


def test_model_class():
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.hidden = layers.Dense(4, activation="relu")
            self.out = layers.Dense(2)

        def call(self, x):
            return self.out(self.hidden(x))

    net = Net()
    assert net.name == "net" and not net.built
    assert net(tf.ones((2, 3))).shape == (2, 2)
    assert [layer.name for layer in net.layers] == ["dense", "dense_1"]
    assert net.weights[0].path == "net/dense/kernel"


def test_python_initializer_regularizer_and_activation():
    class Fill(keras.initializers.Initializer):
        def __init__(self, value):
            self.value = value

        def __call__(self, shape, dtype=None):
            return tf.fill(shape, tf.constant(self.value, dtype))

        def get_config(self):
            return {"value": self.value}

    def penalty(w):
        return tf.reduce_sum(w) * 0.5

    def twice(x):
        return x * 2.0

    layer = layers.Dense(
        2, activation=twice, kernel_initializer=Fill(3.0), kernel_regularizer=penalty
    )
    assert np.all(layer(tf.ones((1, 2))).numpy() == 12.0)
    assert float(layer.losses[0]) == 6.0
    assert layer.activation is twice and isinstance(layer.kernel_initializer, Fill)
    config = layer.get_config()
    assert config["kernel_initializer"]["class_name"] == "Fill"
    assert config["kernel_initializer"]["config"] == {"value": 3.0}
    assert config["activation"]["config"] == "twice"


def test_initializer_of_a_wrong_shape_is_refused():
    layer = layers.Dense(2, kernel_initializer=lambda shape, dtype: tf.ones((1, 1)))
    with pytest.raises(ValueError, match=r"\(1, 1\) where \(3, 2\)"):
        layer(tf.ones((1, 3)))
    assert layer.weights == [] and not layer.built


def test_layers_are_freed():
    block = Block(2)
    block(tf.ones((1, 2)))
    model = keras.Sequential([block])
    gone = weakref.ref(block)
    del block, model
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("takes_scope", [False, True])
def test_build_draws_values_in_a_symbolic_call(takes_scope):
    class Drawn(keras.layers.Layer):
        def build(self, shape):
            if takes_scope:
                with tf.init_scope():
                    start = tf.random.normal([shape[-1], 2])
            else:
                start = tf.random.normal([shape[-1], 2]) * tf.ones([2])
            self.w = tf.Variable(start, name="w")

        def call(self, x):
            return tf.matmul(x, self.w)

    x = keras.Input((3,))
    layer = Drawn()
    model = keras.Model(x, layer(x))
    assert np.std(layer.w.numpy()) > 0
    assert np.allclose(model(tf.ones([1, 3])).numpy(), layer.w.numpy().sum(0))


def test_layers_are_activations_of_others(tmp_path):
    leaky = layers.LeakyReLU(negative_slope=0.2)
    dense = layers.Dense(3, activation=leaky)
    dense.build((1, 2))
    dense.set_weights([np.full((2, 3), -0.5), np.zeros(3)])
    np.testing.assert_allclose(dense(np.ones((1, 2), "float32")), [[-0.2] * 3], rtol=1e-6)
    assert dense.activation is leaky
    described = dense.get_config()["activation"]
    assert described["class_name"] == "LeakyReLU" and described["config"]["negative_slope"] == 0.2
    again = layers.Dense.from_config(dense.get_config()).activation
    assert isinstance(again, layers.LeakyReLU) and again.negative_slope == 0.2


def test_activations_that_are_layers_are_saved(tmp_path):
    pytest.importorskip("h5py")
    model = keras.Sequential([keras.Input((2,)), layers.Dense(3, layers.ReLU(max_value=0.1))])
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 3)), verbose=0)
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    assert again.layers[0].activation.max_value == 0.1
    found, expected = (one.predict(np.ones((1, 2)), verbose=0) for one in (again, model))
    np.testing.assert_array_equal(found, expected)


def test_a_class_of_positional_arguments_has_a_config_without_them():
    class Any(layers.Layer):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)

    assert "args" not in Any(name="any").get_config()


def test_quantize_is_refused_by_name():
    dense = layers.Dense(3, name="d")
    with pytest.raises(ValueError, match="Layer 'd'.*is not built yet"):
        dense.quantize("int8")
    model = keras.Sequential([keras.Input((2,)), dense])
    with pytest.raises(ValueError, match="Invalid quantization mode.*mode=foo"):
        model.quantize("foo")
    with pytest.raises(NotImplementedError, match="Layer Sequential does not have a `quantize`"):
        model.quantize("int8")


BUILT_FROM = {
    "variable": (lambda: tf.Variable(tf.ones((4, 1))), (4, 1)),
    "ragged": (lambda: tf.ragged.constant([[1.0], [2.0]]), (2, None)),
    "sparse": (lambda: tf.sparse.from_dense([[1.0, 0.0]]), (1, 2)),
    "list": (lambda: [np.ones((4, 1), np.float32), tf.Variable(1.0)], [(4, 1), ()]),
}


@pytest.mark.parametrize("name", BUILT_FROM)
def test_build_gets_the_shapes_of_what_is_given(name):
    class Seen(tf.keras.layers.Layer):
        def build(self, x_shape):
            self.seen = x_shape

        def call(self, x):
            return x

    class SeenByName(Seen):
        def build(self, y_shape, x_shape):
            self.seen = x_shape

        def call(self, x, y=None):
            return x

    make, shape = BUILT_FROM[name]
    one, other = Seen(), SeenByName()
    one(make())
    other(make(), make())
    assert one.seen == other.seen == shape


def test_build_gets_the_shape_of_the_first_argument_of_calls_by_keywords():
    class Seen(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.seen = input_shape

        def call(self, query, value=None, bias=None):
            return query if value is None else value

    query, value, bias = tf.ones((2, 3, 4)), tf.ones((2, 5, 4)), tf.ones((2, 3, 5))
    for given in (
        {"query": query, "value": value, "bias": bias},
        {"bias": bias, "value": value, "query": query},
        {"query": query, "value": None, "bias": bias},
        {"query": query},
    ):
        layer = Seen()
        layer(**given)
        assert layer.seen == (2, 3, 4)
    pair = Seen()
    pair(value=value, query=[query, bias])
    assert pair.seen == [(2, 3, 4), (2, 3, 5)]
    ends = keras.Input((3, 4)), keras.Input((3, 5))
    symbolic = Seen()
    symbolic(query=ends[0], bias=ends[1])
    assert symbolic.seen == (None, 3, 4)
