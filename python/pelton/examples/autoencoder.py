"""A convolutional autoencoder that takes noise from digits: functional models that share layers."""

import pelton as tf


def make_models():
    """The autoencoder, and its first half, which gives a code of 32 numbers."""
    layers = tf.keras.layers
    image = tf.keras.Input((28, 28, 1))
    x = layers.Conv2D(8, 3, strides=2, padding="same", activation="elu")(image)
    x = layers.Conv2D(16, 3, strides=2, padding="same", activation="elu")(x)
    code = layers.Dense(32, name="code")(layers.Flatten()(x))
    x = layers.Reshape((7, 7, 16))(layers.Dense(7 * 7 * 16, activation="elu")(code))
    x = layers.Conv2DTranspose(16, 3, strides=2, padding="same", activation="elu")(x)
    x = layers.Conv2DTranspose(8, 3, strides=2, padding="same", activation="elu")(x)
    out = layers.Conv2D(1, 3, padding="same", activation="sigmoid")(x)
    return tf.keras.Model(image, out), tf.keras.Model(image, code)


def with_noise(images):
    """The images, with values in 0 to 1, under normal noise."""
    return tf.clip_by_value(images + tf.random.normal(images.shape, stddev=0.5), 0, 1)


def main(epochs=4):
    """Trains on 3,000 images; the mean squared errors of noisy test images before and after."""
    tf.keras.utils.set_random_seed(1)
    (x_train, _), (x_test, _) = tf.keras.datasets.mnist.load_sample()
    train = tf.constant(x_train[:3000, ..., None] / 255, tf.float32)
    test = tf.constant(x_test[:500, ..., None] / 255, tf.float32)
    model, encoder = make_models()
    model.compile(tf.keras.optimizers.Adam(0.005), "binary_crossentropy")
    model.fit(with_noise(train), train, batch_size=64, epochs=epochs)
    noisy = with_noise(test)
    cleaned = model.predict(noisy, verbose=0)
    before = float(tf.reduce_mean((noisy - test) ** 2))
    after = float(tf.reduce_mean((cleaned - test) ** 2))
    print(f"error {before:.4f} before, {after:.4f} after; codes {encoder(noisy[:1]).shape}")
    return before, after


if __name__ == "__main__":
    main()
