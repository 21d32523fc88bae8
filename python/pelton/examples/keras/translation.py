"""Translation with attention in stock Keras: numbers as digits to the same digits backwards."""

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

LENGTH, START, WORDS = 5, 10, 11


def make_pairs(count, seed):
    """Sentences of five digits, what the decoder has seen before each word, and translations."""
    source = keras.random.randint((count, LENGTH), 0, 10, seed=seed)
    target = ops.flip(source, axis=1)
    begin = ops.full((count, 1), START, dtype=target.dtype)
    return [source, ops.concatenate([begin, target[:, :-1]], axis=1)], target


def make_model(width=48):
    """An encoder, a decoder that begins with its state, and attention between the two."""
    source, seen = keras.Input((LENGTH,), dtype="int32"), keras.Input((LENGTH,), dtype="int32")
    encoder = layers.GRU(width, return_sequences=True, return_state=True)
    encoded, state = encoder(layers.Embedding(WORDS, 16)(source))
    decoder = layers.GRU(width, return_sequences=True)
    decoded = decoder(layers.Embedding(WORDS, 16)(seen), initial_state=state)
    context = layers.Attention()([decoded, encoded])
    x = layers.Concatenate()([decoded, context])
    return keras.Model([source, seen], layers.Dense(WORDS, activation="softmax")(x))


def translate(model, source):
    """Word by word: each guess is what the decoder has seen for the next one."""
    count = source.shape[0]
    words = [ops.full((count,), START, dtype="int32")]
    for place in range(LENGTH):
        rest = [ops.zeros((count,), dtype="int32")] * (LENGTH - len(words))
        guesses = model([source, ops.stack([*words, *rest], axis=1)])
        words.append(ops.argmax(guesses[:, place], axis=-1))
    return ops.stack(words[1:], axis=1)


def main(epochs=15):
    """Trains on generated sentences; how many words of others are right."""
    keras.utils.set_random_seed(1)
    model = make_model()
    model.compile(
        keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["accuracy"]
    )
    model.fit(*make_pairs(2000, seed=1), batch_size=64, epochs=epochs, verbose=2)
    (source, _), target = make_pairs(100, seed=2)
    told = ops.cast(translate(model, source), "int32") == ops.cast(target, "int32")
    accuracy = float(ops.mean(ops.cast(told, "float32")))
    print(f"words that are right: {accuracy:.3f}")
    return accuracy


if __name__ == "__main__":
    main()
