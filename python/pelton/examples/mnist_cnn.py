"""A convolutional network that reads digits: Sequential, fit with validation, evaluate, predict."""

import pelton as tf


def make_model():
    """Two convolutions with pools, dropout and one dense layer for ten digits."""
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            tf.keras.Input((28, 28, 1)),
            layers.Rescaling(1 / 255),
            layers.Conv2D(16, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.3),
            layers.Dense(10, activation="softmax"),
        ]
    )


def main(epochs=3):
    """Trains on the 6,000 images that come with the package; the accuracy on 1,000 others."""
    tf.keras.utils.set_random_seed(1)
    # load_data() downloads all 70,000 images.
    (x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_sample()
    x_train, x_test = x_train[..., None], x_test[..., None]
    model = make_model()
    model.summary()
    model.compile("adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x_train, y_train, batch_size=64, epochs=epochs, validation_split=0.1)
    _, accuracy = model.evaluate(x_test, y_test, verbose=0)
    guesses = model.predict(x_test[:10], verbose=0).argmax(axis=1)
    print(f"test accuracy {accuracy:.3f}; guesses {guesses}, digits {y_test[:10]}")
    return accuracy


if __name__ == "__main__":
    main()
