"""Methods and properties that users override: what Keras calls is called here too, in the same
calls of a model, or the class is refused. And hooks and other attributes set on one object."""

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts
from recorded.training import hook_player

keras = tf.keras
L = keras.layers
FACTS = load_facts("training/hooks")["kinds"]
KINDS = hook_player.kinds(keras)
ROWS = [
    pytest.param(kind, name, calls, id=f"{kind}-{name}")
    for kind, names in FACTS.items()
    for name, calls in names.items()
]
# What Keras calls for its own bookkeeping, which changes nothing that it computes.
BOOKKEEPING = {("Layer", "output"), ("Dense", "output"), ("EarlyStopping", "model")}
# What callbacks and programs ask, or what tells the engine once it is set.
ASKED_BY_OTHERS = {"learning_rate", "trainable"}
# A step that has been traced runs again without Python, here and there: the first of these counts.
SAME_STEP = [
    ("fit", "fit again", "train_on_batch"),
    ("fit", "evaluate", "test_on_batch"),
    ("predict", "predict_on_batch"),
]

X = hook_player.X
Y = hook_player.Y


def is_called(where, called):
    before = {one for steps in SAME_STEP if where in steps for one in steps[: steps.index(where)]}
    return where in called or not before.isdisjoint(called)


@pytest.mark.parametrize(("kind", "name", "calls"), ROWS)
def test_what_keras_calls_is_called_or_refused(kind, name, calls):
    base, make = KINDS[kind]
    if not hasattr(base, name):
        if calls:
            with pytest.raises(NotImplementedError, match=name):
                type("Own", (base,), {name: lambda self, *args, **kwargs: None})()
        return
    found = hook_player.called_in(keras, base, make, [name])
    if error := found.get("error"):
        assert "NotImplementedError" in error or "UnimplementedError" in error, error
        assert name in error
        return
    if (kind, name) not in BOOKKEEPING and name not in ASKED_BY_OTHERS:
        assert not [where for where in calls if not is_called(where, found[name])], found[name]


def test_the_table_has_every_base_class_and_method():
    assert set(FACTS) == set(KINDS)
    for kind, (base, _) in KINDS.items():
        own = set(hook_player.hooks_of(base)) - set(FACTS[kind])
        assert all(not name.startswith("__") for name in own)
        assert len(FACTS[kind]) > 1, kind


def model_of(*layers):
    return keras.Sequential([keras.Input((3,)), *layers])


class Clipped(keras.optimizers.SGD):
    """Applies a tenth of each gradient: by `apply`, as Keras's train_step calls it."""

    def apply(self, grads, trainable_variables=None):
        super().apply([0.1 * g for g in grads], trainable_variables)


class ClippedPairs(keras.optimizers.SGD):
    def apply_gradients(self, grads_and_vars):
        return super().apply_gradients([(0.1 * g, v) for g, v in grads_and_vars])


class ClippedLoss(keras.optimizers.SGD):
    def scale_loss(self, loss):
        return 0.1 * loss


class Tenth(keras.losses.MeanSquaredError):
    def __call__(self, y_true, y_pred, sample_weight=None):
        return 0.1 * super().__call__(y_true, y_pred, sample_weight)


class TenthCall(keras.losses.MeanSquaredError):
    def call(self, y_true, y_pred):
        return 0.1 * super().call(y_true, y_pred)


class LossesOf(keras.Sequential):
    @property
    def losses(self):
        return [tf.reduce_sum(self.layers[-1].kernel)]


class OnlyBias(keras.Sequential):
    @property
    def trainable_weights(self):
        return super().trainable_weights[1:]


@pytest.mark.parametrize(
    ("optimizer", "loss"),
    [
        (Clipped(0.5), "mse"),
        (ClippedPairs(0.5), "mse"),
        (ClippedLoss(0.5), "mse"),
        ("tenth", Tenth()),
        ("tenth", TenthCall()),
    ],
)
def test_overrides_change_what_is_trained(optimizer, loss):
    made = [model_of(L.Dense(1)) for _ in range(2)]
    made[1].set_weights(made[0].get_weights())
    optimizer = keras.optimizers.SGD(0.5) if optimizer == "tenth" else optimizer
    made[0].compile(optimizer, loss)
    made[1].compile(keras.optimizers.SGD(0.05), "mse")
    for model in made:
        model.fit(X, Y, epochs=3, verbose=0, shuffle=False)
    for one, other in zip(*(model.get_weights() for model in made), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_losses_and_trainable_weights_of_a_model_are_its_own():
    model = LossesOf([keras.Input((3,)), L.Dense(1, kernel_initializer="ones")])
    model.compile(keras.optimizers.SGD(0.0), lambda y, p: 0.0 * p)
    assert model.fit(X, Y, verbose=0).history["loss"] == [3.0]
    model = OnlyBias([keras.Input((3,)), L.Dense(1)])
    before = model.get_weights()
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    after = model.get_weights()
    np.testing.assert_array_equal(after[0], before[0])
    assert (after[1] != before[1]).all()


class Watching(L.Layer):
    """A layer with a metric; Keras resets it each epoch and logs it."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = keras.metrics.Mean(name="seen")

    def call(self, x):
        self.seen.update_state(x)
        return x


@pytest.mark.parametrize("nested", [False, True])
def test_metrics_of_layers_are_the_models(nested):
    inside = keras.Sequential([Watching(), L.Dense(1)]) if nested else Watching()
    model = model_of(inside, L.Dense(1))
    model.compile("sgd", "mse")
    assert [metric.name for metric in model.metrics] == ["loss", "seen"]
    history = model.fit(X + 1.0, Y, epochs=2, verbose=0).history
    np.testing.assert_allclose(history["seen"], [1.0, 1.0], rtol=1e-5)
    assert set(model.evaluate(X + 2.0, Y, verbose=0, return_dict=True)) == {"loss", "seen"}


class Ratio(keras.metrics.Metric):
    """A metric made of others and of a variable that no add_weight made."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.above = keras.metrics.Mean()
        self.below = keras.metrics.Mean()
        self.batches = keras.Variable(0.0, trainable=False)

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.above.update_state(y_pred)
        self.below.update_state(y_true)
        self.batches.assign_add(1.0)

    def result(self):
        return self.above.result() / self.below.result()


def test_metrics_inside_a_metric_are_reset_with_it():
    metric = Ratio()
    assert len(metric.variables) == 5
    metric.update_state([2.0], [6.0])
    metric.update_state([2.0], [6.0])
    assert (float(metric.result()), float(metric.batches)) == (3.0, 2.0)
    metric.reset_state()
    assert [float(v) for v in metric.variables] == [0.0] * 5
    model = model_of(L.Dense(1, kernel_initializer="zeros", bias_initializer="ones"))
    model.compile(keras.optimizers.SGD(0.0), "mse", metrics=[metric])
    history = model.fit(X, np.ones_like(Y), epochs=2, verbose=0).history
    assert history["ratio"] == [1.0, 1.0]
    assert float(metric.batches) == 1.0


class Own(L.Layer):
    def call(self, x):
        return x


def test_call_set_on_an_own_layer_is_called():
    layer = Own()
    model = model_of(layer)
    layer.call = lambda x, training=None: 3.0 * x
    np.testing.assert_allclose(layer(X), 3 * X)
    np.testing.assert_allclose(model(X), 3 * X)
    np.testing.assert_allclose(model.predict(X, verbose=0), 3 * X)
    model.compile("sgd", "mae")
    assert model.evaluate(X, 3 * X, verbose=0) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("name", ["call", "build", "compute_output_shape", "get_config"])
def test_hooks_set_on_built_in_layers_are_refused(name):
    for layer in (L.Dense(1), L.LSTM(1), model_of(L.Dense(1))):
        with pytest.raises(NotImplementedError, match=f"`{name}` cannot be set"):
            setattr(layer, name, lambda *args: None)


class Plain(keras.optimizers.SGD):
    pass


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (lambda: {"optimizer": keras.optimizers.SGD()}, "update_step"),
        (lambda: {"optimizer": Plain()}, "apply_gradients"),
        (lambda: {"loss": keras.losses.MeanSquaredError()}, "call"),
        (lambda: {"metrics": [keras.metrics.MeanAbsoluteError()]}, "update_state"),
        (lambda: {"weighted_metrics": [keras.metrics.MeanAbsoluteError()]}, "result"),
    ],
)
def test_hooks_set_on_parts_are_refused_by_compile(part, name):
    given = {"optimizer": "sgd", "loss": "mse", **part()}
    thing = next(value for value in given.values() if not isinstance(value, str))
    setattr(thing[0] if isinstance(thing, list) else thing, name, lambda *args, **kwargs: None)
    with pytest.raises(NotImplementedError, match=f"`{name}` was set on one object"):
        model_of(L.Dense(1)).compile(**given)


# Names that Keras leaves to its users, by class.
FREE = {
    "layer": (Own, ["input_shape", "output_shape", "loss", "optimizer", "history"]),
    "model": (keras.Model, ["loss", "optimizer", "input_shape", "output_shape", "history", "bias"]),
    "sequential": (keras.Sequential, ["loss", "optimizer", "history", "kernel"]),
}


@pytest.mark.parametrize("value", [[], 3, "x", {}, None, (28, 28)])
@pytest.mark.parametrize("kind", FREE)
def test_names_that_keras_leaves_to_users(kind, value):
    base, names = FREE[kind]
    for name in names:

        class User(base):
            def __init__(self, name=name):
                super().__init__()
                setattr(self, name, value)

        assert getattr(User(), name) == value, name


def test_compile_puts_its_own_in_the_place_of_the_users():
    model = model_of(L.Dense(1))
    model.loss, model.optimizer = [], None
    model.compile("sgd", "mse")
    assert model.loss == "mse"
    assert isinstance(model.optimizer, keras.optimizers.SGD)
    model.loss = [1.0]
    model.fit(X, Y, verbose=0)
    assert model.loss == [1.0]
