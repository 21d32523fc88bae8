"""Records the loss of each step of two epochs of `fit` of the MNIST CNN, from fixed weights.

Run `record_keras.py training`. The images are the 6,000 of the sample that ships with Pelton, in
order and unshuffled; the last of an epoch's 94 batches of 64 has 48.
"""

from pathlib import Path

from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np, tf
from recorded.training.fixed_weights import fixed_weights
from recorded.training.main_job import build_cnn, step_losses

EPOCHS, BATCH = 2, 64
SAMPLE = Path(__file__).parents[3] / "python/pelton/keras/datasets/mnist_sample.npz"


def load_sample():
    """Returns the two pairs of arrays of the sample of MNIST."""
    with np.load(SAMPLE) as data:
        return (data["x_train"], data["y_train"]), (data["x_test"], data["y_test"])


def fixed_cnn():
    """Returns the network of the main job with fixed weights."""
    model = build_cnn(keras)
    model.set_weights(fixed_weights([weight.shape for weight in model.weights]))
    return model


def scaled(images):
    """Returns float images in [0, 1] of the default float type, with a channel axis."""
    return (images[..., np.newaxis] / 255.0).astype(keras.backend.floatx())


def first_gradients(model, x, y):
    """Returns the loss and the norm of each weight's gradient for the first batch."""
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    with tf.GradientTape() as tape:
        value = loss(y, model(x, training=True))
    gradients = tape.gradient(value, [weight.value for weight in model.trainable_weights])
    norms = [float(np.linalg.norm(np.asarray(g, "float64"))) for g in gradients]
    return {"loss": float(value), "gradient_norms": norms}


def train(dtype, data):
    """Returns the facts of one run in the given float type."""
    keras.backend.clear_session()
    keras.backend.set_floatx(dtype)
    (x_train, y_train), (x_test, y_test) = data
    model = fixed_cnn()
    facts = {"dtype": dtype}
    facts["first_batch"] = first_gradients(model, scaled(x_train[:BATCH]), y_train[:BATCH])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss)
    steps = step_losses(keras)
    options = {"epochs": EPOCHS, "batch_size": BATCH, "shuffle": False, "verbose": 0}
    model.fit(scaled(x_train), y_train, callbacks=[steps], **options)
    facts["losses"] = [round(loss, 6) for loss in steps.losses]
    facts["test_loss"] = float(model.evaluate(scaled(x_test), y_test, verbose=0))
    logits = model.predict(scaled(x_test), verbose=0)
    facts["test_accuracy"] = float((logits.argmax(-1) == y_test).mean())
    facts["test_logits"] = np.round(logits[:3], 4).astype("float32")
    return facts


def main():
    """Writes `training.json`."""
    data = load_sample()
    shapes = [list(weight.shape) for weight in build_cnn(keras).weights]
    facts = {
        "epochs": EPOCHS,
        "batch": BATCH,
        "weight_shapes": shapes,
        "weight_sums": [float(w.sum(dtype="float64")) for w in fixed_weights(shapes)],
        "runs": [train(dtype, data) for dtype in ("float32", "float64")],
    }
    write_facts("training/training", made_by("training/record_training.py"), facts)


if __name__ == "__main__":
    main()
