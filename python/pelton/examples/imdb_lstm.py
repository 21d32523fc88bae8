"""Is a review good or bad? Words as numbers, padded, through an Embedding and an LSTM."""

import pelton as tf

WORDS, LENGTH = 1000, 40


def make_model():
    """Padding is masked, so the LSTM sees the words alone."""
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            tf.keras.Input((LENGTH,), dtype="int32"),
            layers.Embedding(WORDS, 32, mask_zero=True),
            layers.LSTM(32),
            layers.Dense(1, activation="sigmoid"),
        ]
    )


def main(epochs=6):
    """Trains on generated reviews; the accuracy on others. imdb.load_data() downloads real ones."""
    tf.keras.utils.set_random_seed(1)
    (x_train, y_train), (x_test, y_test) = tf.keras.datasets.imdb.load_sample()
    x_train = tf.keras.utils.pad_sequences(x_train, maxlen=LENGTH)
    x_test = tf.keras.utils.pad_sequences(x_test, maxlen=LENGTH)
    model = make_model()
    model.compile(tf.keras.optimizers.Adam(0.01), "binary_crossentropy", metrics=["accuracy"])
    stop = tf.keras.callbacks.EarlyStopping("val_loss", patience=2, restore_best_weights=True)
    model.fit(x_train, y_train, epochs=epochs, validation_split=0.2, callbacks=[stop])
    _, accuracy = model.evaluate(x_test, y_test, verbose=0)
    print(f"test accuracy {accuracy:.3f}")
    return accuracy


if __name__ == "__main__":
    main()
