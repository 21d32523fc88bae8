"""Text classification in stock Keras: words as numbers through an Embedding and a convolution."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

WORDS, LENGTH = 50, 20


def make_texts(count, seed):
    """Texts of 20 words, (count, 20), and whether word 7 is followed by word 8."""
    texts = keras.random.randint((count, LENGTH), 10, WORDS, seed=seed)
    labels = keras.random.randint((count,), 0, 2, seed=seed + 1)
    at = keras.random.randint((count, 1), 0, LENGTH - 1, seed=seed + 2)
    places = ops.arange(LENGTH)[None, :]
    # Both texts have both words: in order where the label is 1, else the other way round.
    first, second = ops.where(labels == 1, 7, 8)[:, None], ops.where(labels == 1, 8, 7)[:, None]
    texts = ops.where(places == at, first, texts)
    return ops.where(places == at + 1, second, texts), labels


def make_model():
    """From a text to the probability that it has the two words in order."""
    text = keras.Input((LENGTH,), dtype="int32")
    x = layers.Embedding(WORDS, 16)(text)
    x = layers.Conv1D(32, 2, activation="relu")(x)
    x = layers.Dropout(0.2)(layers.GlobalMaxPooling1D()(x))
    return keras.Model(text, layers.Dense(1, activation="sigmoid")(x))


def main(epochs=8):
    """Trains on generated texts; the accuracy on others."""
    keras.utils.set_random_seed(1)
    model = make_model()
    model.compile(keras.optimizers.Adam(0.01), "binary_crossentropy", metrics=["accuracy"])
    model.fit(*make_texts(1000, seed=1), epochs=epochs, verbose=2)
    accuracy = model.evaluate(*make_texts(200, seed=10), verbose=0)[1]
    print(f"accuracy {accuracy:.3f}")
    return accuracy


if __name__ == "__main__":
    main()
