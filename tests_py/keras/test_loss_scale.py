"""LossScaleOptimizer: the scale, steps that are skipped, files, and what compile wraps. The figures
of `test_fit_as_keras` are those of Keras 3.15 over TensorFlow 2.21."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import optimizers


class OwnSGD(optimizers.Optimizer):
    def update_step(self, gradient, variable, learning_rate):
        self.assign_sub(variable, gradient * tf.cast(learning_rate, gradient.dtype))


def scaled(inner=None, **kwargs):
    return optimizers.LossScaleOptimizer(inner or optimizers.SGD(0.5), **kwargs)


def small_model(optimizer, **kwargs):
    ones = {"kernel_initializer": "ones"}
    first = keras.layers.Dense(3, dtype="mixed_float16", **ones)
    layers = [keras.Input((4,)), first, keras.layers.Dense(1, dtype="float32", **ones)]
    model = keras.Sequential(layers)
    model.compile(optimizer, "mse", **kwargs)
    return model


def batches():
    x = np.arange(32, dtype="float32").reshape(8, 4) / 16
    return x, np.ones((8, 1), "float32")


def fitted(**kwargs):
    optimizer = scaled(optimizers.Adam(0.01), dynamic_growth_steps=3)
    model = small_model(optimizer, **kwargs)
    losses = model.fit(*batches(), batch_size=2, epochs=4, verbose=0, shuffle=False)
    return model, optimizer, losses.history["loss"]


@pytest.fixture
def mixed_float16():
    keras.mixed_precision.set_global_policy("mixed_float16")
    yield
    keras.mixed_precision.set_global_policy("float32")


@pytest.mark.parametrize("run_eagerly", [False, True])
def test_fit_as_keras(run_eagerly):
    model, optimizer, losses = fitted(run_eagerly=run_eagerly)
    assert losses == pytest.approx([160.140625, 147.458389, 133.719147, 114.627365], rel=1e-4)
    state = (float(optimizer.dynamic_scale), int(optimizer.step_counter), int(optimizer.iterations))
    assert state == (1024.0, 0, 9)
    before = model.get_weights()
    x, y = batches()
    x[0] = 1e30
    model.fit(x[:2], y[:2], verbose=0)
    for old, new in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(old, new)
    assert (float(optimizer.dynamic_scale), int(optimizer.iterations)) == (512.0, 9)


@pytest.mark.parametrize("inner", [optimizers.SGD, OwnSGD])
@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "traced"])
@pytest.mark.parametrize("old_names", [False, True])
def test_own_loop(inner, wrap, old_names):
    optimizer = scaled(inner(0.5), dynamic_growth_steps=2)
    w = tf.Variable([1.0, 2.0])

    @wrap
    def step(k):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(w * w * k)
            scale = optimizer.get_scaled_loss if old_names else optimizer.scale_loss
            loss = scale(loss)
        gradients = tape.gradient(loss, [w])
        if old_names:
            gradients = optimizer.get_unscaled_gradients(gradients)
        optimizer.apply_gradients(zip(gradients, [w], strict=True))

    seen = []
    for k in (0.1, np.inf, 0.1, 0.1, 0.1):
        step(tf.constant(k, "float32"))
        seen.append((float(w[0]), float(optimizer.loss_scale), int(optimizer.iterations)))
    expected = [
        (0.9, 2.0**15, 1),
        (0.9, 2.0**14, 1),
        (0.81, 2.0**14, 2),
        (0.729, 2.0**15, 3),
        (0.6561, 2.0**15, 4),
    ]
    np.testing.assert_allclose(seen, expected, rtol=1e-5)


def test_config():
    optimizer = scaled(optimizers.Adam(0.25), initial_scale=8.0, dynamic_growth_steps=5)
    again = optimizers.deserialize(optimizers.serialize(optimizer))
    assert again.get_config() == optimizer.get_config()
    assert (again.initial_scale, again.dynamic_growth_steps) == (8.0, 5)
    assert float(again.inner_optimizer.learning_rate) == 0.25
    assert float(again.scale_loss(tf.constant(2.0))) == 16.0
    again.learning_rate = 0.5
    assert float(again.inner_optimizer.learning_rate) == 0.5
    assert keras.mixed_precision.LossScaleOptimizer is optimizers.LossScaleOptimizer


@pytest.mark.parametrize("ending", ["keras", "h5"])
def test_files(tmp_path, ending):
    pytest.importorskip("h5py")
    model, optimizer, _ = fitted()
    path = tmp_path / f"model.{ending}"
    model.save(path)
    again = keras.models.load_model(path)
    assert type(again.optimizer) is optimizers.LossScaleOptimizer
    for old, new in zip(optimizer.variables, again.optimizer.variables, strict=True):
        np.testing.assert_array_equal(old.numpy(), new.numpy())
    x, y = batches()
    figures = [m.train_on_batch(x, y) for m in (model, again)]
    assert figures[0] == pytest.approx(figures[1])


def test_compile_wraps(mixed_float16):
    model = small_model("sgd")
    assert model.dtype_policy.name == "mixed_float16"
    assert type(model.optimizer) is optimizers.LossScaleOptimizer
    assert type(model.optimizer.inner_optimizer) is optimizers.SGD
    own = scaled()
    model.compile(own, "mse")
    assert model.optimizer is own
    model.compile("sgd", "mse", auto_scale_loss=False)
    assert type(model.optimizer) is optimizers.SGD


def test_compile_does_not_wrap_otherwise():
    assert type(small_model("sgd").optimizer) is optimizers.SGD


REFUSED = [
    (TypeError, "`inner_optimizer`.*got str", lambda: optimizers.LossScaleOptimizer("adam")),
    (ValueError, "LossScaleOptimizer already", lambda: scaled(scaled())),
    (ValueError, "dynamic=False", lambda: scaled(dynamic=False)),
    (ValueError, "`clipnorm`.*inner", lambda: scaled(clipnorm=1.0)),
    (ValueError, "`nothing`", lambda: scaled(nothing=1)),
    (TypeError, "`initial_scale`.*str", lambda: scaled(initial_scale="1")),
    (ValueError, "`initial_scale`.*0", lambda: scaled(initial_scale=0)),
    (TypeError, "`dynamic_growth_steps`.*float", lambda: scaled(dynamic_growth_steps=1.5)),
    (ValueError, "`dynamic_growth_steps`.*0", lambda: scaled(dynamic_growth_steps=0)),
    (TypeError, "apply: argument `grads`.*int", lambda: scaled().apply(3)),
    (ValueError, "must be built", lambda: scaled().apply([tf.ones(2)])),
    (TypeError, "`grads_and_vars`.*int", lambda: scaled().apply_gradients(3)),
    (ValueError, r"grads_and_vars\[0\].*int", lambda: scaled().apply_gradients([3])),
    (TypeError, "`grads`.*int", lambda: scaled().get_unscaled_gradients(3)),
    (TypeError, "`config`.*int", lambda: optimizers.LossScaleOptimizer.from_config(3)),
]


@pytest.mark.parametrize("error, says, call", REFUSED)
def test_refusals(error, says, call):
    with pytest.raises(error, match=says):
        call()
