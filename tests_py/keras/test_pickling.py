"""Pickles and copies of Keras's objects and of variables: what they keep, what starts anew, and
that an altered pickle is an exception. Keras 3.15.1 does the same, but that it knows classes of
one's own by registration only, and where a comment says so."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
L = keras.layers

X = np.linspace(-1, 1, 24, dtype="float32").reshape(8, 3)
Y = X.sum(1, keepdims=True)

WAYS = {
    **{
        f"pickle {p}": lambda x, p=p: pickle.loads(pickle.dumps(x, protocol=p))
        for p in (0, 2, pickle.HIGHEST_PROTOCOL)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
every_way = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)


class Own(L.Layer):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.inner = L.Dense(units)

    def call(self, x):
        return self.inner(x)


class Net(keras.Model):
    def __init__(self, units=2):
        super().__init__()
        self.hidden = Own(units)
        self.out = L.Dense(1)

    def call(self, x):
        return self.out(self.hidden(x))


class Ones(keras.initializers.Initializer):
    def __init__(self, value):
        self.value = value

    def __call__(self, shape, dtype=None):
        return tf.fill(shape, float(self.value))

    def get_config(self):
        return {"value": self.value}


class Penalty(keras.regularizers.Regularizer):
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, x):
        return self.rate * tf.reduce_sum(x * x)


class Half(keras.constraints.MaxNorm):
    def __init__(self, share):
        super().__init__(1.0)
        self.share = share


class Slower(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, first):
        self.first = first

    def __call__(self, step):
        return self.first / (1.0 + tf.cast(step, tf.float32))

    def get_config(self):
        return {"first": self.first}


class Absolute(keras.losses.Loss):
    def __init__(self, factor):
        super().__init__(name="absolute")
        self.factor = factor

    def call(self, y_true, y_pred):
        return self.factor * tf.abs(y_true - y_pred)


class Count(keras.metrics.Metric):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.count.assign_add(1.0)

    def result(self):
        return self.count


class Slow(keras.optimizers.SGD):
    pass


def double(x):
    return 2 * x


def sequential():
    return keras.Sequential(
        [
            keras.Input((3,)),
            L.Dense(4, "relu", kernel_initializer=Ones(0.3), kernel_regularizer=Penalty(0.1)),
            L.BatchNormalization(),
            Own(2),
            L.Dense(1, activation=double, kernel_constraint="max_norm", name="last"),
        ]
    )


def functional():
    a, b = keras.Input((3,), name="a"), keras.Input((3,), name="b")
    shared = Own(2, name="shared")
    both = L.Concatenate()([shared(a), shared(b)])
    return keras.Model([a, b], L.Dense(1)(both))


def nested():
    return keras.Sequential([keras.Input((3,)), sequential(), L.Dense(1)])


def lstm():
    return keras.Sequential([keras.Input((4, 3)), L.LSTM(2, return_sequences=True), L.LSTM(1)])


def open_sequential():
    model = keras.Sequential([L.Dense(2), L.Dense(1)])
    model(X)
    return model


def of_an_op():
    return keras.Sequential([keras.Input((3,)), L.Lambda(tf.nn.relu), L.Dense(2)])


MODELS = {
    "op": (of_an_op, X),
    "sequential": (sequential, X),
    "open sequential": (open_sequential, X),
    "functional": (functional, [X, X[::-1]]),
    "subclassed": (Net, X),
    "nested": (nested, X),
    "lstm": (lstm, np.tile(X[:, None], (1, 4, 1))),
}
OPTIMIZERS = {
    "adam": lambda: keras.optimizers.Adam(0.05, clipnorm=1.0),
    "momentum": lambda: keras.optimizers.SGD(Slower(0.1), momentum=0.9),
    "own": lambda: Slow(keras.optimizers.schedules.ExponentialDecay(0.1, 3, 0.5)),
    "lamb": lambda: keras.optimizers.Lamb(use_ema=True),
}


def assert_same_arrays(ones, others):
    assert len(ones) == len(others)
    for one, other in zip(ones, others, strict=True):
        np.testing.assert_array_equal(one, other)


@every_way
@pytest.mark.parametrize("name", MODELS)
def test_models_keep_weights_and_outputs(name, again):
    make, x = MODELS[name]
    model = make()
    model.predict(x, verbose=0)
    model.set_weights([w + 0.25 for w in model.get_weights()])
    made = again(model)
    assert made is not model
    assert type(made) is type(model)
    assert made.name == model.name
    assert [w.path for w in made.weights] == [w.path for w in model.weights]
    assert_same_arrays(made.get_weights(), model.get_weights())
    np.testing.assert_array_equal(made.predict(x, verbose=0), model.predict(x, verbose=0))
    for one, other in zip(made.variables, model.variables, strict=True):
        assert one is not other


@every_way
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("name", MODELS)
def test_compiled_models_train_on_as_the_original(name, optimizer, again):
    make, x = MODELS[name]
    model = make()
    options = {"loss": Absolute(0.5), "metrics": ["mae", Count()]}
    model.compile(OPTIMIZERS[optimizer](), **options)
    fit = {"batch_size": 4, "shuffle": False, "verbose": 0}
    model.fit(x, Y, epochs=2, **fit)
    made = again(model)
    assert type(made.optimizer) is type(model.optimizer)
    assert_same_arrays(
        [v.numpy() for v in made.optimizer.variables],
        [v.numpy() for v in model.optimizer.variables],
    )
    assert made.fit(x, Y, epochs=2, **fit).history == model.fit(x, Y, epochs=2, **fit).history
    assert_same_arrays(made.get_weights(), model.get_weights())


def test_a_copy_trains_for_itself():
    model = sequential()
    model.compile("adam", "mse")
    model.fit(X, Y, verbose=0)
    before = model.get_weights()
    made = copy.copy(model)
    made.fit(X, Y, verbose=0)
    assert_same_arrays(model.get_weights(), before)
    assert int(model.optimizer.iterations) == 1


LAYERS = {
    "unbuilt": lambda: L.Dense(3, name="d", kernel_initializer=Ones(2)),
    "dense": lambda: built(L.Dense(3, dtype="mixed_float16"), (None, 3)),
    "norm": lambda: built(L.BatchNormalization(), (None, 3)),
    "lstm": lambda: built(L.LSTM(2, kernel_regularizer=Penalty(1.0)), (None, 4, 3)),
    "attention": lambda: called(L.MultiHeadAttention(2, 2), np.ones((1, 3, 4), "float32")),
    "embedding": lambda: built(L.Embedding(5, 2), (None,)),
    "own": lambda: called(Own(2), X),
    "frozen": lambda: built(L.Dense(3, trainable=False), (None, 3)),
    "input": lambda: L.InputLayer((3,)),
    "activation": lambda: L.Activation(double),
}


def built(layer, shape):
    layer.build(shape)
    return layer


def called(layer, x):
    layer(x, x) if isinstance(layer, L.MultiHeadAttention) else layer(x)
    return layer


@every_way
@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
def test_layers_keep_config_state_and_weights(make, again):
    layer = make()
    made = again(layer)
    assert made is not layer and type(made) is type(layer)
    assert made.get_config() == layer.get_config()
    assert (made.built, made.trainable) == (layer.built, layer.trainable)
    assert [(w.path, w.trainable) for w in made.weights] == [
        (w.path, w.trainable) for w in layer.weights
    ]
    assert_same_arrays(made.get_weights(), layer.get_weights())


PARTS = {
    "loss": lambda: keras.losses.BinaryCrossentropy(from_logits=True, name="b"),
    "own loss": lambda: Absolute(3.0),
    "metric": lambda: keras.metrics.MeanSquaredError(name="m"),
    "function metric": lambda: keras.metrics.MeanMetricWrapper(scaled, factor=3.0),
    "own metric": lambda: Count(name="c"),
    "optimizer": lambda: keras.optimizers.Adam(0.02, beta_1=0.8, weight_decay=0.1),
    "own optimizer": lambda: Slow(Slower(0.3)),
    "initializer": lambda: keras.initializers.GlorotUniform(seed=3),
    "own initializer": lambda: Ones(4),
    "regularizer": lambda: keras.regularizers.L2(0.3),
    "own regularizer": lambda: Penalty(0.3),
    "constraint": lambda: keras.constraints.UnitNorm(axis=1),
    "own constraint": lambda: Half(0.25),
    "schedule": lambda: keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9),
    "own schedule": lambda: Slower(0.5),
}


def scaled(y_true, y_pred, factor):
    return factor * (y_true - y_pred)


def described(part):
    """What tells two parts apart: type, config and plain attributes."""
    try:
        config = part.get_config()
    except NotImplementedError:
        config = None
    plain = {k: v for k, v in vars(part).items() if isinstance(v, (int, float, str))}
    return type(part), repr(config), plain


def test_every_kind_of_object_that_is_pickled_has_a_row():
    from pelton.keras import pickling

    kinds = {kind for kind, _, _ in pickling._KINDS}
    rows = [make() for make in (*PARTS.values(), *LAYERS.values())]
    assert {kind for kind in kinds if any(isinstance(row, kind) for row in rows)} == kinds


@every_way
@pytest.mark.parametrize("make", PARTS.values(), ids=PARTS)
def test_parts_keep_what_they_were_made_with(make, again):
    part = make()
    made = again(part)
    assert made is not part
    assert described(made) == described(part)


@every_way
def test_parts_do_what_the_originals_do(again):
    a, b = tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 5.0]])
    assert float(again(Absolute(3.0))(a, b)) == 7.5
    assert float(again(Slower(0.5))(1)) == 0.25
    np.testing.assert_array_equal(again(Ones(4))((2,)), [4, 4])
    assert float(again(Penalty(2.0))(a)) == 10.0
    wrapper = again(keras.metrics.MeanMetricWrapper(scaled, factor=3.0))
    wrapper.update_state(a, b)
    assert float(wrapper.result()) == -7.5
    first = keras.initializers.GlorotUniform(seed=3)
    np.testing.assert_array_equal(first((2, 2)), again(first)((2, 2)))


@every_way
def test_metrics_and_optimizers_by_themselves_start_anew(again):
    metric = keras.metrics.Mean()
    metric.update_state([1.0, 3.0])
    assert float(again(metric).result()) == 0.0
    variable = tf.Variable([1.0, 2.0])
    optimizer = keras.optimizers.Adam(0.1)
    optimizer.apply([tf.ones(2)], [variable])
    made = again(optimizer)
    assert not made.built and int(made.iterations) == 0
    made.apply([tf.ones(2)], [tf.Variable([1.0, 2.0])])


@pytest.mark.parametrize(
    "variable",
    [
        lambda: tf.Variable([1.0, 2.0], name="v", trainable=False),
        lambda: tf.Variable(3, dtype="int64"),
        lambda: tf.Variable([1.0], dtype="bfloat16"),
        lambda: tf.Variable([1.0], shape=tf.TensorShape([None])),
        lambda: keras.Variable([1.0, 2.0], name="q"),
    ],
)
def test_variables(variable):
    original = variable()
    for again in (lambda v: pickle.loads(pickle.dumps(v)), copy.deepcopy):
        made = again(original)
        assert made is not original
        np.testing.assert_array_equal(made.numpy(), original.numpy())
        for name in ("name", "dtype", "trainable", "shape", "path"):
            assert getattr(made, name) == getattr(original, name)
        made.assign(made + made)
        assert (made.numpy() != original.numpy()).all()
    assert copy.copy(original) is original  # as tf.Variable; keras.Variable gives another


def test_history():
    model = sequential()
    model.compile("sgd", "mse")
    history = model.fit(X, Y, verbose=0)
    made = pickle.loads(pickle.dumps(history))
    assert made.history == history.history
    assert made.model is None  # Keras pickles the model with it


def test_a_custom_compile_is_not_called():
    class Pair(keras.Sequential):
        def compile(self, first, second):
            super().compile(first, "mse")

    model = Pair([keras.Input((3,)), L.Dense(1)])
    model.compile("sgd", "adam")
    with pytest.warns(UserWarning, match="was not called as part of the copy"):
        made = copy.copy(model)
    assert not made.compiled
    assert_same_arrays(made.get_weights(), model.get_weights())


def test_lambdas_can_be_copied_but_not_pickled():
    layer = L.Dense(2, activation=lambda x: 3 * x)
    assert copy.copy(layer).activation is layer.activation
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(layer)


class TwoInputs(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = L.Dense(2)

    def call(self, inputs):
        return self.dense(inputs["a"]) + inputs["b"]


def test_what_cannot_be_built_again_says_what_is_missing():
    model = TwoInputs()
    model({"a": X, "b": X[:, :2]})
    with pytest.raises(ValueError, match="TwoInputs .* must define get_build_config"):
        copy.copy(model)


@pytest.mark.parametrize(
    "thing",
    [
        lambda: tf.GradientTape(),
        lambda: tf.function(lambda x: x),
        lambda: tf.random.Generator,
    ],
)
def test_others_refuse_with_type_error(thing):
    thing = thing()
    if isinstance(thing, type):
        assert pickle.loads(pickle.dumps(thing)) is thing
        return
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(thing)


_ALTER = """
import pickle, random, resource, sys, warnings
import numpy as np
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # Python makes room for forged sizes
sys.path[:0] = [{tests!r}, {tests!r} + "/keras"]
from test_pickling import LAYERS, MODELS, PARTS, Y, sequential
import pelton as tf
warnings.simplefilter("ignore")
model = sequential()
model.compile("adam", "mse")
model.fit(MODELS["sequential"][1], Y, verbose=0)
things = [model, *(make() for make in (*LAYERS.values(), *PARTS.values())), tf.Variable([1.0])]
draw = random.Random(7)
class Loader(pickle.Unpickler):  # names of another module are none of ours: they may do anything
    def find_class(self, module, name):
        ours = ("pelton", "numpy", "test_pickling", "copyreg", "collections")
        if module.split(".")[0] not in ours:
            raise pickle.UnpicklingError(module)
        return super().find_class(module, name)
import io
tried = loaded = 0
for thing in things:
    text = pickle.dumps(thing)
    for _ in range({count}):
        data = bytearray(text)
        for _ in range(draw.choice((1, 1, 2, 8))):
            data[draw.randrange(len(data))] = draw.randrange(256)
        tried += 1
        try:
            made = Loader(io.BytesIO(bytes(data))).load()
            repr(made)
            loaded += 1
        except Exception:
            pass
print("tried", tried, "loaded", loaded)
"""


@pytest.mark.skipif("ASAN_OPTIONS" in os.environ, reason="the sanitizer needs more memory")
def test_altered_pickles_raise():
    import pathlib

    code = _ALTER.format(tests=str(pathlib.Path(__file__).parents[1]), count=60)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-800:])
    words = done.stdout.split()
    assert int(words[1]) > 1000 and int(words[3]) < int(words[1])


@every_way
@pytest.mark.parametrize("op", [tf.nn.relu, tf.matmul, tf.reduce_sum, tf.strings.lower])
def test_ops_are_themselves(op, again):
    assert again(op) is op
