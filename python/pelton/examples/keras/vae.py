"""A variational autoencoder of stock Keras: a layer that draws and adds a loss of its own."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

SIZE, CODE = 12, 2


def make_images(count, seed):
    """Images (count, 12, 12, 1) of a soft dot at a place drawn at random."""
    places = keras.random.uniform((count, 2, 1, 1), 3, SIZE - 3, seed=seed)
    at = ops.arange(SIZE, dtype="float32")
    away = (at[:, None] - places[:, 0]) ** 2 + (at[None, :] - places[:, 1]) ** 2
    return ops.exp(-away / 4)[..., None]


class Sampling(layers.Layer):
    """A draw from a normal distribution; its divergence from the standard one is a loss."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seeds = keras.random.SeedGenerator(3)

    def call(self, mean, log_variance):
        divergence = 1 + log_variance - mean**2 - ops.exp(log_variance)
        self.add_loss(-0.0005 * ops.mean(ops.sum(divergence, axis=1)))
        noise = keras.random.normal(ops.shape(mean), seed=self.seeds)
        return mean + ops.exp(0.5 * log_variance) * noise


def make_models():
    """The autoencoder, and the decoder that it shares."""
    code = keras.Input((CODE,))
    x = layers.Dense(64, activation="relu")(code)
    x = layers.Dense(SIZE * SIZE, activation="sigmoid")(x)
    decoder = keras.Model(code, layers.Reshape((SIZE, SIZE, 1))(x))
    image = keras.Input((SIZE, SIZE, 1))
    x = layers.Dense(64, activation="relu")(layers.Flatten()(image))
    drawn = Sampling()(layers.Dense(CODE)(x), layers.Dense(CODE)(x))
    return keras.Model(image, decoder(drawn)), decoder


def main(epochs=10):
    """Trains on generated images; the first and the last loss, and images of new codes."""
    keras.utils.set_random_seed(1)
    images = make_images(640, seed=1)
    model, decoder = make_models()
    model.compile(keras.optimizers.Adam(0.005), "mse")
    losses = model.fit(images, images, epochs=epochs, verbose=2).history["loss"]
    made = decoder.predict(keras.random.normal((4, CODE), seed=2), verbose=0)
    print(f"loss {losses[0]:.4f} to {losses[-1]:.4f}, made {made.shape}")
    return losses[0], losses[-1], made


if __name__ == "__main__":
    main()
