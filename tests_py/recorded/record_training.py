"""Records the loss of each of 60 training steps of the MNIST CNN from fixed weights.

Run `record_keras.py training`. The images are the first 3,840 of the real MNIST, in order and
unshuffled, from `$PELTON_DATA_DIR/mnist.npz` or Keras's own download.
"""

import os
from pathlib import Path

from fact_file import write_facts
from fixed_weights import fixed_weights
from recorder import keras, made_by, np, tf

STEPS, BATCH = 60, 64
TEST_IMAGES = 1000


def load_mnist():
    """Returns Keras's two pairs of arrays."""
    folder = os.environ.get("PELTON_DATA_DIR")
    if not folder:
        return keras.datasets.mnist.load_data()
    with np.load(Path(folder) / "mnist.npz") as data:
        return (data["x_train"], data["y_train"]), (data["x_test"], data["y_test"])


def build_cnn():
    """Returns the network of the main job, 93,322 parameters, with fixed weights."""
    layers = keras.layers
    model = keras.Sequential(
        [
            keras.Input((28, 28, 1)),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(2),
            layers.Conv2D(64, 3, activation="relu"),
            layers.MaxPooling2D(2),
            layers.Conv2D(64, 3, activation="relu"),
            layers.Flatten(),
            layers.Dense(64, activation="relu"),
            layers.Dense(10),
        ]
    )
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
    model = build_cnn()
    facts = {"dtype": dtype}
    facts["first_batch"] = first_gradients(model, scaled(x_train[:BATCH]), y_train[:BATCH])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss)
    losses = []
    for start in range(0, STEPS * BATCH, BATCH):
        rows = slice(start, start + BATCH)
        model.reset_metrics()
        losses.append(float(model.train_on_batch(scaled(x_train[rows]), y_train[rows])))
    facts["losses"] = [round(value, 6) for value in losses]
    logits = model.predict(scaled(x_test[:TEST_IMAGES]), verbose=0)
    facts["test_accuracy"] = float((logits.argmax(-1) == y_test[:TEST_IMAGES]).mean())
    facts["test_logits"] = np.round(logits[:3], 4).astype("float32")
    return facts


def main():
    """Writes `training.json`."""
    data = load_mnist()
    shapes = [list(weight.shape) for weight in build_cnn().weights]
    facts = {
        "steps": STEPS,
        "batch": BATCH,
        "test_images": TEST_IMAGES,
        "image_sum": int(data[0][0][: STEPS * BATCH].sum(dtype="int64")),
        "label_sum": int(data[0][1][: STEPS * BATCH].sum(dtype="int64")),
        "weight_shapes": shapes,
        "weight_sums": [float(w.sum(dtype="float64")) for w in fixed_weights(shapes)],
        "runs": [train(dtype, data) for dtype in ("float32", "float64")],
    }
    write_facts("training", made_by("record_training.py"), facts)


if __name__ == "__main__":
    main()
