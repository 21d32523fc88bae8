"""Training the MNIST CNN from fixed weights as real Keras did: its gradients, the loss of every
step, and how far float32 is from float64."""

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts
from recorded.training.fixed_weights import fixed_weights
from recorded.training.main_job import build_cnn, step_losses

keras = tf.keras
FACTS = load_facts("training/training")
KERAS = {run["dtype"]: run for run in FACTS["runs"]}
STEPS = len(KERAS["float64"]["losses"]) // FACTS["epochs"]
GRADIENT_BOUND = 1e-5  # norm of the difference over the norm, for each weight


@pytest.fixture
def floatx():
    before = keras.backend.floatx()
    yield set_dtype
    set_dtype(before)


def set_dtype(dtype):
    """As floatx, and as the policy: one that an earlier test has set comes before floatx."""
    keras.backend.set_floatx(dtype)
    keras.mixed_precision.set_global_policy(dtype)


def initial_weights(biases=False):
    """Keras's own have biases of 0; `biases` gives them other values."""
    weights = fixed_weights(FACTS["weight_shapes"])
    rng = np.random.default_rng(1)
    return [
        rng.uniform(-0.1, 0.1, w.shape).astype("float32") if biases and w.ndim == 1 else w
        for w in weights
    ]


def build(weights):
    """The network of the main job in the default float type."""
    model = build_cnn(keras)
    model.set_weights(weights)
    return model


def cross_entropy():
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def sample(dtype):
    """The sample's pairs of arrays; images in [0, 1] with a channel axis."""
    (x, y), (x_test, y_test) = keras.datasets.mnist.load_sample()
    x, x_test = ((images[..., np.newaxis] / 255.0).astype(dtype) for images in (x, x_test))
    return (x, y), (x_test, y_test)


def first_gradients(dtype, weights, decorate=lambda f: f):
    """Loss and gradients of the first batch in float64; `decorate` makes the step's function."""
    set_dtype(dtype)
    model, loss_of = build(weights), cross_entropy()
    (x, y), _ = sample(dtype)

    @decorate
    def step(images, labels):
        with tf.GradientTape() as tape:
            loss = loss_of(labels, model(images, training=True))
        return loss, tape.gradient(loss, model.trainable_variables)

    batch = tf.constant(x[: FACTS["batch"]]), tf.constant(y[: FACTS["batch"]])
    for _ in range(4):  # a function is recorded, then bound
        loss, gradients = step(*batch)
    return float(loss), [g.numpy().astype("float64") for g in gradients]


@pytest.mark.parametrize("biases", [False, True], ids=["initial", "biases"])
@pytest.mark.parametrize("decorate", [lambda f: f, tf.function], ids=["eager", "function"])
def test_gradients_in_float32_are_those_in_float64(biases, decorate, floatx):
    _, wide = first_gradients("float64", initial_weights(biases))
    _, found = first_gradients("float32", initial_weights(biases), decorate)
    errors = [np.linalg.norm(a - b) / np.linalg.norm(b) for a, b in zip(found, wide, strict=True)]
    assert max(errors) < GRADIENT_BOUND


@pytest.mark.parametrize(("dtype", "bound"), [("float32", 1e-5), ("float64", 1e-12)])
def test_first_gradients_have_the_norms_that_keras_found(dtype, bound, floatx):
    loss, gradients = first_gradients(dtype, initial_weights())
    expected = KERAS["float64"]["first_batch"]
    assert loss == pytest.approx(expected["loss"], rel=bound)
    norms = [np.linalg.norm(gradient) for gradient in gradients]
    assert norms == pytest.approx(expected["gradient_norms"], rel=bound)


def train(dtype):
    """Losses of the steps, loss and accuracy on the test images, the first logits."""
    set_dtype(dtype)
    (x, y), (x_test, y_test) = sample(dtype)
    model, steps = build(initial_weights()), step_losses(keras)
    model.compile("adam", cross_entropy(), metrics=["accuracy"])
    options = {"epochs": FACTS["epochs"], "batch_size": FACTS["batch"], "shuffle": False}
    model.fit(x, y, verbose=0, callbacks=[steps], **options)
    assert "not recorded" not in tf.config.experimental.explain_program(model)
    loss, accuracy = model.evaluate(x_test, y_test, verbose=0)
    return np.array(steps.losses), loss, accuracy, model.predict(x_test[:3], verbose=0)


def test_every_step_in_float64_has_the_loss_that_keras_found(floatx):
    losses, loss, accuracy, logits = train("float64")
    run = KERAS["float64"]
    np.testing.assert_allclose(losses, run["losses"], rtol=1e-4)
    assert loss == pytest.approx(run["test_loss"], rel=1e-4)
    assert accuracy == pytest.approx(run["test_accuracy"], abs=1e-3)
    np.testing.assert_allclose(logits, run["test_logits"], rtol=1e-3, atol=1e-3)


def test_the_loss_in_float32_falls_as_keras_found(floatx):
    """Roundings grow a thousandfold in fifty steps of Adam (Keras's own float32 and float64 end 14%
    apart in single steps), so what must agree later is the mean that `fit` shows."""
    losses, _, accuracy, _ = train("float32")
    for run in FACTS["runs"]:
        expected = np.array(run["losses"])
        np.testing.assert_allclose(losses[:16], expected[:16], rtol=0.02)
        counts = np.arange(1, STEPS + 1)
        shown, recorded = (np.cumsum(a[:STEPS]) / counts for a in (losses, expected))
        np.testing.assert_allclose(shown, recorded, rtol=0.02)
        assert losses[STEPS:].mean() == pytest.approx(expected[STEPS:].mean(), rel=0.04)
        assert accuracy == pytest.approx(run["test_accuracy"], abs=0.015)
