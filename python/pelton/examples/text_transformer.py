"""A transformer block over words, made of layers of its own: texts go in as they are written."""

import random

import pelton as tf

WORDS, LENGTH, WIDTH = 60, 12, 32
GOOD, BAD = "fine lovely brilliant warm".split(), "dull awful boring weak".split()
OTHER = "the a film plot actor scene was is and very story music it with".split()


class Positions(tf.keras.layers.Layer):
    """Embeddings of the words plus those of their places."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.words = tf.keras.layers.Embedding(WORDS, WIDTH)
        self.places = tf.keras.layers.Embedding(LENGTH, WIDTH)

    def call(self, words):
        return self.words(words) + self.places(tf.range(LENGTH))


class TransformerBlock(tf.keras.layers.Layer):
    """Attention of several heads and a small network, each added to its input and normalized."""

    def __init__(self, heads=2, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        layers = tf.keras.layers
        self.attention = layers.MultiHeadAttention(heads, WIDTH // heads)
        self.network = tf.keras.Sequential(
            [layers.Dense(2 * WIDTH, activation="gelu"), layers.Dense(WIDTH)]
        )
        self.norms = [layers.LayerNormalization(), layers.LayerNormalization()]
        self.dropout = layers.Dropout(rate)

    def call(self, x, training=False):
        x = self.norms[0](x + self.dropout(self.attention(x, x), training=training))
        return self.norms[1](x + self.dropout(self.network(x), training=training))


def make_texts(count, seed):
    """Sentences of other words with one good or bad word each, and whether it is good."""
    draws = random.Random(seed)
    texts, labels = [], []
    for _ in range(count):
        words = draws.choices(OTHER, k=draws.randint(5, LENGTH - 1))
        labels.append(draws.randint(0, 1))
        words.insert(draws.randrange(len(words)), draws.choice(GOOD if labels[-1] else BAD))
        texts.append(" ".join(words))
    return tf.data.Dataset.from_tensor_slices((texts, labels))


def make_model(texts):
    """From texts to the probability that they are good."""
    layers = tf.keras.layers
    vectors = layers.TextVectorization(max_tokens=WORDS, output_sequence_length=LENGTH)
    vectors.adapt(texts)
    text = tf.keras.Input((), dtype="string")
    x = TransformerBlock()(Positions()(vectors(text)))
    x = layers.GlobalAveragePooling1D()(x)
    return tf.keras.Model(text, layers.Dense(1, activation="sigmoid")(x))


def main(epochs=4):
    """Trains on generated sentences; the accuracy on others."""
    tf.keras.utils.set_random_seed(1)
    train = make_texts(800, seed=1).shuffle(800).batch(32).prefetch(tf.data.AUTOTUNE)
    model = make_model(train.map(lambda text, label: text))
    model.compile(tf.keras.optimizers.Adam(0.003), "binary_crossentropy", metrics=["accuracy"])
    model.fit(train, epochs=epochs)
    _, accuracy = model.evaluate(make_texts(200, seed=2).batch(32), verbose=0)
    sentences = tf.constant(["the film was lovely", "a very boring story"])
    print(f"test accuracy {accuracy:.3f}", model.predict(sentences, verbose=0).ravel())
    return accuracy


if __name__ == "__main__":
    main()
