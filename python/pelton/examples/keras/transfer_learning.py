"""Transfer learning in stock Keras: a trained network, frozen, under a new head; then all of it."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

SIZE = 16


def make_stripes(count, seed, diagonal):
    """Noisy stripes in two directions, and which: along the axes or the diagonals."""
    labels = keras.random.randint((count,), 0, 2, seed=seed)
    shifts = keras.random.uniform((count, 1, 1), 0, 6, seed=seed + 1)
    at = ops.arange(SIZE, dtype="float32")
    rows, columns = at[:, None] + 0 * at[None, :], 0 * at[:, None] + at[None, :]
    first, second = (rows + columns, rows - columns) if diagonal else (rows, columns)
    is_first = ops.cast(labels, "float32")[:, None, None]
    waves = ops.sin(is_first * first + (1 - is_first) * second + shifts)
    return (waves + keras.random.normal((count, SIZE, SIZE), seed=seed + 2))[..., None], labels


def make_base():
    """Convolutions that are to be of use for other images too."""
    return keras.Sequential(
        [
            keras.Input((SIZE, SIZE, 1)),
            layers.Conv2D(16, 5, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, activation="relu"),
            layers.GlobalMaxPooling2D(),
        ],
        name="base",
    )


def trained(model, data, rate, epochs):
    """The model after a training."""
    model.compile(
        keras.optimizers.Adam(rate), "sparse_categorical_crossentropy", metrics=["accuracy"]
    )
    model.fit(*data, epochs=epochs, verbose=0)
    return model


def main():
    """Learns one kind of stripes, then the other from few images; the accuracies on others."""
    keras.utils.set_random_seed(1)
    base = make_base()
    first = keras.Sequential([base, layers.Dense(2, activation="softmax")])
    trained(first, make_stripes(400, 1, diagonal=False), 0.005, epochs=5)
    base.trainable = False
    second = keras.Sequential([base, layers.Dense(2, activation="softmax")])
    few, test = make_stripes(80, 10, diagonal=True), make_stripes(200, 20, diagonal=True)
    before = [weight.copy() for weight in base.get_weights()]
    trained(second, few, 0.02, epochs=12)
    is_kept = all((old == new).all() for old, new in zip(before, base.get_weights(), strict=True))
    frozen = second.evaluate(*test, verbose=0)[1]
    base.trainable = True
    trained(second, few, 0.001, epochs=12)
    tuned = second.evaluate(*test, verbose=0)[1]
    print(f"accuracy {frozen:.3f} with a frozen base, {tuned:.3f} after fine tuning")
    return is_kept, frozen, tuned


if __name__ == "__main__":
    main()
